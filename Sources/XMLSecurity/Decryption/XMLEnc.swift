internal import XMLCore

/// The namespace of everything this module says about XML Encryption.
///
/// Types are named as in XML Encryption Syntax and Processing (W3C Recommendation, version 1.1).
public enum XMLEnc {}

extension XML.QualifiedName {
    private static func xenc(_ localName: String) -> XML.QualifiedName {
        XML.QualifiedName(
            localName, in: XML.Namespace(rawValue: "http://www.w3.org/2001/04/xmlenc#"))
    }

    private static func xenc11(_ localName: String) -> XML.QualifiedName {
        XML.QualifiedName(
            localName, in: XML.Namespace(rawValue: "http://www.w3.org/2009/xmlenc11#"))
    }

    static let agreementMethod = xenc("AgreementMethod")
    static let cipherData = xenc("CipherData")
    static let cipherReference = xenc("CipherReference")
    static let cipherValue = xenc("CipherValue")
    static let encryptedData = xenc("EncryptedData")
    static let encryptedKey = xenc("EncryptedKey")
    static let encryptionMethod = xenc("EncryptionMethod")
    static let keySize = xenc("KeySize")

    static let recipient = XML.QualifiedName("Recipient")

    static let derivedKey = xenc11("DerivedKey")
    static let maskGenerationFunction = xenc11("MGF")
}
