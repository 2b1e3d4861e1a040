extension CaptureFormat {
    /// Each row of a CSV file (RFC 4180) has a message in one of its cells; the first row names them.
    public static let csv = CaptureFormat(
        "csv", "comma-separated values",
        .content(
            isBeginning: {
                guard let first = $0.first, first != UInt8(ascii: "<") else { return false }
                return $0.fileExtension == "csv" || $0.namesAColumn
            }, open: { CSVCapture($0, $1) }))
}

extension CaptureHead {
    /// A Boolean value that indicates whether the first line is a header row that names the field of a message.
    fileprivate var namesAColumn: Bool {
        let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let names = field.map { [$0] } ?? JSONLine.usualFields
        return line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .contains { cell in
                names.contains { name in
                    cell.elementsEqual(name.utf8) || cell.elementsEqual("\"\(name)\"".utf8)
                }
            }
    }
}
