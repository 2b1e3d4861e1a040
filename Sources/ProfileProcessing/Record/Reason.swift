internal import Captures
package import SAML2
package import SignatureDiagnostics
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
    /// The likely damage to the message, or what the difference of two values points to, if it is known.
    public let likelyCause: String?
    /// A Boolean value that indicates whether the cause was looked for only briefly, as others of the form were searched in
    /// vain.
    package internal(set) var isSearchedBriefly = false
    /// The two values that were compared, where values were.
    package let comparison: SAML.Discrepancy?

    /// The value that would have been accepted, where one was compared.
    package var expected: String? { comparison?.expected }
    /// The value in the message, where one was compared: a name, an address, an identifier or a time.
    package var found: String? { comparison?.found }
    /// The sentence with both values and their difference, where values were compared.
    package var sentence: String? { comparison?.sentence }
    /// The sentence that says the most: with both values, or else the cause, or else what is wrong.
    package var statement: String {
        comparison?.sentence ?? damage?.explanation ?? message
    }
    /// The damage to the message, if that is the likely cause.
    package var damage: SignatureExplanation.Hypothesis? {
        likelyCause.flatMap(SignatureExplanation.Hypothesis.init(rawValue:))
    }
    /// The option that would change the verdict, if the receiver has one.
    package var remedy: SAML.Remedy? { comparison?.remedy }

    /// Creates a reason.
    package init(
        _ code: ReasonCode, message: String, position: XML.SourcePosition? = nil,
        likelyCause: String? = nil, comparing discrepancy: SAML.Discrepancy? = nil
    ) {
        self.code = code
        self.message = message
        self.position = position
        self.likelyCause = likelyCause ?? discrepancy?.cause?.rawValue
        comparison = discrepancy
    }

    /// Returns the reason with the words of the provider replaced; without a replacement they are left out.
    package func quoting(_ replacement: ((String) -> String)?) -> Reason {
        guard let comparison, comparison.quotation != nil else { return self }
        return adding(comparing: comparison.quoting(replacement))
    }

    /// The reason without the names of attributes that the message states.
    var withoutAttributeNames: Reason {
        guard code == .missingAttribute else { return self }
        return Reason(code, message: message, position: position, likelyCause: likelyCause)
    }

    /// Returns the reason with what was compared, or the cause that was found.
    func adding(cause: String? = nil, comparing other: SAML.Discrepancy? = nil) -> Reason {
        Reason(
            code, message: message, position: position, likelyCause: cause ?? likelyCause,
            comparing: other ?? comparison)
    }
}

extension Reason {
    init(_ error: CaptureError) {
        self.init(.capture(error.code), message: error.description)
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

    init(_ failure: SAML.ConditionsFailure, comparing discrepancy: SAML.Discrepancy? = nil) {
        self.init(
            .conditions(failure), message: failure.description, comparing: discrepancy)
    }

    static func missingAttributes(
        _ names: [String], among attributes: [SAML.Attribute], nameID: SAML.NameID?
    ) -> Reason {
        let list = names.joined(separator: ", ")
        return Reason(
            .missingAttribute,
            message: names.count == 1
                ? "The required attribute \(list) is missing."
                : "The required attributes \(list) are missing.",
            comparing: SAML.Discrepancy(missing: names, among: attributes, nameID: nameID))
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
