/// The reason why a sandbox cannot be created.
package struct SandboxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The code of an error.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as it is shown.
        package let rawValue: String

        /// Creates a code.
        ///
        /// - Parameter rawValue: The code as it is shown.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// State cannot be kept in a file in this build.
        package static let noStateFile = Code(rawValue: "no-state-file")
        /// The state file, or a key in it, cannot be used.
        package static let unusableState = Code(rawValue: "unusable-state")
        /// The configuration is no JSON of the form that is expected.
        package static let unusableConfiguration = Code(rawValue: "unusable-configuration")
    }

    /// The error code.
    package let code: Code
    /// The remedy.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code and what to do.
    package var description: String { "\(code.rawValue): \(message)" }
}
