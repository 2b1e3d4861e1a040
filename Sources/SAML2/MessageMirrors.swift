internal import WireText

// What a message says is shown by no mirror of its values.

extension SAML.Message: Redacted {}
extension SAML.Response: Redacted {}
extension SAML.AttributeQuery: Redacted {}
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
