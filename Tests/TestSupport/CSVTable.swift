/// Rows of comma-separated values as RFC 4180 defines them, read strictly.
public struct CSVTable: Hashable, Sendable {
    /// Why text is no such table.
    public struct Problem: Error, Hashable, Sendable {
        /// What is wrong.
        public let message: String
        /// The byte where it is.
        public let offset: Int
    }

    /// The cells of each row, the header among them.
    public private(set) var rows: [[String]] = []

    /// Reads a table: each row ends with CR LF, and quotes stand only around whole cells.
    public init(parsing bytes: [UInt8]) throws {
        var reader = Reader(bytes: bytes)
        while !reader.isAtEnd { rows.append(try reader.row()) }
    }

    /// The rows below the header, each cell under its column's name.
    public var records: [[String: String]] {
        guard let header = rows.first else { return [] }
        return rows.dropFirst().map { row in
            Dictionary(zip(header, row)) { first, _ in first }
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var index = 0

        var isAtEnd: Bool { index == bytes.count }

        func problem(_ message: String) -> Problem { Problem(message: message, offset: index) }

        mutating func row() throws -> [String] {
            var cells = [try cell()]
            while skip(",") { cells.append(try cell()) }
            guard skip("\r"), skip("\n") else { throw problem("The row does not end with CR LF.") }
            return cells
        }

        mutating func cell() throws -> String {
            guard skip("\"") else {
                let start = index
                // Not by a search in a collection, which takes ten times as long where nothing is optimized.
                while index < bytes.count, !isSpecial(bytes[index]) { index += 1 }
                return String(decoding: bytes[start..<index], as: UTF8.self)
            }
            var text: [UInt8] = []
            var start = index
            while !isAtEnd {
                if skip("\"") {
                    text += bytes[start..<index - 1]
                    guard !isAtEnd, bytes[index] == UInt8(ascii: "\"") else {
                        return String(decoding: text, as: UTF8.self)
                    }
                    start = index
                }
                index += 1
            }
            throw problem("A quoted cell has no end.")
        }

        private func isSpecial(_ byte: UInt8) -> Bool {
            byte == 0x2C || byte == 0x22 || byte == 0x0D || byte == 0x0A
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard !isAtEnd, bytes[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }
    }
}
