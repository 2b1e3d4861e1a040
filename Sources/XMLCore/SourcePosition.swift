extension XML {
    /// A place in the UTF-8 form of a document.
    public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
        /// The line, counted from 1.
        public let line: Int
        /// The byte within the line, counted from 1.
        public let column: Int

        /// Creates a position.
        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        /// The position as `line 3, column 14`.
        public var description: String { "line \(line), column \(column)" }
    }
}
