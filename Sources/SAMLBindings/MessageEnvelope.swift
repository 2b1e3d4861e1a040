public import PayloadCoding
internal import WireText

/// A SAML message out of its packing.
public struct MessageEnvelope: Hashable, Sendable, CustomStringConvertible {
    /// Something that was undone to get at the message.
    @nonexhaustive
    public enum Step: String, Hashable, Sendable, CaseIterable {
        /// White space stood before the XML.
        case whiteSpace
        /// The message was a parameter of a form body or a query string.
        case form
        /// The message was percent-encoded. Twice, or once in a form, means that it was encoded
        /// once too often.
        case percentEncoding
        /// The message was in Base64 (RFC 4648, section 4).
        case base64
        /// The message was in Base64 with the URL-safe alphabet (RFC 4648, section 5).
        case base64URL
        /// The Base64 text held spaces where the encoder wrote `+`: it was put into a form without
        /// percent-encoding.
        case spacesForPlus
        /// The message was compressed, as in the HTTP-Redirect binding (SAML Bindings, section
        /// 3.4.4.1).
        case deflate
        /// The message was compressed as by gzip (RFC 1952).
        case gzip
        /// The message was compressed as by zlib (RFC 1950).
        case zlib
        /// The message was written in hexadecimal, with or without separators, offsets and text beside it.
        case hexadecimal
        /// The message was a literal of bytes, as Python and Rust write it: `b'…'`.
        case bytesLiteral
        /// The message was the body of a SOAP envelope.
        case soap
        /// The message was inside an `ArtifactResponse`.
        case artifactResponse
        /// The message was escaped as in a JSON string.
        case jsonEscapes
        /// Characters of the message were written as references, as in HTML.
        case htmlEscapes
        /// Quotation marks stood around the message, or typographic quotation marks or spaces in it.
        case quotes
    }

    /// What was undone, and a stricter decoder refuses.
    package enum Repair: String, Hashable, Sendable, CaseIterable {
        /// White space stood before the XML declaration, where XML allows none.
        case whiteSpaceBefore
        /// Spaces stood where Base64 has `+`.
        case spacesForPlus
        /// White space stood inside the Base64.
        case wrappedBase64
        /// The Base64 was of the URL-safe alphabet.
        case urlSafeBase64
        /// The Base64 ended without its padding.
        case missingPadding
        /// The message was percent-encoded or in Base64 once too often.
        case encodedTwice
        /// The compression inside the Base64 was gzip or zlib instead of DEFLATE.
        case otherCompression
        /// Characters were written as references, as in HTML.
        case htmlEscapes
        /// Characters were escaped as in a JSON string.
        case jsonEscapes
        /// Quotation marks stood around the message, or typographic ones in its tags.
        case quotes
    }

    /// The parameter a message travels in.
    public enum Parameter: String, Hashable, Sendable, CaseIterable {
        /// A request.
        case samlRequest = "SAMLRequest"
        /// A response.
        case samlResponse = "SAMLResponse"
    }

    /// The document, in the encoding and with the byte order mark it has.
    public let xml: [UInt8]
    /// The unpacking steps, outermost first.
    public let steps: [Step]
    /// The parameter it was found in, when there was one.
    public let parameter: Parameter?
    /// `RelayState`, when there was one.
    public let relayState: String?

    /// The query string, when it carries a signature over itself, valid or not, complete or not.
    ///
    /// Pass it to a validator instead of ``xml``, so that the signature counts.
    public internal(set) var signedQuery: SignedQuery? = nil

    /// The damage that was undone, each once, in the order of undoing it.
    package internal(set) var repairs: [Repair] = []

    /// A Boolean value that indicates whether the message was percent-encoded more than once; to be
    /// a form's parameter is once.
    package var isDoublyEncoded: Bool {
        steps.count { $0 == .form || $0 == .percentEncoding } > 1
    }

    /// The size of the message; never its content.
    public var description: String { "MessageEnvelope(\(xml.count) bytes)" }
}

extension MessageEnvelope: Redacted {}
