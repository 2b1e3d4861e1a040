extension SignatureExplanation {
    /// Common damage that breaks the signatures of messages.
    ///
    /// Most are tested by undoing the damage: the digest or the signature then becomes valid, or does not. A match is
    /// proof, because other bytes with the same digest cannot be made. It explains the damage and never makes a message
    /// trustworthy: if no trusted key signed `SignedInfo`, anyone may have written the digest in it.
    package enum Hypothesis: String, Hashable, Sendable, CaseIterable {
        /// Runs of white space became single spaces and line breaks were removed, as by the
        /// cookbook's normalization.
        case whitespaceCollapsed
        /// Line breaks were removed, with or without the indentation.
        case newlinesRemoved
        /// Line breaks were replaced with spaces.
        case newlinesConverted
        /// White space between tags was added, or indentation was changed.
        case prettyPrinted
        /// Runs of white space became single spaces, and not as the cookbook's normalization does it.
        case whitespaceFolded
        /// White space was changed in ways that no other name describes.
        case whitespaceChanged
        /// Spaces or tabs were added between tags.
        case spacesBetweenTags
        /// Spaces or tabs were added at the ends of lines.
        case trailingSpacesAdded
        /// Each line was indented further.
        case indentationAdded
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
        /// The signer used a different signature method than the signature declares.
        case otherSignatureMethod
        /// The signer used a different digest method than the signature declares.
        case otherDigestMethod
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
        /// Each line end became two.
        case lineEndingsDoubled
        /// Line ends became other characters, such as U+0085 or U+2028.
        case lineEndsReplaced
        /// Line ends were written as `\n`.
        case newlinesEscaped
        /// Carriage returns were written as a spreadsheet escapes them.
        case returnsEscaped
        /// Each line was trimmed.
        case indentationLost
        /// Tabs became spaces.
        case tabsExpanded
        /// Spaces became tabs.
        case tabsInserted
        /// Lines were wrapped at a column.
        case wrappedAtColumn
        /// The message was encoded as quoted-printable.
        case quotedPrintable
        /// Each line got its number.
        case lineNumbersAdded
        /// Each line got a prefix.
        case linePrefixes
        /// Codes of a terminal were copied along.
        case terminalCodes
        /// Characters without a width were added.
        case invisibleCharacters
        /// Control characters were added.
        case controlCharactersAdded
        /// Base64 was hyphenated.
        case hyphensAdded
        /// The message was escaped as HTML.
        case htmlEscaped
        /// `&` was escaped once more.
        case doubleEscaped
        /// References were decoded and not written again.
        case entitiesDecoded
        /// Letters became entities of HTML.
        case htmlEntities
        /// A parser for HTML read and wrote it.
        case parsedAsHTML
        /// The message was escaped as JSON.
        case jsonEscaped
        /// A shell interpreted backslashes in values.
        case backslashesInterpreted
        /// Backslashes in values were doubled.
        case backslashesDoubled
        /// Quotation marks were doubled as in CSV.
        case csvQuoted
        /// Quotation marks got a backslash.
        case quotesBackslashed
        /// Bytes that are not ASCII were written as escapes.
        case bytesEscaped
        /// `+` in Base64 became a space.
        case plusToSpace
        /// Values were percent-encoded.
        case percentEncoded
        /// Letters were written in another encoding than UTF-8.
        case bytesNotUTF8
        /// The XML declaration names another encoding than the message has.
        case wrongEncodingDeclared
        /// The message is in an encoding that is not supported.
        case encodingUnsupported
        /// NUL characters were added.
        case nullCharacters
        /// Letters became `?` or U+FFFD.
        case charactersReplaced
        /// Letters above U+FFFF were written as two surrogates.
        case surrogatesEncoded
        /// Quotation marks became typographic ones.
        case smartQuotes
        /// Hyphens became dashes.
        case smartDashes
        /// Full stops became an ellipsis.
        case smartEllipsis
        /// Characters became symbols.
        case symbolsReplaced
        /// Typographic marks became plain ones.
        case quotesStraightened
        /// Spaces became no-break spaces.
        case nonBreakingSpaces
        /// Letters were decomposed.
        case normalizedNFD
        /// Letters were composed.
        case normalizedNFC
        /// The end is missing.
        case truncated
        /// The beginning is missing.
        case beginningLost
        /// Lines are missing.
        case linesLost
        /// The middle is missing.
        case middleLost
        /// The end of the signature value is missing.
        case signatureTruncated
        /// The signature value is empty.
        case signatureValueEmpty
        /// Namespace prefixes were renamed.
        case prefixesRenamed
        /// `xsi:type` was removed.
        case typesDropped
        /// Namespace declarations that no name uses were removed.
        case namespacesDropped
        /// The assertion was taken out of its response.
        case assertionCutOut
        /// The attributes are in another order.
        case attributesReordered
        /// An XML attribute was added to elements.
        case defaultAttributesAdded
        /// An XML attribute was removed from elements.
        case xmlAttributesLost
        /// An element was added.
        case elementAdded
        /// An element stands twice.
        case elementDoubled
        /// Elements are in another order.
        case elementsReordered
        /// All letters became small ones.
        case lowerCased
        /// A document type declaration was added.
        case documentTypeAdded
        /// The message was put into another document.
        case xmlDeclarationInside
        /// Times were written in another form.
        case timesRewritten
        /// Times were moved.
        case timesShifted
        /// White space was added around a value.
        case spacesAdded
        /// Quotation marks, brackets or separators were added around a value.
        case quotesAdded
        /// A value was replaced with another one, and what it was is known.
        case valueReplaced
        /// Leading zeros were removed.
        case zerosLost
        /// A number was written with an exponent.
        case numberInPowers
        /// A truth value was written in another way.
        case truthValueRewritten
        /// The letters of a value became capital or small ones.
        case letterCaseChanged
        /// A value was masked.
        case redacted
        /// Markup was put around a value or behind the message.
        case markupAdded
        /// An address was rewritten.
        case hostReplaced
        /// A character of Base64 was lost.
        case base64CharacterLost
        /// A character of Base64 was doubled.
        case base64CharacterDoubled
        /// A character of Base64 was added.
        case base64CharacterAdded
        /// Two characters of Base64 were swapped.
        case base64CharactersSwapped
        /// A character of Base64 was replaced.
        case base64CharacterReplaced
        /// Lines of Base64 stand twice.
        case base64LinesDoubled
        /// Lines of Base64 are in another order.
        case base64LinesReordered
        /// The Base64 is in lower case.
        case base64LowerCased
        /// The Base64 is in upper case.
        case base64UpperCased
        /// The padding of Base64 was removed.
        case base64PaddingLost
        /// Hexadecimal instead of Base64 or XML.
        case hexEncoded
        /// Base32 instead of Base64 or XML.
        case base32Encoded
        /// The Base64 has `-` and `_` where `+` and `/` belong.
        case base64URLEncoded
        /// The signer wrote an ECDSA signature in DER.
        case derEncoded
        /// The two numbers of an ECDSA signature lack leading zero bytes, or have more than belong there.
        case ecdsaZerosChanged
        /// The signer wrote `xmlns=""` on elements that were digested without it.
        case emptyNamespaceAdded
        /// The identifier of the signed element, or the one in the reference to it, was changed.
        case identifierChanged
        /// The reference to the signed element became one to the whole document.
        case referenceEmptied
        /// The digest value was edited.
        case digestValueEdited
        /// The name of an algorithm was replaced or removed.
        case algorithmSwapped
    }
}

extension SignatureExplanation.Hypothesis {
    /// A Boolean value that indicates whether it is of values, which have names.
    var isOfValues: Bool {
        switch self {
        case .zerosLost, .numberInPowers, .truthValueRewritten, .letterCaseChanged, .redacted,
            .charactersReplaced,
            .hostReplaced, .timesRewritten, .timesShifted, .smartQuotes, .smartDashes,
            .smartEllipsis, .symbolsReplaced, .quotesStraightened, .nonBreakingSpaces,
            .normalizedNFD, .normalizedNFC, .plusToSpace, .percentEncoded, .backslashesDoubled,
            .backslashesInterpreted, .bytesEscaped, .doubleEscaped, .entitiesDecoded, .reencoded,
            .spacesAdded, .attributeValuesTrimmed, .quotesAdded, .valueReplaced, .xmlAttributesLost,
            .elementAdded, .elementDoubled:
            true
        default: false
        }
    }
}
