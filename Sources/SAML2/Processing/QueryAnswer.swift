internal import XMLCore

extension SAML.Response {
    /// The ways in which the response does not answer `query` (SAML Core, sections 3.3.2.3 and
    /// 3.3.4).
    ///
    /// Which request it says it answers is checked with the rest of its context. Lacking some of
    /// the attributes asked for is not a failure, as a responder states what it has and may tell.
    func failures(answering query: SAML.AttributeQuery) -> [SAML.ConditionsFailure] {
        var failures: [SAML.ConditionsFailure] = []
        // What has no identifier cannot be answered.
        if query.id == nil { failures.append(.inResponseToMismatch) }
        for assertion in assertions { failures += assertion.failures(answering: query) }
        let requested = query.requestedAttributes
        let isReadable = !assertions.isEmpty && encryptedAssertionCount == 0
        if isReadable, !requested.isEmpty, unansweredAttributes(of: query).count == requested.count,
            !assertions.contains(where: \.hasEncryptedAttributes)
        {
            failures.append(.requestedAttributesMissing)
        }
        return failures
    }

    /// The attributes that a query asks for and the response does not state.
    ///
    /// The pseudo-name `NameID` asks for the subject's identifier, as everywhere else.
    ///
    /// - Parameter query: The query.
    /// - Returns: The attributes, in the order of the query.
    package func unansweredAttributes(of query: SAML.AttributeQuery) -> [SAML.Attribute] {
        query.requestedAttributes.filter { requested in
            !assertions.contains { assertion in
                let isSubject = requested.name.hasSameBytes(
                    as: SAML.AttributeSelection.nameIDName)
                return assertion.attributes.contains { requested.names($0) }
                    || (isSubject && assertion.subject?.nameID != nil)
            }
        }
    }
}

extension SAML.Assertion {
    fileprivate var hasEncryptedAttributes: Bool {
        attributeStatements.contains { $0.encryptedAttributeCount > 0 }
    }

    fileprivate func failures(
        answering query: SAML.AttributeQuery
    ) -> [SAML.ConditionsFailure] {
        var failures: [SAML.ConditionsFailure] = []
        if let asked = query.subject { failures += asked.failures(matching: subject) }
        if !query.requestedAttributes.isEmpty, !states(nothingBut: query.requestedAttributes) {
            failures.append(.unrequestedAttribute)
        }
        return failures
    }

    /// Returns whether every attribute is asked for, with all its values.
    ///
    /// A query that lists values wants no others (SAML Core, section 3.3.2.3).
    private func states(nothingBut requested: [SAML.Attribute]) -> Bool {
        let listsValues = requested.contains(where: \.hasValues)
        let asked = listsValues ? ValueIdentity.sets(of: requested) : []
        let stated = listsValues ? ValueIdentity.sets(of: attributes) : []
        return attributes.indices.allSatisfy { place in
            requested.indices.contains { other in
                requested[other].names(attributes[place])
                    && (!requested[other].hasValues
                        || stated[place].isSubset(of: asked[other]))
            }
        }
    }
}

extension SAML.Subject {
    /// Returns the reasons why `answered` does not strongly match this subject of a query (SAML
    /// Core, section 3.3.4).
    fileprivate func failures(matching answered: SAML.Subject?) -> [SAML.ConditionsFailure] {
        guard let answered else { return [.subjectMismatch] }
        var failures: [SAML.ConditionsFailure] = []
        switch (nameID, answered.nameID) {
        case (let asked?, let name?):
            if !asked.isIdentical(to: name) { failures.append(.subjectMismatch) }
        case (nil, _) where !hasEncryptedID: break
        case (nil, _): failures.append(.subjectUnreadable)
        case (_, nil):
            failures.append(answered.hasEncryptedID ? .subjectUnreadable : .subjectMismatch)
        }
        // One of the ways asked for must be among those offered.
        let methods = confirmations.compactMap(\.method)
        let offered = answered.confirmations.compactMap(\.method)
        let isConfirmable =
            methods.isEmpty
            || methods.contains { method in offered.contains { $0.hasSameBytes(as: method) } }
        if !isConfirmable { failures.append(.subjectMismatch) }
        return failures
    }
}

extension SAML.NameID {
    /// The format of names that do not say which they have (SAML Core, section 2.2.2).
    private static let unspecified = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"

    /// Returns whether both have the same content and attributes, byte for byte.
    fileprivate func isIdentical(to other: SAML.NameID) -> Bool {
        func isSame(_ one: String?, _ other: String?) -> Bool {
            switch (one, other) {
            case (let one?, let other?): one.hasSameBytes(as: other)
            case (nil, nil): true
            default: false
            }
        }
        return value.hasSameBytes(as: other.value)
            && isSame(format ?? Self.unspecified, other.format ?? Self.unspecified)
            && isSame(nameQualifier, other.nameQualifier)
            && isSame(spNameQualifier, other.spNameQualifier)
    }
}

extension SAML.Attribute {
    /// Returns whether this attribute of a query names the one that is stated.
    ///
    /// A name whose format is unspecified is understood by agreement (SAML Core, section 8.2.1), so
    /// that it goes with any format.
    fileprivate func names(_ stated: SAML.Attribute) -> Bool {
        guard name.hasSameBytes(as: stated.name) else { return false }
        let formats = [nameFormat, stated.nameFormat].map { $0 ?? NameFormat.unspecified }
        return formats[0].hasSameBytes(as: formats[1])
            || formats.contains { $0.hasSameBytes(as: NameFormat.unspecified) }
    }
}

/// The identity of an attribute value: its type and XML representation.
private struct ValueIdentity: Hashable {
    let type: XML.QualifiedName?
    /// The bytes of the text, `nil` for the value that is null.
    let text: [UInt8]?
    /// The exclusive canonical forms of the child elements; empty for text.
    let elements: ArraySlice<UInt8>?
    /// The position, which makes a value without a canonical form unique.
    let place: Int?

    /// The values of each attribute, made together in time linear in the message.
    static func sets(of attributes: [SAML.Attribute]) -> [Set<ValueIdentity>] {
        let elements = attributes.flatMap(\.values).compactMap { value in
            if case .xml(let element) = value.content { element } else { nil }
        }
        let forms = XML.Element.canonicalContents(of: elements, using: .init(.exclusive))
        var remaining = forms[...]
        var place = 0
        return attributes.map { attribute in
            Set(
                attribute.values.map { value in
                    var form: ArraySlice<UInt8>? = []
                    if case .xml = value.content { form = remaining.removeFirst() }
                    place += 1
                    return ValueIdentity(
                        type: value.type, text: value.text.map { Array($0.utf8) },
                        elements: form, place: form == nil ? place : nil)
                })
        }
    }
}
