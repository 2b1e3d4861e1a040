extension SignatureExplanation {
    /// Common damage that breaks the signatures of messages.
    ///
    /// Most are tested by undoing the damage: the digest or the signature then becomes valid, or does not. A match is
    /// proof, because other bytes with the same digest cannot be made. It explains the damage and never makes a message
    /// trustworthy: if no trusted key signed `SignedInfo`, anyone may have written the digest in it.
    ///
    /// The sentence and the remedy of each are on its page in `Documentation/reasons.md`.
    package enum Hypothesis: String, Hashable, Sendable, CaseIterable {
        // White space.
        case whitespaceCollapsed, newlinesRemoved, newlinesConverted, prettyPrinted,
            whitespaceFolded, whitespaceChanged, spacesBetweenTags, trailingSpacesAdded,
            indentationAdded
        // The characters of texts.
        case carriageReturnsLost, carriageReturnsAdded, byteOrderMarkAdded, byteOrderMarkLost,
            reencoded, attributeValuesTrimmed
        // Namespaces, methods and keys.
        case ancestorNamespacesLost, ancestorNamespacesAdded, otherCanonicalization,
            otherSignatureMethod, otherDigestMethod, commentsDigested, untrustedCertificate,
            signedByOtherKey
        // Query strings.
        case queryReencoded, queryReordered, relayStateChanged
        // Lines.
        case lineEndingsDoubled, lineEndsReplaced, newlinesEscaped, returnsEscaped, indentationLost,
            tabsExpanded, tabsInserted, wrappedAtColumn
        // Codes and escapes.
        case quotedPrintable, lineNumbersAdded, linePrefixes, terminalCodes, invisibleCharacters,
            controlCharactersAdded, hyphensAdded, htmlEscaped, doubleEscaped, entitiesDecoded,
            htmlEntities, parsedAsHTML, jsonEscaped, backslashesInterpreted, backslashesDoubled,
            csvQuoted, quotesBackslashed, bytesEscaped, plusToSpace, percentEncoded
        // Characters and encodings.
        case bytesNotUTF8, wrongEncodingDeclared, encodingUnsupported, nullCharacters,
            charactersReplaced, surrogatesEncoded, smartQuotes, smartDashes, smartEllipsis,
            symbolsReplaced, quotesStraightened, nonBreakingSpaces, normalizedNFD, normalizedNFC
        // Parts that are missing.
        case truncated, beginningLost, linesLost, middleLost, signatureTruncated,
            signatureValueEmpty
        // Elements and attributes.
        case prefixesRenamed, typesDropped, namespacesDropped, assertionCutOut, attributesReordered,
            defaultAttributesAdded, xmlAttributesLost, elementAdded, elementDoubled,
            elementsReordered, lowerCased, documentTypeAdded, xmlDeclarationInside
        // Values.
        case timesRewritten, timesShifted, spacesAdded, quotesAdded, valueReplaced, zerosLost,
            numberInPowers, truthValueRewritten, letterCaseChanged, redacted, markupAdded,
            hostReplaced
        // Base64 and signature values.
        case base64CharacterLost, base64CharacterDoubled, base64CharacterAdded,
            base64CharactersSwapped, base64CharacterReplaced, base64LinesDoubled,
            base64LinesReordered, base64LowerCased, base64UpperCased, base64PaddingLost, hexEncoded,
            base32Encoded, base64URLEncoded, derEncoded, ecdsaZerosChanged
        // What SignedInfo names.
        case emptyNamespaceAdded, identifierChanged, referenceEmptied, digestValueEdited,
            algorithmSwapped
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
            .backslashesInterpreted, .quotesBackslashed, .bytesEscaped, .doubleEscaped,
            .entitiesDecoded, .reencoded,
            .spacesAdded, .attributeValuesTrimmed, .quotesAdded, .valueReplaced, .xmlAttributesLost,
            .elementAdded, .elementDoubled:
            true
        default: false
        }
    }

    /// A Boolean value that indicates whether the bytes show the damage as a difference of white space.
    var isOfWhiteSpace: Bool {
        switch self {
        case .whitespaceCollapsed, .newlinesRemoved, .newlinesConverted, .prettyPrinted,
            .carriageReturnsLost, .carriageReturnsAdded, .lineEndingsDoubled, .indentationLost,
            .tabsExpanded, .wrappedAtColumn, .attributeValuesTrimmed, .spacesAdded,
            .whitespaceFolded, .tabsInserted, .indentationAdded, .trailingSpacesAdded,
            .spacesBetweenTags, .whitespaceChanged:
            true
        default: false
        }
    }
}
