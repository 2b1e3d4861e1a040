internal import Captures
internal import WireText

/// The longer words of a request to another host than Adobe's, as hashes: among them a token of Adobe's is found
/// without keeping the request.
enum RequestWords {
    private static let shortest = 20

    /// Returns the hashes of the words in the URL, the header fields and the body.
    static func hashes(of exchange: HTTPExchange, _ address: AddressParts) -> [UInt64] {
        var found: Set<UInt64> = []
        func note(_ text: String) {
            guard text.utf8.count >= shortest else { return }
            found.insert(HashedText(text).number)
        }
        address.segments.forEach(note)
        for text in [address.query, address.fragment] {
            for parameter in text.map({ Parameter.all(in: $0) }) ?? [] { note(parameter.value) }
        }
        for field in exchange.requestHeaders.fields {
            field.value.split { $0 == " " || $0 == ";" || $0 == "," || $0 == "=" }
                .forEach { note(String($0)) }
            note(field.value)
        }
        body(exchange.requestBody, note)
        return found.sorted()
    }

    private static func body(_ body: HTTPBody, _ note: (String) -> Void) {
        let first = body.bytes.first { !$0.isWhiteSpace }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let json = JSONValue(reading: body.bytes)
        {
            texts(in: json, note)
            return
        }
        for part in body.bytes[...].pieces(separatedBy: UInt8(ascii: "&")) {
            let text = String(decoding: part, as: UTF8.self)
            guard let parameter = Parameter.all(in: text).first else { continue }
            note(parameter.value)
        }
        // Text of another form: everything between the characters that Base64 and tokens have.
        body.bytes.split(maxSplits: .max) { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
                UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "~"):
                false
            default: true
            }
        }
        .forEach { note(String(decoding: $0, as: UTF8.self)) }
    }

    private static func texts(in json: JSONValue, _ note: (String) -> Void) {
        switch json {
        case .string(let text): note(text)
        case .array(let values): values.forEach { texts(in: $0, note) }
        case .object(let members): members.forEach { texts(in: $0.value, note) }
        default: break
        }
    }
}
