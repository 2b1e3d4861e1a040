import Captures
import PayloadCoding
import ProfileProcessing
import SAML2
import SAMLBindings
import SystemPackage

/// A file with one response, packed in any way an envelope or a capture can be.
struct ResponseFile {
    private let captured: CapturedRecord
    /// The response without what it was packed in.
    let bytes: [UInt8]

    init(_ path: String) throws(CommandFailure) {
        var reader = CaptureReader(inputs: [FilePath(path)])
        guard let captured = reader.next() else {
            throw CommandFailure.noMessage(in: [path], passedOverCount: reader.passedOverCount)
        }
        guard reader.openedCount > 0 else {
            throw CommandFailure(.noInput, "\(path): The input could not be read.")
        }
        self.captured = captured
        do {
            bytes = try EnvelopeDecoder().envelope(from: captured.message()).xml
        } catch {
            throw CommandFailure(.rejected, "\(path): \(error)")
        }
        guard reader.next() == nil else {
            throw CommandFailure(.usage, "\(path): There is more than one message in it.")
        }
    }

    /// What a normalization does to the response; `nil` when it cannot be told.
    func damage(by normalization: Normalization) -> NormalizationSummary? {
        ProfileProcessor(
            options: ProfileProcessor.Options(
                context: .unchecked, normalization: normalization)
        )
        .record(of: captured).normalization
    }
}

extension NormalizationSummary.Warning {
    /// What the receiver will make of it.
    var consequence: String {
        switch self {
        case .fusedTokens: "what arrives is not the same XML, or none"
        case .signedContentChanged: "the signature does not hold for what arrives"
        case .textChanged: "a text arrives with other white space"
        case .attributeValueChanged: "the value of an XML attribute arrives changed"
        case .doubledSpaces: "there are two spaces where a line break was"
        case .byteOrderMark: "a byte order mark stands before the message"
        case .repairedEncoding: "bytes that are not UTF-8 arrive as U+FFFD"
        case .encodingMismatch: "the XML declaration names another encoding"
        case .overlongPayload: "servers may refuse a body of this size"
        }
    }
}
