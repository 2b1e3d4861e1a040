/// The canonical forms of the signed parts of documents that have the tags of a known one, without reading them.
///
/// Most hypotheses change only texts. As canonical texts are the same in every canonical form, the forms are those of the
/// known document with other texts between its tags. Everything else is read and canonicalized.
struct PartForms {
    private enum Part {
        case signedInfo, reference
    }

    /// A tag of the known document.
    private struct Tag {
        let range: Range<Int>
        /// The part that it belongs to, and how it is written there.
        var part: Part?
        var written: Range<Int> = 0..<0
        /// The part that the text behind it belongs to.
        var partBehind: Part?
    }

    private let document: [UInt8]
    private let signedInfo: [UInt8]
    private let reference: [UInt8]
    private var tags: [Tag] = []

    /// `nil` where the forms have something else than the tags and texts of the document, such as comments.
    init?(of message: ReceivedMessage) {
        let tokens = message.document
        document = tokens.bytes
        signedInfo = message.signedInfoBytes
        reference = message.referenceBytes
        guard let apex = tokens.startTag(at: message.path),
            let signature = Self.child("Signature", of: apex, in: tokens),
            let info = Self.child("SignedInfo", of: signature, in: tokens)
        else { return nil }
        var written: [Part: ArraySlice<Range<Int>>] = [
            .signedInfo: Self.tags(of: CanonicalTokens(signedInfo))[...],
            .reference: Self.tags(of: CanonicalTokens(reference))[...],
        ]
        // The elements that change the part, and the part inside of each.
        var open: [(owner: Int, outside: Part?)] = []
        var part: Part?
        for (index, token) in tokens.tokens.enumerated() {
            switch token.kind {
            case .text: continue
            case .other: return nil
            case .startTag, .endTag: break
            }
            var tag = Tag(range: token.range)
            if token.kind == .startTag, [apex, signature, info].contains(index) {
                open.append((index, part))
                part = index == apex ? .reference : index == info ? .signedInfo : nil
            }
            tag.part = part
            if token.kind == .endTag, let last = open.last, last.owner == token.owner {
                part = last.outside
                open.removeLast()
            }
            tag.partBehind = part
            if let part = tag.part {
                guard let range = written[part]?.popFirst() else { return nil }
                tag.written = range
            }
            tags.append(tag)
        }
        guard written.values.allSatisfy(\.isEmpty), let own = forms(of: document),
            own == (signedInfo, reference)
        else { return nil }
    }

    private static func child(
        _ name: String, of owner: Int, in tokens: CanonicalTokens
    ) -> Int? {
        tokens.tokens.indices.first {
            tokens.tokens[$0].kind == .startTag && tokens.tokens[$0].owner == owner
                && tokens.isElement($0, named: name)
        }
    }

    private static func tags(of tokens: CanonicalTokens) -> [Range<Int>] {
        tokens.tokens.filter { $0.kind == .startTag || $0.kind == .endTag }.map(\.range)
    }

    /// Returns the canonical forms of both parts; `nil` for a document that has to be read for them.
    func forms(of bytes: [UInt8]) -> (signedInfo: [UInt8], reference: [UInt8])? {
        var forms: (signedInfo: [UInt8], reference: [UInt8]) = ([], [])
        forms.signedInfo.reserveCapacity(signedInfo.count + 64)
        forms.reference.reserveCapacity(max(reference.count, bytes.count))
        var index = 0
        // Outside the root element is nothing but white space.
        var part: Part?
        for tag in tags {
            let start = index
            guard let end = Self.endOfText(in: bytes, from: start) else { return nil }
            switch part {
            case .signedInfo: forms.signedInfo += bytes[start..<end]
            case .reference: forms.reference += bytes[start..<end]
            case nil: break
            }
            index = end + tag.range.count
            guard index <= bytes.count, Self.isEqual(bytes, end, document, tag.range) else {
                return nil
            }
            switch tag.part {
            case .signedInfo: forms.signedInfo += signedInfo[tag.written]
            case .reference: forms.reference += reference[tag.written]
            case nil: break
            }
            part = tag.partBehind
        }
        return bytes[index...].allSatisfy { $0 == 0x0A || $0 == 0x20 } ? forms : nil
    }

    /// Returns the offset of the next tag; `nil` where the text before it is not canonical, or no tag follows.
    private static func endOfText(in bytes: [UInt8], from start: Int) -> Int? {
        let span = bytes.span
        var index = start
        while index < span.count {
            switch span[index] {
            case UInt8(ascii: "<"): return index
            case UInt8(ascii: "&"):
                guard references.contains(where: { bytes[index...].starts(with: $0) }) else {
                    return nil
                }
            case UInt8(ascii: ">"), 0x0D: return nil
            default: break
            }
            index += 1
        }
        return nil
    }

    /// The references of canonical texts (Canonical XML 1.0, section 2.3).
    private static let references = ["&amp;", "&lt;", "&gt;", "&#xD;"].map { Array($0.utf8) }

    private static func isEqual(
        _ one: [UInt8], _ offset: Int, _ other: [UInt8], _ range: Range<Int>
    ) -> Bool {
        let (one, other) = (one.span, other.span)
        for index in 0..<range.count where one[offset + index] != other[range.lowerBound + index] {
            return false
        }
        return true
    }
}
