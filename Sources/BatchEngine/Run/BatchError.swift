/// The reason why a run stopped early.
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
        case .outputClosed: return "The reader closed the output\(detail)."
        case .outputLimit:
            return "The results are too large for this input. Expected records smaller than their "
                + "messages, found much larger ones."
        case .inputChanged:
            return "The input has changed since the run began: "
                + "entries that have a record already have moved, or have another size."
        }
    }
}
