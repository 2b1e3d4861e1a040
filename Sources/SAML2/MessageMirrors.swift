internal import WireText

// What a message says is somebody's: a value that ends up in a log by way of an interpolation or of
// `dump` must not take it along. Without a description of its own Swift prints every field, and without an
// empty mirror `dump` does.

extension SAML.Response: Redacted {}
extension SAML.AttributeQuery: Redacted {}
extension SAML.AttributeQuery.Draft.RequestedAttribute: Redacted {}
extension SAML.ProtocolMessage: Redacted {}
extension SAML.ProtocolMessage.Detail: Redacted {}
extension SAML.Status: Redacted {}
extension SAML.StatusCode: Redacted {}
extension SAML.Assertion: Redacted {}
extension SAML.AttributeStatement: Redacted {}
extension SAML.AuthnStatement: Redacted {}
extension SAML.Subject: Redacted {}
extension SAML.SubjectConfirmation: Redacted {}
extension SAML.SubjectConfirmationData: Redacted {}
extension SAML.Conditions: Redacted {}
extension SAML.AttributeSelection: Redacted {}
extension SAML.SelectedAttribute: Redacted {}
extension SAML.AttributeValue: Redacted {}
extension SAML.AttributeValue.Content: Redacted {}
extension SAML.Attribute: Redacted {}
extension SAML.NameID: Redacted {}
extension SAML.VerifiedResponse: Redacted {}
extension SAML.AcceptedResponse: Redacted {}
extension SAML.AcceptedQuery: Redacted {}
extension SAML.Claimed: Redacted {}
