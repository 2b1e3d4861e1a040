public import HTTPTypes

extension Pass {
    /// A request on its way to a transport.
    public struct Request: Sendable, RedactedValue {
        /// Method, scheme, authority, path and header fields.
        public var head: HTTPRequest
        /// The body, empty if there is none.
        public var body: [UInt8]
        /// The longest time of the whole exchange.
        public var timeout: Duration

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - head: Method, scheme, authority, path and header fields.
        ///   - body: The body, empty if there is none.
        ///   - timeout: How long the whole exchange may take.
        public init(head: HTTPRequest, body: [UInt8] = [], timeout: Duration = .seconds(30)) {
            self.head = head
            self.body = body
            self.timeout = timeout
        }

        /// The method; never the path, which may name a session, nor header fields or the body.
        public var description: String { "\(head.method.rawValue) request" }
    }

    /// The answer that a transport received.
    public struct Response: Sendable, RedactedValue {
        /// Status and header fields.
        public var head: HTTPResponse
        /// The body, all of it.
        public var body: [UInt8]

        /// Creates a response.
        ///
        /// - Parameters:
        ///   - head: Status and header fields.
        ///   - body: The body, all of it.
        public init(head: HTTPResponse, body: [UInt8] = []) {
            self.head = head
            self.body = body
        }

        /// The status; never header fields or the body.
        public var description: String { "response (status \(head.status.code))" }
    }

    /// Carries requests to a server and answers back.
    ///
    /// A transport follows no redirect: a 302 is an answer of the protocol. It sends neither cookies
    /// nor credentials of its own, stores nothing, and refuses plain HTTP to any host but this one.
    public protocol Transport: Sendable {
        /// Sends a request once and waits for its whole answer.
        ///
        /// - Parameter request: The request.
        /// - Returns: The answer, whatever its status.
        /// - Throws: ``TransportError`` if no whole answer came.
        func send(_ request: Request) async throws(TransportError) -> Response
    }

    /// The reason why no complete answer came.
    public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The code of a transport error.
        @nonexhaustive
        public enum Code: String, Hashable, Sendable, CaseIterable {
            /// Plain HTTP to another host than this one.
            case insecureConnection
            /// The request has no usable URL.
            case invalidURL
            /// The server was not found or did not let anyone connect.
            case cannotConnect
            /// The server's certificate is not trusted or TLS could not be agreed upon.
            case secureConnectionFailed
            /// The connection broke before the whole answer was there.
            case connectionLost
            /// The time was up.
            case timedOut
            /// The answer is longer than the transport takes.
            case responseTooLarge
            /// The task was cancelled.
            case cancelled
            /// The answer is not HTTP.
            case invalidResponse
        }

        /// The error code.
        public let code: Code
        /// A Boolean value that indicates whether bytes of the request may have reached the server,
        /// so that it may have acted.
        public let mayHaveReachedServer: Bool

        /// Creates an error.
        ///
        /// - Parameters:
        ///   - code: What happened.
        ///   - mayHaveReachedServer: Whether the server may have acted upon the request.
        public init(_ code: Code, mayHaveReachedServer: Bool) {
            self.code = code
            self.mayHaveReachedServer = mayHaveReachedServer
        }

        /// The code; never a host, a path or a body.
        public var description: String { "transport: \(code.rawValue)" }

        /// The error with its code, and what to do about it.
        var sentence: String {
            switch code {
            case .insecureConnection:
                "Plain HTTP is for this computer only (\(code)): use https."
            case .invalidURL: "The request has no usable URL (\(code)): check the base URL."
            case .cannotConnect:
                "The server cannot be reached (\(code)): check the base URL and the network."
            case .secureConnectionFailed:
                "No secure connection (\(code)): check the certificate and who issued it."
            case .connectionLost:
                "The connection broke before the answer was complete (\(code)): try again later."
            case .timedOut: "No complete answer came in time (\(code)): try again later."
            case .responseTooLarge: "The answer is too large (\(code)): check the base URL."
            case .cancelled: "The call was cancelled (\(code))."
            case .invalidResponse: "The answer is not HTTP (\(code)): check the base URL."
            }
        }
    }
}
