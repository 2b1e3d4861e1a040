package import XMLCore
package import XMLSecurity

extension XMLDSig {
    /// Why an ``InteroperabilityVerifier`` does not accept a signature.
    ///
    /// It never holds any part of the document.
    package struct InteroperabilityFailure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reason, stable across releases.
        @nonexhaustive
        package enum Code: String, Hashable, Sendable, CaseIterable {
            /// The signature lacks something, or has something twice or out of place.
            case malformedSignature
            /// The signature is not an element of the document it is looked up in.
            case signatureElsewhere
            /// The signature method is none that this package has, such as DSA.
            case signatureMethodNotSupported
            /// The signature method is not allowed by the policy.
            case signatureMethodNotAllowed
            /// The signature method has parameters that are not supported.
            case signatureMethodParameters
            /// `HMACOutputLength` is too short, too long, or not a number of bytes.
            case truncatedHMAC
            /// `SignedInfo` has a canonicalization method that is not supported.
            case canonicalizationMethodNotSupported
            /// There are more references than the policy allows.
            case tooManyReferences
            /// A reference has no URI, and so leaves open what is signed.
            case referenceWithoutURI
            /// A reference is to something outside the document, which is never fetched.
            case externalReference
            /// A reference is an XPointer other than `xpointer(/)` and `xpointer(id('…'))`.
            case pointerNotSupported
            /// No element has the identifier a reference is to.
            case identifierNotFound
            /// A reference has more transforms than the policy allows.
            case tooManyTransforms
            /// A reference has an XPath transform.
            case xpathTransform
            /// A reference has an XPath Filter 2.0 transform.
            case xpathFilterTransform
            /// A reference has an XSLT transform.
            case xsltTransform
            /// A reference has another transform that is not supported, or parameters of one.
            case transformNotSupported
            /// A transform cannot be applied to what the ones before it leave.
            case transformOutOfPlace
            /// The digest method is none that this package has, such as MD5.
            case digestMethodNotSupported
            /// The digest method is not allowed by the policy.
            case digestMethodNotAllowed
            /// No key was given that could verify anything by the signature method.
            case noKey
            /// The key that made the signature is smaller than the policy allows.
            case keyTooSmall
            /// No given key made the signature.
            case signatureMismatch
            /// The transforms of a reference leave nothing to digest.
            case nothingSigned
            /// What a reference is to has no canonical form, is no document or no Base64.
            case transformFailed
            /// What a reference is to was changed: its digest is another one.
            case digestMismatch
        }

        /// The reason.
        package let code: Code
        /// Where it shows in the document.
        package let position: XML.SourcePosition?

        init(_ code: Code, at element: XML.Element) {
            self.code = code
            position = element.position
        }

        /// Two failures are equal when their codes are.
        package static func == (one: Self, other: Self) -> Bool {
            one.code == other.code
        }

        /// Feeds the code, and only the code, into the hasher.
        package func hash(into hasher: inout Hasher) {
            hasher.combine(code)
        }

        /// A sentence that says what is wrong and where.
        package var description: String {
            let place = position.map { " at \($0)" } ?? ""
            return "\(code.explanation)\(place)."
        }
    }
}

extension XMLDSig.InteroperabilityFailure.Code {
    fileprivate var explanation: String {
        switch self {
        case .malformedSignature: "The signature is not built as XML Signature requires"
        case .signatureElsewhere: "The signature is not an element of the document"
        case .signatureMethodNotSupported: "The signature method is not supported"
        case .signatureMethodNotAllowed: "The signature method is not allowed by the policy"
        case .signatureMethodParameters: "The signature method has parameters"
        case .truncatedHMAC: "The HMAC is truncated to a length that is not allowed"
        case .canonicalizationMethodNotSupported: "The canonicalization method is not supported"
        case .tooManyReferences: "The signature has more references than the policy allows"
        case .referenceWithoutURI: "A reference has no URI"
        case .externalReference: "A reference is to something outside the document"
        case .pointerNotSupported: "A reference is an XPointer that is not supported"
        case .identifierNotFound: "A reference is to an identifier that no element has"
        case .tooManyTransforms: "A reference has more transforms than the policy allows"
        case .xpathTransform: "A reference has an XPath transform"
        case .xpathFilterTransform: "A reference has an XPath Filter 2.0 transform"
        case .xsltTransform: "A reference has an XSLT transform"
        case .transformNotSupported: "A reference has a transform that is not supported"
        case .transformOutOfPlace: "A transform cannot be applied where it stands"
        case .digestMethodNotSupported: "The digest method is not supported"
        case .digestMethodNotAllowed: "The digest method is not allowed by the policy"
        case .noKey: "No key of the kind the signature method needs was given"
        case .keyTooSmall: "The key is smaller than the policy allows"
        case .signatureMismatch: "No given key made the signature"
        case .nothingSigned: "The transforms of a reference leave nothing to digest"
        case .transformFailed: "A transform of a reference has no result"
        case .digestMismatch: "Signed content was modified"
        }
    }
}
