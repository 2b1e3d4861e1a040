import SAML2
import XMLCore
import XMLSecurity

/// Reads metadata, and verifies its signature if keys are given.
struct MetadataReader {
    private let options: TrustOptions
    private let verifier: SignatureVerifier?

    /// A Boolean value that indicates whether metadata must be signed.
    var demandsSignature: Bool { verifier != nil }

    /// The limits, which allow large aggregates.
    static let limits = XML.ParsingLimits(byteCount: 256 << 20, nodeCount: 50_000_000)

    /// Creates a reader.
    ///
    /// - Parameter options: The options, whose keys must have signed every file if there are any.
    /// - Throws: A `CommandFailure` when a key cannot be read.
    init(_ options: TrustOptions) throws(CommandFailure) {
        self.options = options
        var keys: [TrustedKey] = []
        for file in options.metadataSigner {
            let bytes = try InputFile.bytes(file)
            do throws(TrustedKeyError) {
                keys += try TrustedKey.keys(pemEncoded: String(decoding: bytes, as: UTF8.self))
            } catch {
                throw TrustFileKind(bytes, of: file, for: .metadataSigner).failure(error)
            }
        }
        verifier =
            options.metadataSigner.isEmpty
            ? nil
            : SignatureVerifier(
                trusting: keys, policy: options.signaturePolicy,
                limits: XML.CanonicalizationLimits(byteCount: 1 << 30),
                parsingLimits: Self.limits)
    }

    /// Returns the XML in a file; `nil` if it holds something else.
    ///
    /// White space before it is skipped: an XML declaration could not stand after it.
    static func xml(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
        let text = bytes.dropFirst(marks.first { bytes.starts(with: $0) }?.count ?? 0)
        guard let start = text.firstIndex(where: { $0 > 0x20 }), text[start] == UInt8(ascii: "<")
        else { return nil }
        // In UTF-16 with the high byte first, a character begins one byte before.
        let isSecondByte = (start - text.startIndex) % 2 == 1 && text[start - 1] == 0
        return text[(isSecondByte ? start - 1 : start)...]
    }

    /// Returns the metadata in a file, or in content that was sent at a time.
    func metadata(
        in bytes: ArraySlice<UInt8>, of file: String, sentAt time: SAML.Instant? = nil
    ) throws -> (SAML.Metadata, root: XML.Element) {
        guard let verifier else {
            // Entities of an aggregate may have equal IDs.
            let document = try XML.Document(
                parsing: bytes, limits: Self.limits, identifierAttributes: [])
            return (try SAML.Metadata(document.rootElement), document.rootElement)
        }
        let document = try XML.Document(parsing: bytes, limits: Self.limits)
        guard
            let retrieved = options.metadataRetrieved ?? time ?? Console.modificationTime(of: file)
        else {
            throw CommandFailure(
                .usage,
                "\(file): The input has no modification time. Pass --metadata-retrieved TIME."
            )
        }
        let metadata = try SAML.Metadata(
            in: document, verifiedBy: verifier, retrieved: retrieved,
            maximumAge: Int64(options.metadataMaxAge) * 86_400)
        return (metadata, document.rootElement)
    }

    /// Returns a sentence about the failed signature of metadata.
    static func explanation(of failure: VerificationFailure) -> String {
        switch failure.code {
        case .absent: "The metadata is not signed, but --metadata-signer requires a signature."
        case .signatureMismatch, .keyOfOtherKind:
            "No key of --metadata-signer signed the metadata."
        default: "The signature of the metadata is refused. \(failure)"
        }
    }
}
