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
