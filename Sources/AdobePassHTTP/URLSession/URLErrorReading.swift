#if !WithoutURLSession
internal import AdobePass
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The meaning of a `URLError` for an exchange.
enum URLErrorReading {
    /// Reads an error.
    ///
    /// - Parameter error: What a task ended with.
    /// - Returns: The transport's error; the server may have been reached wherever the opposite is not
    ///   certain.
    static func transportError(for error: any Error) -> Pass.TransportError {
        let code = (error as? URLError)?.code ?? .unknown
        #if canImport(FoundationNetworking)
        return onLinux(code, text: (error as NSError).localizedDescription)
        #else
        return onDarwin(code)
        #endif
    }

    #if canImport(FoundationNetworking)
    /// libcurl's codes reach us as a handful of URL errors and its own text; only the fixed
    /// beginnings of that are compared.
    private static func onLinux(_ code: URLError.Code, text: String) -> Pass.TransportError {
        let beginnings: [(String, Pass.TransportError.Code, reached: Bool)] = [
            ("SSL certificate problem", .secureConnectionFailed, false),
            ("SSL: ", .secureConnectionFailed, false),
            ("SSL peer certificate", .secureConnectionFailed, false),
            ("OpenSSL SSL_connect", .secureConnectionFailed, false),
            ("TLS connect error", .secureConnectionFailed, false),
            ("SSL connect error", .secureConnectionFailed, false),
            ("OpenSSL/", .secureConnectionFailed, false),
            ("Failed to connect to", .cannotConnect, false),
            ("Couldn't connect to server", .cannotConnect, false),
            ("Could not resolve host", .cannotConnect, false),
            ("Received HTTP/0.9 when not allowed", .invalidResponse, true),
            ("Unsupported HTTP", .invalidResponse, true),
            ("Weird server reply", .invalidResponse, true),
            ("Invalid Content-Length", .invalidResponse, true),
        ]
        for (beginning, meaning, reached) in beginnings where text.hasPrefix(beginning) {
            return Pass.TransportError(meaning, mayHaveReachedServer: reached)
        }
        switch code {
        // A refused first address does not mean that a second one was not reached, so that
        // `cannotConnectToHost` alone proves nothing.
        case .cannotFindHost:
            return Pass.TransportError(.cannotConnect, mayHaveReachedServer: false)
        case .badURL: return Pass.TransportError(.invalidURL, mayHaveReachedServer: false)
        case .timedOut: return Pass.TransportError(.timedOut, mayHaveReachedServer: true)
        case .cancelled: return Pass.TransportError(.cancelled, mayHaveReachedServer: true)
        case .unsupportedURL:
            return Pass.TransportError(.invalidResponse, mayHaveReachedServer: true)
        default: return Pass.TransportError(.connectionLost, mayHaveReachedServer: true)
        }
    }
    #else
    private static func onDarwin(_ code: URLError.Code) -> Pass.TransportError {
        switch code {
        case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
            .internationalRoamingOff, .callIsActive, .dataNotAllowed:
            Pass.TransportError(.cannotConnect, mayHaveReachedServer: false)
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .clientCertificateRejected, .clientCertificateRequired,
            .appTransportSecurityRequiresSecureConnection:
            Pass.TransportError(.secureConnectionFailed, mayHaveReachedServer: false)
        case .badURL, .unsupportedURL:
            Pass.TransportError(.invalidURL, mayHaveReachedServer: false)
        case .timedOut: Pass.TransportError(.timedOut, mayHaveReachedServer: true)
        case .cancelled: Pass.TransportError(.cancelled, mayHaveReachedServer: true)
        case .dataLengthExceedsMaximum:
            Pass.TransportError(.responseTooLarge, mayHaveReachedServer: true)
        case .badServerResponse, .cannotDecodeRawData, .cannotDecodeContentData,
            .cannotParseResponse:
            Pass.TransportError(.invalidResponse, mayHaveReachedServer: true)
        default: Pass.TransportError(.connectionLost, mayHaveReachedServer: true)
        }
    }
    #endif
}
#endif
