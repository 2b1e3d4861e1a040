extension ReasonPage {
    /// Messages that are not XML that is read.
    static let xml = #"""
        ### xml.empty

        There are no bytes to parse.

        **Usually:** An empty file, or a message that was removed on the way.

        **What to do:** Find out which program passes on nothing, and take the message before it.

        ### xml.tooManyOctets

        The document is larger than the limit.

        **Usually:** Something else than one message, such as metadata of a federation. Genuine
        responses have a few thousand bytes.

        **What to do:** Pass only the message. expected and found in the reason give the limit and
        the size in bytes.

        ### xml.unsupportedEncoding

        The XML declaration names an encoding other than UTF-8 and UTF-16.

        **Usually:** A program wrote the message again in Latin-1 or US-ASCII, or changed only the
        declaration.

        **What to do:** Take the message before that program. SAML messages are UTF-8; the
        signature is over that form.

        ### xml.contradictoryEncoding

        The XML declaration names another encoding than the one that the bytes are in, such as UTF-16
        over bytes of UTF-8. Neither is taken for right.

        **Usually:** A program wrote the XML into a string of UTF-16, as .NET's StringWriter does, and
        another one saved the string as UTF-8; or an editor saved the file in another encoding.

        **What to do:** Correct encoding="…" in the first line, or remove it. The XML declaration is
        not part of what is signed, so a signature stays valid. A message in Base64 is decoded,
        corrected and encoded again. Then have the program corrected.

        ### xml.invalidEncoding

        The bytes are not valid in the encoding of the document.

        **Usually:** A program treated UTF-8 as Latin-1 or cut a character in two.

        **What to do:** Handle the message as bytes. If it must become text, read and write it as
        UTF-8.

        ### xml.nulOctet

        The document contains a NUL byte, which XML forbids.

        **Usually:** UTF-16 was read as an encoding with one byte per character, or the buffer of
        a C program was passed on whole.

        **What to do:** Find the program that changes the encoding, and take the message before
        it.

        ### xml.documentTypeDeclaration

        The document has a document type declaration (DOCTYPE). It is refused always, because
        entities in it can read files and exhaust memory.

        **Usually:** A program that writes XML or HTML added it, or an attack. No SAML message
        needs one.

        **What to do:** Take the message before the program that adds it. Do not remove it from a
        message that you received this way and trust the rest.

        ### xml.notWellFormed

        The document is not well-formed XML at the position given.

        **Usually:** The end was cut off, a log broke or escaped the text, or a program replaced
        characters of the markup.

        **What to do:** Look at the bytes around the position. Take the message where it is still
        complete.

        ### xml.notNamespaceWellFormed

        A prefix is used without a declaration, or a declaration is invalid.

        **Usually:** An element was cut out of its message, or a program dropped declarations that
        it took for unused.

        **What to do:** Pass on the complete message, byte for byte.

        ### xml.undeclaredEntity

        The document refers to an entity that XML does not define, such as &nbsp; or &auml;.

        **Usually:** A program for HTML escaped the text.

        **What to do:** Take the message before it. XML has only &lt; &gt; &amp; &quot; and
        &apos;, and numbers such as &#228;.

        ### xml.tooDeep

        Elements are nested deeper than the limit.

        **Usually:** An attack on parsers. Genuine messages have about ten levels.

        **What to do:** Refuse the message. expected in the reason is the limit.

        ### xml.tooManyNodes

        The document has more nodes than the limit.

        **Usually:** An attack on parsers, or another document than a message.

        **What to do:** Refuse the message. expected in the reason is the limit.

        ### xml.tooManyAttributes

        An element has more attributes in its tag than the limit.

        **Usually:** An attack on parsers. SAML attributes are elements and do not count here.

        **What to do:** Refuse the message. expected in the reason is the limit.

        ### xml.tooManyNamespaces

        More namespaces are in scope than the limit.

        **Usually:** An attack that makes canonicalization slow. Genuine messages declare fewer
        than ten.

        **What to do:** Refuse the message. expected in the reason is the limit.

        ### xml.nameTooLong

        An element or attribute has a name that is longer than the limit.

        **Usually:** An attack, or a document whose markup is damaged so that text became a name.

        **What to do:** Look at the bytes at the position. expected in the reason is the limit.

        ### xml.tooMuchWork

        Reading the document takes more work than its size allows, or it has too many different
        names.

        **Usually:** An attack on parsers.

        **What to do:** Refuse the message.

        ### xml.duplicateIdentifier

        Two elements have the same ID. A reference to it could mean either, which signature
        wrapping attacks use.

        **Usually:** Two responses were joined into one file, or an attack.

        **What to do:** Pass one message. If the provider itself repeats an ID, its software is
        wrong; report it.

        ### xml.outOfMemory

        There was not enough memory to read the document.

        **Usually:** Many jobs at once on a small machine.

        **What to do:** Pass fewer --jobs, or run where there is more memory.
        """#
}
