import BatchEngine
import Captures
import ProfileProcessing
import SAML2

extension Batch {
    /// The possible differences between two runs, by the members of `RunDescription`, in the order
    /// of the message.
    private enum Difference: String, CaseIterable {
        case version, inputs, reading, resultFormat, shard, entryCount, deduplicates, payload
        case hasReport, redacts, redactionKey, trustedKeys, policies, decryptionKeys
        case requiredAttributes, normalization, conditions

        /// The words that complete the sentence "Different:".
        var words: String {
            switch self {
            case .version: "the version of samlkit"
            case .inputs: "the inputs"
            case .reading: "how inputs are read"
            case .resultFormat: "the format of the results"
            case .shard: "the shard"
            case .entryCount: "the number of messages in the input"
            case .deduplicates: "--deduplicate"
            case .payload: "--payload"
            case .hasReport: "--report"
            case .redacts: "--redact"
            case .redactionKey: "--redaction-key"
            case .trustedKeys: "the trusted keys"
            case .policies: "the policies"
            case .decryptionKeys: "the decryption keys"
            case .requiredAttributes: "the required attributes"
            case .normalization: "the normalization"
            case .conditions: "the conditions"
            }
        }
    }

    /// Returns everything that determines the records of this command.
    func identity(
        of processor: ProfileProcessor, at clock: SAML.Instant, entryCount: Int?
    ) throws -> RunIdentity {
        let options = processor.options
        var description = RunDescription(
            options: options, now: processing.now?.value, version: Samlkit.version, inputs: inputs,
            reading: .init(format: inputFormat?.rawValue, field: field),
            resultFormat: ResultLocation(output).isDatabase ? "sqlite" : try format().rawValue)
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
        guard names != [Difference.entryCount.rawValue] else {
            throw CommandFailure(
                .noInput,
                "\(location.name): The input has changed since the run began. Restore it, " + choice
            )
        }
        let known = Difference.allCases.filter { names.contains($0.rawValue) }
        // An earlier samlkit may have compared something that this one does not.
        let unknown = names.filter { Difference(rawValue: $0) == nil }
        throw CommandFailure(
            .usage,
            "\(location.name): --resume needs the same options and inputs. Different: "
                + "\((known.map(\.words) + unknown).joined(separator: ", ")). Pass the options of "
                + "the "
                + "first run, " + choice)
    }
}
