extension RefusalRule {
    /// The vectors of XML Signature that are refused although their rows expect acceptance.
    static let signatures = [
        RefusalRule(
            "documentTypeDeclaration",
            "A document type declaration is never read.",
            documentTypeDeclarations),
        RefusalRule(
            "unsupportedEncoding",
            "The document names another encoding than UTF-8 and UTF-16, or one that does not exist.",
            otherEncodings),
        RefusalRule(
            "malformedSignature",
            "A comment inside DigestValue can hide what other readers take for the digest.",
            commentsInValues),
        RefusalRule("signatureMethodNotSupported", "DSA is not supported.", dsa),
        RefusalRule(
            "signatureMethodNotSupported",
            "Signatures with MD5 and RIPEMD-160 are not supported.",
            md5AndRIPEMD),
        RefusalRule(
            "signatureMethodNotSupported",
            "Signatures with SHA-224 are not supported.",
            sha224),
        RefusalRule(
            "signatureMethodNotSupported",
            "Signatures with SHA-3 are not supported.",
            sha3),
        RefusalRule(
            "digestMethodNotSupported",
            "Digests with SHA-224 are not supported.",
            sha224Digests),
        RefusalRule(
            "truncatedHMAC",
            "An HMAC is not truncated below half its length or 80 bits (XML Signature 1.1, 6.3.1).",
            truncatedHMACs),
        RefusalRule(
            "referenceWithoutURI",
            "A reference without URI leaves open what is signed.",
            referencesWithoutURI),
        RefusalRule(
            "externalReference",
            "What is outside the document is never fetched.",
            externalReferences),
        RefusalRule(
            "xpathTransform",
            "An XPath transform lets the sender choose what counts; XPath decides nothing here.",
            xpath),
        RefusalRule(
            "xpathFilterTransform",
            "XPath Filter 2.0 is refused as XPath is.",
            xpathFilters),
        RefusalRule(
            "noKey",
            "An RSA key of 512 bits, which anyone can break, cannot be given at all.",
            smallKeys),
        RefusalRule(
            "noKey",
            "Keys are trusted and not chains: the row names an authority with an RSA key.",
            chainsToOtherKinds),
        RefusalRule(
            "signatureMismatch",
            "Keys are trusted and not chains: the authority the row names did not sign.",
            chains),
        RefusalRule(
            "signatureMismatch",
            "Both numbers of an ECDSA value are as long as the curve's order (RFC 9231, 2.3.6).",
            ecdsaValues),
    ]

    private static let documentTypeDeclarations = """
        xmlsec/aleksey-xmldsig-01/xpointer-hmac
        xmlsec/merlin-xmldsig-twenty-three/signature
        """

    private static let otherEncodings = """
        signxml/Signature-X-UK_ASC-2.xml#0
        """

    private static let commentsInValues = """
        saml2/good_assertion_commented_out_digest.xml#0
        """

