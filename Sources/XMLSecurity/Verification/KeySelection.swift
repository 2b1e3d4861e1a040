extension [TrustedKey] {
    /// The first key of the kind a method needs that made a signature; one whose certificate the message carries is
    /// tried before the others.
    ///
    /// That is a hint and nothing more, so that text is compared: reading a certificate costs more
    /// than trying another key.
    func first(
        fitting method: XMLDSig.SignatureMethod, hintedAtBy signature: Signature?,
        where isMaker: (TrustedKey) -> Bool
    ) -> TrustedKey? {
        let hinted = count > 1 ? signature.flatMap(index(hintedAtBy:)) : nil
        if let hinted, self[hinted].fits(method), isMaker(self[hinted]) { return self[hinted] }
        for index in indices
        where index != hinted && self[index].fits(method) && isMaker(self[index]) {
            return self[index]
        }
        return nil
    }

    /// The keys with one first whose certificate the message carries.
    package func ordered(hintedAtBy signature: Signature) -> [TrustedKey] {
        guard let hinted = index(hintedAtBy: signature) else { return self }
        var ordered = self
        ordered.swapAt(0, hinted)
        return ordered
    }

    private func index(hintedAtBy signature: Signature) -> Int? {
        var hinted: Int?
        signature.forEachCertificateEnd { end in
            hinted = firstIndex { $0.isProbablyOfCertificate(endingIn: end) }
            return hinted == nil
        }
        return hinted
    }
}

extension TrustedKey {
    /// Returns whether the key is of the kind a method needs.
    package func fits(_ method: XMLDSig.SignatureMethod) -> Bool {
        switch (kind, method.parts?.scheme) {
        case (.rsa, .rsaPKCS1): !isRestrictedToPSS
        case (.rsa, .rsaPSS): true
        case (.p256, .ecdsa), (.p384, .ecdsa), (.p521, .ecdsa): true
        default: false
        }
    }

    /// Returns whether the key is RSA with fewer bits than a policy allows.
    func isSmaller(thanRSABits minimum: Int) -> Bool {
        if case .rsa(let bits) = kind { bits < minimum } else { false }
    }
}
