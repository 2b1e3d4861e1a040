import PassTokens
import XMLSecurity

/// The private keys that Adobe Pass encrypts user metadata to.
enum MetadataKeys {
    /// What decrypts with the keys in these files, or `nil` when none was named.
    static func decryptor(_ files: [String]) throws(CommandFailure) -> UserMetadataDecryptor? {
        guard !files.isEmpty else { return nil }
        var keys: [DecryptionKey] = []
        for file in files {
            let text = String(decoding: try InputFile.bytes(file), as: UTF8.self)
            do throws(TrustedKeyError) {
                keys.append(try DecryptionKey(pemEncoded: text))
            } catch {
                throw CommandFailure(.usage, "\(file): There is no RSA private key in it.")
            }
        }
        return UserMetadataDecryptor(keys: keys)
    }
}
