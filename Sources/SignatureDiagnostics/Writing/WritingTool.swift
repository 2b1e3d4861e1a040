/// A program that writes documents again, and what shows that it did.
enum WritingTool: CaseIterable {
    case elementTree, minidom, libxml2, xmlstarlet, tidy, java, dotNet, sed, go

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
        let fitting = Self.allCases.filter {
            $0.fits(style)
                && (damage == .prettyPrinted || $0 == .elementTree && style.numbersPrefixes)
        }
        guard fitting.count == 1 else { return nil }
        self = fitting[0]
    }

    /// The sentence about the program.
    var sentence: String {
        switch self {
        case .elementTree: "Python's ElementTree wrote this message again."
        case .minidom: "Python's minidom (toprettyxml) wrote this message again."
        case .libxml2:
            "libxml2 wrote this message again, as in xmllint --format, lxml and PHP."
        case .xmlstarlet: "xmlstarlet wrote this message again."
        case .tidy: "HTML Tidy wrote this message again."
        case .java: "Java's Transformer wrote this message again."
        case .dotNet: ".NET's XmlWriter wrote this message again."
        case .go: "Go's encoding/xml wrote this message again."
        case .sed: "A line break was put between all tags, as by sed 's/></>\\n</g'."
        }
    }

    private func fits(_ style: WritingStyle) -> Bool {
        let isIndented = style.layout == .indented([0x20, 0x20])
        let hasSlashes = style.emptyElements.isSubset(of: [.slash])
        switch self {
        case .elementTree:
            let declares = style.declaration?.hasPrefix(" version='1.0'") ?? true
            guard style.declaresAtRoot, declares,
                style.emptyElements.isSubset(of: [.spaceAndSlash])
            else { return false }
            return style.numbersPrefixes
                || isIndented && !style.emptyElements.isEmpty && !style.endsWithLineBreak
        case .minidom:
            return style.declaration == " version=\"1.0\" " && style.breaksAfterDeclaration
                && style.layout == .indented([0x09]) && hasSlashes
        case .libxml2:
            let declarations = [nil, " version=\"1.0\"", " version=\"1.0\" encoding=\"UTF-8\""]
            return declarations.contains(style.declaration)
                && style.breaksAfterDeclaration == (style.declaration != nil)
                && isIndented && hasSlashes && style.endsWithLineBreak
        case .xmlstarlet:
            guard case .indented = style.layout, !isIndented else { return false }
            return style.declaration == " version=\"1.0\"" && style.breaksAfterDeclaration
                && hasSlashes && style.endsWithLineBreak
        case .tidy:
            return style.declaration == nil && isIndented
                && style.emptyElements == [.spaceAndSlash] && style.endsWithLineBreak
        case .java:
            return style.declaration?.hasSuffix(" standalone=\"no\"") ?? false && hasSlashes
        case .dotNet:
            let isWhole = style.declaration == " version=\"1.0\" encoding=\"utf-8\""
            return isIndented && style.emptyElements == [.spaceAndSlash]
                && (isWhole || style.declaration == nil && !style.declaresAtRoot)
                && !style.endsWithLineBreak
        case .go: return false
        case .sed:
            return style.layout == .lines && hasSlashes && style.declaration == nil
        }
    }
}
