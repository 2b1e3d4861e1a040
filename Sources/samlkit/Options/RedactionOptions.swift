import ArgumentParser
import ProfileProcessing

/// The options that replace values with hashes.
struct RedactionOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Replace attribute values and subject identifiers with keyed hashes. Equal values have "
                + "equal hashes within the run."))
    var redact = false

    @Option(
        help: .file(
            "A file with the key, at least 16 bytes, so that hashes are equal across runs; implies "
                + "--redact (default: a random key, discarded after the run)."), completion: .file()
    )
    var redactionKey: String?

    /// A Boolean value that indicates whether values are replaced with hashes.
    var isOn: Bool { redact || redactionKey != nil }

    /// Returns the bytes of the key, or `nil` if values are shown.
    ///
    /// Without a file, each call makes a new key.
    func key() throws(CommandFailure) -> [UInt8]? {
        guard isOn else { return nil }
        guard let redactionKey else {
            return (0..<32).map { _ in UInt8.random(in: 0...255) }
        }
        return try InputFile.bytes(redactionKey)
    }

    /// Returns the redaction with a key, such as the key of the run to resume.
    func redaction(key: [UInt8]?) throws(CommandFailure) -> Redaction? {
        guard let key else { return nil }
        do throws(Redaction.KeyError) {
            return try Redaction(key: key)
        } catch {
            throw CommandFailure(.usage, "\(redactionKey ?? "The key"): \(error)")
        }
    }
}
