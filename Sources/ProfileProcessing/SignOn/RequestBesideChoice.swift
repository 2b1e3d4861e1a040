package import Captures
internal import SAML2
internal import SAMLBindings
internal import XMLCore

extension ProfileProcessor {
    /// Returns the request in an entry that was not asked for: the response to it may be.
    ///
    /// It gets no record, and is in no count but that of the sign-on.
    package func request(in captured: CapturedRecord) -> SignOnMessage? {
        guard let message = try? captured.message(),
            let xml = try? decoder.envelope(from: message).xml,
            let document = try? XML.Document(parsing: xml, limits: options.parsingLimits),
            let kind = SAML.MessageKind(of: document.rootElement),
            ProfileRecord.Kind(rawValue: kind.rawValue)?.isRequest == true
        else { return nil }
        var record = unexplainedRecord(of: captured).record
        finish(&record)
        var request = SignOnMessage(record)
        request?.isChosen = false
        return request
    }
}
