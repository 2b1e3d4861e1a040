internal import WireText

/// Repairs of markup: references, declarations, and what was put between tags.
struct MarkupRepairs {
    let bytes: [UInt8]

    // MARK: References

    var references: [Repair] {
        guard bytes.contains(UInt8(ascii: "<")) else { return [] }
        var repairs: [Repair] = []
        if let letters = Repair(undoing: .htmlLetters, in: bytes) { repairs.append(letters) }
        let escaped = escapingText
        if escaped != bytes {
            repairs.append(Repair(.entitiesDecoded, "& and < in texts escaped", escaped))
        }
        return repairs
    }

    /// The bytes with references for each "&" that begins none, and for each "<" that begins no tag of the message.
    private var escapingText: [UInt8] {
        let prefixes = declaredPrefixes
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 64)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "&") where !isReference(at: index): output += Array("&amp;".utf8)
            case UInt8(ascii: "<") where !isMarkup(at: index, prefixes):
                output += Array("&lt;".utf8)
            default: output.append(byte)
            }
        }
        return output
    }

    /// Returns whether the byte at an index is followed by what stands between "&" and the end of a reference of XML.
    func isReference(at index: Int) -> Bool {
        let name = bytes[(index + 1)...].prefix(10).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";") else {
            return false
        }
        let text = String(decoding: name, as: UTF8.self)
        return ["amp", "lt", "gt", "quot", "apos"].contains(text)
            || text.hasPrefix("#") && text.count > 1
    }

    /// A tag of the message has a declared prefix, or there is a default namespace.
    private func isMarkup(at index: Int, _ prefixes: Set<[UInt8]>) -> Bool {
        var rest = bytes[(index + 1)...]
        switch rest.first {
        case UInt8(ascii: "?"), UInt8(ascii: "!"): return true
        case UInt8(ascii: "/"): rest = rest.dropFirst()
        default: break
        }
        let name = rest.prefix(64).prefix(while: \.isNameByte)
        guard let first = name.first, !(0x2D...0x39).contains(first) else { return false }
        guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ":") else {
            return prefixes.contains([])
        }
        return prefixes.contains(Array(name))
    }

    /// The prefixes that some tag declares, the empty one for a default namespace.
    private var declaredPrefixes: Set<[UInt8]> {
        var prefixes: Set<[UInt8]> = []
        let pattern = Array("xmlns".utf8)
        var start = 0
        while let offset = bytes.firstOffset(of: pattern, from: start) {
            start = offset + pattern.count
            guard start < bytes.count else { break }
            if bytes[start] == UInt8(ascii: ":") {
                prefixes.insert(Array(bytes[(start + 1)...].prefix(while: \.isNameByte)))
            } else if bytes[start] == UInt8(ascii: "=") {
                prefixes.insert([])
            }
        }
        return prefixes
    }

    // MARK: Insertions

    /// Declarations in places where none may stand, or around a whole message.
    var insertions: [Repair] {
        var repairs: [Repair] = []
        if let offset = bytes.firstOffset(of: Array("<!DOCTYPE".utf8), from: 0),
            let end = endOfDocumentType(from: offset)
        {
            repairs.append(
                Repair(
                    .documentTypeAdded, "the document type declaration removed",
                    Array(bytes[..<offset] + bytes[end...])))
        }
        repairs += withoutWhatFollows
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
            let inner = bytes.firstOffset(of: Array("<?xml".utf8), from: first + 1)
        else { return repairs }
        var start = inner
        var without = Array(bytes[..<inner])
        while let end = bytes.firstOffset(of: Array("?>".utf8), from: start) {
            let next = bytes.firstOffset(of: Array("<?xml".utf8), from: end)
            without += bytes[(end + 2)..<(next ?? bytes.count)]
            guard let next else { break }
            start = next
        }
        repairs.append(
            Repair(.xmlDeclarationInside, "the XML declaration inside removed", without))
        if let message = rangeOfMessage(from: inner) {
            repairs.append(
                Repair(
                    .xmlDeclarationInside, "the message taken out of what surrounds it",
                    Array(bytes[message])))
        }
        return repairs
    }

    /// The message without tags behind it, such as the line break of a log in HTML.
    private var withoutWhatFollows: [Repair] {
        guard let end = rangeOfMessage(from: 0)?.upperBound else { return [] }
        let rest = Array(bytes[end...])
        // Another message is not markup.
        guard rest.contains(UInt8(ascii: "<")),
            !["Response", "Assertion"].contains(where: { rest.holds(Array($0.utf8)) })
        else { return [] }
        return [
            Repair(
                .markupAdded, "what follows the message removed", Array(bytes[..<end]))
        ]
    }

    private func endOfDocumentType(from start: Int) -> Int? {
        var isInSubset = false
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: ">") where !isInSubset: return index + 1
            default: break
            }
        }
        return nil
    }

    /// The first Response or Assertion after a place, up to its last end tag.
    private func rangeOfMessage(from start: Int) -> Range<Int>? {
        for name in ["Response", "Assertion"] {
            guard let offset = bytes.firstOffset(of: Array("\(name) ".utf8), from: start),
                let open = bytes[..<offset].lastIndex(of: UInt8(ascii: "<"))
            else { continue }
            let tag = bytes[(open + 1)..<(offset + name.utf8.count)]
            let close = [UInt8(ascii: "<"), UInt8(ascii: "/")] + tag + [UInt8(ascii: ">")]
            guard let end = bytes.firstOffset(of: close, from: offset) else { continue }
            return open..<(end + close.count)
        }
        return nil
    }

    // MARK: Declarations

    private static let usual: [String: String] = [
        "saml": "urn:oasis:names:tc:SAML:2.0:assertion",
        "saml2": "urn:oasis:names:tc:SAML:2.0:assertion",
        "samlp": "urn:oasis:names:tc:SAML:2.0:protocol",
        "saml2p": "urn:oasis:names:tc:SAML:2.0:protocol",
        "ds": "http://www.w3.org/2000/09/xmldsig#", "dsig": "http://www.w3.org/2000/09/xmldsig#",
        "xs": "http://www.w3.org/2001/XMLSchema", "xsd": "http://www.w3.org/2001/XMLSchema",
        "xsi": "http://www.w3.org/2001/XMLSchema-instance",
        "xenc": "http://www.w3.org/2001/04/xmlenc#",
        "ec": "http://www.w3.org/2001/10/xml-exc-c14n#",
    ]

    /// The usual namespaces for prefixes that nothing declares any more.
    var declarations: [Repair] {
        let text = bytes
        guard let root = firstTag else { return [] }
        let declared = declaredPrefixes
        let missing = Self.usual.keys.sorted().filter { prefix in
            guard !declared.contains(Array(prefix.utf8)) else { return false }
            return text.holds(Array("<\(prefix):".utf8)) || text.holds(Array(" \(prefix):".utf8))
                || text.holds(Array("\"\(prefix):".utf8))
        }
        guard !missing.isEmpty else { return [] }
        let written = missing.map { " xmlns:\($0)=\"\(Self.usual[$0] ?? "")\"" }.joined()
        let isAssertion =
            text[root].elementsEqual("Assertion".utf8)
            || Array(text[root]).suffix(10).elementsEqual(":Assertion".utf8)
        return [
            Repair(
                isAssertion ? .assertionCutOut : .namespacesDropped,
                "the usual namespaces declared for \(missing.joined(separator: ", "))",
                text.replacing([(root.upperBound..<root.upperBound, Array(written.utf8))]))
        ]
    }

    /// The name in the first start tag.
    private var firstTag: Range<Int>? {
        var index = 0
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "<"), bytes[index + 1].isNameByte {
                let end = bytes[(index + 1)...].firstIndex {
                    !$0.isNameByte && $0 != UInt8(ascii: ":")
                }
                return index + 1..<(end ?? bytes.count)
            }
            index += 1
        }
        return nil
    }
}
