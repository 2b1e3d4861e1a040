import PayloadCoding
import ProfileProcessing
import Reports
import SAML2

extension ProcessingOptions {
    /// The options as words of a command line, for another command that comes to the same verdicts.
    ///
    /// - Parameters:
    ///   - files: More files to trust, besides those of `--trust`.
    ///   - attributes: More required attributes, besides `--require`.
    ///   - time: The time that conditions were judged at, if they were.
    /// - Returns: The words, as a shell reads them.
    func words(
        trusting files: [String], requiring attributes: [String], at time: SAML.Instant?
    ) -> [String] {
        func option(_ name: String, _ value: String?) -> [String] {
            value.map { ["--\(name)", ShellWord.quoted($0)] } ?? []
        }
        let required = requiredAttributes + attributes
        return trustOptions.words(trusting: files)
            + stated.options.flatMap { name, value in
                value.map { option(name, $0) } ?? ["--\(name)"]
            }
            + (queryMessages ? ["--query-messages"] : []) + option("query", query)
            + option("now", word(for: time))
            + option("require", required.isEmpty ? nil : required.joined(separator: ","))
            + (allAttributes ? ["--all-attributes"] : [])
            + option("normalization", normalization == .cookbook ? nil : normalization.rawValue)
    }
}

extension ProcessingOptions {
    /// The words for a message that was judged at the time of the run because its capture has none for it.
    func clockWords(at time: SAML.Instant?) -> [String] {
        guard now == nil || now == .captured, let time else { return [] }
        return ["--now", "\(time)"]
    }

    /// What `--now` is to be for the same verdicts; `nil` for its default.
    private func word(for time: SAML.Instant?) -> String? {
        switch now {
        case .issued: "issued"
        case nil, .captured: nil
        case .clock, .instant: time.map { "\($0)" }
        }
    }
}

extension TrustOptions {
    /// The options as words of a command line.
    fileprivate func words(trusting files: [String]) -> [String] {
        func options(_ name: String, _ values: [String]) -> [String] {
            values.flatMap { ["--\(name)", ShellWord.quoted($0)] }
        }
        return options("trust", trust + files) + options("trust-key", trustKey)
            + options("metadata-signer", metadataSigner)
            + options("metadata-retrieved", metadataRetrieved.map { ["\($0)"] } ?? [])
            + options("metadata-max-age", metadataMaxAge == 30 ? [] : [String(metadataMaxAge)])
            + options("policy", policy.map(\.rawValue)) + options("decryption-key", decryptionKey)
    }
}
