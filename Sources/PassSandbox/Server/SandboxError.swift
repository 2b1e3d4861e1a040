/// Why a sandbox cannot be made.
public struct SandboxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as it is shown.
        public let rawValue: String

        /// Creates a code.
        ///
        /// - Parameter rawValue: The code as it is shown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// State cannot be kept in a file in this build.
        public static let noStateFile = Code(rawValue: "no-state-file")
        /// The state file, or a key in it, cannot be used.
        public static let unusableState = Code(rawValue: "unusable-state")
        /// The configuration is no JSON of the form that is expected.
        public static let unusableConfiguration = Code(rawValue: "unusable-configuration")
    }

    /// What went wrong.
    public let code: Code
    /// What to do.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code and what to do.
    public var description: String { "\(code.rawValue): \(message)" }
}