    private static let dsa = """
        santuario-xml-security-java/diffRFCs-1-ORCL.xml#0
        santuario-xml-security-java/diffRFCs-2-IAIK.xml#0
        santuario-xml-security-java/diffRFCs-2-SUN.xml#0
        santuario-xml-security-java/diffRFCs-3-IAIK.xml#0
        santuario-xml-security-java/diffRFCs-3-ORCL.xml#0
        santuario-xml-security-java/diffRFCs-3-SUN.xml#0
        santuario-xml-security-java/diffRFCs-3-UPC.xml#0
        santuario-xml-security-java/diffRFCs-4-ORCL.xml#0
        santuario-xml-security-java/diffRFCs-4-UPC.xml#0
        santuario-xml-security-java/diffRFCs-5-IAIK.xml#0
        santuario-xml-security-java/diffRFCs-5-ORCL.xml#0
        santuario-xml-security-java/diffRFCs-5-SUN.xml#0
        santuario-xml-security-java/diffRFCs-5-UPC.xml#0
        santuario-xml-security-java/diffRFCs-8-UPC.xml#0
        santuario-xml-security-java/dnString-4-IAIK.xml#0
        santuario-xml-security-java/dnString-6-IAIK.xml#0
        santuario-xml-security-java/dnString-6-ORCL.xml#0
        santuario-xml-security-java/dnString-6-SUN.xml#0
        santuario-xml-security-java/dnString-8-IAIK.xml#0
        santuario-xml-security-java/dnString-8-SUN.xml#0
        santuario-xml-security-java/dsa_1024_sha1_exc-c14n.xml#0
        santuario-xml-security-java/signature-enveloped-dsa.xml#0
        santuario-xml-security-java/signature-enveloping-dsa.xml#0
        santuario-xml-security-java/signature-good.xml#0
        santuario-xml-security-java/signature.xml#0
        signxml/enveloping-dsa-x509chain.xml#0
        xmlsec/aleksey-xmldsig-01/enveloping-dsa-x509chain
        xmlsec/aleksey-xmldsig-01/enveloping-sha256-dsa2048-der-encoded-key-value
        xmlsec/aleksey-xmldsig-01/enveloping-sha256-dsa2048-sha256
        xmlsec/aleksey-xmldsig-01/enveloping-sha256-dsa3072-sha256
        xmlsec/merlin-exc-c14n-one/exc-signature
        xmlsec/merlin-xmldsig-twenty-three/signature-enveloping-dsa
        xmlsec/merlin-xmldsig-twenty-three/signature-external-b64-dsa
        xmlsec/merlin-xmldsig-twenty-three/signature-external-dsa
        xmlsec/merlin-xmldsig-twenty-three/signature-keyname
        xmlsec/merlin-xmldsig-twenty-three/signature-x509-crt
        xmlsec/merlin-xmldsig-twenty-three/signature-x509-is
        xmlsec/merlin-xmldsig-twenty-three/signature-x509-ski
        xmlsec/merlin-xpath-filter2-three/sign-xfdl
        xmlsec/phaos-xmldsig-three/signature-dsa-enveloped
        xmlsec/phaos-xmldsig-three/signature-dsa-enveloping
        xmlsec/phaos-xmldsig-three/signature-dsa-manifest
        """

    private static let md5AndRIPEMD = """
        signxml/enveloping-md5-rsa-md5.xml#0
        xmlsec/aleksey-xmldsig-01/enveloped-ripemd160-ecdsa-ripemd160
        xmlsec/aleksey-xmldsig-01/enveloping-md5-hmac-md5
        xmlsec/aleksey-xmldsig-01/enveloping-md5-hmac-md5-64
        xmlsec/aleksey-xmldsig-01/enveloping-md5-rsa-md5
        xmlsec/aleksey-xmldsig-01/enveloping-ripemd160-hmac-ripemd160
        xmlsec/aleksey-xmldsig-01/enveloping-ripemd160-hmac-ripemd160-64
        xmlsec/merlin-xmlenc-five/encsig-ripemd160-hmac-ripemd160-kw-tripledes
        xmlsec/phaos-xmldsig-three/signature-hmac-md5-c14n-enveloping
        """

    private static let sha224 = """
        xmlsec/aleksey-xmldsig-01/enveloped-sha224-ecdsa-sha224
        xmlsec/aleksey-xmldsig-01/enveloped-sha224-rsa-pss-sha224
        xmlsec/xmldsig11-interop-2012/signature-enveloping-hmac-sha224
        xmlsec/xmldsig11-interop-2012/signature-enveloping-p256_sha224
        xmlsec/xmldsig11-interop-2012/signature-enveloping-p384_sha224
        xmlsec/xmldsig11-interop-2012/signature-enveloping-p521_sha224
        xmlsec/xmldsig11-interop-2012/signature-enveloping-rsa-sha224
        """

