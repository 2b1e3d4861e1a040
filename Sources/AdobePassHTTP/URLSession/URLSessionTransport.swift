#if !WithoutURLSession
public import AdobePass
internal import Foundation
internal import HTTPTypes

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Carries requests through the system's `URLSession`.
///
/// It keeps nothing: no cookies, no cache, no credentials. It follows no redirect, refuses plain
/// HTTP to any host but this one, and stops reading an answer that grows beyond the limit. TLS trusts
/// what the system trusts; neither further anchors nor pinned certificates can be given here
/// (`AsyncHTTPClientTransport`, under the package trait `AsyncHTTPClient`, takes any TLS
/// configuration).
///
/// What `URLSession` adds to every request, unless the request has the field itself: `Accept`,
/// `Accept-Language` and `User-Agent`, and `Content-Type: application/x-www-form-urlencoded` on a
/// POST with a body. `Accept-Encoding` is set to `identity`, so that the limit counts what is sent.
///
/// On Linux, where `URLSession` stands on libcurl:
/// - Every exchange opens a connection of its own. libcurl sends a request again when a connection it
///   used before turns out to be closed, even a POST, and `URLSession` has no switch for that. A
///   service with many requests is better off with `AsyncHTTPClientTransport`.
/// - A proxy cannot be set, and libcurl obeys the environment variables `http_proxy`, `https_proxy`,
///   `all_proxy` and `no_proxy`, for requests to this host too.
/// - The body of a redirect is gathered without limit and handed over when it is complete. One of
///   unknown length that is not complete after a second is given up as `timedOut`; until
///   then more than the limit may be in memory.
/// - An exchange that was cut off or cancelled ends at once, but a peer that sends without a pause may
///   keep its connection and a thread busy for some seconds more.
/// - An answer that ends amid its header fields, and one with trailers, ends the process: `URLSession`
///   stops at a failed check of its own. Only the server itself can do that to a TLS connection.
/// - A host that is an IPv6 address is `invalidURL`; a name with such an address is not.
/// - An answer that is not HTTP, one that breaks off and one that the system gives up upon for some
///   other reason are hard to tell apart: in doubt the code is `connectionLost`.
///
/// On Apple platforms the system may repeat a GET, never a POST, when a connection breaks.
public struct URLSessionTransport: Pass.Transport {
    /// The settings of a transport.
    public struct Configuration: Sendable, Hashable {
        /// The largest accepted body, in bytes.
        public var responseLimit: Int
        /// The largest number of open connections to one host.
        public var connectionsPerHost: Int
        #if !canImport(FoundationNetworking)
        /// The HTTP proxy to use; `nil` means the system's settings.
        public var proxy: ProxyServer?
        #endif

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - responseLimit: How many bytes of a body are taken at most; 4 MiB by default.
        ///   - connectionsPerHost: How many connections to one host may be open at once.
        public init(responseLimit: Int = 4 << 20, connectionsPerHost: Int = 4) {
            self.responseLimit = responseLimit
            self.connectionsPerHost = connectionsPerHost
        }
    }

    private let configuration: Configuration
    private let limiter: ConnectionLimiter
    #if !canImport(FoundationNetworking)
    private let session: URLSession
    #endif

    /// Creates a transport.
    ///
    /// - Parameter configuration: Limits.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        self.limiter = ConnectionLimiter(limit: configuration.connectionsPerHost)
        #if !canImport(FoundationNetworking)
        self.session = URLSession(configuration: Self.sessionConfiguration(configuration))
        #endif
    }

    /// Sends a request once and waits for its whole answer.
    ///
    /// The fields that describe the connection or the framing (`Host`, `Content-Length`,
    /// `Connection` and the like) are set by the transport; those of the request are ignored. A GET
    /// with a body is refused as `invalidURL`.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer, whatever its status.
    /// - Throws: `Pass.TransportError` if no whole answer came.
    public func send(
        _ request: Pass.Request
    ) async throws(Pass.TransportError) -> Pass.Response {
        let destination = try Destination(request.head)
        let limiter = limiter
        let work: @Sendable () async -> Result<Pass.Response, Pass.TransportError> = {
            guard let message = message(for: request, to: destination) else {
                return .failure(Pass.TransportError(.invalidURL, mayHaveReachedServer: false))
            }
            guard await limiter.enter(destination.authority) else {
                return .failure(Pass.TransportError(.cancelled, mayHaveReachedServer: false))
            }
            let result = await exchange(message)
            await limiter.leave(destination.authority)
            return result
        }
        return try await Deadline.run(within: request.timeout, work)
    }
}

extension URLSessionTransport {
    /// One exchange.
    private func exchange(
        _ message: URLRequest
    ) async -> Result<Pass.Response, Pass.TransportError> {
        let exchange = URLSessionExchange(responseLimit: configuration.responseLimit)
        #if canImport(FoundationNetworking)
        // A session of its own has no connection that was used before.
        let session = URLSession(
            configuration: Self.sessionConfiguration(configuration), delegate: exchange,
            delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        return await exchange.run(session.dataTask(with: message))
        #else
        let task = session.dataTask(with: message)
        task.delegate = exchange
        return await exchange.run(task)
        #endif
    }

    private static func sessionConfiguration(
        _ configuration: Configuration
    ) -> URLSessionConfiguration {
        let session = URLSessionConfiguration.ephemeral
        session.httpCookieStorage = nil
        session.httpCookieAcceptPolicy = .never
        session.httpShouldSetCookies = false
        session.urlCache = nil
        session.urlCredentialStorage = nil
        session.httpMaximumConnectionsPerHost = max(1, configuration.connectionsPerHost)
        #if !canImport(FoundationNetworking)
        session.waitsForConnectivity = false
        session.tlsMinimumSupportedProtocolVersion = .TLSv12
        if let proxy = configuration.proxy {
            session.connectionProxyDictionary = [
                "HTTPEnable": 1, "HTTPProxy": proxy.host, "HTTPPort": proxy.port,
                "HTTPSEnable": 1, "HTTPSProxy": proxy.host, "HTTPSPort": proxy.port,
            ]
        }
        #endif
        return session
    }

    /// The request in Foundation's terms, or `nil` if Foundation would change it.
    private func message(for request: Pass.Request, to destination: Destination) -> URLRequest? {
        guard let url = URL(string: destination.url), url.absoluteString == destination.url,
            request.body.isEmpty || request.head.method != .get
        else { return nil }
        // The deadline is kept elsewhere: this is an interval between bytes, in whole seconds.
        let seconds = Double(min(request.timeout.components.seconds, 86_400)) + 30
        var message = URLRequest(url: url, timeoutInterval: seconds)
        message.httpMethod = request.head.method.rawValue
        message.httpShouldHandleCookies = false
        message.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        var combined: [HTTPField.Name: String] = [:]
        for field in request.head.headerFields where !ConnectionFields.contains(field.name) {
            let value = combined[field.name].map { "\($0), \(field.value)" } ?? field.value
            combined[field.name] = value
            message.setValue(value, forHTTPHeaderField: field.name.rawName)
        }
        if !request.body.isEmpty { message.httpBody = Data(request.body) }
        return message
    }
}
#endif
