internal import SignatureDiagnostics
internal import XMLCore

/// The reason why a `SAMLResponse` is not admitted; it quotes nothing of it.
struct AdmissionRefusal: Error, CustomStringConvertible {
    /// The reason, stable across releases.
    let code: AdmissionCode
    /// A sentence or two that say what is wrong and what to do.
    let sentence: String
    /// The position in the decoded XML, if there is one.
    let position: XML.SourcePosition?
    /// The proven damage to a message with an invalid signature.
    let likelyCause: SignatureExplanation.Hypothesis?

    init(
        _ code: AdmissionCode, _ sentence: String, at position: XML.SourcePosition? = nil,
        likelyCause: SignatureExplanation.Hypothesis? = nil
    ) {
        self.code = code
        self.sentence = sentence
        self.position = position
        self.likelyCause = likelyCause
    }

    /// The code and the sentence, in a form that fits a header field.
    var description: String { "\(code.rawValue): \(sentence)" }
}