    private static let sha3 = """
        xmlsec/aleksey-xmldsig-01/enveloped-sha3_224-ecdsa-sha3_224
        xmlsec/aleksey-xmldsig-01/enveloped-sha3_224-rsa-pss-sha3_224
        xmlsec/aleksey-xmldsig-01/enveloped-sha3_256-rsa-pss-sha3_256
        xmlsec/aleksey-xmldsig-01/enveloped-sha3_384-ecdsa-sha3_384
        xmlsec/aleksey-xmldsig-01/enveloped-sha3_384-rsa-pss-sha3_384
        xmlsec/aleksey-xmldsig-01/enveloped-sha3_512-ecdsa-sha3_512
        xmlsec/aleksey-xmldsig-01/enveloped-sha3_512-rsa-pss-sha3_512
        xmlsec/aleksey-xmldsig-01/enveloping-rsa-pss-sha3_224
        xmlsec/aleksey-xmldsig-01/enveloping-rsa-pss-sha3_384
        xmlsec/aleksey-xmldsig-01/enveloping-rsa-pss-sha3_512
        """

    private static let sha224Digests = """
        xmlsec/xmldsig11-interop-2012/signature-enveloping-sha224-rsa_sha256
        """

    private static let truncatedHMACs = """
        xmlsec/aleksey-xmldsig-01/enveloping-sha256-hmac-sha256-64
        xmlsec/xmldsig11-interop-2012/signature-enveloping-hmac-sha1-truncated40
        """

    private static let referencesWithoutURI = """
        python-xmlsec/sign2-out.xml#0
        python-xmlsec/sign3-out.xml#0
        python-xmlsec/sign5-out-xmlsec_1_2_36_to_37.xml#0
        python-xmlsec/sign5-out.xml#0
        xmlseclibs/sign-basic-test.res#0
        xmlseclibs/sign-c14-comments.res#0
        xmlseclibs/sign-formatted-test.xml#0
        xmlseclibs/sign-sha256-rsa-sha256-test.res#0
        xmlseclibs/xml-max-namespaces.xml#0
        xmlseclibs/xml-max-transforms.xml#0
        xmlseclibs/xml-sign-prefix-pfx.res#0
        """

