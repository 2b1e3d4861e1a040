/// The reason why a sandbox cannot be created.
package struct SandboxError: Error, CustomStringConvertible {
    /// The code of an error.
    enum Code: String {
        /// State cannot be kept in a file in this build.
        case noStateFile = "no-state-file"
        /// The state file, or a key in it, cannot be used.
        case unusableState = "unusable-state"
        /// The configuration is not JSON of the expected form.
        case unusableConfiguration = "unusable-configuration"
    }

    /// The error code.
    let code: Code
    /// The remedy.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code and what to do.
    package var description: String { "\(code.rawValue): \(message)" }
}
