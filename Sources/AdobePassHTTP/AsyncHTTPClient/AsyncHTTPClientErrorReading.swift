#if AsyncHTTPClient
internal import AdobePass
internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The meaning of async-http-client's errors for an exchange.
enum AsyncHTTPClientErrorReading {
    /// Reads an error.
    ///
    /// - Parameter error: What an exchange ended with.
    /// - Returns: The transport's error; the server may have been reached wherever the opposite is not
    ///   certain.
    static func transportError(for error: any Error) -> Pass.TransportError {
        switch error {
        case is CancellationError:
            Pass.TransportError(.cancelled, mayHaveReachedServer: true)
        case let error as HTTPClientError: reading(of: error)
        case let error as NIOSSLError: reading(of: error)
        case is NIOSSLExtraError:
            Pass.TransportError(.secureConnectionFailed, mayHaveReachedServer: false)
        case is NIOConnectionError:
            Pass.TransportError(.cannotConnect, mayHaveReachedServer: false)
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            Pass.TransportError(.cannotConnect, mayHaveReachedServer: false)
        case HTTPParserError.invalidEOFState:
            Pass.TransportError(.connectionLost, mayHaveReachedServer: true)
        case is HTTPParserError:
            Pass.TransportError(.invalidResponse, mayHaveReachedServer: true)
        case ChannelError.connectTimeout:
            Pass.TransportError(.cannotConnect, mayHaveReachedServer: false)
        default: Pass.TransportError(.connectionLost, mayHaveReachedServer: true)
        }
    }

    private static func reading(of error: HTTPClientError) -> Pass.TransportError {
        switch error {
        case .cancelled: Pass.TransportError(.cancelled, mayHaveReachedServer: true)
        case .deadlineExceeded, .readTimeout, .writeTimeout:
            Pass.TransportError(.timedOut, mayHaveReachedServer: true)
        case .getConnectionFromPoolTimeout:
            Pass.TransportError(.timedOut, mayHaveReachedServer: false)
        case .connectTimeout, .alreadyShutdown, .invalidProxyResponse,
            .proxyAuthenticationRequired, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
            Pass.TransportError(.cannotConnect, mayHaveReachedServer: false)
        case .tlsHandshakeTimeout:
            Pass.TransportError(.secureConnectionFailed, mayHaveReachedServer: false)
        case .invalidURL, .emptyHost, .emptyScheme, .traceRequestWithBody:
            Pass.TransportError(.invalidURL, mayHaveReachedServer: false)
        default: Pass.TransportError(.connectionLost, mayHaveReachedServer: true)
        }
    }

    private static func reading(of error: NIOSSLError) -> Pass.TransportError {
        switch error {
        case .handshakeFailed, .noCertificateToValidate, .unableToValidateCertificate,
            .failedToLoadCertificate, .failedToLoadPrivateKey, .cannotMatchULabel,
            .cannotFindPeerIP:
            Pass.TransportError(.secureConnectionFailed, mayHaveReachedServer: false)
        default: Pass.TransportError(.connectionLost, mayHaveReachedServer: true)
        }
    }
}
#endif
