// `dump` and debuggers' summaries look into values through their mirrors, whatever their
// descriptions say. These mirrors are empty, so that they show the descriptions and nothing else.

extension SAML.Message: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.Response: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.AttributeQuery: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.Status: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.StatusCode: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.Assertion: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.AttributeStatement: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.AuthnStatement: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.Subject: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.SubjectConfirmation: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.SubjectConfirmationData: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.Conditions: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.AttributeSelection: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.SelectedAttribute: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.AttributeValue: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.AttributeValue.Content: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.Attribute: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.NameID: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SAML.VerifiedResponse: CustomReflectable {
    /// Nothing: a mirror would show what the message says.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