    private static let externalReferences = """
        santuario/xmldsig/c14n11/xmlbase-c14n11spec-102-IAIK
        santuario/xmldsig/c14n11/xmlbase-c14n11spec-102-IBM
        santuario/xmldsig/c14n11/xmlbase-c14n11spec-102-ORCL
        santuario/xmldsig/c14n11/xmlbase-c14n11spec-102-SUN
        santuario/xmldsig/c14n11/xmlbase-c14n11spec-102-UPC
        santuario/xmldsig/c14n11/xmlbase-c14n11spec2-102-IAIK
        santuario/xmldsig/c14n11/xmlbase-c14n11spec2-102-IBM
        santuario/xmldsig/c14n11/xmlbase-c14n11spec2-102-ORCL
        santuario/xmldsig/c14n11/xmlbase-c14n11spec2-102-SUN
        santuario/xmldsig/c14n11/xmlbase-c14n11spec3-103-IAIK
        santuario/xmldsig/c14n11/xmlbase-c14n11spec3-103-IBM
        santuario/xmldsig/c14n11/xmlbase-c14n11spec3-103-ORCL
        santuario/xmldsig/c14n11/xmlbase-c14n11spec3-103-SUN
        santuario/xmldsig/c14n11/xmlbase-c14n11spec3-103-UPC
        santuario/xmldsig/c14n11/xmlbase-prop-2-IAIK
        santuario/xmldsig/c14n11/xmlbase-prop-2-IBM
        santuario/xmldsig/c14n11/xmlbase-prop-2-ORCL
        santuario/xmldsig/c14n11/xmlbase-prop-2-SUN
        santuario/xmldsig/c14n11/xmlbase-prop-2-UPC
        santuario/xmldsig/c14n11/xmlbase-prop-3-IAIK
        santuario/xmldsig/c14n11/xmlbase-prop-3-IBM
        santuario/xmldsig/c14n11/xmlbase-prop-3-ORCL
        santuario/xmldsig/c14n11/xmlbase-prop-3-SUN
        santuario/xmldsig/c14n11/xmlbase-prop-3-UPC
        santuario/xmldsig/c14n11/xmlbase-prop-4-IAIK
        santuario/xmldsig/c14n11/xmlbase-prop-4-IBM
        santuario/xmldsig/c14n11/xmlbase-prop-4-ORCL
        santuario/xmldsig/c14n11/xmlbase-prop-4-SUN
        santuario/xmldsig/c14n11/xmlbase-prop-4-UPC
        santuario/xmldsig/c14n11/xmlbase-prop-6-IAIK
        santuario/xmldsig/c14n11/xmlbase-prop-6-IBM
        santuario/xmldsig/c14n11/xmlbase-prop-6-ORCL
        santuario/xmldsig/c14n11/xmlbase-prop-6-SUN
        santuario/xmldsig/c14n11/xmlbase-prop-6-UPC
        santuario/xmldsig/c14n11/xmlbase-prop-7-IAIK
        santuario/xmldsig/c14n11/xmlbase-prop-7-IBM
        santuario/xmldsig/c14n11/xmlbase-prop-7-ORCL
        santuario/xmldsig/c14n11/xmlbase-prop-7-SUN
        santuario/xmldsig/c14n11/xmlbase-prop-7-UPC
        santuario/xmldsig/c14n11/xmlid-1-IAIK
        santuario/xmldsig/c14n11/xmlid-1-IBM
        santuario/xmldsig/c14n11/xmlid-1-ORCL
        santuario/xmldsig/c14n11/xmlid-1-SUN
        santuario/xmldsig/c14n11/xmlid-1-UPC
        santuario/xmldsig/c14n11/xmllang-1-IAIK
        santuario/xmldsig/c14n11/xmllang-1-IBM
        santuario/xmldsig/c14n11/xmllang-1-ORCL
        santuario/xmldsig/c14n11/xmllang-1-SUN
        santuario/xmldsig/c14n11/xmllang-1-UPC
        santuario/xmldsig/c14n11/xmllang-2-IAIK
        santuario/xmldsig/c14n11/xmllang-2-IBM
        santuario/xmldsig/c14n11/xmllang-2-ORCL
        santuario/xmldsig/c14n11/xmllang-2-SUN
        santuario/xmldsig/c14n11/xmllang-2-UPC
        santuario/xmldsig/c14n11/xmlspace-2-IAIK
        santuario/xmldsig/c14n11/xmlspace-2-IBM
        santuario/xmldsig/c14n11/xmlspace-2-ORCL
        santuario/xmldsig/c14n11/xmlspace-2-SUN
        santuario/xmldsig/c14n11/xmlspace-2-UPC
        santuario/xmldsig/c14n11/xmlspace-4-IAIK
        santuario/xmldsig/c14n11/xmlspace-4-IBM
        santuario/xmldsig/c14n11/xmlspace-4-ORCL
        santuario/xmldsig/c14n11/xmlspace-4-SUN
        santuario/xmldsig/c14n11/xmlspace-4-UPC
        santuario/xmldsig/defCan-1-IAIK
        santuario/xmldsig/defCan-1-IBM
        santuario/xmldsig/defCan-1-SUN
        santuario/xmldsig/defCan-2-IAIK
        xmlsec/aleksey-xmldsig-01/enveloping-sha256-rsa-sha256-relationship
        xmlsec/aleksey-xmldsig-01/enveloping-sha256-rsa-sha256-relationship-attr-escape
        xmlsec/aleksey-xmldsig-01/enveloping-sha256-rsa-sha256-relationship-foreign
        xmlsec/aleksey-xmldsig-01/enveloping-sha256-rsa-sha256-relationship-whitespace-legacy
        xmlsec/merlin-xmlenc-five/encsig-hmac-sha256-rsa-oaep-mgf1p
        xmlsec/merlin-xmlenc-five/encsig-sha256-hmac-sha256-kw-aes128
        xmlsec/merlin-xmlenc-five/encsig-sha512-hmac-sha512-kw-aes256
        xmlsec/phaos-xmldsig-three/signature-big
        xmlsec/phaos-xmldsig-three/signature-hmac-sha1-exclusive-c14n-comments-detached
        xmlsec/phaos-xmldsig-three/signature-rsa-detached
        xmlsec/xmldsig2ed-tests/defCan-1
        xmlsec/xmldsig2ed-tests/defCan-2
        """

