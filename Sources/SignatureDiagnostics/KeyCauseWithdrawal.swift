extension SignatureExplanation {
    /// The same explanation without the cause that the key is another issuer's or unknown: a caller with the metadata
    /// may know more exactly whose it is.
    package var withoutKeyCause: SignatureExplanation {
        let cause = signedInfo?.cause?.hypothesis
        guard cause == .untrustedCertificate || cause == .signedByOtherKey else { return self }
        var explanation = self
        explanation.signedInfo?.cause = nil
        return explanation
    }
}
