internal import WireText

/// The fields of a form in `multipart/form-data` (RFC 7578).
struct MultipartForm {
    /// The fields in their order, those that are files among them.
    private(set) var fields: [(name: String, value: [UInt8])] = []
    /// True if the delimiter that ends the form is there, so that the last field is not cut off.
    private(set) var isWhole = false

    /// Reads a form, whose first line is the delimiter; `nil` if the bytes are not one.
    ///
    /// Lines may end in a line feed alone: some recorders write text so.
    init?(parsing bytes: ArraySlice<UInt8>) {
        guard bytes.starts(with: "--".utf8),
            let end = bytes.prefix(Self.longestDelimiter).firstIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        let delimiter = Array(bytes[..<end].trimmingWhiteSpace())
        let mark = String(decoding: [UInt8(ascii: "\n")] + delimiter, as: UTF8.self)
        guard delimiter.count > 2, mark.utf8.count == delimiter.count + 1 else { return nil }
        var rest = bytes[(end + 1)...]
        while !isWhole {
            let next = rest.firstIndex(of: mark)
            add(rest[..<(next ?? rest.endIndex)])
            guard let next else { return }
            rest = rest[(next + mark.utf8.count)...]
            isWhole = rest.starts(with: "--".utf8)
            rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        }
    }

    /// The longest line of a delimiter: 70 characters, the hyphens before them and the line end.
    private static let longestDelimiter = 80

    /// Adds a part: headers, an empty line, and the value up to the line end before the next delimiter.
    private mutating func add(_ part: ArraySlice<UInt8>) {
        var rest = part
        var name: String?
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end].trimmingWhiteSpace()
            rest = rest[(end + 1)...]
            if line.isEmpty {
                let value = rest.last == UInt8(ascii: "\r") ? rest.dropLast() : rest
                if let name { fields.append((name, Array(value))) }
                return
            }
            if let found = Self.name(inHeader: line) { name = found }
        }
    }

    private static func name(inHeader line: ArraySlice<UInt8>) -> String? {
        let label = "content-disposition:"
        guard line.prefix(label.utf8.count).equalsIgnoringCase(label) else { return nil }
        for parameter in line.split(separator: UInt8(ascii: ";")).dropFirst() {
            let trimmed = parameter.trimmingWhiteSpace()
            guard trimmed.starts(with: "name=".utf8) else { continue }
            return String(
                decoding: trimmed.dropFirst(5).filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }
        return nil
    }
}
