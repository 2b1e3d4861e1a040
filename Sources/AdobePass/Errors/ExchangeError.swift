extension Pass {
    /// The reason why an exchange with Adobe Pass gave no value.
    public struct ExchangeError: Error, Hashable, Sendable {
        /// The reason, stable across releases.
        @nonexhaustive
        public enum Code: String, Hashable, Sendable, CaseIterable {
            /// No whole answer came; ``ExchangeError/transport`` says why.
            case transport
            /// More requests than are allowed (429), and waiting did not help.
            case throttled
            /// The answer is an enhanced error: ``ExchangeError/enhanced``.
            case enhancedError
            /// The access token was refused (401), and a new one was too.
            case unauthorized
            /// The registration or the token request was refused:
            /// ``ExchangeError/registrationRefusal``.
            case registrationRefused
            /// The status tells of a refusal that has no enhanced error.
            case unexpectedStatus
            /// The answer is not JSON.
            case notJSON
            /// The answer is JSON and not what the endpoint is documented to send.
            case undecodableBody
            /// The request cannot be made from these arguments; nothing was sent.
            case invalidArgument
            /// The storage of credentials and tokens failed.
            case storageFailed
            /// A value of the user's metadata could not be decrypted.
            case decryptionFailed
            /// The task was cancelled.
            case cancelled
        }

        /// The reason.
        public let code: Code
        /// The status of the answer, if there was one.
        public let status: Int?
        /// The enhanced error in the answer, if there was one.
        public let enhanced: EnhancedError?
        /// The transport's error, for ``Code/transport``.
        public let transport: TransportError?
        /// The reason for the refusal, for ``Code/registrationRefused``.
        public let registrationRefusal: DCR.RefusalCode?
        /// The error of v1's plain form, if the answer had one.
        public let refusal: RESTv1.Refusal?
        /// The name of the argument or documented member that is wrong, never its value.
        public let subject: String?

        init(
            _ code: Code, status: Int? = nil, enhanced: EnhancedError? = nil,
            transport: TransportError? = nil, registrationRefusal: DCR.RefusalCode? = nil,
            refusal: RESTv1.Refusal? = nil, subject: String? = nil
        ) {
            self.code = code
            self.status = status
            self.enhanced = enhanced
            self.transport = transport
            self.registrationRefusal = registrationRefusal
            self.refusal = refusal
            self.subject = subject
        }

        /// The action for the client, from the enhanced error; `nil` without one.
        public var action: ErrorAction? { enhanced?.action }

        /// A Boolean value that indicates whether the same call may succeed later.
        ///
        /// That is so where nothing came, where the answer is not one of Adobe Pass, and where the
        /// server says so.
        public var isRetryable: Bool {
            switch code {
            case .transport:
                switch transport?.code {
                case .insecureConnection, .invalidURL, .cancelled: false
                default: true
                }
            case .throttled, .notJSON, .undecodableBody: true
            case .enhancedError: action == .retry || (status ?? 0) >= 500
            case .unauthorized, .unexpectedStatus: (status ?? 0) >= 500
            case .registrationRefused, .invalidArgument, .storageFailed, .decryptionFailed,
                .cancelled:
                false
            }
        }
    }
}

extension Pass.ExchangeError: RedactedValue {
    /// The error and its remedy; never a host, a token or content of a body.
    public var description: String {
        let status = status.map { " (status \($0))" } ?? ""
        return switch code {
        case .transport: transport?.sentence ?? "No answer came: try again later."
        case .throttled: "Too many requests\(status): wait a second or more, then try again."
        case .enhancedError: (enhanced?.description ?? "Adobe Pass: an error") + status
        case .unauthorized:
            "The access token was refused\(status), a new one too: register again, which signs "
                + "the user out."
        case .registrationRefused:
            "The registration or token was refused\(status): "
                + (registrationRefusal?.advice ?? "see the code.")
        case .unexpectedStatus where self.status.map { 300..<400 ~= $0 } == true:
            "The answer is a redirect\(status), which no call follows: check the base URL."
        case .unexpectedStatus: "The request was refused\(status) without an enhanced error."
        case .notJSON: "The answer\(status) is not JSON: check the base URL."
        case .undecodableBody:
            "The answer\(status) does not match the endpoint's documentation"
                + (subject.map { ": see \($0)." } ?? ".")
        case .invalidArgument: "The request cannot be made: correct \(subject ?? "the arguments")."
        case .storageFailed: "The storage of credentials and tokens failed: \(subject ?? "access")."
        case .decryptionFailed:
            "The value could not be decrypted: check the key and its padding."
        case .cancelled: "The task was cancelled."
        }
    }
}
