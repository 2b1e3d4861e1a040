internal import WireText

extension CaptureFormat {
    /// A message that ZAP saves as XML.
    package static let zapXML = CaptureFormat(
        "zap-xml", "a message saved as XML by ZAP", records: "Message", atDepth: 1,
        { ZAPMessage(context: $0).exchange }
    ) { $0.rootElement == "Message" && $0.contains("<Headers>") }

    /// The messages that ZAP exports as text.
    package static let zap = CaptureFormat(
        "zap", "messages exported by ZAP",
        .content(
            isBeginning: {
                let lines = $0.text.split(maxSplits: 2, omittingEmptySubsequences: false) {
                    $0 == 0x0A
                }
                guard lines.count > 1 else { return false }
                return ZAPCapture.isSeparator(lines[0]) && RawHTTPStart.isStartLine(lines[1])
            }, open: { ZAPCapture($0, $1) }))
}
