internal import SAMLBindings
internal import WireText

/// The packets of tshark in XML (`-T pdml`), read as those of its JSON.
final class TsharkDocument: SteppedCapture {
    static let title = "packets of tshark in XML (PDML)"

    private let records: XMLRecords
    private let packets: TsharkPackets

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        records = XMLRecords(reader, records: "packet", atDepth: 2, context, title: Self.title)
        packets = TsharkPackets(decoder: context.bodies, limit: context.limit)
        super.init(context)
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        switch try records.next() {
        case .record(let packet):
            return packets.takeWithoutHTTP2(Self.layers(of: packet), at: context.source)
        case .tooLarge: throw CaptureError(.inputTooLarge)
        case nil:
            hasEnded = true
            return packets.rest(at: context.source)
        }
    }

    /// Returns the error; what was read before it, and after a packet that is too large, follows.
    override func steps(after error: CaptureError) -> [CaptureStep] {
        [.failure(error, at: context.source)]
    }

    private static func layers(of packet: XMLRecord) -> JSONValue {
        .object(
            packet.children.compactMap { layer in
                layer.attribute("name").map { (name: $0, value: .object(members(of: layer))) }
            })
    }

    /// The fields of a layer at any depth.
    private static func members(of element: XMLRecord) -> [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = []
        for field in element.children {
            if let name = field.attribute("name"), let text = text(of: field, name) {
                members.append((name: name, value: .string(text)))
            }
            members += Self.members(of: field)
        }
        return members
    }

    /// The text of a field; of a body its bytes, with the colons of hexadecimal.
    private static func text(of field: XMLRecord, _ name: String) -> String? {
        guard name == TsharkLayer.bodyName, let digits = field.attributes["value"],
            digits.count > 1, digits.count.isMultiple(of: 2)
        else { return field.attribute("show") }
        var text: [UInt8] = []
        text.reserveCapacity(digits.count * 3 / 2)
        for (place, digit) in digits.enumerated() {
            if place > 0, place.isMultiple(of: 2) { text.append(UInt8(ascii: ":")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
