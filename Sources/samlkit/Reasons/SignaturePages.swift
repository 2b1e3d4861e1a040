extension ReasonPage {
    /// Messages of which nothing is verified.
    static let signature = #"""
        ### signature.absent

        There is no signature over what has to be signed: the response or each of its assertions.

        **Usually:** The provider does not sign, signs only a part, or a program wrote the message
        again without the signature.

        **What to do:** Ask the provider to sign the response or the assertion. If it does, look
        for the program that drops it.

        ### signature.severalSignatures

        One element has two signatures of its own. Verifiers disagree on which one counts.

        **Usually:** A gateway signed a message that was signed already, or an attack.

        **What to do:** Sign each element once. Refuse the message as it is.

        ### signature.malformedSignature

        The signature lacks a part, or has one twice or out of place.

        **Usually:** A program removed, reordered or shortened elements inside the signature.

        **What to do:** Take the message as the provider sent it, and compare the Signature
        element.

        ### signature.severalReferences

        The signature has more than one reference. SAML allows exactly one, to the element that
        carries the signature.

        **Usually:** Software that signs the certificate or a time stamp too, as for e-mail or
        contracts.

        **What to do:** Configure the provider's software for SAML signatures.

        ### signature.referenceElsewhere

        The signature refers to another element than the one that carries it. What it signs is
        then not what is read.

        **Usually:** A signature wrapping attack, or an element whose ID was changed after
        signing.

        **What to do:** Refuse the message. If it is from a test, check that nothing rewrites ID
        attributes.

        ### signature.transformNotAllowed

        The signature uses a transform other than enveloped-signature and one canonicalization.
        Other transforms can hide content from the verifier.

        **Usually:** Signing software that was not made for SAML, such as one with XPath filters.

        **What to do:** Configure enveloped-signature and exclusive canonicalization.

        ### signature.signatureMethodParameters

        The signature method has parameters, and none are supported.

        **Usually:** RSA-PSS with its parameters written out.

        **What to do:** Ask for http://www.w3.org/2001/04/xmldsig-more#rsa-sha256.

        ### signature.signatureMethodNotAllowed

        The signature method is not supported, or the policy does not allow it: SHA-1 can be
        forged with enough effort, and HMAC needs a shared secret.

        **Usually:** A provider that has not been updated since SHA-1 was retired.

        **What to do:** Ask the provider for RSA or ECDSA with SHA-256. Until then --policy
        legacy-sha1 accepts SHA-1, and says so.

        ### signature.digestMethodNotAllowed

        The digest method is not supported, or the policy does not allow it.

        **Usually:** SHA-1 digests of a provider that has not been updated.

        **What to do:** Ask the provider for SHA-256. Until then --policy legacy-sha1 accepts
        SHA-1.

        ### signature.noTrustedKey

        No key is trusted for the issuer that the message names.

        **Usually:** The metadata of another environment or provider was passed, or the issuer is
        spelled in another way than in the metadata.

        **What to do:** The sentence names the issuer and the nearest trusted one. Get the
        issuer's metadata from its publisher, and pass it with --trust.

        ### signature.keyOfOtherKind

        All trusted keys are of another kind (RSA or elliptic curve) than the signature method
        needs.

        **Usually:** The provider changed from RSA to ECDSA, or the algorithm's name was replaced
        in the message.

        **What to do:** Get the provider's current metadata.

        ### signature.keyTooSmall

        The key that made the signature is smaller than the policy allows: RSA below 2,048 bits
        can be broken.

        **Usually:** A certificate that is many years old.

        **What to do:** Ask the provider for a new key. Until then --policy legacy-sha1 accepts
        RSA keys from 1,024 bits.

        ### signature.signatureMismatch

        The signature value over SignedInfo fits no trusted key. Nothing in the message can be believed.

        **Usually:** The provider changed its key and the metadata is old, or a program changed
        white space or characters inside SignedInfo.

        **What to do:** samlkit verify --explain shows which keys were tried, and undoes common
        damage to find the cause. Read the page of the likely cause.

        ### signature.digestMismatch

        A trusted key made the signature, and what it signs has another digest: it was modified since, or the
        signer computed the digest in another way.

        **Usually:** A logger, proxy or XML library formatted the message, white space was removed
        before encoding, or an attack.

        **What to do:** samlkit verify --explain undoes common damage to find the cause and shows
        the first difference. Read the page of the likely cause.

        ### signature.canonicalizationFailed

        What was signed has no canonical form that can be computed within the limits.

        **Usually:** A relative namespace name, a prefix without a declaration, or an attack that
        makes canonicalization slow.

        **What to do:** Compare it with the message as the provider sent it.

        ### signature.internal

        What was signed cannot be read again from its canonical form.

        **Usually:** A defect of samlkit. It writes that form itself, and reads it with a reader that
        refuses everything else.

        **What to do:** Please report it, with the message if its values may be shown.

        ### signature.queryWithoutSignature

        The query string (HTTP-Redirect) has SigAlg and no Signature.

        **Usually:** A proxy or a log cut the URL, or a framework dropped a parameter.

        **What to do:** Take the query string as it was sent, all of it.

        ### signature.queryWithoutSigAlg

        The query string (HTTP-Redirect) has Signature and no SigAlg, so that nobody knows how to
        verify it.

        **Usually:** A proxy or a log cut the URL, or a framework dropped a parameter.

        **What to do:** Take the query string as it was sent, all of it.

        ### signature.queryNameEscaped

        The name of a parameter of the signed query string is percent-encoded. Receivers disagree
        on whether it counts.

        **Usually:** An attack, or software that encodes the whole query string.

        **What to do:** Send SAMLRequest, SAMLResponse, RelayState, SigAlg and Signature as they
        are.

        ### signature.queryNotDeflated

        The message in the signed query string is not encoded as HTTP-Redirect has it: DEFLATE,
        Base64, percent-encoding once.

        **Usually:** Software that uses the encoding of HTTP-POST in a query string.

        **What to do:** Compress with raw DEFLATE before Base64, or send it by HTTP-POST.
        """#
}
