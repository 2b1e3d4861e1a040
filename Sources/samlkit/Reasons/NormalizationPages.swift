extension ReasonPage {
    /// What encoding for Adobe Pass does to a message.
    static let normalization = #"""
        ### fusedTokens

        The payload is no XML any more, or has other elements and attributes: white space that kept
        two things apart was removed, and they grew together.

        **Usually:** A line break between two attributes, which the published code removes.

        **What to do:** Encode with --normalization signature-safe, or ask the identity provider to
        write attributes on one line.

        ### signedContentChanged

        White space inside something signed changes on the way into the payload, so that the
        signature is broken there although it is good here.

        **Usually:** The provider signs indented XML, and the published code removes its line breaks.

        **What to do:** Ask the identity provider to sign messages on one line. Where you encode
        yourself, --normalization signature-safe keeps every signed byte.

        ### textChanged

        Text between two tags that is more than white space is another text in the payload.

        **Usually:** A value with a line break, a tab or two spaces in a row.

        **What to do:** Compare the value with samlkit decode of the payload. Encode with
        --normalization signature-safe if the value must arrive as it is.

        ### attributeValueChanged

        The value of an XML attribute is another one in the payload.

        **Usually:** A line break or several spaces inside the quotes.

        **What to do:** Ask who writes the message to keep such values on one line.

        ### doubledSpaces

        Two spaces stand side by side in the payload, where a line break between them was removed.

        **Usually:** Text that was wrapped with a space at the end of the line.

        **What to do:** Nothing, if the value is read leniently; it is compared as other text
        otherwise.

        ### byteOrderMark

        The message begins with a byte order mark, which stays in the payload as its first bytes.

        **Usually:** An editor or a script on Windows saved the message.

        **What to do:** Save it without the mark. A receiver may refuse what does not begin with a
        tag.

        ### repairedEncoding

        The message is not UTF-8 throughout; what could not be read became U+FFFD in the payload.

        **Usually:** Text in windows-1252 or ISO-8859-1 was written into a message that says UTF-8.

        **What to do:** Find the program that writes the value, and let it write UTF-8.

        ### encodingMismatch

        The payload is UTF-8, and its XML declaration names another encoding.

        **Usually:** A message in UTF-16 or ISO-8859-1 was converted, and its declaration stayed.

        **What to do:** Ask the identity provider for UTF-8. A receiver that believes the declaration
        reads other characters.

        ### overlongPayload

        The payload has more than 1,048,576 bytes, a common limit of request bodies.

        **Usually:** Many attributes, or one with a picture or a list in it.

        **What to do:** Request fewer attributes; the payload is about twice as long as the message.
        """#
}
