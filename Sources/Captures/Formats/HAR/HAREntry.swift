/// The parts of a HAR entry that may concern a message.
struct HAREntry {
    private(set) var time: [UInt8]?
    private(set) var url: JSONStream.HeldString?
    private(set) var query: [FormField] = []
    private(set) var request = Body()
    private(set) var response = Body()

    /// A body, as it is written in the file.
    struct Body {
        var text: JSONStream.HeldString?
        var isBase64 = false
        var parameters: [FormField] = []
    }

    /// The longest stored text of a time.
    private static let longestTime = 128

    /// Reads an entry; `nil` when the value is not an object, which has then been passed.
    init?(reading json: inout JSONStream, limit: Int) throws(CaptureError) {
        guard try json.valueStart() == UInt8(ascii: "{") else {
            try json.skipValue()
            return nil
        }
        try json.forEachMember { name, json throws(CaptureError) in
            switch name {
            case "startedDateTime":
                time = try json.heldString(limit: Self.longestTime)?.bytes
            case "request": try readRequest(&json, limit: limit)
            case "response": try readResponse(&json, limit: limit)
            default: try json.skipValue()
            }
        }
    }

    private mutating func readRequest(
        _ json: inout JSONStream, limit: Int
    ) throws(CaptureError) {
        try json.forEachMember { name, json throws(CaptureError) in
            switch name {
            case "url": url = try json.heldString(limit: limit)
            case "queryString": query = try FormField.fields(reading: &json, limit: limit)
            case "postData": request = try Self.body(reading: &json, limit: limit)
            default: try json.skipValue()
            }
        }
    }

    private mutating func readResponse(
        _ json: inout JSONStream, limit: Int
    ) throws(CaptureError) {
        try json.forEachMember { name, json throws(CaptureError) in
            guard name == "content" else { return try json.skipValue() }
            response = try Self.body(
                reading: &json, limit: limit, isWanted: Self.mayBeginDocument)
        }
    }

    private static func body(
        reading json: inout JSONStream, limit: Int, isWanted: (UInt8) -> Bool = { _ in true }
    ) throws(CaptureError) -> Body {
        var body = Body()
        try json.forEachMember { name, json throws(CaptureError) in
            switch name {
            case "text": body.text = try json.heldString(limit: limit, isWanted: isWanted)
            case "encoding":
                let encoding = try json.heldString(limit: 16)
                body.isBase64 = encoding?.bytes.elementsEqual("base64".utf8) ?? false
            case "params": body.parameters = try FormField.fields(reading: &json, limit: limit)
            default: try json.skipValue()
            }
        }
        return body
    }

    /// Returns whether JSON or XML may begin like this, as it is, escaped or in Base64: pictures
    /// and scripts, which most of a recording are, mostly begin otherwise.
    private static func mayBeginDocument(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "<"), UInt8(ascii: "\\"), UInt8(ascii: " "), 0xEF:
            true
        case UInt8(ascii: "e"), UInt8(ascii: "P"), UInt8(ascii: "7"), UInt8(ascii: "C"),
            UInt8(ascii: "D"), UInt8(ascii: "I"):
            true
        default: false
        }
    }
}

/// A parameter as HAR lists them, of a query string or of a form.
struct FormField {
    let name: String
    let value: JSONStream.HeldString

    private static let longestName = 64

    /// Reads an array of parameters and keeps those that belong to a message.
    static func fields(
        reading json: inout JSONStream, limit: Int
    ) throws(CaptureError) -> [FormField] {
        guard try json.valueStart() == UInt8(ascii: "[") else {
            try json.skipValue()
            return []
        }
        var fields: [FormField] = []
        try json.enter(UInt8(ascii: "["))
        var isFirst = true
        while try json.hasElement(&isFirst) {
            var name: String?
            var value: JSONStream.HeldString?
            try json.forEachMember { member, json throws(CaptureError) in
                switch member {
                case "name":
                    name = try json.heldString(limit: longestName)
                        .map { String(decoding: $0.bytes, as: UTF8.self) }
                case "value": value = try json.heldString(limit: limit)
                default: try json.skipValue()
                }
            }
            guard let name, let value, SAMLParameter.all.contains(name) else { continue }
            fields.append(FormField(name: name, value: value))
        }
        return fields
    }
}

extension JSONStream {
    /// Reads the members of an object, each by `body`; a value of another kind is passed.
    mutating func forEachMember(
        _ body: (_ name: String, _ json: inout JSONStream) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        guard try valueStart() == UInt8(ascii: "{") else { return try skipValue() }
        try enter(UInt8(ascii: "{"))
        var isFirst = true
        while let name = try nextName(&isFirst) {
            try body(String(decoding: name, as: UTF8.self), &self)
        }
    }

    /// Reads a string; a value of another kind is passed and gives `nil`.
    mutating func heldString(
        limit: Int, isWanted: (UInt8) -> Bool = { _ in true }
    ) throws(CaptureError) -> HeldString? {
        guard try valueStart() == UInt8(ascii: "\"") else {
            try skipValue()
            return nil
        }
        return try string(limit: limit, isWanted: isWanted)
    }
}
