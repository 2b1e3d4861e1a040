extension [TrustedKey] {
    /// The keys of the kind a method needs, with one first whose certificate the message carries.
    ///
    /// That is a hint and nothing more, so that text is compared: reading a certificate costs more
    /// than trying another key.
    func candidates(
        for method: XMLDSig.SignatureMethod,
        hintedAtBy certificateTexts: @autoclosure () -> [String]
    ) -> [TrustedKey] {
        if count == 1 { return self[0].fits(method) ? self : [] }
        let candidates = filter { $0.fits(method) }
        return candidates.count > 1
            ? candidates.ordered(hintedAtBy: certificateTexts()) : candidates
    }

    /// The keys with one first whose certificate is among these.
    package func ordered(hintedAtBy certificateTexts: [String]) -> [TrustedKey] {
        // A message could carry any number of certificates.
        for text in certificateTexts.prefix(4) {
            guard let named = firstIndex(where: { $0.isProbablyOfCertificate(text) }) else {
                continue
            }
            var ordered = self
            ordered.swapAt(0, named)
            return ordered
        }
        return self
    }
}

extension TrustedKey {
    /// Returns whether the key is of the kind a method needs.
    package func fits(_ method: XMLDSig.SignatureMethod) -> Bool {
        switch (kind, method.parts?.scheme) {
        case (.rsa, .rsaPKCS1), (.rsa, .rsaPSS): true
        case (.p256, .ecdsa), (.p384, .ecdsa), (.p521, .ecdsa): true
        default: false
        }
    }

    /// Returns whether the key is RSA with fewer bits than a policy allows.
    func isSmaller(thanRSABits minimum: Int) -> Bool {
        if case .rsa(let bits) = kind { bits < minimum } else { false }
    }
}
