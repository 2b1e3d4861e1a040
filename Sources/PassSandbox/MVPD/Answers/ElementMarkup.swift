internal import WireText

/// An element to be written, with the layout left open until then.
///
/// What an XML processor normalizes and what the cookbook's normalization removes is written as
/// character references where it is content, so that values survive either.
struct ElementMarkup {
    /// The content of an element.
    enum Content {
        case text(String)
        case elements([ElementMarkup])
        /// An element that is written already.
        case written(String)
    }

    /// The layout of elements.
    enum Layout: String {
        /// Everything on one line.
        case singleLine = ""
        /// An element a line, indented by two spaces for each level.
        case indented = "\n"
        /// As ``indented``, with the line ends of Windows.
        case indentedWithCRLF = "\r\n"

        /// Returns the line end and indentation before an element.
        func lineStart(_ depth: Int) -> String {
            self == .singleLine ? "" : rawValue + String(repeating: "  ", count: depth)
        }
    }

    let name: String
    let attributes: [(name: String, value: String)]
    let content: Content

    /// Creates an element that holds elements.
    init(_ name: String, _ attributes: [(String, String)] = [], _ elements: [ElementMarkup] = []) {
        self.name = name
        self.attributes = attributes
        content = .elements(elements)
    }

    /// Creates an element that holds text.
    init(_ name: String, _ attributes: [(String, String)] = [], text: String) {
        self.name = name
        self.attributes = attributes
        content = .text(text)
    }

    /// Creates what stands for an element that is written already.
    init(written text: String) {
        name = ""
        attributes = []
        content = .written(text)
    }

    /// Writes the element.
    ///
    /// - Parameters:
    ///   - layout: How elements are set out.
    ///   - depth: How deep the element stands in what it is written for.
    /// - Returns: The element, without a line end after it.
    func text(_ layout: Layout = .singleLine, depth: Int = 0) -> String {
        let head = attributes.reduce("<\(name)") { tag, attribute in
            "\(tag) \(attribute.name)=\"\(Self.escaped(attribute.value))\""
        }
        switch content {
        case .text(let text): return "\(head)>\(Self.escaped(text))</\(name)>"
        case .elements(let elements) where elements.isEmpty: return "\(head)/>"
        case .written(let text): return text
        case .elements(let elements):
            let inner = elements.map {
                layout.lineStart(depth + 1) + $0.text(layout, depth: depth + 1)
            }
            return "\(head)>\(inner.joined())\(layout.lineStart(depth))</\(name)>"
        }
    }

    private static func escaped(_ text: String) -> String {
        var layout = LayoutReferences()
        return MarkupEscape.text(text) { layout.reference($0) }
    }
}
