internal import PayloadCoding
import SignatureDiagnostics
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
        guard !explanation.isUnreadable else {
            return ["", "the message as a whole"] + answer
        }
        let place = explanation.position
        let title =
            explanation.query == nil
            ? "on \(explanation.elementName.localName), line \(place.line), column \(place.column)"
            : "over the query string (HTTP-Redirect) with a \(explanation.elementName.localName)"
        return ["", "signature \(number) of \(count): \(title)"] + answer
            + (explanation.query.map(query) ?? [])
            + (explanation.signedInfo.map(signedInfo) ?? [])
            + (explanation.reference.map(reference) ?? [])
    }

    /// The verdict and the likely cause.
    private var answer: [String] {
        guard !explanation.isUnreadable else { return cause }
        guard let failure = explanation.failure else {
            guard explanation.likelyCause == nil else { return row("verdict", "valid") + cause }
            return row("verdict", "valid: the key listed below signed the bytes listed below")
        }
        let verdict =
            row("verdict", "\(failure.isRefusal ? "refused" : "invalid"): \(failure.code.rawValue)")
            + row("", failure.description)
        return verdict + (explanation.likelyCause == nil ? noCause : cause)
    }

    /// The likely cause with its proof, or what shows it for certain.
    private var cause: [String] {
        guard let cause = explanation.likelyCause else { return [] }
        return row("likely cause", cause.cause) + row("", explanation.sentence ?? cause.explanation)
            + (signerNote.map { row("", "The key is \($0).") } ?? [])
            + (cause.isProved
                ? row("how it was found", "\(cause.undoing): \(effect).")
                : row("what shows it", "\(cause.undoing)."))
            + row("what to do", cause.advice)
    }

    /// The metadata's remark on the key that made the signature and should not have.
    private var signerNote: String? {
        (explanation.signedInfo?.keys ?? explanation.query?.keys ?? [])
            .first { $0.origin != .trusted && $0.outcome == .madeSignature }
            .flatMap { keyNote($0.key) }
    }

    /// The effect of undoing the damage.
    private var effect: String {
        if let cause = explanation.query?.cause {
            return cause.hypothesis == .signedByOtherKey
                ? "that key made the signature" : "then the signature is valid"
        }
        if explanation.remainder == .content { return "then a key made the signature" }
        guard explanation.damage == nil else { return "then the signature is valid" }
        let signedInfo = explanation.signedInfo
        if [.untrustedCertificate, .signedByOtherKey].contains(signedInfo?.cause?.hypothesis) {
            return "that key made the signature"
        }
        let condition =
            explanation.furtherCause == nil ? "" : " once the damage below is undone, too"
        switch (signedInfo?.cause, explanation.reference?.cause) {
        case (_?, _?): return "then signature and digest are valid" + condition
        case (_?, nil): return "then the signature is valid" + condition
        default: return "then the digest is the declared one" + condition
        }
    }

    private var noCause: [String] {
        let keys = explanation.signedInfo?.keys ?? []
        if keys.contains(where: { $0.origin != .trusted && $0.outcome == .madeSignature }) {
            return row("likely cause", "the key listed below, as the reason says")
                + (signerNote.map { row("", "It is \($0).") } ?? [])
        }
        guard explanation.failure?.isRefusal == false, explanation.testCount > 0 else { return [] }
        guard explanation.query == nil else {
            return row("likely cause", "none found")
                + row(
                    "",
                    "\(explanation.testCount.counted("test")) of common encodings and orders; none "
                        + "makes the signature valid. A value was replaced (RelayState, too, is "
                        + "signed), or a key that is not listed was used.")
        }
        let isDigest = explanation.reference.map { !$0.isValid } ?? false
        let tests = explanation.testCount.counted("test")
        return row("likely cause", "none found")
            + row(
                "",
                "\(tests) of common damage; undoing none of it makes the "
                    + (isDigest ? "digest" : "signature") + " valid. "
                    + (isDigest
                        ? "The signed content itself was modified, white space was lost inside a text, "
                            + "where it cannot be restored, or the signer computed the digest wrongly."
                        : "A key that is not listed was used, SignedInfo or the signature value was "
                            + "modified, or the signer made the signature wrongly."))
            + explanation.observations.flatMap { row("noticed", $0.text) }
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
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            // A word that fits on no line, such as a fingerprint, stays with its label.
            if !line.isEmpty, line.count + 1 + word.count > Self.textWidth,
                word.count < Self.textWidth
            {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        lines.append(line)
        return lines.enumerated().map { number, line in
            "    " + (number == 0 ? label : "").padding(to: Self.labelWidth) + line
        }
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.encoding(bytes), as: UTF8.self)
    }
}

extension SignatureExplanation.Observation {
    fileprivate var text: String {
        switch self {
        case .collapsedWhitespace:
            "Tags are separated by single spaces and no line breaks, as after collapsing white "
                + "space."
        case .replacementCharacters:
            "The text contains replacement characters (U+FFFD): a conversion lost bytes."
        case .misreadCharacters:
            "The text looks like UTF-8 that was read as Latin-1 or Windows-1252."
        case .signatureOfOtherSize:
            "The signature value is not as long as those of the trusted keys: a key of another size "
                + "made it, or it was cut off or replaced."
        }
    }
}

extension SignatureExplanation.KeyTrial {
    fileprivate var text: String {
        let origin =
            switch origin {
            case .trusted: "trusted"
            case .trustedForOthers: "trusted for another issuer or role"
            case .keyInfo: "in the message, not trusted"
            }
        let outcome =
            switch outcome {
            case .madeSignature: "made the signature"
            case .madeSignatureBeforeDamage: "made the signature, before the damage"
            case .didNotMakeSignature: "did not make it"
            case .otherKind: "wrong kind for the signature method"
            }
        return "\(key.kind) \(key.keySHA256.prefix(16))… (\(origin)): \(outcome)"
    }
}
