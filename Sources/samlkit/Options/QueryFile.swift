import Captures
import PayloadCoding
import ProfileProcessing
import SAML2
import SAMLBindings
import SystemPackage
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
    /// The content may be XML, Base64, a form, JSON with a `verificationToken`, or a capture with one query beside other
    /// messages.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - selection: What chooses among the messages of the file, if anything does.
    ///   - status: The exit status if the file contains no query, or several.
    /// - Throws: A `CommandFailure`.
    init(
        _ path: String, _ selection: MessageSelection? = nil, orExitWith status: ExitStatus
    ) throws(CommandFailure) {
        let record = try Self.record(in: path, selection, orExitWith: status)
        do {
            (document, query, signedQuery) = try Self.content(of: record)
        } catch {
            throw CommandFailure(status, "\(path): \(error)")
        }
    }

    private typealias Content = (XML.Document, SAML.Claimed<SAML.AttributeQuery>, SignedQuery?)

    private static func content(of record: CapturedRecord) throws -> Content {
        let envelope = try EnvelopeDecoder().envelope(from: record.message())
        let document = try XML.Document(parsing: envelope.xml)
        let query = try SAML.AttributeQuery(
            unverified: SAML.CarriedMessage(in: document, sentIn: envelope.signedQuery).element)
        return (document, SAML.Claimed(query), envelope.signedQuery)
    }

    /// Returns the only message of a file or, among several, the only query.
    private static func record(
        in path: String, _ selection: MessageSelection?, orExitWith status: ExitStatus
    ) throws(CommandFailure) -> CapturedRecord {
        try InputCheck.refuseUnreadable(path)
        let mostListed = 10
        var reader = CaptureReader(inputs: [FilePath(path)])
        var foundCount = 0
        var chosenCount = 0
        var first: CapturedRecord?
        var queries: [CapturedRecord] = []
        while let record = reader.next() {
            guard reader.openedCount > 0 else {
                throw CommandFailure(.noInput, "\(path): The input could not be read.")
            }
            if let reason = record.reasonForNoMessage {
                throw CommandFailure(.noInput, "\(path): \(reason)")
            }
            foundCount += 1
            guard selection?.contains(record) ?? true else { continue }
            chosenCount += 1
            first = first ?? record
            if queries.count <= mostListed, (try? content(of: record)) != nil {
                queries.append(record)
            }
        }
        guard let first else {
            throw foundCount > 0
                ? .notChosen(in: [path], selection?.text ?? "", foundCount: foundCount)
                : .noMessage(in: [path], passedOverCount: reader.passedOverCount)
        }
        if chosenCount == 1 { return first }
        if queries.count == 1 { return queries[0] }
        let expected = "Expected exactly one query"
        guard !queries.isEmpty else {
            throw CommandFailure(
                status, "\(path): None of its \(chosenCount) messages is a query. \(expected).")
        }
        let names = queries.prefix(mostListed).map { "  \($0.name(isOnly: false))" }
        throw CommandFailure(
            status,
            "\(path): The file contains more than one query. \(expected); choose one:\n"
                + names.joined(separator: "\n") + (queries.count > mostListed ? "\n  …" : ""))
    }
}
