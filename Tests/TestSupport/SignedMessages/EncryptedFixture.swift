internal import Crypto
internal import CryptoExtras
internal import PayloadCoding
package import XMLSecurity

/// Encrypts parts of messages as a sender would, in any way the tests are about.
package struct EncryptedFixture {
    /// How the key of the content is sent.
    package enum Transport: CaseIterable, Sendable {
        /// RSA-OAEP with its default digest and mask.
        case oaep
        /// RSA-OAEP under its older name.
        case oaepMGF1P
        /// RSA-OAEP with SHA-256.
        case oaepSHA256
        /// RSA PKCS#1 v1.5.
        case rsaPKCS1
        /// AES key wrap.
        case keyWrap
        /// It is not sent: both sides know it.
        case none
    }

    /// Where `EncryptedKey` stands.
    package enum Placement: CaseIterable, Sendable {
        /// In the `KeyInfo` of the data.
        case inKeyInfo
        /// After the data.
        case besideData
        /// After the data, and the data refer to it.
        case retrieved
    }

    /// How the content is encrypted.
    package var method: XMLEnc.EncryptionMethod = .aes256GCM
    /// How its key is sent.
    package var transport = Transport.oaep
    /// Where its key stands.
    package var placement = Placement.inKeyInfo
    /// Whom it is encrypted to.
    package var recipient = ReceiverKeys.first
    /// `EncryptedKey` elements for others, before the receiver's.
    package var otherRecipients = 0
    /// The last word on the bytes of the cipher text.
    package var changingData: ([UInt8]) -> [UInt8] = { $0 }
    /// The last word on the bytes of the encrypted key.
    package var changingKey: ([UInt8]) -> [UInt8] = { $0 }
    /// The last word on the element.
    package var changingXML: (String) throws -> String = { $0 }

    /// Creates what a careful sender writes, but for what is given.
    package init(
        method: XMLEnc.EncryptionMethod = .aes256GCM, transport: Transport = .oaep,
        placement: Placement = .inKeyInfo
    ) {
        self.method = method
        self.transport = transport
        self.placement = placement
    }

    /// Creates what a sender writes, with a last word on the element.
    package init(
        method: XMLEnc.EncryptionMethod = .aes256GCM, transport: Transport = .oaep,
        _ change: @escaping (String) throws -> String
    ) {
        self.init(method: method, transport: transport)
        changingXML = change
    }

    /// The key of the content, always the same, as only tests can afford.
    package var contentKey: [UInt8] { Array((1...32).prefix(keySize)) }

    private var keySize: Int {
        method.rawValue.contains("128") ? 16 : method.rawValue.contains("192") ? 24 : 32
    }

    // MARK: - Bytes

    /// The cipher text of bytes.
    package func cipherText(of bytes: [UInt8]) throws -> [UInt8] {
        let key = SymmetricKey(data: contentKey)
        guard method.rawValue.hasSuffix("cbc") else {
            let nonce = try AES.GCM.Nonce(data: (0..<12).map { UInt8($0) })
            let box = try AES.GCM.seal(bytes, using: key, nonce: nonce)
            return Array(try found(box.combined, "There is no combined form."))
        }
        // The padding of XML Encryption, section 5.2: anything, and its length.
        let count = 16 - bytes.count % 16
        return try cipherText(
            ofPadded: bytes + (1..<count).map { UInt8($0) &* 37 } + [UInt8(count)])
    }

    /// The cipher text of bytes in AES-CBC, padded or not.
    package func cipherText(ofPadded bytes: [UInt8]) throws -> [UInt8] {
        let iv = (0..<16).map { UInt8($0) &* 11 }
        return try iv
            + AES._CBC.encrypt(
                bytes, using: SymmetricKey(data: contentKey), iv: AES._CBC.IV(ivBytes: iv),
                noPadding: true)
    }

    private func encryptedKey(for recipient: ReceiverKeys) throws -> [UInt8] {
        let rsa = try recipient.publicKey()
        switch transport {
        case .oaep, .oaepMGF1P: return try Array(rsa.encrypt(contentKey, padding: .PKCS1_OAEP))
        case .oaepSHA256: return try Array(rsa.encrypt(contentKey, padding: .PKCS1_OAEP_SHA256))
        case .rsaPKCS1:
            return try Array(rsa.encrypt(contentKey, padding: ._WEAK_AND_INSECURE_PKCS_V1_5))
        case .keyWrap, .none:
            return try Array(
                AES.KeyWrap.wrap(
                    SymmetricKey(data: contentKey),
                    using: SymmetricKey(data: ReceiverKeys.wrappingKey)))
        }
    }

    // MARK: - Elements

    /// The element `name`, such as `saml:EncryptedAssertion`, around what bytes are encrypted to.
    package func container(_ name: String, saying bytes: [UInt8]) throws -> String {
        let data = try changingData(cipherText(of: bytes))
        return try container(name, cipherText: data)
    }

    /// The element `name` around cipher text.
    package func container(_ name: String, cipherText: [UInt8]) throws -> String {
        var keys = ""
        if transport != .none {
            for _ in 0..<otherRecipients {
                keys += keyXML(try encryptedKey(for: .other), attributes: "")
            }
            keys += keyXML(
                changingKey(try encryptedKey(for: recipient)),
                attributes: placement == .retrieved ? " Id=\"_key\"" : "")
        }
        let retrieval =
            #"<ds:RetrievalMethod Type="http://www.w3.org/2001/04/xmlenc#EncryptedKey" "#
            + "URI=\"#_key\"/>"
        let (inside, beside) =
            switch placement {
            case .inKeyInfo: (keys, "")
            case .besideData: ("<ds:KeyName>receiver</ds:KeyName>", keys)
            case .retrieved: (retrieval, keys)
            }
        let keyInfo =
            transport == .none
            ? "" : "<ds:KeyInfo xmlns:ds=\"\(Self.ds)\">\(inside)</ds:KeyInfo>"
        return try changingXML(
            """
            <\(name)><xenc:EncryptedData xmlns:xenc="\(Self.xenc)" Type="\(Self.xenc)Element">\
            <xenc:EncryptionMethod Algorithm="\(method.rawValue)"/>\(keyInfo)\
            <xenc:CipherData><xenc:CipherValue>\(Self.base64(cipherText))</xenc:CipherValue>\
            </xenc:CipherData></xenc:EncryptedData>\(beside)</\(name)>
            """)
    }

    private func keyXML(_ bytes: [UInt8], attributes: String) -> String {
        """
        <xenc:EncryptedKey xmlns:xenc="\(Self.xenc)"\(attributes)>\(transportXML)\
        <xenc:CipherData><xenc:CipherValue>\(Self.base64(bytes))</xenc:CipherValue>\
        </xenc:CipherData></xenc:EncryptedKey>
        """
    }

    private var transportXML: String {
        let (method, parameters): (XMLEnc.EncryptionMethod, String) =
            switch transport {
            case .oaep: (.rsaOAEP, "")
            case .oaepMGF1P: (.rsaOAEPWithMGF1SHA1, Self.digestXML("\(Self.ds)sha1"))
            case .oaepSHA256:
                (
                    .rsaOAEP,
                    Self.digestXML("\(Self.xenc)sha256") + Self.maskXML("mgf1sha256")
                )
            case .rsaPKCS1: (.rsaPKCS1, "")
            case .keyWrap, .none: (.aes256KeyWrap, "")
            }
        return "<xenc:EncryptionMethod Algorithm=\"\(method.rawValue)\">\(parameters)"
            + "</xenc:EncryptionMethod>"
    }

    /// A `DigestMethod`.
    package static func digestXML(_ algorithm: String) -> String {
        #"<ds:DigestMethod xmlns:ds="\#(ds)" Algorithm="\#(algorithm)"/>"#
    }

    /// An `MGF`.
    package static func maskXML(_ name: String) -> String {
        #"<xenc11:MGF xmlns:xenc11="\#(xenc11)" Algorithm="\#(xenc11)\#(name)"/>"#
    }

    /// The namespace of XML Signature.
    package static let ds = "http://www.w3.org/2000/09/xmldsig#"
    /// The namespace of XML Encryption.
    package static let xenc = "http://www.w3.org/2001/04/xmlenc#"
    /// The namespace of XML Encryption 1.1.
    package static let xenc11 = "http://www.w3.org/2009/xmlenc11#"

    private static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.encoding(bytes), as: UTF8.self)
    }
}

