internal import PayloadCoding

/// Percent-encoding of whatever goes into a path, a query or a form: all but RFC 3986's unreserved
/// characters, in upper case, a blank as `%20`.
enum FieldEncoding {
    static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Named values for a query or a form, in the order in which they are sent.
struct FieldList: Sendable {
    private var pairs: [String] = []

    /// Adds a value, which is encoded here and nowhere else; nothing for no value.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        pairs.append("\(name)=\(FieldEncoding.encode(value))")
    }

    /// Adds a payload, whose bytes are percent-encoded already.
    mutating func add(_ name: String, payload: EncodedPayload) {
        pairs.append("\(name)=\(payload.text)")
    }

    var isEmpty: Bool { pairs.isEmpty }
    var text: String { pairs.joined(separator: "&") }
    var bytes: [UInt8] { Array(text.utf8) }
}
