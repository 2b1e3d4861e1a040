import Captures
import PayloadCoding
import ProfileProcessing
import SAML2
import SAMLBindings
import XMLCore

/// A file with one AttributeQuery, in any supported encoding or capture format.
struct QueryFile {
    let document: XML.Document
    /// The claimed query; its signature is not verified.
    let query: SAML.Claimed<SAML.AttributeQuery>
    /// The query string, when it carries a signature over itself.
    let signedQuery: SignedQuery?

    /// Reads the file.
    ///
    /// The content may be XML, Base64, a form, or JSON with a `verificationToken`.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - status: The exit status if the file contains no query.
    /// - Throws: A `CommandFailure`.
    init(_ path: String, orExitWith status: ExitStatus) throws(CommandFailure) {
        (document, query, signedQuery) = try InputFile.onlyMessage(
            in: path, "query", unreadable: status, several: status
        ) { _, envelope in
            let document = try XML.Document(parsing: envelope.xml)
            let query = try SAML.AttributeQuery(
                unverified: SAML.CarriedMessage(in: document, sentIn: envelope.signedQuery).element)
            return (document, SAML.Claimed(query), envelope.signedQuery)
        }
    }
}
