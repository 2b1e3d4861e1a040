internal import SAMLBindings
internal import WireText

/// The packets of tshark in XML (`-T pdml`), read as those of its JSON.
final class TsharkDocument: CaptureStream {
    static let title = "packets of tshark in XML (PDML)"

    private let records: XMLRecords
    private let context: CaptureContext
    private let packets: TsharkPackets
    private var hasEnded = false
    /// The steps of the latest packet that were not returned yet, the next one last.
    private var pending: [CaptureStep] = []

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        records = XMLRecords(reader, records: "packet", atDepth: 2, context, title: Self.title)
        self.context = context
        packets = TsharkPackets(decoder: context.bodies, limit: context.limit)
    }

    func next() -> CaptureStep? {
        while pending.isEmpty, !hasEnded {
            do throws(CaptureError) {
                switch try records.next() {
                case .record(let packet):
                    pending = packets.takeWithoutHTTP2(Self.layers(of: packet), at: context.source)
                        .reversed()
                case .tooLarge: throw CaptureError(.inputTooLarge)
                case nil:
                    hasEnded = true
                    pending = packets.rest(at: context.source).reversed()
                }
            } catch {
                pending = [.entry(CaptureEntry(context.source, .failure(error)))]
            }
        }
        return pending.popLast()
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
