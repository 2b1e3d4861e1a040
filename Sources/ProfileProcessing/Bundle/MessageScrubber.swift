internal import WireText

/// Replaces everything in a message that the standards do not define.
///
/// It reads markup leniently, because what it is given may be damaged, and decides nothing about a message. What it
/// writes has as many bytes as what it reads.
struct MessageScrubber {
    private(set) var values: ValueScrubber
    /// The number of values that were replaced, by the name of what held them.
    private(set) var counts: [String: Int] = [:]
    /// Values as they were, whose reappearance refuses a bundle.
    private(set) var originals: Set<[UInt8]> = []

    private static let shortestOriginal = 6

    /// Creates a scrubber.
    init(key: [UInt8], keepingLetters keepsLetters: Bool, avoiding avoided: Set<[UInt8]> = []) {
        values = ValueScrubber(
            pseudonyms: Pseudonyms(key: key, avoiding: avoided), keepsLetters: keepsLetters)
    }

    /// Returns a value that stands outside a message, such as one of an option.
    mutating func value(_ text: String, of kind: String) -> String {
        if BundleVocabulary.attributeNames.contains(Array(text.lowercased().utf8)) { return text }
        return String(decoding: value(Array(text.utf8), kind), as: UTF8.self)
    }

    /// Returns a value with its words replaced, and notes what it was.
    private mutating func value(_ bytes: [UInt8], _ kind: String) -> [UInt8] {
        let scrubbed = values.value(bytes)
        if scrubbed != bytes { note(bytes, kind) }
        return scrubbed
    }

    private mutating func words(_ bytes: [UInt8], _ kind: String) -> [UInt8] {
        let scrubbed = values.words(bytes, keeping: [])
        if scrubbed != bytes { note(bytes, kind) }
        return scrubbed
    }

    private mutating func note(_ bytes: [UInt8], _ kind: String) {
        counts[kind, default: 0] += 1
        let trimmed = bytes.drop { $0 <= 0x20 }
        let end = trimmed.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? trimmed.startIndex
        let value = trimmed[..<end]
        if value.count >= Self.shortestOriginal { originals.insert(Array(value)) }
    }

    // MARK: Markup

    /// Returns a document, or what is left of one, with its values replaced.
    mutating func markup(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        var element = "text"
        while index < bytes.count {
            let next = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            if next > index {
                output += text(Array(bytes[index..<next]), in: element)
                index = next
                continue
            }
            let end: Int
            switch bytes[(index + 1)...].first ?? 0 {
            case UInt8(ascii: "!") where bytes[index...].starts(with: "<!--".utf8):
                end = Self.end(of: "-->", in: bytes, from: index + 4)
                output += words(Array(bytes[index..<end]), "comment")
            case UInt8(ascii: "!") where bytes[index...].starts(with: "<![CDATA[".utf8):
                end = Self.end(of: "]]>", in: bytes, from: index + 9)
                let start = index + 9
                output += bytes[index..<min(start, end)]
                output += text(Array(bytes[min(start, end)..<end]), in: element)
            case UInt8(ascii: "!"):
                end = Self.end(of: ">", in: bytes, from: index)
                output += values.words(
                    Array(bytes[index..<end]), keeping: BundleVocabulary.names)
            case UInt8(ascii: "?"):
                end = Self.end(of: "?>", in: bytes, from: index)
                let isDeclaration = bytes[index...].starts(with: "<?xml ".utf8)
                output +=
                    isDeclaration
                    ? values.words(
                        Array(bytes[index..<end]),
                        keeping: BundleVocabulary.names.union(BundleVocabulary.encodings)
                            .union(BundleVocabulary.values))
                    : words(Array(bytes[index..<end]), "processing instruction")
            case let byte
            where byte == UInt8(ascii: "/") || byte == UInt8(ascii: "_") || byte >= 0x80
                || byte.isLetter:
                end = Self.endOfTag(in: bytes, from: index)
                output += tag(Array(bytes[index..<end]), element: &element)
            default:
                end = index + 1
                output.append(bytes[index])
            }
            index = end
        }
        return output
    }

