/// A line of a screen: texts, each with the tone in which a terminal shows it.
///
/// Only the code of a screen gives a tone. What a message says is text, whatever stands in it.
struct ScreenLine: ExpressibleByStringInterpolation {
    /// The meaning of a text to a reader, which a colour shows.
    enum Tone {
        case good
        case bad
        case caution
        /// What a screen or a part of it is about.
        case title
        /// The name of what stands beside it.
        case label
        /// The part of a value that another value does not have.
        case removed
        /// The part of a value that replaces the one of the other value.
        case added

        /// A Boolean value that indicates whether it marks a difference, which has to be seen without colours, too.
        var isMark: Bool { self == .removed || self == .added }
    }

    private var spans: [(text: String, tone: Tone?)] = []

    /// A line of one text.
    init(_ text: String, _ tone: Tone? = nil) {
        spans = [(text, tone)]
    }

    /// A line of one text of ours, in which the first occurrence of a word has a tone.
    init(_ text: String, toning word: String, _ tone: Tone) {
        guard !word.isEmpty, let place = text.firstRange(of: word) else {
            self.init(text)
            return
        }
        self =
            "\(String(text[..<place.lowerBound]))\(tone, word)\(String(text[place.upperBound...]))"
    }

    init(stringLiteral text: String) {
        self.init(text)
    }

    init(stringInterpolation: StringInterpolation) {
        spans = stringInterpolation.spans
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var spans: [(text: String, tone: Tone?)] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ text: String) {
            if !text.isEmpty { spans.append((text, nil)) }
        }

        mutating func appendInterpolation(_ text: some CustomStringConvertible) {
            appendLiteral(text.description)
        }

        mutating func appendInterpolation(_ line: ScreenLine) {
            spans += line.spans
        }

        mutating func appendInterpolation(_ tone: Tone, _ text: some CustomStringConvertible) {
            spans.append((text.description, tone))
        }
    }

    /// The line as a terminal or a file takes it, with its line end.
    ///
    /// Without colours, carets on a further line stand below what is marked.
    ///
    /// - Parameter colours: The colours; `nil` for none.
    /// - Returns: The text, without anything that could control a terminal but the colours.
    func text(_ colours: ScreenColours?) -> String {
        var text = ""
        var carets = ""
        for (part, tone) in spans {
            let safe = TerminalText.safe(part)
            text += tone.flatMap { colours?.text(safe, $0) } ?? safe
            carets += String(repeating: tone?.isMark == true ? "^" : " ", count: safe.count)
        }
        guard colours == nil, carets.contains("^") else { return text + "\n" }
        return text + "\n" + carets.prefix(through: carets.lastIndex(of: "^") ?? carets.startIndex)
            + "\n"
    }
}

extension [String] {
    /// The texts as lines of a screen.
    var screenLines: [ScreenLine] { map { ScreenLine($0) } }
}
