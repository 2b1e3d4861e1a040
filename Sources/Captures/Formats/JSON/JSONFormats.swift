extension CaptureFormat {
    /// The whole file is a JSON object with a message in one of its fields.
    public static let json = CaptureFormat(
        "json", "a JSON object",
        .content(
            isBeginning: { $0.begins("{") && !$0.hasNameOfJSONLines && $0.isSpreadObject },
            open: { WholeMessage($0, $1, isJSON: true) }))

    /// Each line is a JSON object with a message in one of its fields.
    public static let ndjson = CaptureFormat(
        "ndjson", "a JSON object a line",
        .content(
            isBeginning: { $0.begins("{") || ($0.hasNameOfJSONLines && $0.isNoXML) },
            open: { LineCapture($0, $1, isJSON: true) }))
}

extension CaptureHead {
    fileprivate var hasNameOfJSONLines: Bool {
        fileExtension == "ndjson" || fileExtension == "jsonl"
    }

    fileprivate var isNoXML: Bool { first != nil && first != UInt8(ascii: "<") }

    /// A Boolean value that indicates whether an object goes on in its second line, as when it was printed to be read.
    ///
    /// A line that was cut off is followed by another object.
    fileprivate var isSpreadObject: Bool {
        let lines = text.split(whereSeparator: { $0 == UInt8(ascii: "\n") }).lazy
            .map { line in line.filter { $0 > 0x20 } }.filter { !$0.isEmpty }.prefix(2)
        guard let first = lines.first, let second = lines.dropFirst().first else { return false }
        return first.last != UInt8(ascii: "}")
            && [UInt8(ascii: "\""), UInt8(ascii: "}")].contains(second.first)
    }
}