/// Receivers, whose keys are samples.
package struct ReceiverKeys: Sendable {
    private let name: String

    /// The receiver of the samples.
    package static let first = ReceiverKeys(name: "sample-sp-encryption")
    /// The key it had before.
    package static let previous = ReceiverKeys(name: "sample-sp-signing")
    /// Another receiver.
    package static let other = ReceiverKeys(name: "sample-idp-one")
    /// An AES key that wraps others.
    package static let wrappingKey = [UInt8](repeating: 7, count: 32)

    /// The private key in PEM.
    package func pem() throws -> String {
        String(decoding: try Repository.sample("keys/\(name).key.pem"), as: UTF8.self)
    }

    fileprivate func publicKey() throws -> _RSA.Encryption.PublicKey {
        let text = try pem()
        let start = try found(
            text.firstRange(of: "-----BEGIN ")?.lowerBound, "\(name) is no PEM text.")
        return try _RSA.Encryption.PrivateKey(pemRepresentation: String(text[start...])).publicKey
    }

    /// The private key.
    package func key() throws -> DecryptionKey { try DecryptionKey(pemEncoded: pem()) }

    /// A decryptor with all that a test needs: the receiver's key, and the one that wraps others.
    package static func decryptor(
        _ receivers: [ReceiverKeys] = [first], allowsCBC: Bool = false, allowsRSA15: Bool = false
    ) throws -> Decryptor {
        try Decryptor(
            keys: receivers.map { try $0.key() } + [DecryptionKey(aes: wrappingKey)],
            policy: XMLEnc.Policy(allowsCBC: allowsCBC, allowsRSA15: allowsRSA15))
    }

    /// A decryptor with the same keys that accepts everything there is.
    package static func permissive() throws -> Decryptor {
        try decryptor(allowsCBC: true, allowsRSA15: true)
    }
}

extension String {
    /// The message with its first element of this name encrypted in its place.
    package func encrypting(
        _ name: String, by fixture: EncryptedFixture = EncryptedFixture(),
        saying bytes: [UInt8]? = nil
    ) throws -> String {
        let element = try wholePart(name)
        let container =
            switch name {
            case "saml:NameID": "saml:EncryptedID"
            case "saml:Attribute": "saml:EncryptedAttribute"
            default: "saml:EncryptedAssertion"
            }
        return try changing(
            element, to: fixture.container(container, saying: bytes ?? Array(element.utf8)))
    }
}
