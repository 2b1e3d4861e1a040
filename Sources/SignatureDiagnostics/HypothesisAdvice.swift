extension SignatureExplanation.Hypothesis {
    /// A sentence that describes the remedy.
    package var advice: String {
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
        case .otherCanonicalization, .otherSignatureMethod, .otherDigestMethod, .commentsDigested,
            .derEncoded, .ecdsaZerosChanged:
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
        case .lineEndingsDoubled, .lineEndsReplaced:
            "Move the message as bytes: use binary mode for files and transfers."
        case .newlinesEscaped, .bytesEscaped, .linePrefixes, .redacted:
            "Take the message before the logger, or have it logged unchanged (as "
                + "Base64)."
        case .returnsEscaped, .csvQuoted, .zerosLost, .numberInPowers:
            "Do not pass the message or its values through a spreadsheet or CSV; "
                + "keep values as text."
        case .indentationLost, .tabsExpanded:
            "Find the program that formats the message, and take the message before "
                + "that program."
        case .wrappedAtColumn, .lineNumbersAdded, .terminalCodes, .invisibleCharacters,
            .controlCharactersAdded, .hyphensAdded, .base64CharacterLost, .base64CharacterDoubled,
            .base64CharacterAdded, .base64CharactersSwapped, .base64CharacterReplaced,
            .base64PaddingLost:
            "Save the message to a file, or download it, and do not copy it from a "
                + "screen."
        case .quotedPrintable:
            "Send the message as an attachment, or as Base64 on one line."
        case .htmlEscaped, .doubleEscaped, .entitiesDecoded, .htmlEntities, .parsedAsHTML,
            .jsonEscaped, .backslashesInterpreted, .backslashesDoubled, .quotesBackslashed,
            .markupAdded:
            "Escape the message exactly once where it is embedded, and undo exactly "
                + "that when you take it out."
        case .plusToSpace, .percentEncoded:
            "Decode form fields once, with the form's own decoder, and decode "
                + "nothing that was no form."
        case .bytesNotUTF8, .wrongEncodingDeclared, .encodingUnsupported, .nullCharacters,
            .charactersReplaced, .surrogatesEncoded:
            "Treat the message as bytes. If it must become text, read and write it "
                + "as UTF-8."
        case .smartQuotes, .smartDashes, .smartEllipsis, .symbolsReplaced, .quotesStraightened,
            .nonBreakingSpaces:
            "Turn off automatic correction, or send the message as a file or as "
                + "Base64."
        case .normalizedNFD, .normalizedNFC:
            "Do not normalize the message: signatures are over its code points as "
                + "they were signed."
        case .truncated, .beginningLost, .linesLost, .middleLost, .signatureTruncated,
            .signatureValueEmpty:
            "Record the whole message: raise the limit on the length of lines, "
                + "fields or columns."
        case .prefixesRenamed, .typesDropped, .namespacesDropped, .attributesReordered,
            .defaultAttributesAdded, .documentTypeAdded, .xmlDeclarationInside:
            "Forward the message byte for byte: do not parse it and write it again."
        case .assertionCutOut:
            "Forward the whole response, or configure what receives it to accept "
                + "assertions alone."
        case .emptyNamespaceAdded:
            "Compare with the message as the signer sent it: if xmlns=\"\" stands there, the signer's software is "
                + "wrong. Report it to the signer."
        case .hexEncoded, .base32Encoded:
            "Write the message as it is, or in Base64 (RFC 4648, section 4)."
        case .lowerCased, .base64LowerCased, .base64UpperCased:
            "Keep letter case: do not change the case of messages, nor store them "
                + "in columns that do."
        case .timesRewritten, .timesShifted, .spacesAdded, .truthValueRewritten, .hostReplaced:
            "Do not rewrite values inside the message. Convert them after they are "
                + "verified and read."
        case .digestValueEdited, .algorithmSwapped:
            "Forward the message unchanged. Find the program that edits the "
                + "signature."
        }
    }
}
