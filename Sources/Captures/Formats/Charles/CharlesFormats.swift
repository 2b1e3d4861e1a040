internal import WireText

extension CaptureFormat {
    /// The file is a JSON session of Charles (`.chlsj`).
    package static let charlesJSON = CaptureFormat(
        "chlsj", charlesJSONTitle,
        .content(
            isBeginning: { head in
                guard head.first == UInt8(ascii: "[") else { return false }
                let outline = head.outline
                return head.fileExtension == "chlsj"
                    || outline.has("[].scheme", "[].host", "[].protocolVersion")
                        && outline.paths.contains { $0.hasPrefix("[].request.") }
                    || outline.has("[].scheme", "[].host", "[].request.header")
            },
            open: { reader, context in
                let decoder = BodyDecoder(limit: context.limit)
                return JSONExchangeCapture(
                    reader, context, title: charlesJSONTitle, at: .array([])
                ) { element, source in
                    CharlesTransaction(element, at: source, with: decoder)
                        .map { [.exchange($0.exchange)] }
                }
            }))

    private static let charlesJSONTitle = "a JSON session of Charles"
}
