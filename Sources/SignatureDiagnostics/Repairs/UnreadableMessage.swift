internal import PayloadCoding
internal import WireText

/// What shows for certain on a message that cannot be read: what is missing of it, and its letters.
package struct UnreadableMessage {
    private let bytes: [UInt8]
    /// The message as it was captured, without white space at its end.
    private let captured: ArraySlice<UInt8>

    private static let marks = ["...", "\u{2026}", "[truncated", "<truncated", "(truncated"].map {
        Array($0.utf8)
    }
    private static let fewestDigits = 16
    private static let longestRemark = 64

    /// Looks at a message as it was captured.
    package init(_ bytes: [UInt8]) {
        captured = bytes.lastIndex { $0 > 0x20 }.map { bytes[...$0] } ?? []
        var text = bytes[...]
        let name = Array("SAMLResponse=".utf8)
        if text.starts(with: name) { text = text.dropFirst(name.count) }
        self.bytes = Array(text.drop { $0 <= 0x20 || $0 == UInt8(ascii: "\"") })
    }

    /// The damage that shows, `nil` if none is certain.
    package var damage: SignatureExplanation.Finding? {
        let damage =
            bytes.contains(UInt8(ascii: "<")) ? Self.damage(toXML: bytes) : damageToBase64
        guard let damage, damage.hypothesis == .truncated,
            let sentence = CutLength.sentence(for: captured)
        else { return damage }
        return .init(
            hypothesis: .truncated, undoing: damage.undoing, isProved: false,
            words: damage.explanation + " " + sentence)
    }

    /// Returns what follows a mark of omission, without the end of a remark in brackets and the next parameter.
    private static func digits(after mark: ArraySlice<UInt8>) -> [UInt8] {
        let closing = Array("])>".utf8)
        let end = mark.prefix(longestRemark).firstIndex { closing.contains($0) }
        let rest = end.map { mark[($0 + 1)...] } ?? mark
        return rest.prefix { $0 != UInt8(ascii: "&") }.filter { $0 > 0x20 }
    }

    private static func finding(
        _ hypothesis: SignatureExplanation.Hypothesis, _ evidence: String
    ) -> SignatureExplanation.Finding {
        .init(hypothesis: hypothesis, undoing: evidence, isProved: false)
    }

    /// The damage to the letters of a message that can be read as XML, and not as SAML.
    package var letterDamage: SignatureExplanation.Finding? {
        bytes.contains(UInt8(ascii: "<")) ? Self.letterDamage(toXML: bytes, TagBalance(bytes)) : nil
    }

    // MARK: Base64

    private var damageToBase64: SignatureExplanation.Finding? {
        for mark in Self.marks {
            guard let offset = bytes.firstOffset(of: mark, from: 0), offset >= Self.fewestDigits,
                Self.isBase64(bytes[..<offset])
            else { continue }
            let rest = Self.digits(after: bytes[(offset + mark.count)...])
            return rest.count >= Self.fewestDigits && Self.isBase64(rest[...])
                ? Self.finding(.middleLost, "a mark of omission stands inside the Base64")
                : Self.finding(.truncated, "a mark of omission ends the Base64")
        }
        let text =
            bytes.contains(UInt8(ascii: "%")) ? PercentEscape.undone(in: bytes[...]) : bytes
        let digits = text.filter { $0 > 0x20 }
        guard digits.allSatisfy(Self.isDigit) else { return nil }
        if let letters = Base64Change.letterDamage(in: digits) { return letters }
        let end = digits.firstIndex(of: UInt8(ascii: "=")) ?? digits.count
        // Padding in the middle is not the end.
        guard digits[end...].allSatisfy({ $0 == UInt8(ascii: "=") }) else { return nil }
        // Without its padding it is whole all the same.
        let missing = (4 - end % 4) % 4
        let whole = digits[..<end] + Array(repeating: UInt8(ascii: "="), count: missing)
        let decoded =
            (missing < 3 ? try? Base64.decode(Array(whole)) : nil)
            ?? (try? Base64.decode(Array(digits[..<(end / 4 * 4)])))
        guard let decoded, decoded.first == UInt8(ascii: "<"),
            Base64Repairs.endOfText(decoded) == nil
        else { return nil }
        return Self.damage(toXML: decoded)
    }

    /// Returns whether a text is Base64, percent-encoded or not, in lines or not.
    private static func isBase64(_ text: ArraySlice<UInt8>) -> Bool {
        PercentEscape.undone(in: text).allSatisfy { $0 <= 0x20 || isDigit($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte.isBase64Digit || byte == UInt8(ascii: "=")
    }

    // MARK: XML

    /// Returns the damage to the tags of a document.
    private static func damage(toXML bytes: [UInt8]) -> SignatureExplanation.Finding? {
        let balance = TagBalance(bytes)
        guard balance.names.contains(where: isOfSAML) else { return nil }
        if let letters = letterDamage(toXML: bytes, balance) { return letters }
        switch (balance.unmatchedEnds, balance.openCount, balance.crossedCount) {
        // Behind a whole message, open tags are those of another text.
        case (0, 1..., 0)
        where !balance.closesMessage
            && balance.first.map { !bytes.holds(Array("/\($0)".utf8)) } ?? true:
            let count = balance.openCount
            return finding(
                .truncated, "\(count) element\(count == 1 ? " is" : "s are") open at the end")
        case (1..., _, _)
        where balance.undeclaresPrefix && balance.endsUnmatched
            && balance.openCount == 0:
            return finding(.beginningLost, "it ends with an end tag whose start tag is missing")
        case (0, 0, 0)
        where balance.undeclaresPrefix && balance.isWhole
            && balance.first?.split(separator: ":").last == "Assertion":
            return finding(.assertionCutOut, "its prefix was declared by an element around it")
        case (_, _, _) where balance.undeclaresPrefix && balance.rootCount > 1:
            return finding(
                .linesLost, "the outer element and the namespaces that it declares are missing")
        case (1..., 1..., _), (1..., _, 1...):
            let joined = bytes.filter { $0 != 0x0A && $0 != 0x0D }
            if joined.count < bytes.count, TagBalance(joined).isWhole {
                return finding(
                    .wrappedAtColumn, "every tag has its counterpart once line breaks are removed")
            }
            guard marks.contains(where: { separates(bytes, at: $0) }) else { return nil }
            return finding(.middleLost, "a mark of omission stands between tags that do not match")
        default: return nil
        }
    }

    /// Returns whether tags match before a mark of omission and behind it, as far as they can.
    private static func separates(_ bytes: [UInt8], at mark: [UInt8]) -> Bool {
        guard let offset = bytes.firstOffset(of: mark, from: 0) else { return false }
        let before = TagBalance(Array(bytes[..<offset]))
        let behind = TagBalance(Array(bytes[(offset + mark.count)...]))
        return before.unmatchedEnds == 0 && before.crossedCount == 0 && behind.openCount == 0
            && behind.crossedCount == 0
    }

    private static func letterDamage(
        toXML bytes: [UInt8], _ balance: TagBalance
    ) -> SignatureExplanation.Finding? {
        guard balance.names.contains(where: isOfSAML),
            !balance.names.contains(where: { $0.contains(where: \.isUppercase) })
        else { return nil }
        let hasCapitals = bytes.contains { (0x41...0x5A).contains($0) }
        return hasCapitals
            ? finding(.parsedAsHTML, "all names of elements are in lower case")
            : finding(.lowerCased, "there is no capital letter")
    }

    private static let names: Set = [
        "response", "assertion", "issuer", "status", "statuscode", "signature", "subject",
        "attributestatement", "conditions", "attributevalue", "attribute", "x509certificate",
    ]

    private static func isOfSAML(_ name: String) -> Bool {
        let local = name.split(separator: ":").last.map { $0.lowercased() } ?? ""
        return names.contains(local)
    }
}

/// The start and end tags of a text that need not be well-formed.
private struct TagBalance {
    private(set) var names: Set<String> = []
    /// The name of the first element.
    private(set) var first: String?
    /// The number of end tags without a start tag.
    private(set) var unmatchedEnds = 0
    /// The number of elements that are open at the end, a tag that is cut off included.
    private(set) var openCount = 0
    /// The number of elements that another one's end tag closes.
    private(set) var crossedCount = 0
    /// The number of elements that are in no other.
    private(set) var rootCount = 0
    /// A Boolean value that indicates whether the last tag is an end tag without a start tag.
    private(set) var endsUnmatched = false
    /// A Boolean value that indicates whether the first element has a prefix that nothing declares.
    private(set) var undeclaresPrefix = false
    /// A Boolean value that indicates whether an element that is a message by itself was closed.
    private(set) var closesMessage = false

    /// A Boolean value that indicates whether there is one element, and each start tag has its end tag.
    var isWhole: Bool {
        unmatchedEnds == 0 && openCount == 0 && crossedCount == 0 && rootCount == 1
    }

    private static let messages: Set = [
        "response", "assertion", "authnrequest", "attributequery", "logoutrequest",
        "logoutresponse",
    ]

    private static func isMessage(_ name: String) -> Bool {
        messages.contains(name.split(separator: ":").last.map { $0.lowercased() } ?? "")
    }

    init(_ bytes: [UInt8]) {
        var open: [String] = []
        // With it, an end tag without a start tag costs no search.
        var counts: [String: Int] = [:]
        var index = 0
        while let start = bytes.firstOffset(of: [UInt8(ascii: "<")], from: index) {
            guard let end = bytes.firstOffset(of: [UInt8(ascii: ">")], from: start) else {
                openCount += 1
                let cut = bytes[(start + 1)...].prefix { $0 > 0x20 }
                names.insert(String(decoding: cut, as: UTF8.self))
                break
            }
            index = end + 1
            var tag = bytes[(start + 1)..<end]
            guard let mark = tag.first, mark != UInt8(ascii: "?"), mark != UInt8(ascii: "!") else {
                continue
            }
            let isEnd = mark == UInt8(ascii: "/")
            if isEnd { tag = tag.dropFirst() }
            let name = String(
                decoding: tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }, as: UTF8.self)
            names.insert(name)
            endsUnmatched = false
            if isEnd {
                if counts[name, default: 0] > 0 {
                    while let last = open.popLast() {
                        counts[last, default: 0] -= 1
                        if last == name { break }
                        crossedCount += 1
                    }
                    closesMessage =
                        closesMessage
                        || Self.isMessage(name) && !open.contains(where: Self.isMessage)
                } else {
                    unmatchedEnds += 1
                    endsUnmatched = true
                }
            } else {
                if open.isEmpty { rootCount += 1 }
                first = first ?? name
                if tag.last != UInt8(ascii: "/") {
                    open.append(name)
                    counts[name, default: 0] += 1
                }
            }
        }
        openCount += open.count
        let parts = (first ?? "").split(separator: ":")
        undeclaresPrefix =
            parts.count > 1 && !bytes.holds(Array("xmlns:\(parts[0])=".utf8))
    }
}
