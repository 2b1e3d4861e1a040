extension SignatureExplanation {
    /// The same explanation without the cause that the key is another issuer's or unknown: a caller with the metadata
    /// may know more exactly whose it is.
    package var withoutKeyCause: SignatureExplanation {
        guard signedInfo?.cause?.hypothesis.isOfKey == true else { return self }
        var explanation = self
        explanation.signedInfo?.cause = nil
        return explanation
    }
}

extension SignatureExplanation.Hypothesis {
    /// A Boolean value that indicates whether it says whose key was used, and not what happened to the message.
    package var isOfKey: Bool { self == .untrustedCertificate || self == .signedByOtherKey }
}
