import Captures
import PayloadCoding
import ProfileProcessing
import SAML2
import SAMLBindings

/// A file with one response, in any supported encoding or capture format.
struct ResponseFile {
    private let captured: CapturedRecord
    /// The unpacked response.
    let bytes: [UInt8]

    init(_ path: String) throws(CommandFailure) {
        (captured, bytes) = try InputFile.onlyMessage(
            in: path, "message", unreadable: .rejected, several: .usage
        ) { captured, envelope in (captured, envelope.xml) }
    }

    /// Returns the effect of a normalization on the response, or `nil` if it is unknown.
    func damage(by normalization: Normalization) -> NormalizationSummary? {
        ProfileProcessor(
            options: ProfileProcessor.Options(
                context: .unchecked, normalization: normalization)
        )
        .record(of: captured).normalization
    }
}

extension NormalizationSummary.Warning {
    /// The effect on the receiver.
    var consequence: String {
        switch self {
        case .fusedTokens: "the XML arrives changed, or not well-formed"
        case .signatureRepaired: "the signature is valid on arrival, and invalid before"
        case .signedContentChanged: "the signature is invalid on arrival"
        case .textChanged: "a text arrives with changed white space"
        case .attributeValueChanged: "the value of an XML attribute arrives changed"
        case .doubledSpaces: "two spaces replace a line break"
        case .byteOrderMark: "a byte order mark precedes the message"
        case .repairedEncoding: "bytes that are not UTF-8 arrive as U+FFFD"
        case .encodingMismatch: "the XML declaration names another encoding"
        case .overlongPayload: "servers may refuse a body of this size"
        }
    }
}
