internal import PayloadCoding
internal import WireText

/// Named values for a query or a form, in the order in which they are sent.
struct FieldList: Sendable {
    private var pairs: [String] = []

    /// Adds a value, which is encoded here and nowhere else; nothing for no value.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        pairs.append("\(name)=\(PercentEscape.text(value))")
    }

    /// Adds a payload, whose bytes are percent-encoded already.
    mutating func add(_ name: String, payload: EncodedPayload) {
        pairs.append("\(name)=\(payload.text)")
    }

    var isEmpty: Bool { pairs.isEmpty }
    var text: String { pairs.joined(separator: "&") }
    var bytes: [UInt8] { Array(text.utf8) }
}
