import BatchEngine
import ProfileProcessing
import Reports
import SAML2
import SignatureDiagnostics

extension ReportRemedies {
    /// The remedies of a report, as commands and options of samlkit.
    static var samlkit: ReportRemedies {
        var remedies = ReportRemedies()
        remedies.noMessages = "Pass the results of a run that read messages to samlkit report."
        remedies.notVerified = "Run samlkit batch with --trust."
        remedies.noCertificates = "Run samlkit report with the --trust files of samlkit batch."
        remedies.noRequiredAttributes =
            "With --require, the table shows required attributes."
        remedies.inspection = "samlkit inspect"
        remedies.verification = "samlkit verify"
        remedies.cause = { ReasonPage.shortForms[$0] }
        remedies.words = { reason in
            let words = Self.words(
                reason.code.rawValue, reason.likelyCause, reason.sentence, reason.message)
            return Words(what: words.what, action: reason.remedy?.words ?? words.action)
        }
        remedies.savedWords = { code, cause, sentence in
            // What is known of damage is in its short form; of keys, names and times in the sentence.
            let isDamage = cause.flatMap(SignatureExplanation.Hypothesis.init)?.isOfKey == false
            return words(code, cause, isDamage ? nil : sentence, sentence)
        }
        remedies.explanation = "samlkit explain"
        return remedies
    }
}

extension ReportRemedies {
    /// What happened to one message, and what to do: the cause before the symptom.
    private static func words(
        _ code: String, _ cause: String?, _ sentence: String?, _ message: String?
    ) -> Words {
        let page = cause.flatMap(ReasonPage.page) ?? ReasonPage.page(of: code)
        let phrase = cause.flatMap { ReasonPage.phrase(of: $0, count: 1) }
        let what =
            sentence ?? phrase.map { "The message \($0)." } ?? message ?? page?.meaning ?? code
        return Words(what: what, action: page?.action)
    }
}

extension SavedResultsError {
    /// The error and its remedy, in words.
    var words: String {
        let remedy: String? =
            switch code {
            case .notResults: "Pass NDJSON, CSV or SQLite that samlkit batch wrote."
            case .compressed: "Decompress it first: gzip -dc FILE | samlkit report -"
            case .databaseUnsupported:
                "Rebuild samlkit with: swift build -c release --traits SQLite --product samlkit"
            case .newerVersion: "Use the samlkit version that wrote them, or a later one."
            case .unreadable, .lineTooLong, .databaseUnreadable: nil
            }
        return description + (remedy.map { " " + $0 } ?? "")
    }
}

extension Reason {
    /// The sentence with what was expected and what was found, or else the message, and the option that
    /// helps, if there is one.
    var words: String {
        let remedy = code == .noDecryptionKey ? "Pass it with --decryption-key." : remedy?.words
        return (sentence ?? message) + (remedy.map { " \($0)" } ?? "")
    }

    /// What happened, what to do, and where to read about it: the cause before the symptom.
    ///
    /// - Parameter place: The position, as it stands after the code.
    /// - Returns: The lines, those after the first indented.
    func lines(at place: String = "") -> [String] {
        let symptom = "\(code)\(place): \(words)"
        guard let likelyCause else { return [symptom] }
        let more = "  likely cause: \(likelyCause) (samlkit explain \(likelyCause))"
        let key = found.flatMap { $0.hasPrefix("SHA-256 ") ? "  certificate: \($0)" : nil }
        guard sentence == nil, let phrase = ReasonPage.phrase(of: likelyCause, count: 1) else {
            return [symptom] + [key, more].compactMap(\.self)
        }
        let action = ReasonPage.page(of: likelyCause).map { "  \($0.action)" }
        return ["The message \(phrase)."] + [action, "  \(symptom)", more].compactMap(\.self)
    }
}

extension SignatureExplanation.Hypothesis {
    /// A Boolean value that indicates whether it is about whose key it was, and not about damage.
    fileprivate var isOfKey: Bool { self == .untrustedCertificate || self == .signedByOtherKey }
}

extension SAML.Remedy {
    /// The remedy as an option or a command.
    var words: String {
        switch self {
        case .clockSkew(let seconds):
            "Compare both clocks with NTP, or grant the difference with --clock-skew \(seconds)."
        case .timeOfReceipt(let start):
            "If it was recorded, pass the time of receipt with --now, such as --now \(start)."
        case .audience(let name): "If that is your entity ID, pass --audience \(name.argument)."
        case .recipient(let address):
            "If that is your address, pass --recipient \(address.argument)."
        case .request(let id): "If you sent that request, pass --in-response-to \(id.argument)."
        case .issuer(let name): "If you expect that issuer, pass --issuer \(name.argument)."
        case .attributes(let names):
            "If that is what you need, require it by that name: --require "
                + "\(names.joined(separator: ",").argument)."
        case .metadata(let issuer):
            "Get the metadata of \(SAML.Discrepancy.visible(issuer)) from its publisher, and pass it "
                + "with --trust."
        case .currentMetadata:
            "Get the provider's current metadata from its publisher, and pass it with --trust."
        }
    }
}

extension String {
    /// The text as one word of a shell's command line.
    fileprivate var argument: String { ShellWord.quoted(SAML.Discrepancy.shortened(self)) }
}
