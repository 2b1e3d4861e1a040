package import Captures
package import SAML2
package import SAMLBindings
package import XMLCore
package import XMLSecurity

/// A stable code for why a message was not accepted.
///
/// It names the layer that says so and that layer's own code, as in `xml.notWellFormed`.
public struct ReasonCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The code as it stands in records.
    public let rawValue: String

    /// Creates the code with this text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The code as it stands in records.
    public var description: String { rawValue }

    /// The entry could not be read from its capture.
    package static func capture(_ code: CaptureError.Code) -> ReasonCode {
        ReasonCode(rawValue: "capture.\(code.rawValue)")
    }

    /// The message could not be unpacked.
    package static func envelope(_ code: EnvelopeError.Code) -> ReasonCode {
        ReasonCode(rawValue: "envelope.\(code.rawValue)")
    }

    /// The message is not XML this library reads.
    package static func xml(_ code: XML.ParsingError.Code) -> ReasonCode {
        ReasonCode(rawValue: "xml.\(code.rawValue)")
    }

    /// The document is not a SAML message.
    package static func saml(_ code: SAML.StructureError.Code) -> ReasonCode {
        ReasonCode(rawValue: "saml.\(code.rawValue)")
    }

    /// Nothing was verified to be signed by a trusted key.
    package static func signature(_ code: VerificationFailure.Code) -> ReasonCode {
        ReasonCode(rawValue: "signature.\(code.rawValue)")
    }

    /// The response is not acceptable here and now.
    package static func conditions(_ failure: SAML.ConditionsFailure) -> ReasonCode {
        ReasonCode(rawValue: "conditions.\(failure.rawValue)")
    }

    /// The failed condition, if it is one.
    package var conditionsFailure: SAML.ConditionsFailure? {
        SAML.ConditionsFailure.allCases.first { Self.conditions($0) == self }
    }

    /// A required attribute is missing.
    package static let missingAttribute = ReasonCode(rawValue: "attributes.missing")

    /// Attributes with different names share a required friendly name.
    package static let ambiguousAttribute = ReasonCode(rawValue: "attributes.ambiguous")

    /// Something that is encrypted was not decrypted.
    package static func encryption(_ code: DecryptionFailure.Code) -> ReasonCode {
        ReasonCode(rawValue: "encryption.\(code.rawValue)")
    }

    /// Something is encrypted and there is no key to decrypt it with.
    package static let noDecryptionKey = encryption(.noDecryptionKey)

    /// Every code there is, in the order of the layers.
    package static let all: [ReasonCode] =
        CaptureError.Code.allCases.map(capture) + EnvelopeError.Code.allCases.map(envelope)
        + XML.ParsingError.Code.allCases.map(xml) + SAML.StructureError.Code.allCases.map(saml)
        + VerificationFailure.Code.allCases.map(signature)
        + DecryptionFailure.Code.allCases.map(encryption)
        + SAML.ConditionsFailure.allCases.map(conditions)
        + [missingAttribute, ambiguousAttribute]
}
