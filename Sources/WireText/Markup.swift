/// HTML made of literals, which stand as they are, and of text, which is escaped.
///
/// Whether a text is escaped is decided by its type and by nobody who writes a page: there is no way to
/// insert one as it is. The result is well-formed XML if the literals are.
package struct Markup: ExpressibleByStringInterpolation, Equatable, Sendable {
    package private(set) var text: String

    package init(stringLiteral text: String) {
        self.text = text
    }

    package init(stringInterpolation: Interpolation) {
        text = stringInterpolation.text
    }

    /// Markup with its values filled in.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Appends a text for people.
        package mutating func appendInterpolation(_ value: String) {
            text += Markup.shown(value)
        }

        /// Appends a value of an attribute that the browser follows or sends back.
        package mutating func appendInterpolation(exact value: String) {
            text += Markup.exact(value)
        }

        package mutating func appendInterpolation(_ number: Int) {
            text += String(number)
        }

        package mutating func appendInterpolation(_ markup: Markup) {
            text += markup.text
        }

        /// Appends one of two pieces of markup.
        package mutating func appendInterpolation(
            _ markup: Markup, if condition: Bool, else other: Markup = ""
        ) {
            text += condition ? markup.text : other.text
        }
    }

    package typealias StringInterpolation = Interpolation

    /// A Boolean value that indicates whether there is nothing in it.
    package var isEmpty: Bool { text.isEmpty }

    package static func += (one: inout Markup, other: Markup) {
        one.text += other.text
    }

    package static func + (one: Markup, other: Markup) -> Markup {
        var sum = one
        sum += other
        return sum
    }

    /// Returns the text with what HTML gives a meaning to written as references, and with every character
    /// that is invisible, or would turn the text around it, spelled out.
    private static func shown(_ text: String) -> String {
        MarkupEscape.text(text) { scalar in
            if scalar == "'" { return "&#39;" }
            return scalar.isInvisible ? "⟨U+\(hexadecimal(scalar.value))⟩" : nil
        }
    }

    /// Returns the text for a quoted value, out of which a browser reads the same text again.
    private static func exact(_ text: String) -> String {
        MarkupEscape.text(text) { scalar in
            switch scalar.value {
            case 0: "\u{FFFD}"
            case 0x27: "&#39;"
            // References to these stand for characters of Windows.
            case 0x80..<0xA0: nil
            default: scalar.isInvisible ? "&#x\(hexadecimal(scalar.value));" : nil
            }
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension Sequence {
    /// Returns the markup of every element, one after the other.
    package func markup(separator: Markup = "", _ body: (Element) -> Markup) -> Markup {
        var all: Markup = ""
        var isFirst = true
        for element in self {
            if !isFirst { all += separator }
            isFirst = false
            all += body(element)
        }
        return all
    }
}

extension Optional {
    /// Returns the markup of the value, or nothing.
    package func markup(_ body: (Wrapped) -> Markup) -> Markup {
        map(body) ?? ""
    }
}
