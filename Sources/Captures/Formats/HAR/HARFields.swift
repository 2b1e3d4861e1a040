internal import SAMLBindings
internal import WireText

/// A parameter as HAR lists them, of a query string or of a form.
struct FormField {
    let name: String
    let value: JSONStream.HeldString

    private static let longestName = 256

    /// Reads an array of parameters and keeps those that belong to a message, or all.
    ///
    /// - Parameters:
    ///   - json: The text.
    ///   - limit: The bytes that all values together may have.
    ///   - keepsAll: Whether all are kept.
    /// - Returns: The parameters in their order.
    /// - Throws: A ``CaptureError`` when the text cannot be read.
    static func fields(
        reading json: inout JSONStream, limit: Int, keepsAll: Bool
    ) throws(CaptureError) -> [FormField] {
        var fields: [FormField] = []
        var room = limit
        try json.forEachElement { json throws(CaptureError) in
            var name: String?
            var value: JSONStream.HeldString?
            try json.forEachMember { member, json throws(CaptureError) in
                switch member {
                case "name":
                    name = try json.text(limit: longestName)
                case "value": value = try json.heldString(limit: room)
                default: try json.skipValue()
                }
            }
            guard let name, keepsAll || SAMLParameter.all.contains(name), let value else { return }
            room -= min(room, name.utf8.count + value.bytes.count + 16)
            fields.append(FormField(name: name, value: value))
        }
        return fields
    }

    /// Returns the parameters without percent-encoding, which Chrome keeps where others undo it.
    static func decoded(_ fields: [FormField]) -> [(name: String, value: [UInt8])] {
        let isEncoded =
            fields.contains { $0.value.bytes.contains(UInt8(ascii: "%")) }
            && fields.allSatisfy { $0.value.bytes.allSatisfy(isOfEncoding) }
        return fields.map { field in
            guard isEncoded else { return (field.name, field.value.bytes) }
            let spaced = field.value.bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
            return (field.name, PercentEscape.undone(in: spaced[...]))
        }
    }

    /// Returns whether a byte occurs in percent-encoded values.
    private static func isOfEncoding(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "+"),
            UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"):
            true
        default: false
        }
    }
}

extension HTTPHeaders {
    private static let longestValue = 1 << 20

    /// Reads headers: a list of objects or of pairs, or an object with a value or a list of them under each name.
    ///
    /// - Parameters:
    ///   - json: The text.
    ///   - limit: The bytes that all together may have; those beyond are skipped.
    ///   - isWanted: Returns whether a header with a name is kept.
    /// - Throws: A ``CaptureError`` when the text cannot be read.
    init(
        reading json: inout JSONStream, limit: Int,
        isWanted: (_ name: String, _ value: String) -> Bool
    ) throws(CaptureError) {
        self.init()
        var room = limit
        func append(_ name: String?, _ value: String?, to headers: inout HTTPHeaders) {
            guard let name, let value, isWanted(name, value) else { return }
            let size = name.utf8.count + value.utf8.count + 16
            guard size <= room else { return }
            room -= size
            headers.append(name, value)
        }
        var headers = HTTPHeaders()
        if try json.next() == UInt8(ascii: "{") {
            try json.forEachMember { name, json throws(CaptureError) in
                if try json.next() == UInt8(ascii: "[") {
                    try json.forEachElement { json throws(CaptureError) in
                        append(name, try Self.value(&json), to: &headers)
                    }
                } else {
                    append(name, try Self.value(&json), to: &headers)
                }
            }
        } else {
            try json.forEachElement { json throws(CaptureError) in
                let (name, value) = try Self.field(&json)
                append(name, value, to: &headers)
            }
        }
        self = headers
    }

    private static func field(
        _ json: inout JSONStream
    ) throws(CaptureError) -> (name: String?, value: String?) {
        var name: String?
        var value: String?
        if try json.next() == UInt8(ascii: "[") {
            try json.forEachElement { json throws(CaptureError) in
                if name == nil {
                    name = try Self.value(&json)
                } else if value == nil {
                    value = try Self.value(&json)
                } else {
                    try json.skipValue()
                }
            }
        } else {
            try json.forEachMember { member, json throws(CaptureError) in
                switch member {
                case "name": name = try Self.value(&json)
                case "value": value = try Self.value(&json)
                default: try json.skipValue()
                }
            }
        }
        return (name, value)
    }

    private static func value(_ json: inout JSONStream) throws(CaptureError) -> String? {
        try json.text(limit: longestValue)
    }
}
