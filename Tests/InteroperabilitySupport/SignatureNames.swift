internal import XMLCore
package import XMLSecurity

extension XMLDSig.SignatureMethod {
    /// HMAC with SHA-1.
    package static let hmacSHA1 = Self(rawValue: "http://www.w3.org/2000/09/xmldsig#hmac-sha1")
    /// HMAC with SHA-256.
    package static let hmacSHA256 = Self(
        rawValue: "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256")
    /// HMAC with SHA-384.
    package static let hmacSHA384 = Self(
        rawValue: "http://www.w3.org/2001/04/xmldsig-more#hmac-sha384")
    /// HMAC with SHA-512.
    package static let hmacSHA512 = Self(
        rawValue: "http://www.w3.org/2001/04/xmldsig-more#hmac-sha512")
}

extension XML.QualifiedName {
    private static func ds(_ localName: String) -> XML.QualifiedName {
        XML.QualifiedName(
            localName, in: XML.Namespace(rawValue: "http://www.w3.org/2000/09/xmldsig#"))
    }

    static let canonicalizationMethod = ds("CanonicalizationMethod")
    static let digestMethod = ds("DigestMethod")
    static let digestValue = ds("DigestValue")
    static let hmacOutputLength = ds("HMACOutputLength")
    static let keyInfo = ds("KeyInfo")
    static let object = ds("Object")
    static let reference = ds("Reference")
    static let signature = ds("Signature")
    static let signatureMethod = ds("SignatureMethod")
    static let signatureValue = ds("SignatureValue")
    static let signedInfo = ds("SignedInfo")
    static let transform = ds("Transform")
    static let transforms = ds("Transforms")
    static let x509Certificate = ds("X509Certificate")
    static let x509Data = ds("X509Data")

    static let inclusiveNamespaces = XML.QualifiedName(
        "InclusiveNamespaces",
        in: XML.Namespace(rawValue: "http://www.w3.org/2001/10/xml-exc-c14n#"))

    static let algorithm = XML.QualifiedName("Algorithm")
    static let prefixList = XML.QualifiedName("PrefixList")
    static let type = XML.QualifiedName("Type")
    static let uri = XML.QualifiedName("URI")
}
