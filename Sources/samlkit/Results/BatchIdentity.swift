import BatchEngine
import Captures
import ProfileProcessing
import SAML2

extension Batch {
    /// What a difference in the input's size is called.
    private static let entryCountKind = "the number of messages in the input"

    /// Everything that decides what the records of this command say.
    func identity(
        of processor: ProfileProcessor, at clock: SAML.Instant, entryCount: Int?
    ) throws -> RunIdentity {
        let options = processor.options
        let context = options.context
        var identity = RunIdentity(now: clock)
        identity.add("the version of samlkit", [Samlkit.version])
        identity.add("the inputs", inputs)
        identity.add("how inputs are read", [inputFormat?.rawValue ?? "", field ?? ""])
        identity.add(
            "the format of the results",
            [ResultLocation(output).isDatabase ? "sqlite" : try format().rawValue])
        identity.add("the shard", shard.map { ["\($0.number)", "\($0.count)"] } ?? [])
        identity.add(Self.entryCountKind, entryCount.map { ["\($0)"] } ?? [])
        identity.add("--deduplicate", ["\(deduplicate)"])
        identity.add("--payload", ["\(payload)"])
        identity.add("--report", ["\(report != nil)"])
        identity.add("--redact", ["\(redaction.isOn)"])
        identity.add(
            "--redaction-key",
            try redaction.redactionKey.map { _ in try redaction.key()?.map { "\($0)" } ?? [] } ?? []
        )
        identity.add("the trusted keys", options.trust?.inventory ?? ["none"])
        identity.add(
            "the policies", processing.trustOptions.policy.map(\.rawValue).sorted())
        identity.add("the decryption keys", processing.trustOptions.decryptionKey)
        identity.add("the required attributes", options.requiredAttributes)
        identity.add("the normalization", ["\(options.normalization)"])
        identity.add(
            "the conditions",
            [
                processing.now?.value.description, "\(context.clockSkew)", context.audience,
                context.issuer, context.recipient, context.inResponseTo, "\(context.profile)",
                context.isUnsolicited ? "unsolicited" : nil,
                options.judgesQueries ? "queries" : nil,
            ].map { $0.map { "=" + $0 } ?? "" } + queryText(context.query))
        return identity
    }

    private func queryText(_ query: SAML.AttributeQuery?) -> [String] {
        guard let query else { return [] }
        return [query.id ?? "", query.subject?.nameID?.value ?? ""]
            + query.requestedAttributes.map(\.name)
    }

    /// Refuses to go on with a run of other options, or over another input.
    func check(
        _ identity: RunIdentity, against saved: CheckpointOutline?, _ location: ResultLocation
    ) throws(CommandFailure) {
        guard let saved else { return }
        let differences = identity.differences(from: saved.identity)
        guard !differences.isEmpty else { return }
        let choice = "or delete \(location.partial) to start from the beginning."
        guard differences != [Self.entryCountKind] else {
            throw CommandFailure(
                .noInput,
                "\(location.name): The input has changed since the run began. Restore it, " + choice
            )
        }
        throw CommandFailure(
            .usage,
            "\(location.name): --resume goes on with the same options only. What differs: "
                + "\(differences.joined(separator: ", ")). Give the options of the first run, "
                + choice)
    }
}
