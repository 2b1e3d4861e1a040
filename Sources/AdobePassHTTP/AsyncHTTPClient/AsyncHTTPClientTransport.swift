#if AsyncHTTPClient
public import AdobePass
internal import AsyncHTTPClient
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
public import NIOSSL

/// Carries requests through async-http-client, for services.
///
/// It follows no redirect, asks for no compression and undoes none, keeps no cookies, refuses plain
/// HTTP to any host but this one, and stops reading an answer that grows beyond the limit. No
/// request is sent twice, and nothing is added to one but `Host` and, with a body,
/// `Content-Length`. Environment variables are ignored, and a tracer of the process sees nothing.
///
/// A transport holds connections open: call ``shutdown()`` when it is no longer needed.
public final class AsyncHTTPClientTransport: Pass.Transport {
    /// The settings of a transport.
    public struct Configuration: Sendable {
        /// The largest accepted body, in bytes.
        public var responseLimit: Int
        /// The largest number of open connections to one host.
        public var connectionsPerHost: Int
        /// The longest time for opening a connection.
        public var connectTimeout: Duration
        /// The HTTP proxy to use, if any.
        public var proxy: ProxyServer?
        /// The TLS settings: trust anchors, a client certificate and so on.
        public var tls: TLSConfiguration

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - responseLimit: How many bytes of a body are taken at most; 4 MiB by default.
        ///   - connectionsPerHost: How many connections to one host may be open at once.
        ///   - connectTimeout: How long a connection may take to be made.
        ///   - proxy: The HTTP proxy to use, if any.
        ///   - tls: How TLS is done; by default the system's anchors are trusted.
        public init(
            responseLimit: Int = 4 << 20, connectionsPerHost: Int = 8,
            connectTimeout: Duration = .seconds(10), proxy: ProxyServer? = nil,
            tls: TLSConfiguration = .makeClientConfiguration()
        ) {
            self.responseLimit = responseLimit
            self.connectionsPerHost = connectionsPerHost
            self.connectTimeout = connectTimeout
            self.proxy = proxy
            self.tls = tls
        }
    }

    private let client: HTTPClient
    private let responseLimit: Int

    /// Creates a transport.
    ///
    /// - Parameter configuration: Limits, proxy and TLS.
    public init(configuration: Configuration = Configuration()) {
        var settings = HTTPClient.Configuration(
            tlsConfiguration: configuration.tls, redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(
                connect: TimeAmount(configuration.connectTimeout)),
            proxy: configuration.proxy.map { .server(host: $0.host, port: $0.port) },
            ignoreUncleanSSLShutdown: false, decompression: .disabled)
        settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
            max(1, configuration.connectionsPerHost)
        // Whether to try again is for the caller to say.
        settings.connectionPool.retryConnectionEstablishment = false
        settings.http1_1ConnectionDebugInitializer = AnswerStatusCheck.added(to:)
        // Its answers would pass that check by, and one call at a time gains nothing from it.
        settings.httpVersion = .http1Only
        // Spans would have the whole URL, in which devices and codes are named, and requests a field.
        settings.tracing.tracer = nil
        self.client = HTTPClient(configuration: settings)
        self.responseLimit = configuration.responseLimit
    }

    /// Closes all connections; requests sent afterwards fail.
    ///
    /// - Throws: What async-http-client throws when connections cannot be closed in order.
    public func shutdown() async throws {
        try await client.shutdown()
    }

    /// Sends a request once and waits for its whole answer.
    ///
    /// The fields that describe the connection or the framing (`Host`, `Content-Length`,
    /// `Connection` and the like) are set by the transport; those of the request are ignored.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer, whatever its status.
    /// - Throws: `Pass.TransportError` if no whole answer came.
    public func send(
        _ request: Pass.Request
    ) async throws(Pass.TransportError) -> Pass.Response {
        let destination = try Destination(request.head)
        var message = HTTPClientRequest(url: destination.url)
        message.method = HTTPMethod(rawValue: request.head.method.rawValue)
        for field in request.head.headerFields where !ConnectionFields.contains(field.name) {
            message.headers.add(name: field.name.rawName, value: field.value)
        }
        if !request.body.isEmpty { message.body = .bytes(ByteBuffer(bytes: request.body)) }
        let timeout = request.timeout
        // The deadline is kept outside; this one only outlives it. A year is as good as no end, and
        // a sum that nanoseconds cannot count would end the process.
        let latest = TimeAmount(min(timeout, .seconds(31_536_000))) + .seconds(30)
        let prepared = message
        return try await Deadline.run(within: timeout) { [client, responseLimit] in
            do {
                let answer = try await client.execute(prepared, timeout: latest)
                return try await Self.response(from: answer, limit: responseLimit)
            } catch {
                return .failure(AsyncHTTPClientErrorReading.transportError(for: error))
            }
        }
    }

    /// Reads an answer to its end or to the limit.
    private static func response(
        from answer: HTTPClientResponse, limit: Int
    ) async throws -> Result<Pass.Response, Pass.TransportError> {
        let tooLarge = Pass.TransportError(.responseTooLarge, mayHaveReachedServer: true)
        if let announced = answer.headers.first(name: "Content-Length").flatMap({ Int($0) }),
            announced > limit
        {
            return .failure(tooLarge)
        }
        guard (100...599).contains(answer.status.code) else {
            return .failure(Pass.TransportError(.invalidResponse, mayHaveReachedServer: true))
        }
        var fields = HTTPFields()
        for (name, value) in answer.headers {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        var body: [UInt8] = []
        for try await part in answer.body {
            if body.count + part.readableBytes > limit { return .failure(tooLarge) }
            body.append(contentsOf: part.readableBytesView)
        }
        let status = HTTPResponse.Status(code: Int(answer.status.code))
        return .success(
            Pass.Response(head: HTTPResponse(status: status, headerFields: fields), body: body))
    }
}
#endif
