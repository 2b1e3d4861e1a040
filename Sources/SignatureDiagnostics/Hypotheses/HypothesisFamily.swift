/// The families of hypotheses, the likeliest first.
///
/// What leaves a trace of its own comes before what can look like anything.
enum HypothesisFamily: CaseIterable, Hashable, Sendable {
    case comments, lineEnds, characters, layout, encodings, otherMethods, carriageReturns,
        emptyNamespaces
    case namespacesAdded, namespacesLost, algorithms, byteOrderMarks, escapes, prefixes, attributes,
        times, values
    case trimmedValues, typography, addresses, attributeOrders, replacedCharacters, elements,
        lostAttributes, lostFractions

    /// Returns the trials of the family.
    func trials(of message: ReceivedMessage) -> [HypothesisTrial] {
        switch self {
        case .comments: CanonicalizationHypotheses(message: message).withComments
        case .lineEnds: LineEndHypotheses(message: message).trials
        case .characters: CharacterHypotheses(message: message).trials
        case .layout: LayoutHypotheses(message).trials
        case .encodings: TextHypotheses(message: message).encodings
        case .otherMethods: CanonicalizationHypotheses(message: message).otherMethods
        case .carriageReturns: TextHypotheses(message: message).carriageReturns
        case .emptyNamespaces: EmptyNamespaceHypotheses(message: message).trials
        case .namespacesAdded: NamespaceHypotheses(message)?.added ?? []
        case .namespacesLost: NamespaceHypotheses(message)?.lost ?? []
        case .algorithms: AlgorithmHypotheses(message: message).trials
        case .byteOrderMarks: TextHypotheses(message: message).byteOrderMarks
        case .escapes: EscapeHypotheses(message: message).trials
        case .prefixes: PrefixHypotheses(message: message).trials
        case .attributes: AttributeHypotheses(message: message).trials
        case .times: TimeHypotheses(message: message).trials
        case .values: ValueHypotheses(message: message).trials
        case .trimmedValues: TextHypotheses(message: message).trimmedValues
        case .typography: TypographyHypotheses(message: message).trials
        case .addresses: AddressHypotheses(message: message).trials
        case .attributeOrders: AttributeHypotheses(message: message).orders
        case .replacedCharacters: ValueHypotheses(message: message).replacedCharacters
        case .elements: ElementHypotheses(message: message).trials
        case .lostAttributes: LostAttributeHypotheses(message: message).trials
        case .lostFractions: TimeHypotheses(message: message).fractions
        }
    }

    /// Returns the trials of the family that undo something, and perhaps others.
    func trials(
        of message: ReceivedMessage, undoing finding: SignatureExplanation.Finding
    ) -> [HypothesisTrial] {
        self == .prefixes
            ? PrefixHypotheses(message: message).trials(undoing: finding.undoing)
            : trials(of: message)
    }

    /// A Boolean value that indicates whether it is only looked for where nothing else happened to a message.
    ///
    /// These have many trials, and what another damage needs is tried instead.
    var isAlone: Bool {
        switch self {
        case .elements, .lostAttributes, .lostFractions: true
        default: false
        }
    }

    /// The families of which two together are tried, and how many of each.
    static let ofPairs: [(HypothesisFamily, count: Int)] = [
        (.lineEnds, 2), (.characters, 2), (.layout, 2), (.encodings, 2), (.escapes, 3),
        (.prefixes, 3), (.attributes, 2),
        (.times, 2), (.typography, 4),
    ]
}
