extension ReasonPage {
    /// Messages that could not be unpacked.
    static let envelope = #"""
        ### envelope.empty

        There is nothing but white space where the message should be.

        **Usually:** An empty column, a request without a body, or a variable that was not set.

        **What to do:** Look at the capture at the place that the record names, and find out why
        the value is empty.

        ### envelope.tooManyOctets

        The captured message is larger than the limit for a packed message.

        **Usually:** A whole page or log was taken for one message. Genuine responses have a few
        thousand bytes.

        **What to do:** Pass only the message. expected and found in the reason give the limit and
        the size in bytes.

        ### envelope.ambiguousParameter

        A form or query string has two messages, or RelayState, SigAlg or Signature twice.
        Receivers disagree on which one counts.

        **Usually:** Two captures were joined, or an attack tries to show one message to the
        verifier and another to the application.

        **What to do:** Capture the request again. If the sender really repeats a parameter, its
        software is wrong.

        ### envelope.invalidPercentEncoding

        A percent sign is not followed by two hexadecimal digits.

        **Usually:** A value was cut in the middle of an escape, or % was written without encoding
        it.

        **What to do:** Take the value where it is still complete, before anything decodes or
        shortens it.

        ### envelope.invalidBase64

        The message is neither XML nor Base64.

        **Usually:** Characters were lost or changed on the way: + became a space, the end was cut
        off, or a log added text.

        **What to do:** Take the message before the program that changes it. Copy files instead of
        text from a screen.

        ### envelope.invalidDeflate

        The Base64 can be decoded, and what is in it is neither XML nor DEFLATE.

        **Usually:** The message was encrypted or compressed in another way, or one character of
        the Base64 is wrong.

        **What to do:** Compare the value with the original one. HTTP-Redirect uses raw DEFLATE,
        HTTP-POST no compression.

        ### envelope.inflationLimit

        The message inflates to more than the limit.

        **Usually:** A bomb made to exhaust memory. Genuine messages do not compress that well.

        **What to do:** Refuse it. expected in the reason is the limit in bytes.

        ### envelope.notXML

        The message was unpacked, and what came out is not XML.

        **Usually:** Another token, such as a JSON Web Token or an error page, stands where the
        SAML message should be.

        **What to do:** Look at the unpacked bytes with samlkit decode, and capture the field that
        holds the response.
        """#
}
