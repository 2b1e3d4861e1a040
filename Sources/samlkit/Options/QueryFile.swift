import Captures
import ProfileProcessing
import SAML2
import SAMLBindings
import SystemPackage
import XMLCore

/// A file with one AttributeQuery, packed in any way an envelope or a capture can be.
struct QueryFile {
    let path: String
    let document: XML.Document
    /// What the query claims; a signature is not looked at.
    let query: SAML.Claimed<SAML.AttributeQuery>

    /// Reads the file.
    ///
    /// What it holds may be XML, Base64, a form, or JSON with a `verificationToken`.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - status: What to exit with when there is no query in it.
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
            throw CommandFailure(status, "\(path): There is more than one query in it.")
        }
    }
}
