internal import WireText

/// Repairs of addresses that a program made a link of, or made harmless.
struct LinkRepairs {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The marks of an address that is not written as it was.
    private static let marks = [
        "<http", "](http", "href=\"http", "safelinks.protection.outlook.com", "hxxp", "[.]", "[:]",
        "urldefense.",
    ].map { Array($0.utf8) }

    /// A Boolean value that indicates whether an address is written like this.
    static func mayBe(in bytes: [UInt8]) -> Bool { marks.contains { bytes.holds($0) } }

    var repairs: [Repair] {
        guard Self.mayBe(in: bytes) else { return [] }
        let links = rewriting { link(at: $0) }
        let disarmed = rewriting { addressPart(at: $0) }
        let filtered = rewriting { filteredAddress(at: $0) }
        return [
            (SignatureExplanation.Hypothesis.markupAdded, "the marks of links removed", links),
            (.hostReplaced, "addresses written as addresses again", disarmed),
            (.hostReplaced, "addresses taken out of those of a mail filter", filtered),
        ].compactMap { hypothesis, undoing, repaired in
            repaired.map { Repair(hypothesis, undoing, $0) }
        }
    }

    /// What stands for a range of bytes.
    private typealias Rewriting = (end: Int, text: [UInt8])

    private func rewriting(_ rewriting: (Int) -> Rewriting?) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        var isChanged = false
        while index < bytes.count {
            if let (end, text) = rewriting(index) {
                output += text
                index = end
                isChanged = true
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return isChanged ? output : nil
    }

    /// No address is longer than this, so that a mark without its end costs no more.
    private static let longest = 512

    private func starts(_ text: StaticString, at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { unsafe bytes[index...].starts(with: $0) }
    }

    private func next(_ byte: UInt8, from start: Int) -> Int? {
        bytes[start...].prefix(Self.longest).firstIndex(of: byte)
    }

    /// `<address>` and `<address|text>`, `[text](address)`, and `<a href="address">text</a>`.
    private func link(at index: Int) -> Rewriting? {
        switch bytes[index] {
        case UInt8(ascii: "<") where starts("<http", at: index):
            guard let end = next(UInt8(ascii: ">"), from: index) else { return nil }
            let address = bytes[(index + 1)..<end].prefix { $0 != UInt8(ascii: "|") }
            return (end + 1, Array(address))
        case UInt8(ascii: "<") where starts("<a ", at: index):
            guard let start = next(UInt8(ascii: ">"), from: index),
                let end = next(UInt8(ascii: "<"), from: start), starts("</a>", at: end)
            else { return nil }
            return (end + 4, Array(bytes[(start + 1)..<end]))
        case UInt8(ascii: "["):
            guard let middle = next(UInt8(ascii: "]"), from: index), starts("](http", at: middle),
                let end = next(UInt8(ascii: ")"), from: middle)
            else { return nil }
            return (end + 1, Array(bytes[(index + 1)..<middle]))
        default: return nil
        }
    }

    /// `hxxp` and dots in brackets.
    private func addressPart(at index: Int) -> Rewriting? {
        switch bytes[index] {
        case UInt8(ascii: "h") where starts("hxxp", at: index): (index + 4, Array("http".utf8))
        case UInt8(ascii: "[") where starts("[.]", at: index): (index + 3, [UInt8(ascii: ".")])
        case UInt8(ascii: "[") where starts("[:]", at: index): (index + 3, [UInt8(ascii: ":")])
        case UInt8(ascii: "[") where starts("[://]", at: index): (index + 5, Array("://".utf8))
        default: nil
        }
    }

    /// The address in the query of one of Outlook's, or in the path of one of URL Defense.
    private func filteredAddress(at index: Int) -> Rewriting? {
        guard bytes[index] == UInt8(ascii: "h"), starts("http", at: index) else { return nil }
        let address = bytes[index...].prefix(Self.longest).prefix { byte in
            byte > 0x20 && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "\"")
        }
        let text = Array(address.prefix(100))
        if text.holds(Array("safelinks.protection.outlook.com".utf8)),
            let query = Array(address).firstOffset(of: Array("url=".utf8), from: 0)
        {
            let value = address.dropFirst(query + 4).prefix { $0 != UInt8(ascii: "&") }
            return (address.endIndex, Array(PercentEscape.undone(in: value)))
        }
        if text.holds(Array("urldefense.".utf8)),
            let start = Array(address).firstOffset(of: Array("/v3/__".utf8), from: 0)
        {
            let rest = Array(address.dropFirst(start + 6))
            guard let end = rest.firstOffset(of: Array("__;".utf8), from: 0) else { return nil }
            return (address.endIndex, Array(rest[..<end]))
        }
        return nil
    }
}
