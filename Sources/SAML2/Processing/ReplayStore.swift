extension SAML {
    /// The store in which a ``ReplayGuard`` remembers accepted assertions.
    ///
    /// Processes that share a service need one that they share, such as a table with a unique key.
    public protocol ReplayStore: Sendable {
        /// Remembers an assertion unless it is known already, in one step.
        ///
        /// Of several calls with one key at the same time, at most one may answer
        /// ``ReplayVerdict/new``. What is remembered may be forgotten when its end has come, and not
        /// before, however little room there is.
        ///
        /// - Parameters:
        ///   - key: The assertion.
        ///   - end: The first instant at which the assertion is refused anyway; `nil` when it is
        ///     valid for ever.
        ///   - now: The time, when it is known.
        /// - Returns: Whether it was new.
        func insert(_ key: ReplayKey, until end: Instant?, at now: Instant?) -> ReplayVerdict
    }

    /// The verdict of a ``ReplayStore`` on an assertion.
    public enum ReplayVerdict: Hashable, Sendable {
        /// It was not known, and from now on is.
        case new
        /// It was known already.
        case used
        /// It is unknown: there is no room to remember it, or the storage does not answer.
        case unknown
    }

    /// The unique name of an assertion: its issuer and its `ID` (SAML Core, section 1.3.4).
    public struct ReplayKey: Hashable, Sendable, CustomStringConvertible {
        /// The issuer and the identifier, with a NUL between them, which neither can hold.
        public let bytes: [UInt8]

        /// Creates a key.
        ///
        /// - Parameters:
        ///   - id: The assertion's `ID`.
        ///   - issuer: The assertion's issuer.
        package init(id: String, issuer: String) {
            bytes = Array(issuer.utf8) + [0] + Array(id.utf8)
        }

        /// The size of the key; never what it is made of.
        public var description: String { "ReplayKey(\(bytes.count) bytes)" }
    }
}
