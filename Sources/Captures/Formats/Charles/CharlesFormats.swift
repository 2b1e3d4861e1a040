internal import WireText

extension CaptureFormat {
    /// The file is a JSON session of Charles (`.chlsj`).
    package static let charlesJSON = CaptureFormat(
        "chlsj", "a JSON session of Charles", at: .array([]), .charles
    ) { outline, head in
        head.fileExtension == "chlsj"
            || outline.has("[].scheme", "[].host", "[].protocolVersion")
                && outline.paths.contains { $0.hasPrefix("[].request.") }
            || outline.has("[].scheme", "[].host", "[].request.header")
    }

    /// The file is a trace of Charles: text with the sections of each exchange.
    package static let charlesTrace = CaptureFormat(
        "charles-trace", CharlesTraceCapture.title,
        .content(
            isBeginning: {
                $0.text.drop { $0 <= 0x20 }.starts(with: "HTTP-Trace-Version:".utf8)
            },
            open: { CharlesTraceCapture($0, $1) }))
}
