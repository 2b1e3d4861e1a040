#if Sandbox
internal import WireText

/// A value that a template shows.
///
/// All text is escaped here, before a template sees it, and templates show it with three braces. The
/// template library escapes too, but by characters as people see them, and so passes over a quotation
/// mark with a combining accent on it.
indirect enum PageValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    /// Text.
    case text(String)
    /// Markup that was rendered from a template.
    case markup(String)
    /// A Boolean value that shows or hides a section.
    case flag(Bool)
    /// A section for each of these.
    case list([PageFields])
    /// A section with these.
    case fields(PageFields)

    /// Creates text.
    init(stringLiteral value: String) { self = .text(value) }

    /// Creates a flag.
    init(booleanLiteral value: Bool) { self = .flag(value) }

    /// Creates text, or the absence of a section.
    init(_ text: String?) { self = text.map { .text($0) } ?? .flag(false) }

    /// The value as the template library takes it.
    var rendered: Any {
        switch self {
        case .text(let text): Self.escaped(text)
        case .markup(let markup): markup
        case .flag(let flag): flag
        case .list(let list): list.map(\.rendered)
        case .fields(let fields): fields.rendered
        }
    }

    /// Text that stands for itself in content and in attribute values.
    static func escaped(_ text: String) -> String {
        MarkupEscape.text(text) { scalar in
            switch scalar {
            case "'": "&#39;"
            // Shown as what it is: it could turn around the text after it.
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{0}"..."\u{8}",
                "\u{B}"..."\u{1F}", "\u{7F}":
                "\u{FFFD}"
            default: nil
            }
        }
    }
}

/// Named values.
typealias PageFields = [String: PageValue]

extension PageFields {
    /// The fields as the template library takes them.
    var rendered: [String: Any] { mapValues(\.rendered) }
}
#endif
