internal import WireText

/// Returns the content of a file that an entry names, at most `limit` bytes of it; `nil` if there is none.
typealias HARAttachment = (_ name: String, _ limit: Int) -> [UInt8]?

/// A body, as it is written in a HAR file.
struct HARBody {
    private var text: JSONStream.HeldString?
    private var isBase64 = false
    private var parameters: [FormField] = []
    private var mediaType: String?
    private var file: String?
    /// The number of bytes that the recorder saw.
    var size: Double?
    /// The recorder's remark on a missing body.
    var comment: String?

    /// Reads the object of a body.
    mutating func read(
        _ json: inout JSONStream, limit: Int, keepsAllParameters: Bool,
        isWanted: (UInt8) -> Bool = { _ in true }
    ) throws(CaptureError) {
        var text: JSONStream.HeldString?
        var isBase64 = false
        try json.forEachMember { name, json throws(CaptureError) in
            switch name {
            case "text":
                // Most producers write the media type first.
                let isText = mediaType != nil && !Self.isPicture(mediaType)
                text = try json.heldString(limit: limit) { isText || isWanted($0) }
            case "encoding": isBase64 = try json.text()?.lowercased() == "base64"
            case "params":
                parameters = try FormField.fields(
                    reading: &json, limit: limit, keepsAll: keepsAllParameters)
            case "mimeType": mediaType = try json.text()
            case "_file", "_sha1": file = try json.text() ?? file
            case "size" where keepsAllParameters: size = try json.number() ?? size
            case "comment" where keepsAllParameters: comment = try json.text() ?? comment
            default: try json.skipValue()
            }
        }
        // HTTP Toolkit's other place for bodies may come before this one.
        guard self.text == nil || text.map({ !$0.bytes.isEmpty }) == true else { return }
        self.text = text
        self.isBase64 = isBase64
    }

    /// Reads the object with a body that is not text.
    mutating func readContent(_ json: inout JSONStream, limit: Int) throws(CaptureError) {
        guard text?.bytes.isEmpty ?? true else { return try json.skipValue() }
        try read(&json, limit: limit, keepsAllParameters: false)
    }

