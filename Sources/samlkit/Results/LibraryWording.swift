import BatchEngine
import ProfileProcessing
import Reports
import SAML2
import SignatureDiagnostics
import WireText
import XMLCore

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
        remedies.words = { reason in
            let page = ReasonPage.page(of: reason.likelyCause ?? reason.code.rawValue)
            return Words(what: reason.statement, action: reason.remedy?.words ?? page?.action)
        }
        remedies.savedWords = { code, cause, sentence in
            let page = ReasonPage.page(of: cause ?? code)
            // Earlier versions saved other words about damage; about keys, names and times only the sentence has the
            // values.
            let isDamage = cause.flatMap(SignatureExplanation.Hypothesis.init)?.isOfKey == false
            let what = isDamage ? page?.sentence : sentence
            return Words(what: what ?? sentence ?? page?.sentence ?? code, action: page?.action)
        }
        remedies.explanation = "samlkit explain"
        return remedies
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

    /// Returns the cause, the remedy, and where to read about it: the cause before the symptom.
    ///
    /// - Parameter place: The position, as it stands after the code.
    /// - Returns: The lines, those after the first indented.
    func lines(at place: String = "") -> [ScreenLine] {
        let symptom: ScreenLine = "\(.bad, code)\(place): \(words)"
        guard let likelyCause else { return [symptom] }
        let more: ScreenLine =
            "  likely cause: \(.title, likelyCause) (samlkit explain \(likelyCause))"
        let key: ScreenLine? = found.flatMap {
            $0.hasPrefix("SHA-256 ") ? "  certificate: \($0)" : nil
        }
        let action: ScreenLine? =
            remedy == nil ? ReasonPage.page(of: likelyCause).map { "  \($0.action)" } : nil
        guard sentence == nil, let damage else {
            return [symptom] + [action, key, more].compactMap(\.self)
        }
        return [ScreenLine(damage.explanation)] + [action, "  \(symptom)", more].compactMap(\.self)
    }
}

extension Note {
    /// What is noted and the remedy, the second line indented.
    var lines: [String] {
        let place = position.map { " [\($0.line):\($0.column)]" } ?? ""
        return ["\(code)\(place): \(message)", "  \(action)"]
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
    /// The text as one argument of a shell's command line.
    fileprivate var argument: String { ShellWord.quoted(SAML.Discrepancy.shortened(self)) }
}
