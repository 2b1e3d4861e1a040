internal import PayloadCoding
internal import XMLCore

/// The degree to which an `EncryptedKey` that may be for another receiver fits the given keys, by what stands beside
/// its cipher text.
///
/// It only says which is tried first: the sender of the message chose all of it.
enum KeyRecipient: Int, Comparable {
    /// It names the public key of a given key.
    case givenKey
    /// It names the receiver.
    case receiver
    /// It names no known receiver.
    case unknown
    /// It names another key, or its cipher text has not the size of a given one.
    case other

    init(of encryptedKey: EncryptedType, keys: [DecryptionKey], receivers: [String]) {
        let named = encryptedKey.keyInfo.map(Self.publicKeys) ?? []
        if named.contains(where: { name in keys.contains { $0.rsa?.publicKey == name } }) {
            self = .givenKey
            return
        }
        let isOfOtherSize =
            encryptedKey.method.keyWrapSize == nil
            && !keys.contains { $0.rsa?.byteCount == encryptedKey.cipherValue.count }
        guard named.isEmpty, !isOfOtherSize else {
            self = .other
            return
        }
        let names =
            [encryptedKey.element[attribute: .recipient]].compactMap(\.self)
            + (encryptedKey.keyInfo?.childElements(named: .keyName).compactMap(\.plainText) ?? [])
        self = names.contains { Self.isName($0, of: receivers) } ? .receiver : .unknown
    }

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// The SubjectPublicKeyInfo, in DER, of each key that a `KeyInfo` has in a certificate or as a value.
    private static func publicKeys(in info: XML.Element) -> [[UInt8]] {
        func bytes(_ element: XML.Element?) -> [UInt8]? {
            element?.plainText.flatMap { try? Base64.decodeWrapped(Array($0.utf8)) }
        }
        let certificates = info.childElements(named: .x509Data)
            .flatMap { $0.childElements(named: .x509Certificate) }
        let values = info.childElements(named: .keyValue)
            .flatMap { $0.childElements(named: .rsaKeyValue) }
        return certificates.prefix(4).compactMap { element in
            bytes(element).flatMap { try? SubjectPublicKey(derEncoded: $0).spki }
        }
            + values.prefix(4).compactMap { element in
                guard let modulus = bytes(element.firstChild(named: .modulus)),
                    let exponent = bytes(element.firstChild(named: .exponent))
                else { return nil }
                return try? TrustedKey.publicKeyInfo(rsaModulus: modulus, exponent: exponent)
            }
    }

    /// Returns whether a name is one of the receiver's: its address, or the first part or all of its host.
    private static func isName(_ name: String, of receivers: [String]) -> Bool {
        let forms = Self.forms(of: name)
        return receivers.contains { !forms.isDisjoint(with: Self.forms(of: $0)) }
    }

    private static func forms(of name: String) -> Set<String> {
        let text = name.prefix(256).lowercased().filter { !$0.isWhitespace }
        guard let scheme = text.firstRange(of: "://") else { return [text] }
        let host = String(text[scheme.upperBound...].prefix { $0 != "/" && $0 != ":" })
        return [text, host, String(host.prefix { $0 != "." })]
    }
}
