internal import CryptoExtras
internal import WireText
internal import XMLCore

/// The private keys of the parties that a sandbox plays, by name, as PEM.
///
/// A key is made when it is first needed and kept with the state, so that what was signed before a
/// restart can be verified after it.
enum SandboxKeys {
    static let mediaTokens = "media-tokens"
    static let serviceTokens = "service-tokens"
    static let serviceProvider = "service-provider"
    static func mvpd(_ id: String) -> String { "mvpd:\(id)" }

    static func make() throws -> String {
        try _RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8PEMRepresentation
    }
}

extension SandboxState {
    /// The private key with a name.
    func key(_ name: String) throws -> String {
        if let key = keys[ByteExactName(name)] { return key.pem }
        let record = KeyRecord(pem: try SandboxKeys.make())
        try keys.put(record, ByteExactName(name), limit: .max / 16, mirror: mirror)
        return record.pem
    }
}

/// A private key.
struct KeyRecord: Codable, Sendable, Redacted {
    let pem: String

    /// Nothing of the key.
    var description: String { "KeyRecord" }
}
