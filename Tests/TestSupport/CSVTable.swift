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
                let special = [",", "\r", "\n", "\""].map { UInt8(ascii: $0) }
                let text = bytes[index...].prefix { !special.contains($0) }
                index += text.count
                return String(decoding: text, as: UTF8.self)
            }
            var text: [UInt8] = []
            while !isAtEnd {
                if skip("\"") {
                    guard skip("\"") else { return String(decoding: text, as: UTF8.self) }
                    text.append(UInt8(ascii: "\""))
                } else {
                    text.append(bytes[index])
                    index += 1
                }
            }
            throw problem("A quoted cell has no end.")
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard !isAtEnd, bytes[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }
    }
}
