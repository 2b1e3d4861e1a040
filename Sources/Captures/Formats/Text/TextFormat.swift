internal import SAMLBindings

extension CaptureFormat {
    /// Messages stand anywhere in a text: a log, a page, the output of a tool.
    package static let text = CaptureFormat(
        "text", "text with messages anywhere",
        .content(
            isBeginning: { $0.isText },
            open: { reader, context in
                if context.options.givesExchanges, AccessLogCapture.isBeginning(reader.available) {
                    return AccessLogCapture(reader, context)
                }
                return TextCapture(reader, context)
            }))
}

extension CaptureHead {
    /// A Boolean value that indicates whether the file is text around messages, rather than one message in its packing.
    fileprivate var isText: Bool {
        guard let first else { return false }
        if first == UInt8(ascii: "<") { return isMarkupAroundMessages && !isBinary }
        guard !isBinary else { return false }
        return !isOnePayload && hasSpacesOrLines
    }

    /// A Boolean value that indicates whether more control characters are there than a text has, or a NUL.
    private var isBinary: Bool {
        var controlCount = 0
        for byte in text where byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B {
            if byte == 0 { return true }
            controlCount += 1
        }
        return controlCount * 64 > text.count
    }

    /// A Boolean value that indicates whether XML or HTML begins here that is more than one message.
    private var isMarkupAroundMessages: Bool {
        let isNamedXML = fileExtension == "xml"
        let isPage = Self.isPage(text)
        guard isPage == isNamedXML else { return isPage }
        let found = MessageFinder.messages(in: text)
        if isPage { return !found.isEmpty }
        guard MessageRoot(of: Array(text)) != nil else { return !found.isEmpty }
        return found.count > 1
    }

    /// Returns whether a text begins as a page of HTML does.
    static func isPage(_ text: ArraySlice<UInt8>) -> Bool {
        let beginnings = [
            "<!doctype html", "<html", "<head", "<body", "<form", "<script", "<title",
        ]
        let head = String(decoding: text.drop { $0 <= 0x20 }.prefix(512), as: UTF8.self)
            .lowercased()
        return beginnings.contains { head.hasPrefix($0) }
            || (head.hasPrefix("<?xml") && head.contains("<html"))
    }

    /// A Boolean value that indicates whether the text is one message: Base64 however it is wrapped, a form, a URL.
    private var isOnePayload: Bool {
        let trimmed = text.drop { $0 <= 0x20 && $0 != 0x1B }
        if isWhole, MessageFinder.isOnePacked(trimmed) { return true }
        if let bytes = HexadecimalText.beginning(of: trimmed), MessageShape(of: bytes) != .other {
            return true
        }
        if isBase64(trimmed), !Self.isQuery(trimmed) { return true }
        let line = trimmed.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard trimmed[line.endIndex...].allSatisfy({ $0 <= 0x20 }) else { return false }
        // A form may hold spaces that were "+"; any other line with spaces is not a message.
        if line.starts(with: "SAMLResponse=".utf8) || line.starts(with: "SAMLRequest=".utf8) {
            return MessageFinder.messages(in: line).count <= 1
        }
        guard !line.contains(0x20) else { return false }
        let found = MessageFinder.messages(in: line)
        return found.isEmpty || (found.count == 1 && !isAround(found[0], line))
    }

    /// Returns whether a line is text around a complete message, such as a call in a script.
    private func isAround(_ message: MessageFinder.Found, _ line: ArraySlice<UInt8>) -> Bool {
        guard isWhole, let bytes = try? message.content.get(),
            case .complete = MessageShape(of: bytes)
        else { return false }
        return Array(line).unpackedXML == nil
    }

    /// Returns whether a parameter with a value stands in a text that has no other characters than Base64 has; there
    /// `=` ends a line.
    private static func isQuery(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard !bytes.starts(with: "SAML".utf8) else { return false }
        return zip(bytes, bytes.dropFirst()).contains { sign, next in
            sign == UInt8(ascii: "=") && Base64Run.isDigit[Int(next)]
        }
    }

    private func isBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
        let isPayload =
            bytes.allSatisfy {
                Base64Run.isDigit[Int($0)] || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "%")
                    || $0 <= 0x20
            }
        guard isPayload, !Self.isAssignments(bytes) else { return false }
        if bytes.first == UInt8(ascii: "%") { return true }
        let digits = bytes.prefix(160).prefix { $0 != UInt8(ascii: "=") }
            .filter { Base64Run.isDigit[Int($0)] }
        return MessageShape.mayBegin(digits) || !(bytes.contains(0x20) || Self.isProse(bytes))
    }

    /// Returns whether the first two lines are a name and its value, as journald exports them; in Base64 `=` ends a line.
    private static func isAssignments(_ bytes: ArraySlice<UInt8>) -> Bool {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2).prefix(2)
        return lines.count == 2
            && lines.allSatisfy { line in
                let longestName = 64
                guard let sign = line.prefix(longestName).firstIndex(of: UInt8(ascii: "=")),
                    sign > line.startIndex
                else { return false }
                let value = line[(sign + 1)...].first
                return value.map { $0 > 0x20 && $0 != UInt8(ascii: "=") } ?? false
            }
    }

    /// Returns whether there are several words and none is as long as a line of Base64, of whose digits words consist.
    private static func isProse(_ bytes: ArraySlice<UInt8>) -> Bool {
        let longestWord = 30
        let words = bytes.split { $0 <= 0x20 }
        return words.count > 1 && words.allSatisfy { $0.count <= longestWord }
    }

    private var hasSpacesOrLines: Bool {
        text.contains { $0 <= 0x20 || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }
    }
}
