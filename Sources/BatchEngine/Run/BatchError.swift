/// Why a run stopped before its end.
package struct BatchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, stable across releases.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The results could not be written.
        case outputFailed
        /// The reader of the results has gone.
        case outputClosed
        /// The input is not the one that the run to resume has read.
        case inputChanged
        /// The results would be larger than the input allows.
        case outputLimit
    }

    /// The reason.
    package let code: Code
    /// The system's error number, when there is one.
    package let systemError: Int32?

    /// Creates an error.
    package init(_ code: Code, systemError: Int32? = nil) {
        self.code = code
        self.systemError = systemError
    }

    /// A sentence that says what is wrong.
    package var description: String {
        let detail = systemError.map { " (system error \($0))" } ?? ""
        switch code {
        case .outputFailed: return "The results could not be written\(detail)."
        case .outputClosed: return "Nobody reads the results any more\(detail)."
        case .outputLimit:
            return "The results would be larger than this input allows. Expected a record to be "
                + "smaller than its message, found many times more."
        case .inputChanged:
            return "The input is not the one that was being read: "
                + "what has a record already has moved, or has another size."
        }
    }
}
