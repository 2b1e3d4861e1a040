import XMLSecurity

extension DecryptionKey {
    /// Returns the keys in PEM files.
    static func keys(in files: [String]) throws(CommandFailure) -> [DecryptionKey] {
        try files.map { file throws(CommandFailure) in
            let text = try InputFile.text(file)
            do {
                return try DecryptionKey(pemEncoded: text)
            } catch {
                throw CommandFailure(.usage, "\(file): The file contains no RSA private key.")
            }
        }
    }
}