    /// Returns whether JSON or XML may begin like this, as it is, escaped or in Base64, compressed or not: pictures,
    /// which most of a recording are, mostly begin otherwise.
    static func mayBeginDocument(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "\\"),
            UInt8(ascii: " "), 0xEF:
            true
        case UInt8(ascii: "e"), UInt8(ascii: "W"), UInt8(ascii: "P"), UInt8(ascii: "7"),
            UInt8(ascii: "C"), UInt8(ascii: "D"), UInt8(ascii: "I"), UInt8(ascii: "H"),
            UInt8(ascii: "K"), UInt8(ascii: "S"):
            true
        default: false
        }
    }

    // MARK: As bytes

    /// Returns the body: its text, else the file it is in, else what its parameters make.
    ///
    /// - Parameters:
    ///   - contentType: The header, if there is one.
    ///   - coding: The value of `Content-Encoding`.
    ///   - context: The limits, and what undoes content codings.
    ///   - extent: What is read of the file; for messages no files of pictures are.
    ///   - attachment: What finds files.
    /// - Returns: The body, with its state.
    func content(
        contentType: String?, coding: String?, context: CaptureContext, extent: HAREntry.Extent,
        attachment: HARAttachment
    ) -> HTTPBody {
        let type = contentType ?? mediaType
        var body = bytes(
            type: type, coding: coding, context: context,
            isWanted: { extent == .exchanges || !Self.isPicture($0) },
            attachment: attachment)
        let parameters = FormField.decoded(parameters)
        if body.bytes.isEmpty, !parameters.isEmpty, body.state == .empty {
            body = HTTPBody(rebuiltFrom: parameters)
            if !self.parameters.allSatisfy(\.value.isWhole) { body.state = .tooLarge }
        }
        body.parameters = parameters
        body.mediaType = type.flatMap { type in
            let name = type.utf8.prefix { $0 != UInt8(ascii: ";") }.trimmingWhiteSpace()
            return name.isEmpty ? nil : String(decoding: name, as: UTF8.self).lowercased()
        }
        let isNamed = text == nil && comment?.isEmpty == false
        if body.state == .empty, isNamed || size ?? 0 > 0 {
            body.state = .dropped(comment ?? "the recorder left it out")
        }
        return body
    }

    private func bytes(
        type: String?, coding: String?, context: CaptureContext,
        isWanted: (_ type: String?) -> Bool,
        attachment: HARAttachment
    ) -> HTTPBody {
        guard let text, !text.bytes.isEmpty || !text.isWhole else {
            guard let file, isWanted(type) else { return HTTPBody() }
            guard let bytes = attachment(file, context.limit) else {
                return HTTPBody(state: .dropped("the file \(file) is missing"))
            }
            return HTTPBody(bytes, state: bytes.count < context.limit ? nil : .tooLarge)
        }
        var body: HTTPBody
        if isBase64 {
            guard let bytes = Self.decoded(text) else {
                return HTTPBody(text.bytes, state: .undecodable("base64"))
            }
            body = Self.unpacked(
                bytes, context, coding: coding, mayBeBrotli: Self.isDocument(type))
        } else {
            let isASCII = text.bytes.allSatisfy { $0 < 0x80 }
            let bytes =
                !isASCII && Self.isByteText(type: type)
                ? HTTPBody.bytes(ofCharacters: text.bytes) : nil
            body = Self.unpacked(
                bytes ?? text.bytes, context, coding: bytes == nil ? nil : coding)
            if bytes == nil, !isASCII {
                body.exactness = text.bytes[...].contains("\u{FFFD}") ? .lossy : .reencoded
            }
        }
        // Of pictures nothing was kept.
        if !text.isWhole { body.state = text.bytes.isEmpty ? .notRecorded : .tooLarge }
        return body
    }

    /// Returns a body out of a compression that the recorder left, though HAR's bodies are decoded.
    ///
    /// Only the bytes show it: the header stays where the compression was undone. Brotli has no magic number, but a
    /// document that is not text is packed. Deflate has none either, and the header must name it.
    private static func unpacked(
        _ bytes: [UInt8], _ context: CaptureContext, coding: String?, mayBeBrotli: Bool = false
    ) -> HTTPBody {
        let marked = [ContentCoding.gzip, .zstandard].first { $0.isMarked(bytes[...]) == true }
        if marked == nil, let coding, case .deflate? = ContentCoding.codings(in: coding).last {
            return context.bodies.body(bytes, coding: coding, exactness: .decoded)
        }
        let found = marked ?? (mayBeBrotli ? .brotli : nil)
        return context.bodies.body(bytes, coding: found?.name, exactness: .decoded)
    }

    /// Returns whether a body of a type is JSON, XML or a page, or Base64 of them.
    static func isDocument(_ type: String?) -> Bool {
        guard let type = type.map({ Array($0.lowercased().utf8) }) else { return false }
        return ["json", "xml", "html", "text/plain"].contains { type[...].contains($0) }
    }

    private static func isPicture(_ type: String?) -> Bool {
        guard let type = type.map({ Array($0.lowercased().utf8) }) else { return false }
        return ["image/", "video/", "audio/", "font", "css", "wasm"]
            .contains { type[...].contains($0) }
    }

    /// The bytes of Base64, also of a beginning.
    private static func decoded(_ text: JSONStream.HeldString) -> [UInt8]? {
        let digits = text.bytes.count / 4 * 4
        let whole = text.isWhole ? text.bytes[...] : text.bytes.prefix(digits)
        return [UInt8](base64: whole) ?? [UInt8](base64: whole, ignoringOthers: true)
    }

    /// Returns whether each character of a text is a byte: the charset says so, or the body is not text, which browsers
    /// and mitmproxy write like this.
    private static func isByteText(type: String?) -> Bool {
        guard let type = type?.lowercased() else { return false }
        let bytes = Array(type.utf8)[...]
        if bytes.contains("iso-8859-1") || bytes.contains("latin1") { return true }
        let isText = ["text/", "json", "xml", "form", "script", "mpegurl"]
            .contains { bytes.contains($0) }
        return !isText && !bytes.isEmpty
    }
}

extension HTTPBody {
    /// Says of a document that is not text that its coding could not be undone.
    ///
    /// - Parameter coding: The value of `Content-Encoding`, which recorders also leave on bodies that they decoded.
    mutating func markCoded(_ coding: String?) {
        guard case .present = state, let coding, let last = ContentCoding.codings(in: coding).last,
            HARBody.isDocument(mediaType), !BodyDecoder.isText(bytes[...]),
            // UTF-16 has zeros in every other place, and compressed bytes have few.
            bytes.count(where: { $0 == 0 }) < bytes.count / 8
        else { return }
        state = .undecodable(last.name)
    }
}
