import TestSupport

/// Well-formed documents with white space wherever it may stand.
struct WhiteSpaceDocument {
    private var generator: SeededGenerator
    private var text = ""

    /// The bytes of one document.
    static func bytes(using generator: inout SeededGenerator) -> [UInt8] {
        var document = WhiteSpaceDocument(generator: generator)
        document.appendDocument()
        generator = document.generator
        return Array(document.text.utf8)
    }

    private init(generator: SeededGenerator) {
        self.generator = generator
    }

    private mutating func appendDocument() {
        if chance(8) { text += "\u{FEFF}" }
        if chance(3) {
            text += "<?xml" + space(1) + "version" + space() + "=" + space() + "'1.0'"
            text += space() + "?>"
        }
        appendMiscellany()
        appendElement(depth: 0)
        appendMiscellany()
    }

    private mutating func appendMiscellany() {
        for _ in 0..<pick(3) {
            text += space()
            switch pick(3) {
            case 0: appendComment()
            case 1: appendInstruction()
            default: break
            }
        }
        text += space()
    }

    private mutating func appendElement(depth: Int) {
        let prefix = one(of: ["", "", "p:"])
        let name = prefix + one(of: ["a", "b", "é", "c-d.e"])
        text += "<" + name
        // Each name once: a repeated attribute is not well-formed.
        for attribute in ["x", "y", "z", "xml:space", "p:w"] where chance(4) {
            appendAttribute(attribute, value: nil)
        }
        if depth == 0 { appendAttribute("xmlns:p", value: "urn:p") }
        if chance(8) { appendAttribute("xmlns", value: one(of: ["", "urn:q", "urn:r"])) }
        text += space()
        if chance(4) {
            text += "/>"
            return
        }
        text += ">"
        for _ in 0..<pick(depth > 3 ? 2 : 5) { appendContent(depth: depth) }
        text += "</" + name + space() + ">"
    }

    private mutating func appendAttribute(_ name: String, value: String?) {
        let quote = one(of: ["\"", "'"])
        let pieces = [
            "1", " ", "\t", "\n", "\r", "\r\n", ">", "/", "=", "&lt;", "&#13;", "&#9;", "&#xA;",
            "é",
            quote == "'" ? "\"" : "'", "-->",
        ]
        text += space(1) + name + space() + "=" + space() + quote
        if let value {
            text += value
        } else {
            for _ in 0..<pick(6) { text += one(of: pieces) }
        }
        text += quote
    }

    private mutating func appendContent(depth: Int) {
        switch pick(8) {
        case 0: appendComment()
        case 1: appendInstruction()
        case 2: text += "<![CDATA[" + loose(["]", "]] >", "<b  c = '1'>", "&", "<!--"]) + "]]>"
        case 3, 4: appendElement(depth: depth + 1)
        default: text += loose(["t", "&amp;", "&#13;", "&#10;", "&#x20;", "\"", "'", "= ", "/"])
        }
    }

    private mutating func appendComment() {
        // The space keeps a hyphen in front of the end from being a third one.
        text += "<!--" + loose([">", "- >", "<b  c = '1'>", "- ", "?>"])
        text += " -->"
    }

    private mutating func appendInstruction() {
        text += "<?" + one(of: ["p", "xml-stylesheet", "q"])
        if chance(2) { text += space(1) + loose([">", "<b  c = '1'>", "-->", "? ", "x"]) + " " }
        text += "?>"
    }

    /// A few pieces with white space of every kind among them.
    private mutating func loose(_ pieces: [String]) -> String {
        var result = ""
        for _ in 0..<pick(6) { result += chance(2) ? one(of: pieces) : space() }
        return result
    }

    private mutating func space(_ minimum: Int = 0) -> String {
        var result = ""
        for _ in 0..<(minimum + (chance(2) ? 0 : pick(3))) {
            result += one(of: [" ", "\t", "\n", "\r", "\r\n"])
        }
        return result
    }

    private mutating func pick(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    private mutating func chance(_ oneIn: Int) -> Bool { pick(oneIn) == 0 }
    private mutating func one(of choices: [String]) -> String { choices[pick(choices.count)] }
}
