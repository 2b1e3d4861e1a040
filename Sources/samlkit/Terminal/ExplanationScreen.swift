internal import PayloadCoding
import ProfileProcessing
import SignatureDiagnostics
import WireText
internal import XMLCore
import XMLSecurity

/// The explanation of a signature as a screen of text: the answer first, the evidence below.
struct ExplanationScreen {
    let explanation: SignatureExplanation
    let number: Int
    let count: Int
    /// Returns the metadata's remark on a key, if it has one.
    var keyNote: (TrustedKey) -> String? = { _ in nil }

    private static let labelWidth = 20
    private static let textWidth = 76

    var lines: [ScreenLine] {
        let facts = ExplanationFacts(explanation, keyNote: keyNote)
        let answer = facts.answer.flatMap { row in
            row.lines.enumerated().flatMap { number, text in
                self.row(number == 0 ? row.label : "", text, number == 0 ? tone(of: row) : nil)
            }
        }
        let whole = ScreenLine("the message as a whole", .title)
        guard !explanation.isUnreadable else { return ["", whole] + answer }
        return ["", ScreenLine("signature \(number) of \(count): \(facts.place)", .title)] + answer
            + (explanation.query.map(query) ?? [])
            + (explanation.signedInfo.map(signedInfo) ?? [])
            + (explanation.reference.map(reference) ?? [])
    }

    private func tone(of row: FactRow) -> ScreenLine.Tone? {
        switch row.label {
        case "verdict": explanation.failure == nil ? .good : .bad
        case "likely cause": .title
        default: nil
        }
    }

    private static func state(isSigned: Bool) -> ScreenLine {
        isSigned
            ? ScreenLine("signed by a trusted key", .good)
            : ScreenLine("NOT signed by a trusted key of the issuer", .bad)
    }

    private func query(_ query: SignatureExplanation.Query) -> [ScreenLine] {
        let state = Self.state(isSigned: query.isValid)
        let isUntrusted = explanation.failure?.code == .noTrustedKey
        let trials =
            query.keys.isEmpty
            ? [isUntrusted ? "none: no key is trusted for the issuer" : "none"]
            : query.keys.flatMap(keyLines)
        return ["", "  Query string: \(state)"]
            + row("signature method", query.algorithm ?? "none: there is no SigAlg")
            + trials.enumerated().flatMap { row($0 == 0 ? "keys tried" : "", $1) }
            + difference(query.bytes, query.originalBytes) + listing("bytes signed", query.bytes)
    }

    /// The key that was tried and its outcome, and what the key is known by.
    private func keyLines(of trial: SignatureExplanation.KeyTrial) -> [String] {
        // Keys of others are many, and only the one that fits is of interest.
        if trial.origin == .trustedForOthers, trial.outcome != .madeSignature {
            return [trial.text]
        }
        return [trial.text] + [keyNote(trial.key)].compactMap(\.self) + trial.key.nameLines
    }

    private func signedInfo(_ info: SignatureExplanation.SignedInfo) -> [ScreenLine] {
        let state = Self.state(isSigned: info.isValid)
        let trials =
            !info.keys.isEmpty
            ? info.keys.flatMap(keyLines)
            : [
                info.bytes == nil
                    ? "none: there is no canonical form" : "none: no key is trusted for the issuer"
            ]
        return ["", "  SignedInfo: \(state)"]
            + row("signature method", info.content.signatureMethod.rawValue)
            + row("canonicalization", info.content.canonicalizationMethod.algorithmIdentifier)
            + causes(info.cause, info.furtherCause)
            + trials.enumerated().flatMap { row($0 == 0 ? "keys tried" : "", $1) }
            + difference(info.bytes, info.originalBytes) + listing("bytes signed", info.bytes)
    }

    private func reference(_ reference: SignatureExplanation.Reference) -> [ScreenLine] {
        let state =
            reference.isValid
            ? ScreenLine("the declared one", .good) : ScreenLine("NOT the declared one", .bad)
        var lines: [ScreenLine] = ["", "  Reference: the digest is \(state)"]
        if let content = explanation.signedInfo?.content.reference {
            lines += row("URI", content.uri.isEmpty ? "empty: the whole document" : content.uri)
            lines += row("digest method", content.digestMethod.rawValue)
            lines += row("canonicalization", content.canonicalizationMethod.algorithmIdentifier)
        }
        return lines + row("declared digest", Self.base64(reference.declaredDigest))
            + row("computed digest", reference.computedDigest.map(Self.base64) ?? "none")
            + causes(reference.cause, reference.furtherCause)
            + difference(reference.bytes, reference.originalBytes)
            + listing("bytes digested", reference.bytes)
    }

    /// Returns the causes of a part's damage, except for the likely cause of all.
    private func causes(
        _ cause: SignatureExplanation.Finding?, _ further: SignatureExplanation.Finding?
    ) -> [ScreenLine] {
        let causes = [("cause here", cause), ("besides", further)]
        return causes.flatMap { label, cause -> [ScreenLine] in
            guard let cause, cause != explanation.likelyCause else { return [] }
            return row(label, "\(cause.cause): \(cause.undoing)")
        }
    }

    /// Returns the first difference between the received bytes and the signer's bytes.
    private func difference(_ received: [UInt8]?, _ original: [UInt8]?) -> [ScreenLine] {
        guard let received, let original,
            let part = DifferingPart(received, original, before: 24, after: 32)
        else { return [] }
        func visible(_ text: String) -> String {
            text.replacing("\n", with: "⏎").replacing("\t", with: "→").replacing(" ", with: "·")
        }
        func side(
            _ label: String, _ side: DifferingPart.Side, _ tone: ScreenLine.Tone
        ) -> ScreenLine {
            """
            \(Self.label(label))… \(visible(part.common))\(tone, visible(side.differing))\
            \(visible(side.following)) …
            """
        }
        return row("first difference", "at byte \(part.offset.grouped), with · for spaces") + [
            side("  as received", part.first, .removed), side("  as signed", part.second, .added),
        ]
    }

    private func listing(_ label: String, _ bytes: [UInt8]?) -> [ScreenLine] {
        guard let bytes else { return row(label, "none: there is no canonical form") }
        return row(
            label,
            "\(bytes.count.grouped); ⏎ is a line break, · an indenting space, → a tab"
        )
            + ByteListing(bytes: bytes).lines.map { "    \(.label, "|") \($0)" }
    }

    /// Returns a label and a text, which is wrapped if it is long.
    private func row(
        _ label: String, _ text: String, _ tone: ScreenLine.Tone? = nil
    ) -> [ScreenLine] {
        let lines = WrappedText.lines(text, width: Self.textWidth, keepsLongWords: true)
        return lines.enumerated().map { number, line in
            "\(Self.label(number == 0 ? label : ""))\(ScreenLine(line, tone))"
        }
    }

    private static func label(_ text: String) -> ScreenLine {
        "    \(.label, text.padding(to: labelWidth))"
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.encoding(bytes), as: UTF8.self)
    }
}
