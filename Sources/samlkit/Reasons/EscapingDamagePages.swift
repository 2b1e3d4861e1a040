extension ReasonPage {
    /// Messages that were escaped once too often, or not often enough.
    static let escapingDamage = #"""
        ### htmlEscaped

        The whole message is escaped as HTML: &lt; for <.

        **Usually:** A copy of a web page's source, or a log made for a browser.

        **What to do:** Unescape it, or capture the form field itself.

        **In short:** are escaped as HTML: capture the field itself

        ### doubleEscaped

        An ampersand was escaped once more: &amp;amp; for &amp;.

        **Usually:** Two layers of a program both escape.

        **What to do:** Let one layer escape, or handle the message as bytes.

        **In short:** are escaped twice: let one layer escape

        ### entitiesDecoded

        &amp; or &lt; was decoded and not escaped again, so that the message is not XML any more.

        **Usually:** A program unescaped the text of the whole message.

        **What to do:** Parse the message with an XML library instead of replacing text.

        **In short:** were unescaped: parse XML, do not replace text

        ### htmlEntities

        Letters became HTML entities such as &euml;, which XML does not have.

        **Usually:** A function for HTML, such as PHP's htmlentities.

        **What to do:** Use a function for XML, or handle the message as bytes.

        **In short:** have HTML entities: escape for XML, or not at all

        ### parsedAsHTML

        The message was parsed as HTML: names are in lower case and no element is empty.

        **Usually:** A browser's DOM, or a tool that cleans HTML.

        **What to do:** Take the response from the network panel, not from the page.

        **In short:** went through an HTML parser: take them from the network, not from the page

        ### jsonEscaped

        The message is the inside of a JSON string that nobody decoded.

        **Usually:** It was cut out of a JSON log by hand or by text tools.

        **What to do:** Read the field with a JSON parser, such as jq -r.

        **In short:** are undecoded JSON strings: read the field with a JSON parser

        ### hexEncoded

        The message, the signature value or the digest value is in hexadecimal.

        **Usually:** A database or a debugger that shows bytes, or a program that takes hexadecimal for Base64.

        **What to do:** Decode it (xxd -r -p), or write Base64.

        **In short:** have hexadecimal where XML or Base64 belongs: write Base64

        ### derEncoded

        The signer wrote the ECDSA signature in DER, the form of certificates. XML Signature has the two numbers r and s
        side by side instead (section 6.4.3).

        **Usually:** The signer's own code takes what its cryptographic library gives.

        **What to do:** Report it to the signer: the signature has to be converted to r and s, such as with
        IEEE P1363 encoding.

        **In short:** have ECDSA signatures in DER: report it to the signer

        ### ecdsaZerosChanged

        The two numbers r and s of the ECDSA signature lack leading zero bytes, or have too many. XML Signature writes
        both in the full length of the curve (section 6.4.3).

        **Usually:** The signer's own code writes r and s as numbers of any length, such as Java's BigInteger does.

        **What to do:** Report it to the signer: r and s have to be padded with zero bytes to the length of the curve.

        **In short:** have ECDSA signatures with numbers that are too short or too long: report it to the signer

        ### base32Encoded

        The message or the signature value is in Base32.

        **Usually:** A program that keeps bytes in names or in a system without letter case.

        **What to do:** Decode it (base32 -d), or write Base64.

        **In short:** are in Base32: write Base64

        ### backslashesInterpreted

        Escapes such as \n inside a value were taken for line breaks.

        **Usually:** A shell's echo or printf, or a template.

        **What to do:** Pass the message through a file or standard input.

        **In short:** had backslashes interpreted: pass messages through files

        ### backslashesDoubled

        Backslashes in values are doubled.

        **Usually:** A program escaped the message for a string of JSON, SQL or a programming language, and nobody
        undid it.

        **What to do:** Read the string with a parser of its language, or log the message as Base64.

        **In short:** have doubled backslashes: read the string with a parser

        ### quotesBackslashed

        There is a backslash before each quote.

        **Usually:** A function that escapes for SQL or a programming language.

        **What to do:** Take the value before it is escaped.

        **In short:** have backslashes before quotes: take the value before escaping

        ### csvQuoted

        Quotes are doubled, as in a field of CSV.

        **Usually:** A cell was cut out of a CSV file as text.

        **What to do:** Read the file with a CSV parser, or pass the CSV to samlkit.

        **In short:** have doubled quotes: read CSV with a parser

        ### apostropheAdded

        An apostrophe stands before the message.

        **Usually:** A spreadsheet marks texts so.

        **What to do:** Export from the source, or remove the apostrophe.

        **In short:** have a spreadsheet's apostrophe: export from the source

        ### bytesEscaped

        Bytes that are not ASCII were written as escapes, such as \xc3 or #303.

        **Usually:** Python printed bytes instead of text, PostgreSQL a bytea, or rsyslog escapes what is not ASCII.

        **What to do:** Decode the bytes as UTF-8 before they are logged, or log the message as Base64.

        **In short:** were written with escaped bytes: log them as UTF-8 or Base64

        ### percentEncoded

        Values were percent-encoded after signing.

        **Usually:** A program encodes each value for a URL.

        **What to do:** Encode the whole message once, not the values in it.

        **In short:** have percent-encoded values: encode the message, not its values

        ### plusToSpace

        Plus signs became spaces.

        **Usually:** Base64 or a value was sent in a form without percent-encoding, and the form decoder
        turned + into spaces.

        **What to do:** Percent-encode what is sent in a form once: %2B for +. Decode nothing as a form that is none.

        **In short:** lost their plus signs: percent-encode what is sent in forms

        ### hyphensAdded

        A hyphen was added at each line end.

        **Usually:** A program that hyphenates text.

        **What to do:** Copy the file, not typeset text.

        **In short:** were hyphenated: copy files, not typeset text
        """#
}
