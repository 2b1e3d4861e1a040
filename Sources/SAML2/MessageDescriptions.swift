// What a message says is somebody's: a value that ends up in a log by way of an interpolation or of
// `dump` must not take it along. Without these Swift prints every field.

extension SAML.Message: CustomStringConvertible {
    /// The kind of the message and its shape; never what it says.
    public var description: String {
        switch self {
        case .response(let response): response.description
        case .attributeQuery(let query): query.description
        }
    }
}

extension SAML.Response: CustomStringConvertible {
    /// The number of assertions; never what they say.
    public var description: String {
        "Response(\(assertions.count) assertions, \(encryptedAssertionCount) encrypted)"
    }
}

extension SAML.AttributeQuery: CustomStringConvertible {
    /// The number of attributes asked for; never their names.
    public var description: String { "AttributeQuery(\(requestedAttributes.count) attributes)" }
}

extension SAML.Status: CustomStringConvertible {
    /// A note whether it is success; never the message.
    public var description: String { "Status(\(isSuccess ? "success" : "not success"))" }
}

extension SAML.StatusCode: CustomStringConvertible {
    /// The number of codes; never the codes, which the sender may choose.
    package var description: String { "StatusCode(\(values.count) codes)" }
}

extension SAML.Assertion: CustomStringConvertible {
    /// The number of attributes; never what they say.
    public var description: String { "Assertion(\(attributes.count) attributes)" }
}

extension SAML.AttributeStatement: CustomStringConvertible {
    /// The number of attributes; never what they say.
    package var description: String {
        "AttributeStatement(\(attributes.count) attributes, \(encryptedAttributeCount) encrypted)"
    }
}

extension SAML.AuthnStatement: CustomStringConvertible {
    /// The kind of the statement; never what it says.
    public var description: String { "AuthnStatement" }
}

extension SAML.Subject: CustomStringConvertible {
    /// The number of confirmations; never the name.
    public var description: String { "Subject(\(confirmations.count) confirmations)" }
}

extension SAML.SubjectConfirmation: CustomStringConvertible {
    /// A note whether it has data; never the data.
    package var description: String {
        "SubjectConfirmation(\(data == nil ? "without" : "with") data)"
    }
}

extension SAML.SubjectConfirmationData: CustomStringConvertible {
    /// The kind of the value; never its addresses and identifiers.
    package var description: String { "SubjectConfirmationData" }
}

extension SAML.Conditions: CustomStringConvertible {
    /// The number of audience restrictions; never the audiences.
    public var description: String {
        "Conditions(\(audienceRestrictions.count) audience restrictions)"
    }
}

extension SAML.AttributeSelection: CustomStringConvertible {
    /// The numbers of found and missing names.
    package var description: String {
        "AttributeSelection(\(items.count) found, \(missing.count) missing)"
    }
}

extension SAML.SelectedAttribute: CustomStringConvertible {
    /// The number of values; never the values.
    public var description: String { "SelectedAttribute(\(values.count) values)" }
}

extension SAML.AttributeValue.Content: CustomStringConvertible {
    /// The kind of the value; never the value.
    package var description: String {
        switch self {
        case .text(let text): "\(text.utf8.count) bytes"
        case .null: "nil"
        case .xml: "XML"
        }
    }
}

extension SAML.VerifiedResponse: CustomStringConvertible {
    /// The numbers of signed elements.
    package var description: String {
        "VerifiedResponse(\(verifiedResponse == nil ? 0 : 1) responses, "
            + "\(verifiedAssertions.count) assertions)"
    }
}
