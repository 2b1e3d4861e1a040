extension CaptureFormat {
    /// The file is one JSON value with messages in it, or several that take more than a line.
    public static let json = CaptureFormat(
        "json", "JSON",
        .content(
            isBeginning: { head in
                let text = head.withoutBanner
                return !head.hasNameOfJSONLines
                    && (text.beginsArray || (text.beginsObject && text.isSpreadObject))
            }, open: { JSONCapture($0, $1, isLines: false) }))

    /// Each line is a JSON value with messages in it.
    public static let ndjson = CaptureFormat(
        "ndjson", "JSON, one value a line",
        .content(
            isBeginning: {
                $0.withoutBanner.beginsObject || ($0.hasNameOfJSONLines && $0.isNoXML)
            }, open: { JSONCapture($0, $1, isLines: true) }))
}

extension CaptureHead {
    fileprivate var hasNameOfJSONLines: Bool {
        fileExtension == "ndjson" || fileExtension == "jsonl"
    }

    /// The text after the line that the unified log prints before what it was asked for.
    fileprivate var withoutBanner: ArraySlice<UInt8> {
        guard text.starts(with: "Filtering the log data".utf8),
            let end = text.firstIndex(of: UInt8(ascii: "\n"))
        else { return text }
        return text[(end + 1)...]
    }

    fileprivate var isNoXML: Bool { first != nil && first != UInt8(ascii: "<") }
}

extension ArraySlice<UInt8> {
    /// The first bytes that are not white space.
    private var beginning: some Sequence<UInt8> { lazy.filter { $0 > 0x20 } }

    /// A Boolean value that indicates whether an object begins here, and not RTF, or what a program prints for one.
    fileprivate var beginsObject: Bool {
        let beginning = Array(beginning.prefix(2))
        return beginning.first == UInt8(ascii: "{")
            && beginning.dropFirst().allSatisfy {
                $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "}")
            }
    }

    /// A Boolean value that indicates whether an array begins here, and not a text in brackets.
    fileprivate var beginsArray: Bool {
        let beginning = Array(beginning.prefix(2))
        return beginning.first == UInt8(ascii: "[")
            && beginning.last.map { "{[\"]".utf8.contains($0) } ?? false && beginning.count == 2
            && !beginsDictionary
    }

    /// A Boolean value that indicates whether a name and its value follow a bracket, as Swift prints a dictionary.
    private var beginsDictionary: Bool {
        guard let quote = firstIndex(of: UInt8(ascii: "\"")),
            self[..<quote].allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: "[") })
        else { return false }
        var index = quote + 1
        while index < endIndex, self[index] != UInt8(ascii: "\"") {
            index += self[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < endIndex else { return false }
        return self[(index + 1)...].first { $0 > 0x20 } == UInt8(ascii: ":")
    }

    /// A Boolean value that indicates whether an object continues on its second line, as in pretty-printed JSON.
    ///
    /// A line that was cut off is followed by another object.
    fileprivate var isSpreadObject: Bool {
        let lines = split(whereSeparator: { $0 == UInt8(ascii: "\n") }).lazy
            .map { line in line.filter { $0 > 0x20 } }.filter { !$0.isEmpty }.prefix(2)
        guard let first = lines.first, let second = lines.dropFirst().first else { return false }
        return first.last != UInt8(ascii: "}")
            && [UInt8(ascii: "\""), UInt8(ascii: "}")].contains(second.first)
    }
}
