internal import SAMLBindings
internal import WireText

/// The packets of tshark as lines for Elasticsearch (`-T ek`), where every second line is a packet.
final class TsharkLines: SteppedCapture {
    static let title = "packets of tshark for Elasticsearch"

    private var lines: LineReader
    private let packets: TsharkPackets

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        lines = LineReader(reader, limit: context.limit)
        packets = TsharkPackets(decoder: context.bodies, limit: context.limit)
        super.init(context)
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        guard let line = try lines.next() else {
            hasEnded = true
            return packets.rest(at: context.source)
        }
        return line.contains { !$0.isWhiteSpace } ? try steps(of: line) : []
    }

    override func steps(after error: CaptureError) -> [CaptureStep] {
        // After a line that is damaged or over the limit come further ones.
        hasEnded = error.code != .inputTooLarge && error.code != .invalidCapture
        return [.failure(error, at: context.place(line: lines.number))]
    }

    private func steps(of line: [UInt8]) throws(CaptureError) -> [CaptureStep] {
        var scanner = JSONScanner(document: line)
        let packet: JSONValue?
        do throws(JSONScanner.Failure) {
            packet = try scanner.element(limit: context.limit)
            guard scanner.isAtEnd else { throw scanner.failure }
        } catch {
            throw CaptureError(.invalidCapture, at: error.offset, detail: Self.title)
        }
        guard let packet else { throw CaptureError(.inputTooLarge) }
        guard let layers = packet[["layers"]] else { return [] }
        return packets.takeWithoutHTTP2(Self.named(layers), at: context.source)
    }

    // MARK: Names

    /// The layers with the names of `-T json`; here they are written like `http_http_file_data`.
    private static func named(_ layers: JSONValue) -> JSONValue {
        guard case .object(let members) = layers else { return layers }
        return .object(
            members.map { name, layer in
                // A field that was asked for by its name stands beside the layers.
                name == "http_file_data"
                    ? (name: TsharkLayer.bodyName, value: layer)
                    : (name: name, value: renamed(layer))
            })
    }

    private static func renamed(_ layer: JSONValue) -> JSONValue {
        switch layer {
        case .array(let layers): .array(layers.map { renamed($0) })
        case .object(let members):
            .object(members.map { (name: names[$0.name] ?? $0.name, value: $0.value) })
        default: layer
        }
    }

    private static let names: [String: String] = {
        var names: [String: String] = [:]
        for name in [
            "frame.number", "frame.time_epoch", "ip.src", "ip.dst", "ipv6.src", "ipv6.dst",
            "tcp.srcport", "tcp.dstport", "tcp.stream", "http.request.method",
            "http.request.uri", "http.request.full_uri", "http.request.line", "http.request_in",
            "http.response.code", "http.response.code.desc", "http.response.phrase",
            "http.response.line", "http.response_for.uri", "http.time", TsharkLayer.bodyName,
        ] {
            let layer = name.prefix { $0 != "." }
            names["\(layer)_\(name.replacing(".", with: "_"))"] = name
        }
        return names
    }()
}
