public import SAML2
internal import XMLCore

extension SAML.ResponseValidator {
    /// Returns the explanations of the verdicts on a response's signatures.
    ///
    /// It decides nothing: `validate(_:)` does.
    ///
    /// - Parameter xml: The bytes of the XML, in UTF-8 or UTF-16.
    /// - Returns: The explanations in the order the signatures are verified in; empty for what is not XML or carries no
    ///   signature.
    public func explanations(of xml: some Sequence<UInt8>) -> [SignatureExplanation] {
        guard let document = try? XML.Document(parsing: Array(xml)) else { return [] }
        return verifier.explanations(of: document)
    }
}
