internal import AdobePass
internal import CryptoExtras
internal import PayloadCoding
internal import WireText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Encrypts user metadata with the programmer's public key.
struct MetadataEncryptor: Sendable {
    let settings: SandboxConfiguration.MetadataEncryption?

    /// The names of the values that are encrypted.
    func isEncrypted(_ name: String) -> Bool {
        settings?.keys.contains { isSame($0, name) } ?? false
    }

    /// Base64 of the encrypted value: the text itself, or the JSON of anything else.
    func encrypt(_ value: JSONValue) throws(Refusal) -> String {
        guard let settings else { return "" }
        do {
            let key = try _RSA.Encryption.PublicKey(pemRepresentation: settings.publicKey)
            let plain = value.text.map { Data($0.utf8) } ?? Data(value.bytes)
            let bytes = try key.encrypt(
                plain,
                padding: settings.padding == .oaep ? .PKCS1_OAEP : ._WEAK_AND_INSECURE_PKCS_V1_5)
            return Base64.text(bytes)
        } catch {
            throw Refusal(
                500, .invalidConfigurationUserMetadataCertificate,
                "metadataNotEncrypted",
                "User metadata could not be encrypted: give an RSA public key long enough for it.")
        }
    }
}
