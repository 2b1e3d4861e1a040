import Captures
import ProfileProcessing
import SAML2
import SAMLBindings
import SystemPackage
import XMLCore

/// A file with one AttributeQuery, in any supported encoding or capture format.
struct QueryFile {
    let path: String
    let document: XML.Document
    /// The claimed query; its signature is not verified.
    let query: SAML.Claimed<SAML.AttributeQuery>

    /// Reads the file.
    ///
    /// The content may be XML, Base64, a form, or JSON with a `verificationToken`.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - status: The exit status if the file contains no query.
    /// - Throws: A `CommandFailure`.
    init(_ path: String, orExitWith status: ExitStatus) throws(CommandFailure) {
        var reader = CaptureReader(inputs: [FilePath(path)])
        guard let captured = reader.next() else {
            throw CommandFailure.noMessage(in: [path], passedOverCount: reader.passedOverCount)
        }
        guard reader.openedCount > 0 else {
            throw CommandFailure(.noInput, "\(path): The input could not be read.")
        }
        self.path = path
        do {
            let envelope = try EnvelopeDecoder().envelope(from: captured.message())
            document = try XML.Document(parsing: envelope.xml)
            query = SAML.Claimed(try SAML.AttributeQuery(unverified: document.rootElement))
        } catch {
            throw CommandFailure(status, "\(path): \(error)")
        }
        guard reader.next() == nil else {
            throw CommandFailure(
                status, "\(path): The file contains more than one query. Expected exactly one.")
        }
    }
}
