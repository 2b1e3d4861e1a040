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
                    element[["_source.layers"]].map { packets.take($0, at: source) }
                }
            }))

    private static let tsharkTitle = "packets of tshark"
}

extension CaptureFormat {
    /// The file is the packets of Wireshark's tshark as lines for Elasticsearch (`-T ek`).
    package static let tsharkLines = CaptureFormat(
        "tshark-ek", TsharkLines.title,
        .content(
            isBeginning: {
                $0.first == UInt8(ascii: "{") && $0.outline.has("index._index", "layers")
            },
            open: { TsharkLines($0, $1) }))
}

extension CaptureFormat {
    /// The file is the packets of Wireshark's tshark in XML (`-T pdml`).
    package static let pdml = CaptureFormat(
        "pdml", TsharkDocument.title,
        .content(
            isBeginning: { head in
                guard head.first == UInt8(ascii: "<") else { return false }
                let beginning = head.text.prefix(2048)
                return beginning.contains("<pdml ") || beginning.contains("<pdml>")
            },
            open: { TsharkDocument($0, $1) }))
}
