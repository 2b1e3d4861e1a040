internal import SAMLBindings
internal import WireText

extension JSONWalk {
    /// Looks for messages in a string.
    mutating func string(_ text: JSONScanner.Text, in scanner: JSONScanner, _ place: Place) {
        let count = found.count
        defer {
            if rows[place.names] != nil {
                let row = Row(text: Array(scanner.content(of: text)), found: count..<found.count)
                rows[place.names]?.append(row)
            }
        }
        guard place.isUsual || !path.isEmpty || text.range.count > Self.shortestText else { return }
        let written = scanner.written(text).dropFirst().dropLast()
        guard place.isUsual, place.depth == 1, place.nesting == 0 else {
            return search(scanner.content(of: text), place)
        }
        // Long values are judged as they are written, which is by their ends.
        let isShort = written.count <= Self.longestRemark
        guard isMessage(isShort ? scanner.content(of: text) : written, place) else { return }
        let isWhole = !ValueMarks.isKnownLength(written.count)
        if isWhole, Self.beginsMessage(written) {
            return append(.field(text), isCertain: true, place)
        }
        let content = scanner.content(of: text)
        if isWhole, Self.isOneWord(content) {
            return append(.field(text), isCertain: Self.isMessage(content), place)
        }
        search(content, place)
    }

    /// Returns whether a string holds no text around a message: what stands in it, such as a form, is judged as a whole.
    private static func isOneWord(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "["),
            !text.starts(with: encodedForm)
        else { return false }
        return text.allSatisfy { $0 > 0x20 }
    }

    /// Looks for messages in the content of a string: JSON, a body in Base64, or text.
    mutating func search(_ text: ArraySlice<UInt8>, _ place: Place) {
        guard !place.isUsual || isMessage(text, place) else { return }
        if place.isUsual, !ValueMarks.isKnownLength(text.count), Self.beginsMessage(text) {
            return append(.found(.success(Array(text))), isCertain: true, place)
        }
        let count = found.count
        if place.nesting < Self.longestNesting {
            if searchJSON(text, place) { return }
            if searchEncoded(text, place) { return }
        }
        // The path that was named continues in objects only.
        guard place.pathCount == path.count else { return }
        for message in MessageFinder.messages(in: text) {
            var place = place
            if RedirectField.contains(text.startIndex + message.offset, in: text) {
                place.leadsOn = true
            }
            append(.found(message.content), isCertain: true, place)
        }
        guard place.isUsual, found.count == count, text.contains(where: { $0 > 0x20 }) else {
            return
        }
        append(.found(.success(Array(text))), isCertain: Self.isMessage(text), place)
    }

    /// Returns whether a field for a message holds one; notes what else it holds.
    private mutating func isMessage(_ text: ArraySlice<UInt8>, _ place: Place) -> Bool {
        let value = FieldValue(text)
        if case .nothing = value {
            noteNothing(place)
            return false
        }
        guard let error = value.error else { return true }
        append(.found(.failure(error)), isCertain: true, place)
        return false
    }

    /// Longer strings are judged without undoing their escapes.
    private static let longestRemark = 1024

    private static func isMessage(_ text: ArraySlice<UInt8>) -> Bool {
        Array(text).unpackedXML != nil
    }

    /// Looks through a string that is JSON itself; `false` if it is not, or holds nothing.
    private mutating func searchJSON(_ text: ArraySlice<UInt8>, _ place: Place) -> Bool {
        guard let first = text.first(where: { !$0.isWhiteSpace }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return false }
        var inner = place
        inner.nesting += 1
        inner.isUsual = false
        let count = found.count
        var scanner = JSONScanner(Array(text))
        do throws(Failure) {
            try value(&scanner, inner)
            if scanner.isAtEnd { return found.count > count || !place.isUsual }
        } catch {
            // Text may begin with a bracket, too.
        }
        forget(from: count)
        return false
    }

    /// Looks through a body in Base64.
    private mutating func searchEncoded(_ text: ArraySlice<UInt8>, _ place: Place) -> Bool {
        guard place.isEncoded || text.starts(with: Self.encodedForm),
            let body = [UInt8](base64: text)
        else { return false }
        var inner = place
        inner.nesting += 1
        inner.isEncoded = false
        search(body[...], inner)
        return true
    }

    /// `SAMLRe` in Base64, with which a form of a message begins.
    private static let encodedForm = Array("U0FNTFJl".utf8)

    /// Returns whether a text begins as a message does: XML, as it is, in Base64 or percent-encoded, or a form.
    static func beginsMessage(_ text: ArraySlice<UInt8>) -> Bool {
        switch text.first {
        case UInt8(ascii: "<"): return true
        case UInt8(ascii: "P"):
            // "<" and an ASCII character, in Base64, without a mark that the rest was cut off.
            guard let second = text.dropFirst().first, let last = text.last else { return false }
            return (UInt8(ascii: "A")...UInt8(ascii: "P")).contains(second) && last < 0x80
                && last != UInt8(ascii: ">") && last != UInt8(ascii: ".")
                && last != UInt8(ascii: ")")
        case UInt8(ascii: "%"):
            return text.starts(with: "%3C".utf8) || text.starts(with: "%3c".utf8)
        case UInt8(ascii: "S"):
            return text.starts(with: "SAMLResponse=".utf8) || text.starts(with: "SAMLRequest=".utf8)
        case UInt8(ascii: "7"): return text.starts(with: "77u/".utf8)
        default: return false
        }
    }
}
