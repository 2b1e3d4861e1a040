import BatchEngine
import Captures
import ProfileProcessing
import SAML2

extension Batch {
    /// The possible differences between two runs, by the members of `RunDescription`, in the order
    /// of the message: the words complete the sentence "Different:".
    private static let differences: KeyValuePairs = [
        "version": "the version of samlkit",
        "inputs": "the inputs",
        "reading": "how inputs are read",
        "selection": "--subject or --search",
        "resultFormat": "the format of the results",
        "shard": "the shard",
        "entryCount": "the number of messages in the input",
        "deduplicates": "--deduplicate",
        "payload": "--payload",
        "hasReport": "--report",
        "redacts": "--redact",
        "redactionKey": "--redaction-key",
        "trustedKeys": "the trusted keys",
        "policies": "the policies",
        "decryptionKeys": "the decryption keys",
        "requiredAttributes": "the required attributes",
        "allAttributes": "--all-attributes",
        "normalization": "the normalization",
        "conditions": "the conditions",
    ]

    /// Returns everything that determines the records of this command.
    func identity(
        of processor: ProfileProcessor, at clock: SAML.Instant, entryCount: Int?
    ) throws -> RunIdentity {
        let options = processor.options
        var description = RunDescription(
            options: options, now: processing.now?.instant, version: Samlkit.version,
            inputs: inputs,
            reading: .init(format: reading.inputFormat?.rawValue, field: reading.field),
            resultFormat: ResultLocation(output).isDatabase ? "sqlite" : try format().rawValue)
        description.selection = [selection.subject, selection.search]
        description.shard = shard.map { [$0.number, $0.count] }
        description.entryCount = entryCount
        description.deduplicates = deduplicate
        description.hasReport = report != nil
        // A random key is not an option; the resumed run uses the first run's key.
        description.redactionKey =
            redaction.redactionKey == nil ? nil : options.redaction?.keyFingerprint
        description.policies = processing.trustOptions.policy.map(\.rawValue).sorted()
        description.decryptionKeys = try processing.trustOptions.decryptionKeyNames()
        return try RunIdentity(now: clock, of: description)
    }

    /// Refuses to resume a run with other options or another input.
    func check(
        _ identity: RunIdentity, against saved: CheckpointOutline?, _ location: ResultLocation
    ) throws(CommandFailure) {
        guard let saved else { return }
        let names = identity.differences(from: saved.identity)
        guard !names.isEmpty else { return }
        let choice = "or delete \(location.partial) to start again."
        guard names != ["entryCount"] else {
            throw CommandFailure(
                .noInput,
                "\(location.name): The input has changed since the run began. Restore it, " + choice
            )
        }
        let known = Self.differences.filter { names.contains($0.key) }
        // An earlier samlkit may have compared something that this one does not.
        let unknown = names.filter { name in !known.contains { $0.key == name } }
        throw CommandFailure(
            .usage,
            "\(location.name): --resume needs the same options and inputs. Different: "
                + "\((known.map(\.value) + unknown).joined(separator: ", ")). Pass the options of "
                + "the first run, " + choice)
    }
}
