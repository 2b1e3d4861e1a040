internal import WireText

/// An HTTP message as raw text, of HTTP/1 or with `HTTP/2` written in its first line.
enum WireMessage {
    /// A request.
    struct Request {
        /// The method, in upper case.
        let method: String
        /// The target: a path with a query, an absolute URL, `host:port` of CONNECT, or `*`.
        let target: [UInt8]
        let headers: HTTPHeaders
        var body: HTTPBody

        /// Reads a request.
        ///
        /// - Returns: `nil` if the bytes are not one.
        init?(parsing bytes: [UInt8], with decoder: BodyDecoder = BodyDecoder()) {
            guard let fields = HTTPFields(parsing: bytes[...]) else { return nil }
            let line = fields.startLine
            guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20),
                first < last, line[(last + 1)...].starts(with: "HTTP/".utf8),
                line[..<first].allSatisfy({ WireMessage.isTokenByte($0) })
            else { return nil }
            method = String(decoding: line[..<first], as: UTF8.self).uppercased()
            target = Array(line[(first + 1)..<last].trimmingWhiteSpace())
            guard !method.isEmpty, !target.isEmpty else { return nil }
            headers = fields.headers
            body = WireMessage.body(fields, with: decoder)
        }

        /// Returns the absolute URL of the request, `scheme` being that of the connection.
        func url(scheme: String) -> [UInt8] {
            let isAbsolute =
                target.firstIndex(of: UInt8(ascii: ":")).map {
                    target[$0...].starts(with: "://".utf8)
                        && target[..<$0].allSatisfy { WireMessage.isTokenByte($0) }
                } ?? false
            if isAbsolute { return target }
            let start = Array("\(scheme)://".utf8)
            if method == "CONNECT" { return start + target }
            let host = headers.authority ?? ""
            let path = target == [UInt8(ascii: "*")] ? [] : target
            return start + Array(host.utf8) + path
        }
    }

    /// A response.
    struct Response {
        let status: Int
        let reason: String?
        let headers: HTTPHeaders
        var body: HTTPBody

        /// Reads a response; those with a status of 1xx before it are passed.
        ///
        /// - Returns: `nil` if the bytes are not one.
        init?(parsing bytes: [UInt8], with decoder: BodyDecoder = BodyDecoder()) {
            var rest = bytes[...]
            while let fields = HTTPFields(parsing: rest) {
                let line = fields.startLine
                guard line.starts(with: "HTTP/".utf8), let space = line.firstIndex(of: 0x20) else {
                    return nil
                }
                let words = line[space...].trimmingWhiteSpace()
                let digits = words.prefix { $0.isDigit }
                guard digits.count == 3, let status = Int(String(decoding: digits, as: UTF8.self))
                else { return nil }
                // 101 ends HTTP on the connection.
                if (100..<200).contains(status), status != 101, !fields.rest.isEmpty {
                    rest = fields.rest
                    continue
                }
                let reason = words[digits.endIndex...].trimmingWhiteSpace()
                self.status = status
                self.reason = reason.isEmpty ? nil : HTTPFields.text(reason)
                headers = fields.headers
                body = WireMessage.body(fields, with: decoder)
                return
            }
            return nil
        }
    }

    private static func body(_ fields: HTTPFields, with decoder: BodyDecoder) -> HTTPBody {
        let headers = fields.headers
        let isChunked = headers["Transfer-Encoding"]?.lowercased().contains("chunked") ?? false
        let length = isChunked ? nil : headers["Content-Length"].flatMap { Int($0) }
        var bytes = fields.rest
        var isWhole = true
        if isChunked, let chunks = ChunkedBody(parsing: bytes) {
            bytes = chunks.content[...]
            isWhole = chunks.isWhole
        } else if let length, (0..<bytes.count).contains(length),
            bytes.dropFirst(length).allSatisfy({ $0 == 0x0A || $0 == 0x0D })
        {
            // Line ends of the file around it.
            bytes = bytes.prefix(length)
        }
        var body = decoder.body(Array(bytes), under: headers, exactness: .wire)
        if !isWhole, body.state == .present { body.state = .truncated }
        return body
    }

    /// Returns whether a byte may stand in the name of a method, a scheme or a header.
    fileprivate static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "+"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

extension HTTPHeaders {
    /// The media type of `Content-Type` without parameters, in lower case.
    var mediaType: String? {
        self["Content-Type"].flatMap { value in
            let type = value.utf8.prefix { $0 != UInt8(ascii: ";") }
            let text = String(decoding: Array(type).trimmingWhiteSpace(), as: UTF8.self)
            return text.isEmpty ? nil : text.lowercased()
        }
    }
}
