public import XMLCore

/// A signer of messages for benchmarks and fuzzers, which measure and damage what they have signed.
@_spi(Fuzzing) @_spi(Measurement)
public struct MessageSigner: Sendable {
    private let key: SigningKey

    /// Reads a private key in PEM text.
    ///
    /// - Throws: A ``TrustedKeyError`` when the text has none that can sign.
    public init(pemEncoded text: String) throws(TrustedKeyError) {
        key = try SigningKey(pemEncoded: text)
    }

    /// The public half, in PEM text.
    public var publicKeyPEM: String { key.publicKeyPEM }

    /// Signs the element with an ID, by a signature that stands after one of its children.
    public func signed(
        _ identifier: String, in bytes: [UInt8], after predecessor: XML.QualifiedName
    ) throws -> [UInt8] {
        try EnvelopedSigner(key: key).signing(identifier, in: bytes, after: predecessor)
    }
}
