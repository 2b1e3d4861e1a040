internal import SAML2
internal import SAMLBindings
internal import WireText
package import XMLCore

/// Something in a message that passes here, and that a stricter receiver would refuse.
///
/// It is not a reason: neither the outcome nor the exit status depends on it.
package struct Note: Hashable, Sendable {
    /// What is noted of a message beside the repairs of unpacking and the leniencies of judging.
    enum Kind: String, CaseIterable {
        /// A `Signature` is not where the schema has it.
        case signaturePlace
        /// `KeyInfo` has certificates, and none is of the key that made the signature.
        case otherCertificate
        /// A required attribute is there without a value.
        case emptyAttribute
    }

    /// The code, stable across releases, such as `note.wrappedBase64`.
    package let code: String
    /// What was found, and who would refuse it; nothing about the subject.
    package let message: String
    /// The position in the decoded XML, if there is one.
    package let position: XML.SourcePosition?

    /// The remedy.
    package var action: String { ReasonPage.page(of: code)?.action ?? "" }

    /// Creates a note.
    ///
    /// - Parameters:
    ///   - kind: The part of the code after `note.`; the sentence of its page says who would refuse it.
    ///   - detail: The sentence about this message, if there is more to say than the page does.
    ///   - position: The position in the decoded XML.
    init(_ kind: String, _ detail: String? = nil, at position: XML.SourcePosition? = nil) {
        code = Self.prefix + kind
        message = [detail, ReasonPage.page(of: code)?.sentence].compactMap(\.self)
            .joined(separator: " ")
        self.position = position
    }

    private static let prefix = "note."

    /// Every code there is, in the order of a message's way.
    package static let allCodes =
        (MessageEnvelope.Repair.allCases.map(\.rawValue) + Kind.allCases.map(\.rawValue)
        + SAML.Leniency.Kind.allCases.map(\.rawValue)).map { prefix + $0 }
}

extension Note: RecordObject {
    /// The description of every field.
    package static let columns = RecordColumns.columns { Note("").tellFields(to: &$0) }

    func tellFields(to visitor: inout some RecordVisitor) {
        visitor.visit("code", .text, code)
        visitor.visit("message", .text, message)
        visitor.visit("line", .integer, position?.line)
        visitor.visit("column", .integer, position?.column)
    }
}
