internal import ProfileProcessing
internal import SAMLBindings

/// The commands that show a message again, with the options and so the verdict of the run.
struct MessageCommands {
    let all: [String]

    init(_ record: ProfileRecord, _ place: MessageDetail.Place, _ remedies: ReportRemedies) {
        let source = record.source
        let isPlain =
            source.entry == nil && source.line == nil && source.alsoAt.isEmpty && place.number == 1
        var commands: [String] = []
        if let argument = FileArgument(source.file ?? "") {
            let isChosen = !isPlain || argument.isArchive || !place.isOnly
            let selection = isChosen ? " --nth \(place.number)" : ""
            let options = remedies.options(hasOwnTime: source.instant != nil)
            if let inspection = remedies.inspection {
                commands.append("\(inspection) \(argument.text)\(selection)\(options)")
            }
            if let verification = remedies.verification, record.kind != nil,
                record.reasons.contains(where: { $0.code.rawValue.hasPrefix("signature.") })
            {
                commands.append("\(verification) \(argument.text)\(selection)\(options) --explain")
            }
        }
        if let explanation = remedies.explanation, let first = record.reasons.first {
            commands.append("\(explanation) \(record.likelyCause ?? first.code.rawValue)")
        }
        all = commands
    }
}

/// The name of a captured file as an argument; `nil` if a shell cannot be given it.
struct FileArgument {
    let text: String
    /// A Boolean value that indicates whether the file is an archive, with a named member.
    let isArchive: Bool

    init?(_ name: String) {
        let isTypeable = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard !name.isEmpty, name != "-", isTypeable, !name.contains("… (") else { return nil }
        let archive = Self.archive(name)
        isArchive = archive != nil
        let path = archive ?? name
        text = ShellWord.quoted(path.hasPrefix("-") ? "./\(path)" : path)
    }

    /// The archive that a member is in.
    private static func archive(_ name: String) -> String? {
        [".zip/", ".tar/", ".tgz/", ".tar.gz/", ".saz/"].lazy
            .compactMap { name.firstRange(of: $0) }.first
            .map { String(name[..<$0.upperBound].dropLast()) }
    }
}
