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
        Self.words(named(trusting: files, requiring: attributes, at: time))
    }

    /// The options with their values, each of which is `nil` for a flag.
    typealias Named = (name: String, value: String?)

    /// Returns options as words of a command line, as a shell reads them.
    static func words(_ options: [Named]) -> [String] {
        options.flatMap { name, value in
            value.map { value in
                // Behind an equals sign no value is an option.
                value.hasPrefix("-")
                    ? ["--\(name)=\(ShellWord.quoted(value))"]
                    : ["--\(name)", ShellWord.quoted(value)]
            } ?? ["--\(name)"]
        }
    }

    /// Returns the options by their names.
    func named(
        trusting files: [String], requiring attributes: [String], at time: SAML.Instant?
    ) -> [Named] {
        func option(_ name: String, _ value: String?) -> [Named] {
            value.map { [(name, $0)] } ?? []
        }
        let required = requiredAttributes + attributes
        return trustOptions.named(trusting: files) + stated.options
            + (queryMessages ? [("query-messages", nil)] : []) + option("query", query)
            + option("now", word(for: time))
            + option("require", required.isEmpty ? nil : required.joined(separator: ","))
            + (allAttributes ? [("all-attributes", nil)] : [])
            + option("normalization", normalization == .cookbook ? nil : normalization.rawValue)
    }
}

extension ProcessingOptions {
    /// The remedies of a report, whose commands come to the same verdicts.
    func remedies(
        trusting files: [String], requiring attributes: [String],
        judging options: ProfileProcessor.Options, _ reading: ReadingOptions
    ) -> ReportRemedies {
        var remedies = ReportRemedies.samlkit
        if options.trust == nil { remedies.verification = nil }
        remedies.inspectionOptions =
            words(trusting: files, requiring: attributes, at: options.context.now) + reading.words
        remedies.clockOptions = clockWords(at: options.context.now)
        return remedies
    }

    /// The words for a message that was judged at the time of the run because its capture has none for it.
    func clockWords(at time: SAML.Instant?) -> [String] {
        guard now == nil || now == .captured, let time else { return [] }
        return ["--now", "\(time)"]
    }

    /// What `--now` is to be for the same verdicts; `nil` for its default.
    private func word(for time: SAML.Instant?) -> String? {
        switch now {
        case .issued: "issued"
        case .captured: "captured"
        case nil: nil
        case .clock: time.map { "\($0)" } ?? "clock"
        case .instant(let instant, _): "\(time ?? instant)"
        }
    }
}

extension TrustOptions {
    /// The options by their names.
    fileprivate func named(trusting files: [String]) -> [ProcessingOptions.Named] {
        func options(_ name: String, _ values: [String]) -> [ProcessingOptions.Named] {
            values.map { (name, $0) }
        }
        return options("trust", trust + files) + options("trust-key", trustKey)
            + options("metadata-signer", metadataSigner)
            + options("metadata-retrieved", metadataRetrieved.map { ["\($0)"] } ?? [])
            + options("metadata-max-age", metadataMaxAge == 30 ? [] : [String(metadataMaxAge)])
            + options("policy", policy.map(\.rawValue)) + options("decryption-key", decryptionKey)
    }
}