    private static func end(of terminator: String, in bytes: [UInt8], from start: Int) -> Int {
        let terminator = Array(terminator.utf8)
        return bytes.firstOffset(of: terminator, from: start).map { $0 + terminator.count }
            ?? bytes.count
    }

    /// Returns the end of a tag; a quotation mark that nothing closes does not reach over the next tag.
    private static func endOfTag(in bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
                if byte == UInt8(ascii: "<") { return index }
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            } else if byte == UInt8(ascii: "<") {
                return index
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            }
            index += 1
        }
        return bytes.count
    }

    private mutating func text(_ bytes: [UInt8], in element: String) -> [UInt8] {
        if BundleVocabulary.identifierAttributes.contains(Array(element.lowercased().utf8)) {
            return identifier(bytes, element)
        }
        return value(bytes, element)
    }

    // MARK: Tags

    private mutating func tag(_ bytes: [UInt8], element: inout String) -> [UInt8] {
        var index = 1
        var output: [UInt8] = [bytes[0]]
        let isEnd = bytes.count > 1 && bytes[1] == UInt8(ascii: "/")
        if isEnd {
            output.append(bytes[1])
            index = 2
        }
        let nameEnd = Self.endOfName(in: bytes, from: index)
        output += name(Array(bytes[index..<nameEnd]), &element)
        if isEnd { element = "text" }
        index = nameEnd
        while index < bytes.count {
            let byte = bytes[index]
            guard byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte >= 0x80 else {
                output.append(byte)
                index += 1
                continue
            }
            let end = Self.endOfName(in: bytes, from: index)
            let attribute = Array(bytes[index..<end])
            index = end
            let equals = bytes[index...].firstIndex { $0 > 0x20 } ?? bytes.count
            guard equals < bytes.count, bytes[equals] == UInt8(ascii: "=") else {
                var ignored = ""
                output += name(attribute, &ignored)
                continue
            }
            var local = ""
            output += name(attribute, &local)
            let start = bytes[(equals + 1)...].firstIndex { $0 > 0x20 } ?? bytes.count
            output += bytes[index..<start]
            guard start < bytes.count else { break }
            let quote = bytes[start]
            let isQuoted = quote == 0x22 || quote == 0x27
            // In CSV, quotation marks are doubled.
            let isDoubled =
                isQuoted && start + 2 < bytes.count && bytes[start + 1] == quote
                && bytes[start + 2] > 0x20 && !"/>?".utf8.contains(bytes[start + 2])
            let from = start + (isDoubled ? 2 : isQuoted ? 1 : 0)
            let to =
                bytes[from...].indices.first { place in
                    let byte = bytes[place]
                    guard isQuoted else { return byte <= 0x20 || byte == UInt8(ascii: ">") }
                    return byte == quote
                        && (!isDoubled || bytes[place...].dropFirst().first == quote)
                } ?? bytes.count
            output += bytes[start..<from]
            output += attributeValue(Array(bytes[from..<to]), of: attribute, local)
            index = to
        }
        return output
    }

    private static func endOfName(in bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex { byte in
            byte <= 0x20 || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">")
                || byte == UInt8(ascii: "/") || byte == 0x22 || byte == 0x27
        } ?? bytes.count
    }

    /// Returns a qualified name; what the standards do not define is replaced.
    private mutating func name(_ bytes: [UInt8], _ local: inout String) -> [UInt8] {
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        let localName = Array(colon.map { bytes[($0 + 1)...] } ?? bytes[...])
        var output: [UInt8] = []
        if let colon {
            let prefix = Array(bytes[..<colon])
            output += BundleVocabulary.isPrefix(prefix) ? prefix : words(prefix, "prefix")
            output.append(bytes[colon])
        }
        let isDeclaration = colon.map { bytes[..<$0].elementsEqual("xmlns".utf8) } == true
        let isKnown =
            isDeclaration
            ? BundleVocabulary.isPrefix(localName)
            : BundleVocabulary.names.contains(localName.map(ASCIIByte.small))
        local = isKnown ? String(decoding: localName, as: UTF8.self) : "other"
        output += isKnown ? localName : words(localName, isDeclaration ? "prefix" : "name")
        return output
    }

    private mutating func attributeValue(
        _ bytes: [UInt8], of name: [UInt8], _ local: String
    ) -> [UInt8] {
        let small = Array(local.lowercased().utf8)
        if name.starts(with: "xmlns".utf8) { return identifier(bytes, "namespace") }
        if BundleVocabulary.timeAttributes.contains(small), let time = TimeValue(bytes) {
            if time.rounded != bytes { counts[local, default: 0] += 1 }
            return time.rounded
        }
        switch local {
        case "Version" where Self.isVersion(bytes): return bytes
        case "Name", "FriendlyName":
            if BundleVocabulary.attributeNames.contains(bytes.map(ASCIIByte.small)) { return bytes }
            return value(bytes, "attribute name")
        case "PrefixList":
            let words = bytes.split { !$0.isLetterOrDigit }
            let kept = words.filter { BundleVocabulary.isPrefix($0) }.map {
                $0.map(ASCIIByte.small)
            }
            return values.words(bytes, keeping: Set(kept).union([Array("default".utf8)]))
        default: break
        }
        guard BundleVocabulary.identifierAttributes.contains(small) else {
            return value(bytes, local)
        }
        return identifier(bytes, local)
    }

    /// Returns an identifier of the standards, or the name of a type, as it is; anything else as a value.
    private mutating func identifier(_ bytes: [UInt8], _ kind: String) -> [UInt8] {
        let small = bytes.filter { $0 > 0x20 }.map(ASCIIByte.small)
        if BundleVocabulary.values.contains(small) { return bytes }
        let parts = small.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        if parts.count == 2, BundleVocabulary.isPrefix(parts[0]),
            BundleVocabulary.values.contains(Array(parts[1]))
        {
            return bytes
        }
        return value(bytes, kind)
    }

    /// Returns whether a value is the number of a version, such as 2.0.
    private static func isVersion(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= 2
            && parts.allSatisfy { $0.count == 1 && $0.allSatisfy(\.isDigit) }
    }

    // MARK: What damage added

    /// Returns bytes that damage put into a message, with their words replaced.
    mutating func added(_ bytes: [UInt8], for lost: [UInt8], _ now: [UInt8]) -> [UInt8] {
        // Escapes, line numbers, and what is not a word.
        let words = bytes.split { !$0.isLetterOrDigit && $0 < 0x80 }
        let digits = words.filter { $0.allSatisfy(\.isDigit) }
        if words.isEmpty || digits.count == words.count && words.count == 1 && digits[0].count < 6 {
            return bytes
        }
        if bytes.count == lost.count, bytes.count == now.count,
            bytes.allSatisfy(\.isLetterOrDigit), bytes.count < 4
        {
            return values.pseudonyms.word(bytes)
        }
        let kept = BundleVocabulary.omissions.union(BundleVocabulary.names)
            .union(BundleVocabulary.encodings).union(BundleVocabulary.prefixes)
            .union(BundleVocabulary.entities.map { $0.map(ASCIIByte.small) })
        return values.words(bytes, keeping: kept, escapes: true)
    }

    /// Returns text that is neither markup nor Base64, such as what a logger wrote instead of a part.
    mutating func remark(_ bytes: [UInt8]) -> [UInt8] {
        let scrubbed = values.words(
            bytes,
            keeping: BundleVocabulary.omissions.union(
                ["samlresponse", "samlrequest", "relaystate"].map { Array($0.utf8) }),
            escapes: true)
        if scrubbed != bytes { note(bytes, "text around the message") }
        return scrubbed
    }
}
