import TestSupport

/// Documents with signatures in the places of SAML, and white space and markup wherever they fit.
enum RandomMessage {
    /// The bytes of one document.
    static func bytes(using generator: inout SeededGenerator) -> [UInt8] {
        var builder = Builder(generator: generator)
        builder.appendDocument()
        generator = builder.generator
        return Array(builder.text.utf8)
    }

    private struct Builder {
        var generator: SeededGenerator
        var text = ""

        private static let texts = [
            " ", "  ", "\n", "\r\n", "\t", "a", "b", "&amp;", "&lt;", "&gt;", ">", "]", "-",
            "\u{85}", "\u{2028}", "\u{2029}", "\u{A0}", "\u{A9}", "\u{2014}", "é", "\"", "'",
        ]

        mutating func appendDocument() {
            if chance(4) { text += "<?xml version=\"1.0\"\(chance(4) ? "\n" : "")?>\n" }
            if chance(8) { appendComment() }
            text +=
                "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\""
                + " xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\""
                + " xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">"
            if chance(3) { appendSignature() }
            for _ in 0..<pick(3) { appendContent() }
            text += "<saml:Assertion>"
            if chance(2) { appendSignature() }
            for _ in 0..<pick(5) { appendContent() }
            text += "</saml:Assertion>"
            appendText()
            text += "</samlp:Response>\(chance(2) ? "\n" : "")"
        }

        private mutating func appendSignature() {
            text += "<ds:Signature>"
            appendText()
            text += "<ds:SignedInfo>"
            appendContent()
            text += "</ds:SignedInfo><ds:SignatureValue>"
            appendText()
            text += "</ds:SignatureValue></ds:Signature>"
        }

        private mutating func appendContent() {
            switch pick(6) {
            case 0:
                let name = one(of: ["p", "saml:q", "ds:r"])
                text += "<\(name)"
                if chance(8) {
                    text += one(of: ["  x='1'", "\nx='1'", " x='a  b'", " x='\u{2028}'"])
                }
                text += ">"
                for _ in 0..<pick(3) { appendContent() }
                text += "</\(name)\(chance(6) ? one(of: [" ", "\n"]) : "")>"
            case 1 where chance(3): appendComment()
            case 2 where chance(8): text += "<![CDATA[ a\n ]]>"
            case 3 where chance(8): text += "<?x  y?>"
            case 4 where chance(8): text += "&#10;"
            default: appendText()
            }
        }

        private mutating func appendComment() {
            text += "<!--" + one(of: [" ", "\n", "a  b", "-\n- ", " -\n-> ", "x>"])
            text += "x-->"
        }

        private mutating func appendText() {
            for _ in 0..<pick(5) { text += one(of: Self.texts) }
        }

        private mutating func pick(_ bound: Int) -> Int {
            Int.random(in: 0..<bound, using: &generator)
        }
        private mutating func chance(_ oneIn: Int) -> Bool { pick(oneIn) == 0 }
        private mutating func one(of choices: [String]) -> String { choices[pick(choices.count)] }
    }
}
