extension SignatureExplanation {
    /// Common damage that breaks the signatures of messages.
    ///
    /// Each hypothesis is tested by undoing the damage: the digest or the signature then becomes
    /// valid, or does not. A match is proof, because nobody can make other bytes with the same
    /// digest. It explains the damage and never makes a message trustworthy: if no trusted key
    /// signed `SignedInfo`, anyone may have written the digest in it.
    public enum Hypothesis: String, Hashable, Sendable, CaseIterable {
        /// Runs of white space became single spaces and line breaks were removed, as by the
        /// cookbook's normalization.
        case whitespaceCollapsed
        /// Line breaks between tags were removed, with or without the indentation.
        case newlinesRemoved
        /// Line breaks were replaced with spaces.
        case newlinesConverted
        /// White space between tags was added, or indentation was changed.
        case prettyPrinted
        /// `&#13;` before line breaks was lost.
        case carriageReturnsLost
        /// `&#13;` was added.
        case carriageReturnsAdded
        /// A byte order mark (U+FEFF) was added to the text.
        case byteOrderMarkAdded
        /// The signer's bytes began with a byte order mark.
        case byteOrderMarkLost
        /// Text was read in one character encoding and written in another.
        case reencoded
        /// White space around a value was removed.
        case attributeValuesTrimmed
        /// Namespace declarations of ancestors were signed and are lost.
        case ancestorNamespacesLost
        /// Namespace declarations of ancestors are in scope and were not signed.
        case ancestorNamespacesAdded
        /// The signer used a different canonicalization than the signature declares.
        case otherCanonicalization
        /// The signer digested comments, which the reference excludes.
        case commentsDigested
        /// The key of the certificate in the message made the signature, and is not trusted for the
        /// issuer.
        case untrustedCertificate
        /// A key that is trusted for another issuer made the signature.
        case signedByOtherKey
        /// Parameters of the signed query string are percent-encoded in another way than the signed
        /// ones were.
        case queryReencoded
        /// The parameters of the query string were signed in another order than SAML has.
        case queryReordered
        /// `RelayState` was added to the signed query string, or an empty one was removed.
        case relayStateChanged
    }
}

extension SignatureExplanation.Hypothesis {
    /// A sentence that describes the damage.
    public var explanation: String {
        switch self {
        case .whitespaceCollapsed:
            "White space was collapsed after signing: runs became single spaces and line breaks "
                + "were removed, as in the Apple SSO cookbook's normalization."
        case .newlinesRemoved: "Line breaks between tags were removed after signing."
        case .newlinesConverted: "Line breaks were replaced with spaces after signing."
        case .prettyPrinted: "The message was pretty-printed or reindented after signing."
        case .carriageReturnsLost:
            "Carriage returns that were signed (&#13; before line breaks) were lost."
        case .carriageReturnsAdded: "Carriage returns (&#13;) were added after signing."
        case .byteOrderMarkAdded: "A byte order mark (U+FEFF) was added to the signed text."
        case .byteOrderMarkLost: "The signed bytes began with a byte order mark, which was lost."
        case .reencoded:
            "After signing, text was read in one character encoding and written in another."
        case .attributeValuesTrimmed: "White space around a signed value was removed."
        case .ancestorNamespacesLost:
            "The signed element was taken out of its message, and lost namespace declarations that "
                + "were signed."
        case .ancestorNamespacesAdded:
            "The signed element was put into another message, and inherits namespace declarations "
                + "that were not signed."
        case .otherCanonicalization:
            "The signer used a different canonicalization than the signature declares."
        case .commentsDigested: "The signer digested comments, which this reference excludes."
        case .untrustedCertificate:
            "The key of the certificate in the message made the signature, but is not trusted for "
                + "the issuer. It is the issuer's next key, or a forger's."
        case .signedByOtherKey: "A key that is trusted for another issuer made the signature."
        case .queryReencoded:
            "The query string was decoded and encoded again in another way, or was signed in another "
                + "encoding than it was sent in. The signature is over its bytes as they were sent."
        case .queryReordered:
            "The signer signed the parameters in another order than SAMLRequest or SAMLResponse, "
                + "RelayState, SigAlg."
        case .relayStateChanged:
            "RelayState was added to the query string, or an empty one was removed; the signature "
                + "covers it."
        }
    }

    /// A sentence that describes the remedy.
    public var advice: String {
        switch self {
        case .whitespaceCollapsed, .newlinesRemoved, .newlinesConverted:
            "Forward the message byte for byte, or normalize it with signature-safe. If white "
                + "space must be removed, ask the identity provider to sign messages on one line."
        case .prettyPrinted:
            "Find the program that formats the message (a logger, an editor, an XML library that "
                + "indents), and take the message before that program."
        case .carriageReturnsLost, .carriageReturnsAdded:
            "Keep &#13; unchanged: do not convert line ends, and do not serialize a parsed "
                + "document again."
        case .byteOrderMarkAdded, .byteOrderMarkLost:
            "Do not add or remove byte order marks when you join or write bytes."
        case .reencoded:
            "Treat the message as bytes. If it must become text, read and write it as UTF-8."
        case .attributeValuesTrimmed:
            "Do not trim or fold values in the message. Trim them after reading them."
        case .ancestorNamespacesLost, .ancestorNamespacesAdded:
            "Keep the signed element inside its original message, or ask the identity provider to "
                + "sign with exclusive canonicalization."
        case .otherCanonicalization, .commentsDigested:
            "The message was not damaged: the signer's software is wrong. Report it to the signer."
        case .untrustedCertificate:
            "Get the issuer's current metadata from the issuer, and trust that. Never trust a "
                + "certificate because it is in the message: a forger can put one there, too."
        case .signedByOtherKey:
            "Check which issuer the message names, and whose metadata contains the key."
        case .queryReencoded:
            "Verify the query string as it was received: do not parse it and build it again, and "
                + "capture it before the proxy or framework that does."
        case .queryReordered:
            "The query string was not damaged: the signer's software is wrong. Report it to the "
                + "signer."
        case .relayStateChanged:
            "Send RelayState as it was signed: add none to a finished URL, and remove none."
        }
    }
}
