internal import Captures
internal import SAML2
internal import SAMLBindings
public import XMLCore
internal import XMLSecurity

/// The reason why a message was not accepted.
public struct Reason: Hashable, Sendable {
    /// The code, stable across releases.
    public let code: ReasonCode
    /// A sentence that says what is wrong and what to do, and quotes nothing.
    public let message: String
    /// The position in the decoded XML, if there is one.
    public let position: XML.SourcePosition?
    /// The likely damage to the message, if it is known.
    public let likelyCause: String?

    /// Creates a reason.
    package init(
        _ code: ReasonCode, message: String, position: XML.SourcePosition? = nil,
        likelyCause: String? = nil
    ) {
        self.code = code
        self.message = message
        self.position = position
        self.likelyCause = likelyCause
    }
}

extension Reason {
    init(_ error: CaptureError) {
        self.init(.capture(error.code), message: error.description)
    }

    init(_ error: EnvelopeError) {
        self.init(.envelope(error.code), message: error.description)
    }

    init(_ error: XML.ParsingError) {
        self.init(.xml(error.code), message: error.description, position: error.position)
    }

    init(_ error: SAML.StructureError) {
        self.init(.saml(error.code), message: error.description, position: error.position)
    }

    init(_ failure: VerificationFailure) {
        self.init(
            .signature(failure.code), message: failure.description, position: failure.position)
    }

    init(_ failure: DecryptionFailure) {
        self.init(
            .encryption(failure.code), message: failure.description, position: failure.position)
    }

    init(_ failure: SAML.ConditionsFailure) {
        self.init(.conditions(failure), message: failure.description)
    }

    static func missingAttributes(_ names: [String]) -> Reason {
        let list = names.joined(separator: ", ")
        return Reason(
            .missingAttribute,
            message: names.count == 1
                ? "The required attribute \(list) is missing."
                : "The required attributes \(list) are missing.")
    }

    /// Friendly names that attributes with different names share.
    static func ambiguousAttributes(_ names: [String]) -> Reason {
        let list = names.joined(separator: ", ")
        return Reason(
            .ambiguousAttribute,
            message:
                "Several attributes with different names are called \(list); require one by its Name."
        )
    }

    /// Returns the reason for encrypted parts without a decryption key.
    static func undecrypted(_ parts: [EncryptedPart]) -> Reason {
        let names = parts.map(\.noun).joined(separator: ", ")
        return Reason(
            .noDecryptionKey,
            message: "No key was given to decrypt the encrypted parts: \(names).")
    }
}

extension EncryptedPart {
    fileprivate var noun: String {
        switch self {
        case .assertion: "the assertion"
        case .nameID: "the subject's identifier"
        case .attribute: "attributes"
        }
    }
}
