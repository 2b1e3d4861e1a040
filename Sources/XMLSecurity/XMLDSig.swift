internal import XMLCore

/// The namespace of everything this module says about XML Signature.
///
/// Types are named as in XML Signature Syntax and Processing (W3C Recommendation, second edition
/// and version 1.1).
public enum XMLDSig {
    /// The identifiers of the algorithms that most signatures name.
    static let usualIdentifiers = [
        XML.CanonicalizationMethod.Algorithm.exclusive.rawValue, Reference.envelopedSignature,
        SignatureMethod.rsaSHA256.rawValue, DigestMethod.sha256.rawValue,
    ]
}

extension XML.QualifiedName {
    private static func ds(_ localName: String) -> XML.QualifiedName {
        XML.QualifiedName(
            localName, in: XML.Namespace(rawValue: "http://www.w3.org/2000/09/xmldsig#"))
    }

    static let canonicalizationMethod = ds("CanonicalizationMethod")
    static let digestMethod = ds("DigestMethod")
    static let digestValue = ds("DigestValue")
    static let exponent = ds("Exponent")
    static let keyInfo = ds("KeyInfo")
    static let keyName = ds("KeyName")
    static let keyValue = ds("KeyValue")
    static let modulus = ds("Modulus")
    static let reference = ds("Reference")
    static let rsaKeyValue = ds("RSAKeyValue")
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
    static let uri = XML.QualifiedName("URI")
}
