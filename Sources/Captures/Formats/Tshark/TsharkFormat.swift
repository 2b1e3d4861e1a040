extension CaptureFormat {
    /// The file is the packets of Wireshark's tshark in JSON (`-T json`).
    package static let tshark = CaptureFormat(
        "tshark", tsharkTitle,
        .content(
            isBeginning: {
                $0.first == UInt8(ascii: "[") && $0.outline.has("[]._source.layers")
            },
            open: { reader, context in
                let packets = TsharkPackets(decoder: context.bodies, limit: context.limit)
                return JSONExchangeCapture(
                    reader, context, title: tsharkTitle, at: .array([]),
                    end: { packets.rest() }
                ) { element, source in
                    element["_source"]?["layers"].map { packets.take($0, at: source) }
                }
            }))

    private static let tsharkTitle = "packets of tshark"
}
