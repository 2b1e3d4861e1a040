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

    var lines: [String] {
        let facts = ExplanationFacts(explanation, keyNote: keyNote)
        let answer = facts.answer.flatMap { row in
            row.lines.enumerated().flatMap { self.row($0 == 0 ? row.label : "", $1) }
        }
        guard !explanation.isUnreadable else { return ["", "the message as a whole"] + answer }
        return ["", "signature \(number) of \(count): \(facts.place)"] + answer
            + (explanation.query.map(query) ?? [])
            + (explanation.signedInfo.map(signedInfo) ?? [])
            + (explanation.reference.map(reference) ?? [])
    }

    private func query(_ query: SignatureExplanation.Query) -> [String] {
        let state =
            query.isValid ? "signed by a trusted key" : "NOT signed by a trusted key of the issuer"
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

    private func signedInfo(_ info: SignatureExplanation.SignedInfo) -> [String] {
        let state =
            info.isValid ? "signed by a trusted key" : "NOT signed by a trusted key of the issuer"
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

    private func reference(_ reference: SignatureExplanation.Reference) -> [String] {
        let state = reference.isValid ? "the declared one" : "NOT the declared one"
        var lines = ["", "  Reference: the digest is \(state)"]
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
    ) -> [String] {
        let causes = [("cause here", cause), ("besides", further)]
        return causes.flatMap { label, cause -> [String] in
            guard let cause, cause != explanation.likelyCause else { return [] }
            return row(label, "\(cause.cause): \(cause.undoing)")
        }
    }

    /// Returns the first difference between the received bytes and the signer's bytes.
    private func difference(_ received: [UInt8]?, _ original: [UInt8]?) -> [String] {
        guard let received, let original, received != original else { return [] }
        let offset = zip(received, original).prefix { $0 == $1 }.count
        func excerpt(_ bytes: [UInt8]) -> String {
            let start = max(0, offset - 24)
            let part = bytes[min(start, bytes.count)..<min(offset + 32, bytes.count)]
            return String(decoding: part, as: UTF8.self)
                .replacing("\n", with: "⏎").replacing("\t", with: "→").replacing(" ", with: "·")
        }
        return row(
            "first difference", "at byte \(offset.grouped), with · for spaces")
            + row("  as received", "… \(excerpt(received)) …")
            + row("  as signed", "… \(excerpt(original)) …")
    }

    private func listing(_ label: String, _ bytes: [UInt8]?) -> [String] {
        guard let bytes else { return row(label, "none: there is no canonical form") }
        return row(
            label,
            "\(bytes.count.grouped); ⏎ is a line break, · an indenting space, → a tab"
        )
            + ByteListing(bytes: bytes).lines.map { "    | \($0)" }
    }

    /// Returns a label and a text, which is wrapped if it is long.
    private func row(_ label: String, _ text: String) -> [String] {
        let lines = WrappedText.lines(text, width: Self.textWidth, keepsLongWords: true)
        return lines.enumerated().map { number, line in
            "    " + (number == 0 ? label : "").padding(to: Self.labelWidth) + line
        }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.encoding(bytes), as: UTF8.self)
    }
}
