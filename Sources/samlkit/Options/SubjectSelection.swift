import ArgumentParser
import SAML2
import SAMLBindings
import WireText
import XMLCore

/// The options that choose messages by what stands in them.
struct SubjectSelection: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only messages about this subject: the text is a NameID or the value of an attribute.",
            valueName: "text"))
    var subject: String?

    @Option(
        help: ArgumentHelp(
            "Only messages in which this text stands anywhere.", valueName: "text"))
    var search: String?

    /// A Boolean value that indicates whether anything was chosen.
    var isGiven: Bool { subject != nil || search != nil }

    /// The options, without the texts.
    var text: String {
        [subject == nil ? nil : "--subject", search == nil ? nil : "--search"]
            .compactMap(\.self).joined(separator: " ")
    }

    /// Returns whether a message was chosen; what it says counts as it was received, verified or not.
    func contains(_ message: CapturedMessage) -> Bool {
        guard isGiven else { return true }
        let xml = (try? EnvelopeDecoder().envelope(from: message).xml) ?? message.bytes
        if let search {
            let texts = [search, Self.escaped(search)]
            guard texts.contains(where: { xml.holds(Array($0.utf8)) }) else { return false }
        }
        guard let subject else { return true }
        guard let document = try? XML.Document(parsing: xml) else {
            return xml.holds(Array(">\(Self.escaped(subject))<".utf8))
        }
        return Self.names(subject, in: document.rootElement)
    }

    private static func escaped(_ text: String) -> String { MarkupEscape.text(text) { _ in nil } }

    private static func names(_ subject: String, in element: XML.Element) -> Bool {
        let name = element.name.localName
        if name == "NameID" || name == "AttributeValue",
            element.plainText?.trimmingXMLSpace() == subject
        {
            return true
        }
        return element.childElements.contains { names(subject, in: $0) }
    }
}
