internal import WireText

/// The header section of a raw HTTP message (RFC 9112, section 5), with its start line.
struct HTTPFields {
    /// The largest header section.
    static let limit = 1 << 20

    let startLine: ArraySlice<UInt8>
    let headers: HTTPHeaders
    /// The bytes after the empty line.
    let rest: ArraySlice<UInt8>

    /// Reads a start line and the lines up to an empty one, which end in CR LF or a bare LF.
    ///
    /// - Returns: `nil` if a line is not a header, or the section is larger than the limit.
    init?(parsing bytes: ArraySlice<UInt8>) {
        var lines = Lines(rest: bytes.prefix(Self.limit))
        // Empty lines before the start line are ignored.
        var first = lines.next()
        while let line = first, line.isEmpty { first = lines.next() }
        guard let first else { return nil }
        var headers = HTTPHeaders()
        var pending: (name: ArraySlice<UInt8>, value: [UInt8])?
        while let line = lines.next(), !line.isEmpty {
            if line.first == 0x20 || line.first == 0x09 {
                guard pending != nil else { return nil }
                pending?.value += [0x20] + line.trimmingWhiteSpace()
                continue
            }
            headers.append(pending)
            // The names of pseudo-headers begin with a colon.
            guard let colon = line.dropFirst().firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = line[(colon + 1)...].trimmingWhiteSpace()
            pending = (line[..<colon].trimmingWhiteSpace(), Array(value))
        }
        headers.append(pending)
        startLine = first
        self.headers = headers
        guard lines.rest.startIndex < bytes.endIndex else {
            rest = bytes[bytes.endIndex...]
            return
        }
        guard lines.hasFoundEnd else { return nil }
        rest = bytes[lines.rest.startIndex...]
    }

    /// Returns the text of bytes that are UTF-8 or, as old senders write them, Latin-1.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.utf8.elementsEqual(bytes) else { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Lines without their ends.
    private struct Lines {
        var rest: ArraySlice<UInt8>
        /// A Boolean value that indicates whether the last line was empty.
        private(set) var hasFoundEnd = false

        init(rest: ArraySlice<UInt8>) {
            self.rest = rest
        }

        mutating func next() -> ArraySlice<UInt8>? {
            guard !rest.isEmpty else { return nil }
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var line = rest[..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            hasFoundEnd = line.isEmpty
            return line
        }
    }
}

extension HTTPHeaders {
    /// Appends the header in a line; one without a colon after its first character is skipped.
    mutating func append(line: some BidirectionalCollection<UInt8>) {
        let line = Array(line)[...]
        // The names of pseudo-headers begin with a colon.
        guard let colon = line.dropFirst().firstIndex(of: UInt8(ascii: ":")) else { return }
        append(
            HTTPFields.text(line[..<colon].trimmingWhiteSpace()),
            HTTPFields.text(line[(colon + 1)...].trimmingWhiteSpace()))
    }

    fileprivate mutating func append(_ field: (name: ArraySlice<UInt8>, value: [UInt8])?) {
        guard let field else { return }
        append(HTTPFields.text(field.name), HTTPFields.text(field.value[...]))
    }
}
