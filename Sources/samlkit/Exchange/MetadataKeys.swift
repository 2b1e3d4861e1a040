import PassTokens
import XMLSecurity

/// The private keys that Adobe Pass encrypts user metadata to.
enum MetadataKeys {
    /// What decrypts with the keys in these files, or `nil` when none was named.
    static func decryptor(_ files: [String]) throws(CommandFailure) -> UserMetadataDecryptor? {
        files.isEmpty ? nil : UserMetadataDecryptor(keys: try DecryptionKey.keys(in: files))
    }
}

extension DecryptionKey {
    /// Returns the keys in PEM files.
    static func keys(in files: [String]) throws(CommandFailure) -> [DecryptionKey] {
        try files.map { file throws(CommandFailure) in
            let text = String(decoding: try InputFile.bytes(file), as: UTF8.self)
            do throws(TrustedKeyError) {
                return try DecryptionKey(pemEncoded: text)
            } catch {
                throw CommandFailure(.usage, "\(file): The file contains no RSA private key.")
            }
        }
    }
}
