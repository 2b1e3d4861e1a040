import ArgumentParser
import ProfileProcessing

/// Whether records show values or hashes.
struct RedactionOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Put a keyed hash in the place of every attribute value and subject identifier. The "
                + "same value has the same hash within the run."))
    var redact = false

    @Option(
        help: ArgumentHelp(
            "A file whose bytes are the key, at least 16, for hashes that are the same in other "
                + "runs; implies --redact (default: a random key that is not kept).",
            valueName: "file"), completion: .file())
    var redactionKey: String?

    /// Whether hashes are wanted.
    var isOn: Bool { redact || redactionKey != nil }

    /// The bytes of the key, `nil` when values are to be shown.
    ///
    /// Without a file each call makes another one.
    func key() throws(CommandFailure) -> [UInt8]? {
        guard isOn else { return nil }
        guard let redactionKey else {
            var generator = SystemRandomNumberGenerator()
            return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        return try InputFile.bytes(redactionKey)
    }

    /// The redaction with a key, such as the one a run that is continued began with.
    func redaction(key: [UInt8]?) throws(CommandFailure) -> Redaction? {
        guard let key else { return nil }
        do throws(Redaction.KeyError) {
            return try Redaction(key: key)
        } catch {
            throw CommandFailure(.usage, "\(redactionKey ?? "The key"): \(error)")
        }
    }

    /// Refuses what would show the values all the same.
    func validate(includingPayload includesPayload: Bool) throws {
        if isOn, includesPayload {
            throw ValidationError(
                "--payload puts the whole message into the records, which --redact is to hide.")
        }
    }
}
