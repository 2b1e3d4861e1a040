internal import PayloadCoding
internal import XMLCore

/// An `EncryptedData` or `EncryptedKey` (XML Encryption, section 3.1), read as strictly as needed.
struct EncryptedType {
    let element: XML.Element
    let method: XMLEnc.EncryptionMethod
    let methodElement: XML.Element
    let keyInfo: XML.Element?
    let cipherValue: [UInt8]

    init(_ element: XML.Element) throws(DecryptionFailure) {
        let methods = Array(element.childElements(named: .encryptionMethod))
        let data = Array(element.childElements(named: .cipherData))
        let keyInfos = Array(element.childElements(named: .keyInfo))
        guard methods.count == 1, data.count == 1, keyInfos.count <= 1,
            let algorithm = methods[0][attribute: .algorithm]
        else { throw DecryptionFailure(.malformedEncryption, at: element) }
        self.element = element
        method = XMLEnc.EncryptionMethod(rawValue: algorithm)
        methodElement = methods[0]
        keyInfo = keyInfos.first
        cipherValue = try Self.cipherValue(in: data[0])
    }

    private static func cipherValue(in data: XML.Element) throws(DecryptionFailure) -> [UInt8] {
        let children = Array(data.childElements)
        guard children.count == 1 else { throw DecryptionFailure(.malformedEncryption, at: data) }
        // Nothing is fetched, and nothing elsewhere in the document is read as the cipher text.
        guard !children[0].isNamed(.cipherReference) else {
            throw DecryptionFailure(.externalData, at: children[0])
        }
        guard children[0].isNamed(.cipherValue), let text = children[0].soleText,
            let bytes = try? Base64.decodeWrapped(Array(text.utf8))
        else { throw DecryptionFailure(.malformedEncryption, at: children[0]) }
        return bytes
    }
}
