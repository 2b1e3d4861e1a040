import TestSupport

/// Objects with every kind of value, and strings with every kind of escape.
enum RandomJSON {
    static func object(using generator: inout SeededGenerator, depth: Int = 0) -> String {
        let names = ["SAMLResponse", "time", "host", "a\\u0062", "\\\"", "é", "", "\\ud83d\\ude00"]
        let members = names.shuffled(using: &generator)
            .prefix(Int.random(in: 0...(depth > 2 ? 1 : 4), using: &generator))
            .map { name in
                space(&generator) + "\"" + name + "\"" + space(&generator) + ":"
                    + space(&generator) + value(using: &generator, depth: depth + 1)
                    + space(&generator)
            }
        return "{" + members.joined(separator: ",") + space(&generator) + "}"
    }

    private static func value(using generator: inout SeededGenerator, depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 3 ? 6 : 8), using: &generator) {
        case 0: return one(of: ["true", "false", "null"], &generator)
        case 1:
            let numbers = ["0", "-0", "12", "-3.25", "1e3", "2E-2", "0.5e+1", "1234567890"]
            return one(of: numbers, &generator)
        case 6: return object(using: &generator, depth: depth)
        case 7:
            let elements = (0..<Int.random(in: 0...3, using: &generator))
                .map { _ in value(using: &generator, depth: depth + 1) }
            return "[" + elements.joined(separator: "," + space(&generator)) + "]"
        default:
            let pieces = [
                "x", "PHNh", "+/=", " ", "é", "\u{1F600}", "\\n", "\\t", "\\r", "\\b", "\\f", "\\/",
                "\\\\", "\\\"", "\\u0041", "\\u00E9", "\\ud83d\\uDE00", "\\u0000", "\u{7F}", "'",
                "\u{2028}", "{", "]", "e\u{301}",
            ]
            let count = Int.random(in: 0...8, using: &generator)
            return "\"" + (0..<count).map { _ in one(of: pieces, &generator) }.joined() + "\""
        }
    }

    private static func space(_ generator: inout SeededGenerator) -> String {
        one(of: ["", "", "", " ", "\t", "\r\n"], &generator)
    }

    private static func one(of choices: [String], _ generator: inout SeededGenerator) -> String {
        choices.randomElement(using: &generator) ?? ""
    }
}
