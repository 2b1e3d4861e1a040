extension ReasonPage {
    /// Damage to line breaks and white space.
    static let whiteSpaceDamage = #"""
        ### whitespaceCollapsed

        Runs of white space became single spaces and line breaks were removed after signing. With
        them restored, the digest or the signature is valid.

        **Usually:** The normalization of the Apple SSO cookbook, or a regular expression such as
        \s+ in an app or a log.

        **What to do:** Forward the message byte for byte, or normalize it with --normalization
        signature-safe. If white space must go, ask the provider to sign messages on one line.

        **In short:** lost white space on the way: forward messages byte for byte, or use
        --normalization signature-safe

        ### newlinesRemoved

        Line breaks between tags were removed after signing.

        **Usually:** An app that strips line breaks before it encodes, or a log that writes one
        line per message.

        **What to do:** Forward the message byte for byte, and capture it before the program that
        removes line breaks.

        **In short:** lost line breaks on the way: fix the program that joins lines, not the key

        ### newlinesConverted

        Line breaks were replaced with spaces after signing.

        **Usually:** A log or a form field that keeps texts on one line.

        **What to do:** Forward the message byte for byte, and capture it before that program.

        **In short:** have spaces for line breaks: fix the program that joins lines, not the key

        ### prettyPrinted

        The message was pretty-printed, or indented in another way, after signing. Undoing that
        makes the digest or the signature valid.

        **Usually:** A logger, an editor, a proxy or an XML library that indents, such as xmllint
        --format.

        **What to do:** Find the program that formats the message, and take the message before it.

        **In short:** were pretty-printed on the way: fix the logger, not the key

        ### indentationLost

        Each line was trimmed, so that the indentation that was signed is gone.

        **Usually:** A script or log shipper that strips spaces at the beginning of lines.

        **What to do:** Take the message before that program.

        **In short:** lost their indentation: fix the program that trims lines

        ### tabsExpanded

        Tabs became spaces after signing.

        **Usually:** An editor, a terminal or a wiki that expands tabs.

        **What to do:** Copy the file instead of the text.

        **In short:** have spaces for tabs: copy files, not text from a screen

        ### lineEndingsDoubled

        Line ends were converted twice, so that each became two.

        **Usually:** A transfer in text mode on Windows (CR LF to CR CR LF), or a program that
        adds a line end to lines that have one.

        **What to do:** Transfer and write the message in binary mode.

        **In short:** have doubled line ends: write messages in binary mode

        ### lineEndsReplaced

        Line breaks became another character, such as U+0085 or U+2028.

        **Usually:** A mainframe or a JavaScript program that converts line ends.

        **What to do:** Handle the message as bytes, without converting characters.

        **In short:** have other characters for line breaks: handle messages as bytes

        ### carriageReturnsLost

        Carriage returns that were signed (&#13; before line breaks) were lost.

        **Usually:** A program parsed the message and wrote it again, or converted line ends.

        **What to do:** Keep &#13; unchanged: do not convert line ends, and do not serialize a
        parsed document again.

        **In short:** lost carriage returns: do not write parsed messages again

        ### carriageReturnsAdded

        Carriage returns (&#13;) were added after signing.

        **Usually:** An XML library on Windows that wrote the message again.

        **What to do:** Keep line ends unchanged, and do not serialize a parsed document again.

        **In short:** got carriage returns: do not write parsed messages again

        ### newlinesEscaped

        The characters \n or \r\n stand where a line break was.

        **Usually:** A log library that keeps each entry on one line.

        **What to do:** Log the message in Base64, or decode the log's escapes before you use it.

        **In short:** have \n for line breaks: decode the log's escapes first

        ### returnsEscaped

        Carriage returns or line feeds were written as _x000D_ or as a reference.

        **Usually:** A spreadsheet, or an XML log.

        **What to do:** Export from the source instead of the spreadsheet, or decode the escapes.

        **In short:** have escaped line ends: export from the source, not from a spreadsheet

        ### wrappedAtColumn

        Line breaks were added at a fixed column, and spaces with them in some programs.

        **Usually:** A copy from a terminal window, or a logger that limits the length of lines.

        **What to do:** Copy the file instead of the screen, or raise the logger's limit.

        **In short:** were wrapped at a column: copy files, not text from a screen

        ### quotedPrintable

        The message is in quoted-printable: = at line ends, =3D for =.

        **Usually:** It was copied out of the source of an e-mail.

        **What to do:** Save the attachment or the decoded text.

        **In short:** are in quoted-printable: save the decoded mail

        ### lineNumbersAdded

        Each line begins with its number.

        **Usually:** A copy from a viewer or from cat -n.

        **What to do:** Copy the file itself.

        **In short:** have line numbers: copy the file itself

        ### linePrefixes

        Each line begins with the same prefix, or with one of the same form.

        **Usually:** Quoted mail (> ), a patch (+), or a log that puts time and host before each
        line.

        **What to do:** Remove the prefix, or capture the message in one field.

        **In short:** have a prefix on each line: remove it, or log messages in one field

        ### terminalCodes

        The text contains escape sequences for colors.

        **Usually:** The output of a program that colors was saved.

        **What to do:** Switch colors off, or copy from the file.

        **In short:** have color codes: switch colors off

        ### spacesAdded

        Spaces were added where there were none.

        **Usually:** A program that formats tags or pads lines.

        **What to do:** Take the message before that program.

        **In short:** have added spaces: fix the program that formats messages

        ### controlCharactersAdded

        Control characters that XML forbids were added.

        **Usually:** A terminal, a serial console, or a copy from a screen.

        **What to do:** Save the message to a file with the program that has it, and do not copy it from a screen.

        **In short:** have control characters: save them to a file, do not copy them from a screen

        ### invisibleCharacters

        Characters that nobody sees, such as U+200B, U+00AD or U+202C, were inserted.

        **Usually:** A chat, a wiki or an editor marks where long words may be broken.

        **What to do:** Send the file, or put the text into a block of code.

        **In short:** got invisible characters: send files, not chat text

        ### nonBreakingSpaces

        Spaces became no-break spaces (U+00A0).

        **Usually:** A copy from a web page or a word processor.

        **What to do:** Copy the file itself.

        **In short:** have no-break spaces: copy the file, not the web page

        ### attributeValuesTrimmed

        White space around a signed value was removed.

        **Usually:** A mapper or a database that trims texts.

        **What to do:** Do not trim values in the message. Trim them after reading them.

        **In short:** have trimmed values: trim after reading, not before
        """#
}