    private static let xpath = """
        samlsig/samael/xpath_transform#0
        xmlsec/aleksey-xmldsig-01/enveloped-sha1-rsa-sha1
        xmlsec/aleksey-xmldsig-01/enveloped-sha1-rsa-sha1~2
        xmlsec/aleksey-xmldsig-01/enveloped-sha1-rsa-sha1~3
        xmlsec/aleksey-xmldsig-01/enveloped-sha256-ecdsa-sha256
        xmlsec/aleksey-xmldsig-01/enveloped-sha256-rsa-pss-sha256
        xmlsec/aleksey-xmldsig-01/enveloped-sha384-rsa-pss-sha384
        xmlsec/aleksey-xmldsig-01/enveloped-sha512-rsa-pss-sha512
        xmlsec/aleksey-xmldsig-01/enveloped-x509-digest-sha256
        xmlsec/aleksey-xmldsig-01/enveloped-x509-digest-sha384
        xmlsec/aleksey-xmldsig-01/enveloped-x509-digest-sha3_224
        xmlsec/aleksey-xmldsig-01/enveloped-x509-digest-sha3_256
        xmlsec/aleksey-xmldsig-01/enveloped-x509-issuerserial
        xmlsec/aleksey-xmldsig-01/enveloped-x509-missing-cert
        xmlsec/aleksey-xmldsig-01/enveloped-x509-missing-cert~2
        xmlsec/aleksey-xmldsig-01/enveloped-x509-missing-cert~3
        xmlsec/aleksey-xmldsig-01/enveloped-x509-missing-cert~4
        xmlsec/aleksey-xmldsig-01/enveloped-x509-same-subj-cert
        xmlsec/aleksey-xmldsig-01/enveloped-x509-same-subj-cert~2
        xmlsec/aleksey-xmldsig-01/enveloped-x509-same-subj-cert~3
        xmlsec/aleksey-xmldsig-01/enveloped-x509-ski
        xmlsec/aleksey-xmldsig-01/enveloped-x509-subjectname
        xmlsec/aleksey-xmldsig-01/enveloped-x509-subjectname~2
        xmlsec/aleksey-xmldsig-01/enveloped-x509-subjectname~3
        xmlsec/aleksey-xmldsig-01/enveloped-x509-subjectname~4
        xmlsec/phaos-xmldsig-three/signature-rsa-xpath-transform-enveloped
        """

    private static let xpathFilters = """
        signxml/x509data-test.xml#0
        """

    private static let smallKeys = """
        santuario-xml-security-java/c14n10-signature-enveloping-rsa-sha256.xml#0
        santuario-xml-security-java/c14n10-signature-enveloping-sha384-rsa_sha256.xml#0
        santuario-xml-security-java/c14n10-signature-enveloping-sha512-rsa_sha256.xml#0
        santuario-xml-security-java/certj201_enveloping.xml#0
        santuario-xml-security-java/signature-enveloping-sha384-rsa_sha256.xml#0
        signxml/enveloping-rsa-x509chain.xml#0
        xmldsigjs/enveloping-rsa-x509chain.xml#0
        xmldsigjs/enveloping-sha256-rsa-sha256.xml#0
        """

    private static let chainsToOtherKinds = """
        xmlsec/aleksey-xmldsig-01/enveloping-sha512-ecdsa-sha512-with-asn1
        """

    private static let chains = """
        xmlsec/phaos-xmldsig-three/signature-rsa-manifest
        """

    private static let ecdsaValues = """
        xmlsec/aleksey-xmldsig-01/enveloped-ecdsa-java-bug
        xmlsec/aleksey-xmldsig-01/enveloping-sha256-ecdsa-sha256_padded
        """
}
