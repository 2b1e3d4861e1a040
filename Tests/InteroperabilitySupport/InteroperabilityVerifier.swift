package import XMLCore
package import XMLSecurity

extension XMLDSig {
    /// Verifies signatures of any layout within one document, as interoperability vectors have them.
    ///
    /// SAML processing never uses it, and nothing it returns is a ``VerifiedElement``. A signature
    /// that it accepts says that some parts of a document were signed, and leaves to the caller whether
    /// those are the parts that matter; to forget that is how signatures of SAML messages are
    /// wrapped. Messages are verified by ``SignatureVerifier``, which takes no other layout than one.
    ///
    /// Enveloped, enveloping and detached signatures are verified whose references stay in the
    /// document, with any canonicalization and Base64 as transforms. References outside of the
    /// document, XPath and XSLT are refused by name. The value of the signature is checked before
    /// anything it refers to is digested.
    package struct InteroperabilityVerifier: Sendable {
        private let keys: [TrustedKey]
        private let secrets: [SharedSecret]
        private let policy: InteroperabilityPolicy
        private let limits: XML.CanonicalizationLimits
        private let parsingLimits: XML.ParsingLimits

        /// Creates a verifier.
        ///
        /// - Parameters:
        ///   - keys: The public keys that are trusted.
        ///   - secrets: The secrets for HMAC; nothing else is ever taken for one.
        ///   - policy: Which signatures are accepted.
        ///   - limits: How much canonicalization may cost.
        ///   - parsingLimits: How large what was signed may be.
        package init(
            trusting keys: some Sequence<TrustedKey>, secrets: [SharedSecret] = [],
            policy: InteroperabilityPolicy = .standard,
            limits: XML.CanonicalizationLimits = .standard,
            parsingLimits: XML.ParsingLimits = .standard
        ) {
            self.keys = Array(keys)
            self.secrets = secrets
            self.policy = policy
            self.limits = limits
            self.parsingLimits = parsingLimits
        }

        /// Verifies a signature (XML Signature, section 3.2).
        ///
        /// - Parameters:
        ///   - element: A `Signature` element of the document.
        ///   - document: The document, whose identifiers references are looked up among.
        /// - Returns: What all the references are to, and the key that signed.
        /// - Throws: An ``InteroperabilityFailure`` that says why it is not accepted.
        package func verifiedSignature(
            _ element: XML.Element, in document: XML.Document
        ) throws(InteroperabilityFailure) -> VerifiedSignature {
            guard element.isInside(document.rootElement) else {
                throw InteroperabilityFailure(.signatureElsewhere, at: element)
            }
            let signature = try GeneralSignature(element, policy: policy)
            let signer = try signer(of: signature)
            let processing = ReferenceProcessing(
                document: document, signature: element, limits: limits,
                parsingLimits: parsingLimits)
            var contents: [SignedContent] = []
            for reference in signature.references {
                contents.append(try processing.verifiedContent(of: reference))
            }
            return VerifiedSignature(
                signer: signer, signatureMethod: signature.signatureMethod, contents: contents)
        }

        private func signer(
            of signature: GeneralSignature
        ) throws(InteroperabilityFailure) -> VerifiedSignature.Signer {
            let method = signature.signatureMethod
            let candidates = keys.filter { $0.fits(method) }
            guard signature.macMethod == nil ? !candidates.isEmpty : !secrets.isEmpty else {
                throw InteroperabilityFailure(.noKey, at: signature.element)
            }
            let bytes = try signedBytes(of: signature)
            let value = signature.signatureValue
            if let method = signature.macMethod {
                guard
                    let index = secrets.firstIndex(where: {
                        $0.isValid(value, over: bytes, method: method)
                    })
                else { throw InteroperabilityFailure(.signatureMismatch, at: signature.element) }
                return .secret(index: index)
            }
            guard
                let key = candidates.first(where: {
                    $0.isValidSignature(value, over: bytes, method: method)
                })
            else { throw InteroperabilityFailure(.signatureMismatch, at: signature.element) }
            if case .rsa(let bits) = key.kind, bits < policy.minimumRSABits {
                throw InteroperabilityFailure(.keyTooSmall, at: signature.element)
            }
            return .publicKey(key)
        }

        /// The canonical bytes of `SignedInfo`, comments included when the method has them.
        private func signedBytes(
            of signature: GeneralSignature
        ) throws(InteroperabilityFailure) -> [UInt8] {
            do {
                return try signature.signedInfo.linearCanonicalForm(
                    using: signature.canonicalizationMethod, limits: limits
                ).bytes
            } catch {
                throw InteroperabilityFailure(.transformFailed, at: signature.element)
            }
        }
    }
}
