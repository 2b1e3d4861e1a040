internal import WireText

/// HTML that is put together from literals, which stand as they are, and text, which is escaped.
///
/// Every text is escaped: a section has no way to insert one that is not. The result is well-formed
/// XML, too.
struct Markup: ExpressibleByStringInterpolation, Equatable, Sendable {
    private(set) var text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    init(stringInterpolation: Interpolation) {
        text = stringInterpolation.text
    }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        mutating func appendInterpolation(_ value: String) {
            text += Markup.escaped(value)
        }

        mutating func appendInterpolation(_ number: Int) {
            text += String(number)
        }

        mutating func appendInterpolation(_ markup: Markup) {
            text += markup.text
        }

        /// Appends a cell of a table with a number.
        mutating func appendInterpolation(cell number: Int) {
            text += "<td class=\"n\">\(number.grouped)</td>"
        }
    }

    typealias StringInterpolation = Interpolation

    static func += (one: inout Markup, other: Markup) {
        one.text += other.text
    }

    static func + (one: Markup, other: Markup) -> Markup {
        var sum = one
        sum += other
        return sum
    }

    /// The text with what HTML gives a meaning to written as references, and with every character
    /// that is invisible, or would turn the text around it, spelled out.
    private static func escaped(_ text: String) -> String {
        MarkupEscape.text(text) { scalar in
            if scalar == "'" { return "&#39;" }
            return scalar.isInvisible ? "⟨U+\(hexadecimal(scalar.value))⟩" : nil
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension Sequence {
    /// The markup of every element, one after the other.
    func markup(_ body: (Element) -> Markup) -> Markup {
        reduce(into: "") { $0 += body($1) }
    }
}

extension Markup {
    /// A sentence that may not be there, with what separates it from the one before.
    static func sentence(_ text: String?, after separator: Markup = "") -> Markup {
        text.map { separator + "\($0)" } ?? ""
    }
}
