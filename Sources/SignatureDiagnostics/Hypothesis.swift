extension SignatureExplanation {
    /// Something that happens to signed messages and breaks their signatures.
    ///
    /// Each one is tested by undoing it: the digest or the signature then becomes valid, or does not.
    /// What is found so is proved, as nobody can make other bytes of the same digest. It says what
    /// happened to the message, and never that the message may be believed: where no trusted key
    /// signed `SignedInfo`, anybody may have written the digest in it.
    public enum Hypothesis: String, Hashable, Sendable, CaseIterable {
        /// Runs of white space became single spaces and line breaks vanished, as the cookbook's
        /// normalization has it.
        case whitespaceCollapsed
        /// Line breaks between tags were removed, with or without the indentation.
        case newlinesRemoved
        /// Line breaks became spaces.
        case newlinesConverted
        /// White space between tags was added, or indentation was changed.
        case prettyPrinted
        /// `&#13;` before line breaks was lost.
        case carriageReturnsLost
        /// `&#13;` was added.
        case carriageReturnsAdded
        /// A byte order mark (U+FEFF) got into the text.
        case byteOrderMarkAdded
        /// The signer's bytes began with a byte order mark.
        case byteOrderMarkLost
        /// Text was read in one character encoding and written in another.
        case reencoded
        /// White space around a value was removed.
        case attributeValuesTrimmed
        /// Namespace declarations of the elements around it were in scope when it was signed.
        case ancestorNamespacesLost
        /// Namespace declarations of the elements around it were not there when it was signed.
        case ancestorNamespacesAdded
        /// The signer used another canonicalization than the signature names.
        case otherCanonicalization
        /// The signer digested comments, which the reference leaves out.
        case commentsDigested
        /// The certificate in the message made the signature, and is not among the issuer's keys.
        case untrustedCertificate
        /// A key that is trusted for somebody else made the signature.
        case signedByOtherKey
    }
}

extension SignatureExplanation.Hypothesis {
    /// A sentence that says what happened.
    public var explanation: String {
        switch self {
        case .whitespaceCollapsed:
            "White space was collapsed after signing: runs of it became single spaces and line "
                + "breaks vanished, as in the Apple SSO cookbook's normalization."
        case .newlinesRemoved: "Line breaks between tags were removed after signing."
        case .newlinesConverted: "Line breaks were turned into spaces after signing."
        case .prettyPrinted: "The message was pretty-printed or indented anew after signing."
        case .carriageReturnsLost:
            "Carriage returns that were signed (&#13; before line breaks) were lost."
        case .carriageReturnsAdded: "Carriage returns (&#13;) were added after signing."
        case .byteOrderMarkAdded: "A byte order mark (U+FEFF) got into the signed text."
        case .byteOrderMarkLost: "The signer digested a byte order mark before the bytes."
        case .reencoded:
            "Text was read in one character encoding and written in another after signing."
        case .attributeValuesTrimmed: "White space around a signed value was removed."
        case .ancestorNamespacesLost:
            "The signed element was taken out of a message whose namespace declarations are part "
                + "of what was signed."
        case .ancestorNamespacesAdded:
            "The signed element was put into a message whose namespace declarations were not "
                + "there when it was signed."
        case .otherCanonicalization:
            "The signer used another canonicalization than the signature names."
        case .commentsDigested: "The signer digested comments, which this reference leaves out."
        case .untrustedCertificate:
            "The certificate inside the message made the signature, but it is not among the "
                + "trusted keys of the issuer: it is its next one, or a forger's."
        case .signedByOtherKey: "A key that is trusted for another issuer made the signature."
        }
    }

    /// A sentence that says what to do about it.
    public var advice: String {
        switch self {
        case .whitespaceCollapsed, .newlinesRemoved, .newlinesConverted:
            "Pass the message on byte for byte, or normalize with signature-safe; where white "
                + "space has to go, have the identity provider sign a message on one line."
        case .prettyPrinted:
            "Find what formats the message on its way (a logger, an editor, an XML library that "
                + "indents) and take the message from before it."
        case .carriageReturnsLost, .carriageReturnsAdded:
            "Keep &#13; as it is written: do not convert line ends, and do not write the message "
                + "from a parsed document."
        case .byteOrderMarkAdded, .byteOrderMarkLost:
            "Join and write bytes without byte order marks."
        case .reencoded:
            "Treat the message as bytes; where it must become text, read and write it as UTF-8."
        case .attributeValuesTrimmed:
            "Do not trim or fold values in the message; trim what was read from it."
        case .ancestorNamespacesLost, .ancestorNamespacesAdded:
            "Keep the signed element inside the message it came in, or have the identity provider "
                + "sign with exclusive canonicalization."
        case .otherCanonicalization, .commentsDigested:
            "Nothing happened on the way: the signer's software is at fault, report it there."
        case .untrustedCertificate:
            "Get the issuer's current metadata from the issuer and trust that. Never trust the "
                + "certificate because it is in the message: a forger's would be there, too."
        case .signedByOtherKey:
            "Check which issuer the message names and whose metadata the key belongs to."
        }
    }
}
