package import PayloadCoding
package import XMLCore

/// The reason why an element is not verified.
///
/// It never holds any part of the message.
package struct VerificationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, stable across releases.
    @nonexhaustive
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The element carries no signature of its own.
        case absent
        /// The element carries several signatures.
        case severalSignatures
        /// The signature lacks something, or has something twice or out of place.
        case malformedSignature
        /// The signature has more than one reference.
        case severalReferences
        /// The reference is to something other than the element that carries the signature.
        case referenceElsewhere
        /// The reference has a transform other than enveloped-signature and one canonicalization.
        case transformNotAllowed
        /// The signature method has parameters; none are supported.
        case signatureMethodParameters
        /// The signature method is not supported, or the policy does not allow it.
        case signatureMethodNotAllowed
        /// The digest method is not supported, or the policy does not allow it.
        case digestMethodNotAllowed
        /// No key is trusted for the issuer.
        case noTrustedKey
        /// The trusted keys are of other kinds than the signature method needs.
        case keyOfOtherKind
        /// The key that made the signature is smaller than the policy allows.
        case keyTooSmall
        /// The signature value is not that of any trusted key.
        case signatureMismatch
        /// The signed content has another digest than was signed.
        case digestMismatch
        /// There are no canonical bytes.
        case canonicalizationFailed
        /// The canonical bytes cannot be read again: a defect of this library.
        case `internal`
        /// The query string has a `SigAlg` and no `Signature`.
        case queryWithoutSignature
        /// The query string has a `Signature` and no `SigAlg`.
        case queryWithoutSigAlg
        /// The name of a parameter of the signed query string is percent-encoded.
        case queryNameEscaped
        /// The message in the signed query string is encoded otherwise than the binding has it.
        case queryNotDeflated
    }

    /// The reason.
    package let code: Code
    /// The position in the document.
    package let position: XML.SourcePosition?
    /// A Boolean value that indicates whether the signature is the one over the query string.
    package let isOverQuery: Bool
    /// A Boolean value that indicates whether the signature is that of the `ArtifactResponse` around
    /// the message.
    package private(set) var isOfWrapper = false

    /// What is wrong, where that is more than the code says: which element lacks its signature, or what a value holds.
    private let fault: String?

    init(_ code: Code, at element: XML.Element?, saying fault: String? = nil) {
        self.code = code
        self.fault = fault
        position = element?.position
        isOverQuery = false
    }

    /// Creates the failure of a signature that was verified before.
    package init(_ code: Code, position: XML.SourcePosition?) {
        self.code = code
        self.position = position
        fault = nil
        isOverQuery = false
    }

    /// The same failure, of the signature of the `ArtifactResponse` around the message.
    package var ofWrapper: VerificationFailure {
        var failure = self
        failure.isOfWrapper = true
        return failure
    }

    init(overQuery code: Code) {
        self.code = code
        position = nil
        fault = nil
        isOverQuery = true
    }

    /// There is no signature over an element, or not one over all of it.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - lack: What is not signed, and what is, in words without a value of the message.
    /// - Returns: The failure.
    package static func absent(
        from element: XML.Element, _ lack: String? = nil
    ) -> VerificationFailure {
        VerificationFailure(.absent, at: element, saying: lack)
    }

    /// The message in a query string is not an XML document.
    package static func unreadable(_: SignedQuery) -> VerificationFailure {
        VerificationFailure(overQuery: .canonicalizationFailed)
    }

    /// A Boolean value that indicates whether the policy or the form of the signature refuses it,
    /// rather than its mathematics.
    package var isRefusal: Bool {
        switch code {
        case .signatureMismatch, .digestMismatch, .noTrustedKey, .keyOfOtherKind: false
        default: true
        }
    }

    /// Two failures are equal when their codes are.
    package static func == (one: VerificationFailure, other: VerificationFailure) -> Bool {
        one.code == other.code
    }

    /// Feeds the code, and only the code, into the hasher.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }

    /// A sentence that says what is wrong, where, and what to do.
    package var description: String {
        let place =
            position.map { "\(isOfWrapper ? " (ArtifactResponse)" : "") at \($0)" }
            ?? (code.isOverQuery || !isOverQuery ? "" : " (query string)")
        return "\(fault ?? code.explanation)\(place)\(code.remedy)."
    }
}

extension VerificationFailure.Code {
    /// A Boolean value that indicates whether only a signature over a query string can fail so.
    fileprivate var isOverQuery: Bool {
        switch self {
        case .queryWithoutSignature, .queryWithoutSigAlg, .queryNameEscaped, .queryNotDeflated:
            true
        default: false
        }
    }

    /// The remedy, where the explanation does not have it.
    fileprivate var remedy: String {
        switch self {
        case .malformedSignature: "; take the message as it was sent"
        case .noTrustedKey: "; add its metadata or certificate"
        case .keyTooSmall: "; legacy-sha1 allows it"
        default: ""
        }
    }

    fileprivate var explanation: String {
        switch self {
        case .absent: "There is no signature"
        case .severalSignatures: "An element has more than one signature"
        case .malformedSignature: "The signature does not conform to XML Signature and SAML"
        case .severalReferences: "The signature has more than one reference"
        case .referenceElsewhere: "The signature does not refer to the element that carries it"
        case .transformNotAllowed:
            "The signature has other transforms or canonicalizations than SAML allows: "
                + "enveloped-signature, then at most one canonicalization"
        case .signatureMethodParameters: "The signature method has parameters"
        case .signatureMethodNotAllowed:
            "The signature method is not allowed by the policy (SHA-1 needs legacy-sha1)"
        case .digestMethodNotAllowed:
            "The digest method is not allowed by the policy (SHA-1 needs legacy-sha1)"
        case .noTrustedKey: "No key is trusted for the issuer"
        case .keyOfOtherKind: "No trusted key has the kind that the signature method needs"
        case .keyTooSmall: "The key is smaller than the policy allows"
        case .signatureMismatch: "The signature value fits no trusted key"
        case .digestMismatch: "The signed content does not match its digest"
        case .canonicalizationFailed: "The signed content has no canonical form"
        case .internal:
            "The signed content cannot be read again, which is a defect of this program; please report it"
        case .queryWithoutSignature:
            "There is a SigAlg and no Signature; take the query string as it was sent, all of it"
        case .queryWithoutSigAlg:
            "There is a Signature and no SigAlg; take the query string as it was sent, all of it"
        case .queryNameEscaped:
            "The name of a parameter of the signed query string is percent-encoded"
        case .queryNotDeflated:
            "The message in the signed query string is not encoded as HTTP-Redirect has it: "
                + "DEFLATE, Base64, percent-encoded once"
        }
    }
}
