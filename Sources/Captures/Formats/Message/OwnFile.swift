/// What samlkit wrote: results, pages and bundles, which are not read as captures.
enum OwnFile {
    /// Returns what a file is or holds that samlkit wrote, as the end of a sentence; `nil` for any other.
    static func title(of head: CaptureHead) -> String? {
        let start = head.text.prefix(4096)
        let isResults =
            start.starts(with: "{\"schema\":".utf8)
            && ByteText.contains(",\"source\":{\"", in: start.prefix(64))
            || start.starts(with: "schema,index,source.file,".utf8)
            || isTable(head.text) && ByteText.contains("preservesSignature", in: head.text)
        if isResults { return "holds results of samlkit" }
        if start.first == UInt8(ascii: "<"),
            ByteText.contains("<meta name=\"generator\" content=\"samlkit\"", in: start)
        {
            return "is a page of samlkit"
        }
        return start.starts(with: "swift-saml results journal ".utf8)
            || head.fileExtension == "spool" && start.starts(with: "{\"".utf8)
                && ByteText.contains("\"outcome\":", in: start)
            ? "is the journal of a run of samlkit" : nil
    }

    /// Returns whether a database or a stream of Arrow begins here.
    private static func isTable(_ text: ArraySlice<UInt8>) -> Bool {
        text.starts(with: "SQLite format 3\0".utf8) || text.starts(with: [0xFF, 0xFF, 0xFF, 0xFF])
    }

    /// Returns whether the names of an archive's members are those of a bundle.
    static func isBundle(_ names: [String]) -> Bool {
        names.contains("RECEIPT.md") && names.contains("README.md")
            && names.contains { $0.hasPrefix("message-1.") }
    }
}
