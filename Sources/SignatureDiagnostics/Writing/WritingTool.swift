/// A program that writes documents again, and what shows that it did.
///
/// Each counts with all that it can write by its options, so that a style that two can write names neither. HTML Tidy is
/// missing: others write all that it can.
enum WritingTool: CaseIterable {
    case elementTree, minidom, libxml2, java, dotNet, sed, go

    /// The one program whose style a document has; `nil` where none has it, or several have.
    ///
    /// - Parameters:
    ///   - bytes: The document as it was received.
    ///   - damage: What the program did to it: the layout of a document whose layout is as it was says nothing.
    init?(of bytes: [UInt8], after damage: SignatureExplanation.Hypothesis) {
        guard damage != .prefixesRenamed || !GoMarkup.mayBe(bytes) else {
            self = .go
            return
        }
        let style = WritingStyle(of: bytes)
        guard damage == .prettyPrinted else {
            guard Self.isElementTree(style), style.numbersPrefixes else { return nil }
            self = .elementTree
            return
        }
        let fitting = Self.allCases.filter { $0.lays(out: style) }
        guard fitting.count == 1 else { return nil }
        self = fitting[0]
    }

    /// The sentence about the program.
    var sentence: String {
        switch self {
        case .elementTree: "Python's ElementTree wrote this message again."
        case .minidom: "Python's minidom (toprettyxml) wrote this message again."
        case .libxml2:
            "libxml2 wrote this message again, as in xmllint --format, xmlstarlet, lxml and PHP."
        case .java: "Java's Transformer wrote this message again."
        case .dotNet: ".NET's XmlWriter wrote this message again."
        case .go: "Go's encoding/xml wrote this message again."
        case .sed: "A line break was put between all tags, as by sed 's/></>\\n</g'."
        }
    }

    private static func isElementTree(_ style: WritingStyle) -> Bool {
        style.declaresAtRoot && style.declaration?.hasPrefix(" version='1.0'") ?? true
            && style.emptyElements.isSubset(of: [.spaceAndSlash])
    }

    /// Returns whether a program may have laid out a document, with one of its indentations.
    private func lays(out style: WritingStyle) -> Bool {
        let isIndented =
            switch style.layout {
            case .indented, .lines: true
            case .none, .other: false
            }
        let declaration = style.declaration
        let isOnOwnLine = declaration == nil || style.breaksAfterDeclaration
        let hasSlashes =
            isIndented && style.emptyElements.isSubset(of: [.slash]) && style.endsWithLineBreak
        let hasSpaces =
            isIndented && style.emptyElements == [.spaceAndSlash] && !style.endsWithLineBreak
        switch self {
        case .elementTree:
            // Without a declaration, .NET and HTML Tidy may write the same.
            return hasSpaces && declaration != nil && Self.isElementTree(style)
        case .minidom:
            return hasSlashes && isOnOwnLine && declaration != " version=\"1.0\""
                && !(declaration?.contains("'") ?? false)
        case .libxml2:
            return hasSlashes && isOnOwnLine && declaration != " version=\"1.0\" "
        case .java:
            return hasSlashes && declaration?.hasPrefix(" version=\"1.0\" encoding=") ?? true
        case .dotNet:
            return hasSpaces && declaration == " version=\"1.0\" encoding=\"utf-8\""
        case .go: return false
        case .sed: return style.layout == .lines && isOnOwnLine
        }
    }
}
