internal import WireText

/// An HTTP/1.1 message in a packet of tshark.
///
/// A name that occurs several times is a list, or written several times.
struct TsharkLayer {
    /// The name of the field with a body.
    static let bodyName = "http.file_data"

    private let layer: JSONValue
    /// The member below the start line.
    private let start: JSONValue

    /// Creates a message; `nil` for a layer that continues another packet's.
    init?(_ layer: JSONValue) {
        guard case .object(let members) = layer else { return nil }
        let starts = [layer] + members.map(\.value)
        guard
            let start = starts.first(where: {
                $0["http.request.method"] != nil || $0["http.response.code"] != nil
            })
        else { return nil }
        self.layer = layer
        self.start = start
    }

    /// The method of a request.
    var method: String? { start["http.request.method"]?.text }

    /// The status of a response.
    var status: Int? { start["http.response.code"]?.int }

    /// The reason of a response.
    var reason: String? {
        (start["http.response.phrase"] ?? start["http.response.code.desc"])?.text
    }

    /// The URL of a request, or of the one that a response answers.
    var url: String? {
        (layer["http.request.full_uri"] ?? layer["http.response_for.uri"]
            ?? start["http.request.uri"])?.text
    }

    /// The number of the packet with the request that a response answers.
    var requestNumber: String? { layer["http.request_in"]?.text }

    /// The milliseconds from the request to its response.
    var duration: Double? { layer["http.time"]?.double.map { $0 * 1000 } }

    /// The headers.
    var headers: HTTPHeaders {
        var headers = HTTPHeaders()
        let lines = layer.all("http.request.line") + layer.all("http.response.line")
        for line in lines { headers.append(line: (line.text ?? "").utf8) }
        return headers
    }

    /// Returns the body, whose chunks and codings tshark undid.
    func body(_ headers: HTTPHeaders, _ decoder: BodyDecoder) -> HTTPBody {
        var body: HTTPBody
        let length = headers["Content-Length"].flatMap { Int($0) }
        if let text = layer.all(Self.bodyName).first?.text {
            let isCounted =
                headers["Content-Encoding"] == nil && headers["Transfer-Encoding"] == nil
            body = Self.body(
                text, count: isCounted ? length : nil, coding: headers["Content-Encoding"],
                decoder)
        } else {
            body = HTTPBody(state: length ?? 0 > 0 ? .dropped("not in the export") : .empty)
        }
        body.mediaType = headers.mediaType
        return body
    }

    /// Returns a body from its text.
    static func body(
        _ text: String, count: Int?, coding: String?, _ decoder: BodyDecoder
    ) -> HTTPBody {
        guard let bytes = hexadecimal(text, count: count) else {
            return HTTPBody(text: text, charset: nil)
        }
        return decoder.body(bytes, coding: coding, exactness: .decoded)
    }

    /// The bytes of digits, which tshark writes from 4.2 on where it wrote text before; `nil` for text.
    private static func hexadecimal(_ text: String, count: Int?) -> [UInt8]? {
        // Text of digits has the length that was announced.
        guard text.utf8.count != count else { return nil }
        guard let bytes = Hexadecimal.bytes(text), !bytes.isEmpty else { return nil }
        let hasColons = text.utf8.count == bytes.count * 3 - 1 && bytes.count > 1
        return hasColons || count == bytes.count || count == nil && !text.contains(":")
            ? bytes : nil
    }
}

extension JSONValue {
    /// Returns the values of all members with a name, the elements of arrays among them one by one.
    func all(_ name: String) -> [JSONValue] {
        (members ?? []).filter { $0.name == name }.flatMap { $0.value.elements ?? [$0.value] }
    }
}

extension Hexadecimal {
    /// Returns the bytes of digits that may have colons between them; `nil` for other text.
    static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for character in text.utf8 {
            if character == UInt8(ascii: ":"), high == nil { continue }
            guard let digit = value(character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }
}
