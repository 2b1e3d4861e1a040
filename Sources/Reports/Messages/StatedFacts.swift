internal import ProfileProcessing
internal import SAML2
internal import XMLCore

/// What a message states about its subject and its conditions, verified or not.
///
/// Records hold nothing stated by a message that failed verification. A person who looks for a subscriber has to find
/// the message nevertheless; pages say that nothing vouches for it.
struct StatedFacts {
    private(set) var subject: String?
    private(set) var attributes: [(name: String, values: [String])] = []
    private(set) var validity: String?
    private(set) var audiences: [String] = []

    private static let mostElements = 20_000
    private static let mostAttributes = 200

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: The document; without one nothing is stated.
    ///   - redaction: The redaction of values; `nil` shows them.
    init(_ document: XML.Document?, redaction: Redaction?) {
        guard let document else { return }
        func shown(_ text: String) -> String { redaction?.replacement(for: text) ?? text }
        var queue = [document.rootElement]
        var count = 0
        while let element = queue.popLast(), count < Self.mostElements {
            count += 1
            if element.isNamed(.nameID) {
                if subject == nil, element.parent?.isNamed(.subject) ?? false {
                    subject = shown(element.textContent)
                }
            } else if element.isNamed(.attribute) {
                guard attributes.count < Self.mostAttributes else { continue }
                let name = element[attribute: XML.QualifiedName("Name")] ?? ""
                let values = element.childElements.map { shown($0.textContent) }
                attributes.append((name, values))
            } else {
                let parent = element.parent
                // Elsewhere, as in Extensions, they say something else.
                if element.isNamed(.audience), parent?.isNamed(.audienceRestriction) ?? false {
                    audiences.append(element.textContent)
                }
                if validity == nil, element.isNamed(.conditions),
                    parent?.isNamed(.assertion) ?? false
                {
                    let begin = element[attribute: XML.QualifiedName("NotBefore")]
                    let end = element[attribute: XML.QualifiedName("NotOnOrAfter")]
                    validity = [begin.map { "from \($0)" }, end.map { "until \($0)" }]
                        .compactMap(\.self).joined(separator: " ")
                }
                queue += Array(element.childElements).reversed()
            }
        }
    }
}

extension XML.QualifiedName {
    fileprivate static let nameID = XML.QualifiedName("NameID", in: .assertion)
    fileprivate static let subject = XML.QualifiedName("Subject", in: .assertion)
    fileprivate static let attribute = XML.QualifiedName("Attribute", in: .assertion)
    fileprivate static let assertion = XML.QualifiedName("Assertion", in: .assertion)
    fileprivate static let audienceRestriction = XML.QualifiedName(
        "AudienceRestriction", in: .assertion)
    fileprivate static let audience = XML.QualifiedName("Audience", in: .assertion)
    fileprivate static let conditions = XML.QualifiedName("Conditions", in: .assertion)
}
