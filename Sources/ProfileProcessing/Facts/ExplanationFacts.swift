package import SignatureDiagnostics
internal import WireText
internal import XMLCore
package import XMLSecurity

/// The explanation of a signature in words.
package struct ExplanationFacts {
    private let explanation: SignatureExplanation
    /// Returns the metadata's remark on a key, if it has one.
    private let keyNote: (TrustedKey) -> String?

    package init(
        _ explanation: SignatureExplanation,
        keyNote: @escaping (TrustedKey) -> String? = { _ in nil }
    ) {
        self.explanation = explanation
        self.keyNote = keyNote
    }

    /// The element with the signature.
    package var place: String {
        let name = explanation.elementName.localName
        return explanation.query == nil
            ? "on \(name), \(explanation.position)"
            : "over the query string (HTTP-Redirect) with a \(name)"
    }

    /// The verdict and the likely cause.
    package var answer: [FactRow] {
        guard !explanation.isUnreadable else { return cause }
        guard let failure = explanation.failure else {
            return explanation.likelyCause == nil
                ? FactRow.row(
                    "verdict", "valid: the key listed below signed the bytes listed below")
                : FactRow.row("verdict", "valid") + cause
        }
        let word = failure.isRefusal ? "refused" : "invalid"
        return FactRow.row("verdict", "\(word): \(failure.code.rawValue)", failure.description)
            + (explanation.likelyCause == nil ? noCause : cause)
    }

    /// The likely cause with its proof, or what shows it for certain.
    private var cause: [FactRow] {
        guard let cause = explanation.likelyCause else { return [] }
        return FactRow.row(
            "likely cause", cause.cause, explanation.sentence ?? cause.explanation,
            signerNote.map { "The key is \($0)." })
            + (cause.isProved
                ? FactRow.row("how it was found", "\(cause.undoing): \(effect).")
                : FactRow.row("what shows it", "\(cause.undoing)."))
            + FactRow.row("what to do", cause.advice)
    }

    /// The metadata's remark on the key that made the signature and should not have.
    private var signerNote: String? {
        explanation.keys.first { $0.origin != .trusted && $0.outcome == .madeSignature }
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
        case (let cause?, let other?) where cause == other:
            return "then signature and digest are valid" + condition
        case (_?, _): return "then the signature is valid" + condition
        default: return "then the digest is the declared one" + condition
        }
    }

    private var noCause: [FactRow] {
        if explanation.isExplainedAsWhole, explanation.failure?.isRefusal == false {
            return FactRow.row("likely cause", "that of the message as a whole")
        }
        let keys = explanation.signedInfo?.keys ?? []
        if keys.contains(where: { $0.origin != .trusted && $0.outcome == .madeSignature }) {
            return FactRow.row(
                "likely cause", "the key listed below, as the reason says",
                signerNote.map { "It is \($0)." })
        }
        guard explanation.failure?.isRefusal == false, explanation.testCount > 0 else { return [] }
        let tests = explanation.testCount.counted("test")
        guard explanation.query == nil else {
            return FactRow.row(
                "likely cause", "none found",
                "\(tests) of common encodings and orders; none makes the signature valid. A value was "
                    + "replaced (RelayState, too, is signed), or a key that is not listed was used."
            )
        }
        let isDigest = explanation.reference.map { !$0.isValid } ?? false
        // Without a trusted key's signature over SignedInfo, nobody vouches for the digest that the content lacks.
        let (part, causes) =
            switch (isDigest, explanation.signedInfo?.isValid ?? false) {
            case (true, true):
                (
                    "digest",
                    "The signed content itself was modified, the Signature is another message's, white space was lost "
                        + "inside a text, where it cannot be restored, or the signer computed the digest wrongly."
                )
            case (true, false):
                (
                    "signature or the digest",
                    "SignedInfo is another message's, it or the signature value was modified, a key that is not "
                        + "listed was used, or the signer made the signature wrongly. Nothing shows whether the "
                        + "content was modified."
                )
            case (false, _):
                (
                    "signature",
                    "A key that is not listed was used, SignedInfo or the signature value was modified, or the signer "
                        + "made the signature wrongly."
                )
            }
        return FactRow.row(
            "likely cause", "none found",
            "\(tests) of common damage; undoing none of it makes the \(part) valid. \(causes)")
            + explanation.observations.flatMap { FactRow.row("noticed", $0.text) }
    }
}

extension SignatureExplanation {
    /// The keys that were tried.
    package var keys: [KeyTrial] { signedInfo?.keys ?? query?.keys ?? [] }
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
    /// The key, where it is from and what came of trying it.
    package var text: String {
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
