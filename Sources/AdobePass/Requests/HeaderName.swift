internal import HTTPTypes

/// The header fields of the protocol besides HTTP's own.
enum HeaderName: String, CaseIterable {
    case deviceIdentifier = "AP-Device-Identifier"
    case deviceInformation = "X-Device-Info"
    case partnerFrameworkStatus = "AP-Partner-Framework-Status"
    case temporaryAccessIdentity = "AP-TempPass-Identity"
    case visitorIdentifier = "AP-Visitor-Identifier"
    case forwardedFor = "X-Forwarded-For"
    case subjectToken = "Adobe-Subject-Token"
    case rokuConnectToken = "X-Roku-Reserved-Roku-Connect-Token"
    case serviceToken = "AD-Service-Token"
    case ssoIdentifier = "X-SSO-ID"
    case ssoLink = "X-SSO-LINK"
    case accept = "Accept"
    case contentType = "Content-Type"
    case userAgent = "User-Agent"
    case authorization = "Authorization"
}

extension HTTPFields {
    /// Sets a field; a value that no field can have is refused by the field's name.
    mutating func set(_ name: HeaderName, _ value: String?) throws(Pass.ExchangeError) {
        guard let value else { return }
        guard let field = HTTPField.Name(name.rawValue), HTTPField.isValidValue(value) else {
            throw Pass.ExchangeError(.invalidArgument, subject: "the value of \(name.rawValue)")
        }
        self[field] = value
    }

    /// Removes a field.
    mutating func remove(_ name: HeaderName) {
        if let field = HTTPField.Name(name.rawValue) { self[field] = nil }
    }
}
