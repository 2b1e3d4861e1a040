internal import XMLCore

/// The place of an element: its label, after the place of the element that it is in.
///
/// It becomes text only where something differs. As text for every pair it would cost the depth times the number of
/// elements.
final class ElementPath {
    /// The largest number of characters of a name in a label.
    static let longestName = 64

    private let label: String
    private let parent: ElementPath?

    init(_ label: String, in parent: ElementPath) {
        self.label = label
        self.parent = parent
    }

    /// The place of a root.
    init(of root: XML.Element) {
        label = Self.label(of: root)
        parent = nil
    }

    /// Returns the local name of an element, as long as a path has it.
    static func label(of element: XML.Element) -> String {
        String(element.name.localName.prefix(longestName))
    }

    /// The labels from the root on, with slashes between them.
    var description: String {
        var labels = [label]
        var path = parent
        while let next = path {
            labels.append(next.label)
            path = next.parent
        }
        return labels.reversed().joined(separator: "/")
    }
}
