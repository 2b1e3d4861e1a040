package import XMLCore

/// Finds out which bytes were signed, and by which trusted key.
///
/// It verifies signatures of the layout SAML allows (SAML Core, section 5.4): enveloped in the element
/// they sign, with one reference to it, one canonicalization, and nothing else. The signature over
/// `SignedInfo` is checked before anything it refers to is digested.
package struct SignatureVerifier: Sendable {
    /// The verdict on the signature of an element.
    ///
    /// XML Signature, section 3.2, calls success "core validation".
    package typealias Verdict = Result<VerifiedElement, VerificationFailure>

    package let keys: [TrustedKey]
    private let policy: XMLDSig.Policy
    package let limits: XML.CanonicalizationLimits
    package let parsingLimits: XML.ParsingLimits

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - keys: The keys that are trusted, such as an identity provider's current and next one.
    ///   - policy: Which signatures are accepted.
    ///   - limits: How much canonicalization may cost.
    ///   - parsingLimits: How large what was signed may be.
    package init(
        trusting keys: some Sequence<TrustedKey>, policy: XMLDSig.Policy = .standard,
        limits: XML.CanonicalizationLimits = .standard,
        parsingLimits: XML.ParsingLimits = .standard
    ) {
        self.keys = Array(keys)
        self.policy = policy
        self.limits = limits
        self.parsingLimits = parsingLimits
    }

    /// The verdict on the signature that `element` itself carries.
    ///
    /// - Parameters:
    ///   - element: An element of the document as it was received.
    ///   - document: The document, whose identifiers references are looked up among.
    /// - Returns: The element read again from what was signed, or why it is not verified.
    package func verdict(onSignatureOf element: XML.Element, in document: XML.Document) -> Verdict {
        Result { () throws(VerificationFailure) in
            try verified(element, in: document)
        }
    }

    private func verified(
        _ element: XML.Element, in document: XML.Document
    ) throws(VerificationFailure) -> VerifiedElement {
        var signatures = element.childElements.lazy.filter { $0.isNamed(.signature) }
            .makeIterator()
        guard let only = signatures.next() else { throw VerificationFailure(.absent, at: element) }
        if let other = signatures.next() {
            throw VerificationFailure(.severalSignatures, at: other)
        }
        let signature = try Signature(only)
        try check(signature, signs: element, in: document)
        let key = try signingKey(of: signature)
        let form = try digestedForm(of: element, signature: signature)
        return VerifiedElement(
            element: try reread(form, of: element).rootElement,
            signatureMethod: signature.signedInfo.signatureMethod, signedInfo: signature.signedInfo,
            key: key)
    }

    /// Reads an element again from the bytes whose digest was signed.
    private func reread(
        _ form: borrowing XML.LinearForm, of element: XML.Element
    ) throws(VerificationFailure) -> XML.Document {
        do throws(XML.ParsingError) {
            return try XML.Document(rereading: form, limits: parsingLimits)
        } catch {
            // Our own form exceeds a limit, as it can be longer than what it was made from, or it
            // is not canonical.
            let code: VerificationFailure.Code =
                error.code == .notWellFormed ? .internal : .canonicalizationFailed
            throw VerificationFailure(code, at: element)
        }
    }

    /// Everything that can be refused without touching a key or a digest.
    private func check(
        _ signature: Signature, signs element: XML.Element, in document: XML.Document
    ) throws(VerificationFailure) {
        let info = signature.signedInfo
        guard allows(info.signatureMethod) else {
            throw VerificationFailure(.signatureMethodNotAllowed, at: signature.element)
        }
        guard policy.digestMethods.contains(info.reference.digestMethod) else {
            throw VerificationFailure(.digestMethodNotAllowed, at: signature.element)
        }
        guard refers(info.reference.uri, to: element, in: document) else {
            throw VerificationFailure(.referenceElsewhere, at: signature.element)
        }
    }

    /// Returns whether a reference's URI is the identifier of `element`, or empty for the root
    /// element.
    package func refers(
        _ uri: String, to element: XML.Element, in document: XML.Document
    ) -> Bool {
        if uri.isEmpty { return element == document.rootElement }
        guard uri.utf8.first == UInt8(ascii: "#") else { return false }
        return document.element(withIDAfterFirstByteOf: uri) == element
    }

    /// Returns whether a signature method is supported, and allowed by the policy.
    func allows(_ method: XMLDSig.SignatureMethod) -> Bool {
        method.parts != nil && policy.signatureMethods.contains(method)
    }

    /// The trusted key that made the signature over `SignedInfo`.
    private func signingKey(of signature: Signature) throws(VerificationFailure) -> TrustedKey {
        try unsafe key(
            thatMade: signature.signatureValue, by: signature.signedInfo.signatureMethod,
            hintedAtBy: signature, failing: { VerificationFailure($0, at: signature.element) }
        ) { isMaker throws(VerificationFailure) in
            let form = try canonicalForm(
                of: signature.signedInfoElement,
                using: signature.signedInfo.canonicalizationMethod, excluding: nil)
            return unsafe form.withBytes(isMaker)
        }
    }

    /// Returns the trusted key that made a signature value over some bytes.
    ///
    /// - Parameters:
    ///   - value: The signature value.
    ///   - method: The signature method.
    ///   - signature: The signature whose certificates came along.
    ///   - failure: The failure with a code, where the signature stands.
    ///   - withBytes: Hands over the bytes, which are made when there is a key to try.
    /// - Returns: The key.
    /// - Throws: The failure, when no trusted key made the signature.
    func key(
        thatMade value: [UInt8], by method: XMLDSig.SignatureMethod,
        hintedAtBy signature: Signature?,
        failing failure: (VerificationFailure.Code) -> VerificationFailure,
        over withBytes: (
            _ body: (UnsafeRawBufferPointer) -> TrustedKey?
        ) throws(VerificationFailure) -> TrustedKey?
    ) throws(VerificationFailure) -> TrustedKey {
        guard !keys.isEmpty else { throw failure(.noTrustedKey) }
        guard keys.contains(where: { $0.fits(method) }) else { throw failure(.keyOfOtherKind) }
        let maker = try unsafe withBytes { bytes in
            keys.first(fitting: method, hintedAtBy: signature) {
                unsafe $0.isValidSignature(value, over: bytes, method: method)
            }
        }
        guard let key = maker else { throw failure(.signatureMismatch) }
        guard !key.isSmaller(thanRSABits: policy.minimumRSABits) else {
            throw failure(.keyTooSmall)
        }
        return key
    }

    private func digestedForm(
        of element: XML.Element, signature: Signature
    ) throws(VerificationFailure) -> XML.LinearForm {
        let reference = signature.signedInfo.reference
        let form = try canonicalForm(
            of: element, using: reference.canonicalizationMethod.withoutComments,
            excluding: signature.element)
        let isSame = unsafe form.withBytes {
            unsafe reference.digestMethod.isDigest(reference.digestValue, of: $0)
        }
        guard isSame else {
            throw VerificationFailure(.digestMismatch, at: element)
        }
        return form
    }

    private func canonicalForm(
        of element: XML.Element, using method: XML.CanonicalizationMethod,
        excluding excluded: XML.Element?
    ) throws(VerificationFailure) -> XML.LinearForm {
        do {
            return try element.linearForm(
                using: method, excluding: excluded, limits: limits)
        } catch {
            throw VerificationFailure(.canonicalizationFailed, at: element)
        }
    }
}

extension XML.CanonicalizationMethod {
    /// The method a reference within the document comes to: its node-set has no comments to keep
    /// (XML Signature, section 4.4.3.3).
    package var withoutComments: XML.CanonicalizationMethod {
        XML.CanonicalizationMethod(algorithm, inclusiveNamespaces: inclusiveNamespaces)
    }
}
