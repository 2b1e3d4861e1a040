import XMLSecurity

extension DecryptionKey {
    /// Returns the keys in PEM files.
    static func keys(in files: [String]) throws(CommandFailure) -> [DecryptionKey] {
        try files.map { file throws(CommandFailure) in
            let bytes = try InputFile.bytes(file)
            do throws(TrustedKeyError) {
                return try DecryptionKey(pemEncoded: String(decoding: bytes, as: UTF8.self))
            } catch {
                throw TrustFileKind(bytes, of: file, for: .decryptionKey).failure(error)
            }
        }
    }
}

extension TrustFileKind {
    /// Returns the failure of an option whose file gives no key; the error adds what is wrong with a key that was expected.
    func failure(_ error: TrustedKeyError) -> CommandFailure {
        let explains = content.map(option.isMet) ?? false
        let detail = error.code == .invalidPEM ? error.detail : error.description
        return CommandFailure(
            .usage, sentence + (explains ? detail.map { " \($0)" } ?? "" : ""))
    }
}
