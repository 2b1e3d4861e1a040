import TestSupport

/// Writes random namespace-well-formed documents in awkward spellings.
struct RandomDocument {
    var generator: SeededGenerator
    /// The values of `xml:base` that some elements have; without any, no element has one.
    var bases: [String] = []

    private static let prefixes = ["", "p", "q", "r"]
    private static let uris = ["u:1", "u:2", "http://example.org/n?a=1&amp;b=2"]
    private static let locals = ["a", "b", "c", "é", "x-y"]
    private static let pieces = [
        "text", " ", "\n", "\r\n", "\t", "&amp;", "&#38;", "&lt;", "&gt;", ">", "&#13;", "&#x9;",
        "&#10;", "&quot;", "'", "é", "☃", "&#x1D11E;", "]]", "--", "x",
    ]

    /// A whole document.
    mutating func document() -> String {
        let before = (0..<Int.random(in: 0...2, using: &generator)).map { _ in other() }.joined()
        let root = element(depth: 4, scope: ["": ""])
        let after = (0..<Int.random(in: 0...2, using: &generator)).map { _ in other() }.joined()
        return before + root + "\n" + after
    }

    private mutating func element(depth: Int, scope outer: [String: String]) -> String {
        var scope = outer
        var tag: [String] = []
        for prefix in Self.prefixes where Int.random(in: 0..<4, using: &generator) == 0 {
            let uri = prefix.isEmpty && chance(3) ? "" : pick(Self.uris)
            scope[prefix] = uri
            tag.append((prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)") + "='\(uri)'")
        }
        var expanded: Set<[String]> = []
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let prefix = chance(2) ? "" : pick(scope.keys.sorted())
            let local = pick(Self.locals)
            let uri = prefix.isEmpty ? "" : scope[prefix] ?? ""
            guard expanded.insert([uri, local]).inserted else { continue }
            tag.append("\(name(prefix, local))=\"\(characters(quoted: true))\"")
        }
        if chance(6) { tag.append("xml:lang='de'") }
        if chance(6) { tag.append("xml:space=\"preserve\"") }
        if !bases.isEmpty, chance(4) { tag.append("xml:base='\(pick(bases))'") }
        tag.shuffle(using: &generator)
        let opening = ([name(pick(scope.keys.sorted()), pick(Self.locals))] + tag)
        let content = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            depth > 0 && chance(2) ? element(depth: depth - 1, scope: scope) : leaf()
        }
        let start = opening.joined(separator: chance(4) ? "\n  " : " ")
        if content.isEmpty && chance(2) { return "<\(start)/>" }
        return "<\(start)>\(content.joined())</\(opening[0])>"
    }

    private mutating func leaf() -> String {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: other()
        case 1: "<![CDATA[<&\(pick(["", "]", "x\r\ny", "é"]))]]>"
        default: characters(quoted: false)
        }
    }

    private mutating func other() -> String {
        chance(2) ? "<!-- \(pick(Self.locals)) < & -->" : "<?pi  \(pick(["", "a", "<&\"é "]))?>"
    }

    private mutating func characters(quoted: Bool) -> String {
        (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            let piece = pick(Self.pieces)
            // "]]" before ">" would end a CDATA section that is not there.
            return !quoted && piece == ">" ? "&gt;" : piece
        }.joined()
    }

    private func name(_ prefix: String, _ local: String) -> String {
        prefix.isEmpty ? local : "\(prefix):\(local)"
    }

    private mutating func pick(_ choices: [String]) -> String {
        choices.randomElement(using: &generator) ?? ""
    }

    private mutating func chance(_ oneIn: Int) -> Bool {
        Int.random(in: 0..<oneIn, using: &generator) == 0
    }
}
