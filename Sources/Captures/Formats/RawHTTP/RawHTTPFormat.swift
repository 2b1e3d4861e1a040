extension CaptureFormat {
    /// The file is requests and responses as they are sent, one after another.
    package static let rawHTTP = CaptureFormat(
        "http", RawHTTPCapture.title,
        .content(
            isBeginning: { head in
                let text = head.text.drop { $0 <= 0x20 }
                guard let end = text.firstIndex(of: UInt8(ascii: "\n")) else {
                    return head.isWhole && RawHTTPStart.isStartLine(text)
                }
                return RawHTTPStart.isStartLine(text[..<end])
            },
            open: { RawHTTPCapture($0, $1) }))
}
