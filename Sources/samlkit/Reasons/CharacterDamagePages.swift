extension ReasonPage {
    /// Damage to letters and their encoding.
    static let characterDamage = #"""
        ### byteOrderMarkAdded

        A byte order mark (U+FEFF) was added to the text.

        **Usually:** A Windows program wrote a part of the message, or files with marks were
        joined.

        **What to do:** Do not add byte order marks when you join or write bytes.

        **In short:** got a byte order mark: join and write bytes without it

        ### byteOrderMarkLost

        The signer's bytes began with a byte order mark, which was lost.

        **Usually:** A program that decodes text drops the mark silently.

        **What to do:** Do not remove byte order marks; handle the message as bytes.

        **In short:** lost a byte order mark: handle messages as bytes

        ### reencoded

        After signing, text was read in one character encoding and written in another. Letters
        outside ASCII changed.

        **Usually:** UTF-8 was read as Latin-1, windows-1252 or a code page.

        **What to do:** Treat the message as bytes. If it must become text, read and write it as
        UTF-8.

        **In short:** were read in a wrong character encoding: read and write UTF-8

        ### bytesNotUTF8

        Some letters are single bytes of Latin-1 in a message that is UTF-8.

        **Usually:** A program inserted or converted a value in another encoding.

        **What to do:** Read and write the message as UTF-8 everywhere.

        **In short:** mix two encodings: write UTF-8 everywhere

        ### wrongEncodingDeclared

        The XML declaration names another encoding than the bytes have.

        **Usually:** A program wrote text that said UTF-16 into a file in UTF-8.

        **What to do:** Keep the bytes as they were received, declaration and all.

        **In short:** declare a wrong encoding: keep the received bytes

        ### encodingUnsupported

        The message declares an encoding that is not read, although its bytes are valid UTF-8.

        **Usually:** A program wrote a declaration such as US-ASCII.

        **What to do:** Take the message before that program.

        **In short:** declare an encoding that is not read: take them before the program that
        declares it

        ### charactersReplaced

        Letters became question marks or U+FFFD. Where U+FFFD is all that shows, the provider may have signed it so.

        **Usually:** The text went through an encoding that lacks these letters.

        **What to do:** Use UTF-8 at every step: database, log and terminal.

        **In short:** seem to have lost letters (? or U+FFFD): use UTF-8 at every step

        ### charactersDropped

        Letters outside ASCII are probably gone.

        **Usually:** A filter that keeps only ASCII.

        **What to do:** Take the message before the filter.

        **In short:** lost letters outside ASCII: take them before the filter

        ### transliterated

        Letters were probably replaced with similar ones of ASCII.

        **Usually:** A conversion such as iconv //TRANSLIT.

        **What to do:** Convert without transliteration, or handle the message as bytes.

        **In short:** have replaced letters: handle messages as bytes

        ### surrogatesEncoded

        A letter above U+FFFF was written as two surrogates of three bytes each.

        **Usually:** Java's writeUTF, or a database whose utf8 has three bytes at the most.

        **What to do:** Write real UTF-8, with getBytes(UTF_8).

        **In short:** have surrogates: write real UTF-8

        ### nullCharacters

        Every second character is NUL.

        **Usually:** UTF-16 was read as an encoding of one byte per character.

        **What to do:** Read the file as UTF-16, or save it as UTF-8 at its source.

        **In short:** were UTF-16 read bytewise: read the right encoding

        ### normalizedNFC

        Letters were composed (NFC) after signing.

        **Usually:** A database or a framework that normalizes Unicode.

        **What to do:** Store the message as bytes, not as normalized text.

        **In short:** were normalized to NFC: store messages as bytes

        ### normalizedNFD

        Letters were decomposed (NFD) after signing.

        **Usually:** A file system or a framework that normalizes Unicode.

        **What to do:** Store the message as bytes, not as normalized text.

        **In short:** were normalized to NFD: store messages as bytes

        ### normalizedNFKC

        The texts are in a compatibility form, so that ligatures, superscripts and full-width
        letters may be lost.

        **Usually:** A search index or an input filter.

        **What to do:** Take the message before the index or the filter.

        **In short:** were normalized to NFKC: take them before the filter

        ### smartQuotes

        Quotes became curly after signing.

        **Usually:** A word processor, a mail program or a content editor.

        **What to do:** Send the file as an attachment.

        **In short:** have curly quotes: send files, not text

        ### smartDashes

        Two hyphens became a dash after signing.

        **Usually:** An editor with automatic correction.

        **What to do:** Send the file as an attachment.

        **In short:** have dashes for hyphens: send files, not text

        ### symbolsReplaced

        Characters became a symbol, such as © in place of (c).

        **Usually:** Automatic correction of a word processor, mail program or chat.

        **What to do:** Send the message as a file or as Base64, or turn the correction off.

        **In short:** got symbols in place of characters: send them as files

        ### smartEllipsis

        Three full stops became one character after signing.

        **Usually:** An editor with automatic correction.

        **What to do:** Send the file as an attachment.

        **In short:** have an ellipsis for three dots: send files, not text

        ### quotesStraightened

        Curly quotes became straight after signing.

        **Usually:** An editor or a filter for plain text.

        **What to do:** Handle the message as bytes.

        **In short:** have straightened quotes: handle messages as bytes

        ### lowerCased

        The text is in lower case, names of elements too.

        **Usually:** An index or a filter that folds case.

        **What to do:** Take the message before it.

        **In short:** were lower-cased: take them before the filter
        """#
}
