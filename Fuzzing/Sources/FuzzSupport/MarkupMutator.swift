/// Changes XML by moving whole elements and attributes about, as wrapping attacks do.
///
/// libFuzzer's own mutations almost always give what is not well-formed. This reads no more than
/// where tags begin and end.
public struct MarkupMutator {
    private var state: UInt64

    /// Creates a mutator whose choices depend on `seed` alone.
    public init(seed: UInt64) {
        state = seed
    }

    /// An element as it is written, from its `<` to the `>` of its end tag.
    private struct Span {
        var range: Range<Int>
        var startTag: Range<Int>
    }

    private mutating func number(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, bound)))
    }

    /// The document with one to three changes; the same one where it has no elements.
    public mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for _ in 0...number(below: 3) {
            let spans = Self.elements(of: result)
            guard spans.count > 1 else { return result }
            change(&result, spans)
        }
        return result
    }

    private mutating func change(_ bytes: inout [UInt8], _ spans: [Span]) {
        let one = spans[number(below: spans.count)]
        let other = spans[number(below: spans.count)]
        let copy = Array(bytes[one.range])
        switch number(below: 10) {
        case 0, 1: bytes.insert(contentsOf: copy, at: other.range.lowerBound)
        case 2: bytes.insert(contentsOf: copy, at: other.range.upperBound)
        case 3: bytes.insert(contentsOf: copy, at: other.startTag.upperBound)
        case 4:
            // Moves an element into another place.
            if one.range.contains(other.range.lowerBound) { return }
            if one.range.lowerBound < other.range.lowerBound {
                bytes.insert(contentsOf: copy, at: other.range.lowerBound)
                bytes.removeSubrange(one.range)
            } else {
                bytes.removeSubrange(one.range)
                bytes.insert(contentsOf: copy, at: other.range.lowerBound)
            }
        case 5: bytes.removeSubrange(one.range)
        case 6: bytes.replaceSubrange(one.range, with: Array(bytes[other.range]))
        case 7: changeValue(&bytes, in: one, to: value(in: other, bytes))
        case 8:
            // Between the tags, where text may stand.
            bytes.insert(
                contentsOf: pieces[number(below: pieces.count)], at: one.startTag.upperBound)
        default:
            bytes.insert(contentsOf: pieces[number(below: pieces.count)], at: one.range.lowerBound)
        }
    }

    private let pieces: [[UInt8]] = [
        "<!---->", "<!--x-->", "<?x y?>", "<![CDATA[x]]>", "x", " ", "\n", "&#13;", "&amp;",
        "<x ID='_x'/>", "<ds:Object xmlns:ds='http://www.w3.org/2000/09/xmldsig#'/>",
        "<saml:Advice xmlns:saml='urn:oasis:names:tc:SAML:2.0:assertion'/>",
        "<samlp:Extensions xmlns:samlp='urn:oasis:names:tc:SAML:2.0:protocol'/>",
    ].map { Array($0.utf8) }

    /// The values of the attributes in a start tag.
    private static func values(in span: Span, _ bytes: [UInt8]) -> [Range<Int>] {
        var values: [Range<Int>] = []
        var index = span.startTag.lowerBound
        while index < span.startTag.upperBound {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { continue }
            let start = index
            while index < span.startTag.upperBound, bytes[index] != byte { index += 1 }
            values.append(start..<index)
            index += 1
        }
        return values
    }

    private mutating func value(in span: Span, _ bytes: [UInt8]) -> [UInt8] {
        let values = Self.values(in: span, bytes)
        guard !values.isEmpty else { return Array("_x".utf8) }
        return Array(bytes[values[number(below: values.count)]])
    }

    private mutating func changeValue(
        _ bytes: inout [UInt8], in span: Span, to value: [UInt8]
    ) {
        let values = Self.values(in: span, bytes)
        guard !values.isEmpty else { return }
        bytes.replaceSubrange(values[number(below: values.count)], with: value)
    }

    /// Where elements begin and end, as far as that can be told without a parser.
    private static func elements(of bytes: [UInt8]) -> [Span] {
        var spans: [Span] = []
        var open: [Int] = []
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")),
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            index = end + 1
            guard start + 1 < end else { continue }
            switch bytes[start + 1] {
            case UInt8(ascii: "!"), UInt8(ascii: "?"): continue
            case UInt8(ascii: "/"):
                guard let last = open.popLast() else { continue }
                spans[last].range = spans[last].range.lowerBound..<end + 1
            default:
                let tag = start..<end + 1
                spans.append(Span(range: tag, startTag: tag))
                if bytes[end - 1] != UInt8(ascii: "/") { open.append(spans.count - 1) }
            }
        }
        return spans
    }
}
