internal import SAML2
internal import WireText
internal import XMLSecurity

/// A message of a bundle, for its texts.
struct BundleEntry {
    let file: String
    let command: String
    let codes: [String]
    let counts: [String: Int]
    let notes: [String]
    let signedCount: Int
    let unsignedCount: Int
    private let outcome: String

    /// The codes of the message, or its outcome.
    var shown: [String] { codes.isEmpty ? [outcome] : codes }

    init(_ made: BundleSource.BundledMessage, _ verdict: BundledVerdict, _ record: ProfileRecord) {
        file = made.files.first?.name ?? ""
        command = made.command
        let causes = verdict.causes.sorted()
        var seen: Set<String> = []
        codes = (record.reasons.map { "\($0.code)" } + causes).filter { seen.insert($0).inserted }
        counts = made.counts
        notes = made.notes
        signedCount = made.signedCount
        unsignedCount = made.unsignedCount
        outcome = record.outcome.rawValue
    }

    var summary: String {
        let replaced = counts.values.reduce(0, +)
        return "\(file): \(shown.joined(separator: ", ")); "
            + "\(replaced) values replaced"
    }
}

/// The README and the receipt of a bundle, and the commands in them.
enum BundleText {
    /// The command that judges a message of a bundle.
    struct Command {
        private(set) var text: String
        /// The values in it that come from the options of the run.
        private(set) var values: [String] = []

        init(
            file: String, _ options: ProfileProcessor.Options, trust: String, query: String?
        ) {
            let context = options.context
            text =
                options.trust == nil
                ? "samlkit inspect \(file)" : "samlkit verify --explain \(file)"
            text += trust
            for (name, value) in context.options {
                if let value { add(name, value) } else { text += " --\(name)" }
            }
            if let query { text += " --query \(query)" }
            if context.isTimeOfIssue {
                text += " --now issued"
            } else if let now = context.now {
                text += " --now \(now)"
            }
            if options.policy == .legacySHA1 { text += " --policy legacy-sha1" }
            if options.judgesQueries { text += " --query-messages" }
            for name in options.requiredAttributes { add("require", name) }
        }

        private mutating func add(_ name: String, _ value: String?) {
            guard let value else { return }
            text += " --\(name) \(BundleText.quoted(value))"
            values.append(value)
        }
    }

    private static func quoted(_ value: String) -> String {
        let plain = value.utf8.allSatisfy { $0.isLetterOrDigit || "-._~:/@+=,".utf8.contains($0) }
        return plain && !value.isEmpty
            ? value
            : "'"
                + value.split(separator: "'", omittingEmptySubsequences: false).joined(
                    separator: "'\\''") + "'"
    }

    static func readme(
        of entries: [BundleEntry], without omissions: [SupportBundle.Omission]
    ) -> [UInt8] {
        var text = """
            # Messages that fail

            `samlkit bundle` made this archive. The messages fail as the captured ones do and say nothing about
            anybody: values are pseudonyms, and throw-away keys made the signatures. `RECEIPT.md` lists what was
            replaced. Unpack the archive, and run in its folder:


            """
        for entry in entries {
            text +=
                "- `\(entry.file)`: \(entry.shown.map { "`\($0)`" }.joined(separator: ", "))\n\n"
            text += "      \(entry.command)\n\n"
        }
        if !omissions.isEmpty {
            text += "Not in this bundle, of the messages that were chosen:\n\n"
            for omission in omissions {
                text +=
                    "- message \(omission.number), `\(omission.refusal.code.rawValue)`: "
                    + "\(omission.refusal)\n"
            }
        }
        return Array(text.utf8)
    }

    static func receipt(of entries: [BundleEntry]) -> [UInt8] {
        var text = """
            # Receipt

            Kept: elements, attributes and identifiers that the standards define, names of attributes that many
            providers use, times, white space, punctuation, the length and the kind of every character, and the
            damage. Replaced: everything else. The same value has the same pseudonym in all files of this bundle.

            Not in this bundle: the rest of the capture (addresses, headers, other messages), file names, and any
            private key. The keys that made the signatures and the key of the pseudonyms were in memory only.


            """
        for entry in entries {
            text += "## \(entry.file)\n\n"
            text += "Signatures made again by throw-away keys: \(entry.signedCount)."
            if entry.unsignedCount > 0 {
                text +=
                    " Signatures that could not be made again, and are random: \(entry.unsignedCount)."
            }
            text += "\n" + entry.notes.map { "\($0)\n" }.joined() + "\n"
            text += "| In | Values replaced |\n| --- | --- |\n"
            for (name, count) in entry.counts.sorted(by: { $0.key < $1.key }) {
                text += "| \(name) | \(count) |\n"
            }
            text += "\n"
        }
        return Array(text.utf8)
    }
}
