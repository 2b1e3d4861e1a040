extension SignatureExplanation.Hypothesis {
    /// A sentence that describes the damage.
    package var explanation: String {
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
            "Namespace declarations that were signed are gone, as when the signed element is taken "
                + "out of its message."
        case .ancestorNamespacesAdded:
            "Namespace declarations were added that were not signed, as when the signed element is "
                + "put into another message."
        case .otherCanonicalization:
            "The signer used a different canonicalization than the signature declares."
        case .otherSignatureMethod:
            "The signer used a different signature method than the signature declares, such as RSA-PSS "
                + "under the name of RSA with PKCS #1 padding."
        case .otherDigestMethod:
            "The signer used a different digest method than the signature declares."
        case .commentsDigested: "The signer digested comments, which this reference excludes."
        case .untrustedCertificate:
            "The key of the certificate in the message made the signature, but is not trusted for "
                + "the issuer. It may be a key of the issuer that the metadata lacks, or a forger's."
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
        case .lineEndingsDoubled:
            "Line ends were converted twice (CR CR LF), so that each became two."
        case .lineEndsReplaced: "Line breaks became another character (U+0085, U+2028 or U+2029)."
        case .newlinesEscaped:
            "The characters \\n or \\r\\n were written where a line break was, as loggers do."
        case .returnsEscaped:
            "Carriage returns were written as an escape (_x000D_ or &#13;), as spreadsheets and XML "
                + "logs do."
        case .indentationLost: "A program trimmed each line, so that the indentation is gone."
        case .tabsExpanded: "Tabs became spaces."
        case .wrappedAtColumn:
            "Its lines were wrapped at a column, as terminals, editors and loggers do."
        case .quotedPrintable: "It was encoded as quoted-printable, as mail programs do."
        case .lineNumbersAdded: "It was copied with line numbers."
        case .linePrefixes:
            "Each line got a prefix, as system logs, quoted mail and patches have "
                + "it."
        case .terminalCodes: "It was copied with the color codes of a terminal."
        case .invisibleCharacters:
            "Invisible characters (a zero-width space, a soft hyphen, a mark of direction) were inserted, as editors "
                + "and chat programs do."
        case .controlCharactersAdded: "Control characters that XML forbids were added."
        case .hyphensAdded: "A program hyphenated the Base64 at its line ends."
        case .htmlEscaped: "A program escaped the whole message as HTML."
        case .doubleEscaped: "A program escaped & once more: &amp;amp; instead of &amp;."
        case .entitiesDecoded: "A program decoded &amp; or &lt; and did not escape it again."
        case .htmlEntities: "A program wrote HTML entities such as &euml;, which XML does not have."
        case .parsedAsHTML:
            "A parser for HTML read and wrote it: names are in lower case, and "
                + "empty elements are not closed."
        case .jsonEscaped: "A program escaped the message as a JSON string."
        case .backslashesInterpreted:
            "A program took \\n or \\t in a value for an escape, as echo -e does."
        case .backslashesDoubled: "A program doubled the backslashes in values."
        case .csvQuoted:
            "A program wrote it as a field of CSV, in which quotation marks are "
                + "doubled."
        case .quotesBackslashed:
            "A program put a backslash before quotation marks, as in a string "
                + "literal."
        case .bytesEscaped:
            "A program wrote bytes that are not ASCII as escapes, such as \\xc3 or #303."
        case .plusToSpace: "A form decoder made spaces of the +."
        case .percentEncoded: "A program percent-encoded values in the message."
        case .bytesNotUTF8:
            "A program wrote letters in another encoding, such as Latin-1, without "
                + "saying so."
        case .wrongEncodingDeclared:
            "The XML declaration names another encoding than the message is in."
        case .encodingUnsupported:
            "A program wrote the message in an encoding other than UTF-8 and "
                + "UTF-16."
        case .nullCharacters:
            "NUL characters were added, as where UTF-16 is taken for an encoding of "
                + "single bytes."
        case .charactersReplaced:
            "A conversion may have replaced letters that it could not read or write (? or U+FFFD)."
        case .surrogatesEncoded:
            "A program wrote letters above U+FFFF as two surrogates, as Java's "
                + "writeUTF does."
        case .smartQuotes:
            "A word processor, a mail or chat program made typographic quotation "
                + "marks."
        case .smartDashes: "A word processor made dashes of hyphens."
        case .smartEllipsis: "A word processor made an ellipsis of three full stops."
        case .symbolsReplaced: "A word processor made symbols of characters, such as © of (c)."
        case .quotesStraightened:
            "A program made plain quotation marks, hyphens or full stops of "
                + "typographic ones."
        case .nonBreakingSpaces:
            "Spaces became no-break spaces (U+00A0), as in copies from web pages."
        case .normalizedNFD: "Letters were decomposed (Unicode form NFD), as some file systems do."
        case .normalizedNFC: "Letters were composed (Unicode form NFC), as databases do."
        case .truncated: "The message was cut off: its end is missing."
        case .beginningLost: "The beginning of the message is missing."
        case .linesLost:
            "Lines of the message are missing, as after a search that prints "
                + "matching lines."
        case .middleLost: "The middle of the message was left out, as viewers and debuggers do."
        case .signatureTruncated:
            "The signature value is shorter than those of the trusted key: it was probably cut off, "
                + "as by a database column that is too short."
        case .signatureValueEmpty: "The signature value was removed."
        case .prefixesRenamed: "A program wrote the message with other namespace prefixes."
        case .typesDropped: "A program removed xsi:type from attribute values."
        case .namespacesDropped:
            "A program removed namespace declarations that the signed bytes "
                + "contain."
        case .assertionCutOut:
            "An assertion stands alone: its response was left out, or its tags are damaged."
        case .attributesReordered: "A program wrote the attributes in another order."
        case .defaultAttributesAdded:
            "A program added an XML attribute, such as a default value, to "
                + "elements."
        case .lowerCased: "A program changed all letters to lower case."
        case .documentTypeAdded: "A document type declaration was added."
        case .xmlDeclarationInside:
            "The whole message, with its XML declaration, was put inside another "
                + "document."
        case .timesRewritten:
            "A program wrote the times in another form, for example with or without "
                + "milliseconds."
        case .timesShifted: "A program moved all times, as a converter with a wrong time zone does."
        case .spacesAdded: "White space was added around a value."
        case .zerosLost: "A program took a value for a number and removed its leading zeros."
        case .numberInPowers:
            "A value is a number with an exponent (4.8E+18). A spreadsheet may have written it so; "
                + "its digits are lost then."
        case .truthValueRewritten:
            "A program wrote a truth value in another way (True or 1 for true)."
        case .redacted:
            "A mask stands for a value. A program may have put it there, as loggers do with secrets, "
                + "or the provider signed it so."
        case .markupAdded:
            "Markup was added, such as a link around a value or a line break behind the message."
        case .hostReplaced:
            "An address inside the message was changed. A proxy or a gateway may have rewritten it."
        case .base64CharacterLost: "One character of Base64 was lost."
        case .base64CharacterDoubled: "One character of Base64 was doubled."
        case .base64CharacterAdded: "One character of Base64 was added."
        case .base64CharactersSwapped: "Two neighboring characters of Base64 were swapped."
        case .base64CharacterReplaced: "One character of Base64 was replaced with another."
        case .base64LowerCased: "The Base64 was changed to lower case, which cannot be undone."
        case .base64UpperCased: "The Base64 was changed to upper case, which cannot be undone."
        case .base64PaddingLost: "The padding (=) at the end of the Base64 was removed."
        case .hexEncoded: "It was written in hexadecimal, where XML or Base64 belongs."
        case .derEncoded:
            "The signer wrote the ECDSA signature in DER, where XML Signature has its two numbers side by side."
        case .ecdsaZerosChanged:
            "The two numbers of the ECDSA signature lack leading zero bytes, or have too many; XML Signature writes "
                + "both in full length."
        case .emptyNamespaceAdded:
            "xmlns=\"\" stands on elements that were digested without it: the signer added it when it wrote the "
                + "message, or a program did later."
        case .base32Encoded: "It was written in Base32, where XML or Base64 belongs."
        case .digestValueEdited:
            "The digest value in SignedInfo was changed; the signed content is "
                + "intact."
        case .algorithmSwapped:
            "The name of an algorithm in the signature was replaced or removed after signing."
        }
    }
}
