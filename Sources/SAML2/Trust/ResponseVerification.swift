internal import PayloadCoding
internal import XMLCore
internal import XMLSecurity

/// The verification of one response: what must be signed, and where it is read from.
struct ResponseVerification {
    typealias Failure = SAML.MessageVerifier.Failure

    let verifier: SAML.MessageVerifier
    let decryptor: SAML.MessageDecryptor?

    /// Verifies a response that came in a query string with a signature over itself.
    ///
    /// The document is the one in the query string. A signature of the response's own must hold as
    /// well.
    func verified(
        _ document: XML.Document, in query: SignedQuery
    ) throws(Failure) -> SAML.VerifiedResponse {
        let root = try Failure.carriedMessage(in: document, sentIn: query).element
        guard root.isNamed(.response) else {
            throw .structure(SAML.StructureError(.unexpectedRoot, root))
        }
        let message = try verifier.verified(query, naming: root)
        var response = try verified(document, sentAs: message)
        response.verifiedQuery = message
        return response
    }

    /// Verifies the response in a document as it was received; `message` is all of it, when it was
    /// signed in a query string.
    func verified(
        _ document: XML.Document, sentAs message: VerifiedElement? = nil
    ) throws(Failure) -> SAML.VerifiedResponse {
        let carried = try Failure.carriedMessage(in: document)
        let root = carried.element
        guard root.isNamed(.response) else {
            throw .structure(SAML.StructureError(.unexpectedRoot, root))
        }
        // As it was received: a wrapper is signed after its content is encrypted.
        if carried.artifactResponse != nil {
            try verifier.verifyWrapper(
                of: VerificationPlan(for: carried, in: verifier.profile), in: document)
        }
        let parts = EncryptedPart.assertions(of: root)
        guard let decryptor, !parts.isEmpty else {
            return try verifiedInClear(document, SAML.Encryption(), sentAs: message)
        }
        let isSigned = plan(for: root).root != nil
        guard isSigned || message != nil else {
            return try verifiedInside(document, parts, decryptor)
        }
        let whole: VerifiedElement
        do throws(Failure) {
            whole = try verified(root, in: document, sentAs: isSigned ? nil : message)
        } catch {
            // The response may have been signed before its assertion was encrypted.
            guard case .signature(let failure) = error, failure.code == .digestMismatch else {
                throw error
            }
            return try verifiedInside(document, parts, decryptor)
        }
        return try Self.telling(of: parts[0].element) { () throws(Failure) in
            try verified(whole, around: parts, decryptor)
        }
    }

    // MARK: - Nothing left to decrypt around the assertions

    /// Verifies a response whose assertions are there to be read.
    private func verifiedInClear(
        _ document: XML.Document, _ encryption: SAML.Encryption,
        sentAs message: VerifiedElement? = nil
    ) throws(Failure) -> SAML.VerifiedResponse {
        let carried = try Failure.carriedMessage(in: document)
        let root = carried.element
        let assertions = root.childElements(named: .assertion)
        let plan = plan(for: root)
        let signed = plan.assertions
        var encryption = encryption
        guard plan.root != nil || message != nil else {
            let verifiedAssertions = try verified(signed, in: document)
            // An unsigned assertion counts for nothing beside a signed one.
            guard signed.count == assertions.count, !signed.isEmpty else {
                throw .signature(.absent(from: carried, signed: signed, of: assertions))
            }
            var readable: [SAML.Assertion] = []
            for (verified, received) in zip(verifiedAssertions, signed) {
                let element = try decrypted(verified.element, receivedAs: received, &encryption)
                readable.append(
                    try Failure.reading { () throws(SAML.StructureError) in
                        try SAML.Assertion(unverified: element)
                    })
            }
            let response = try Failure.reading { () throws(SAML.StructureError) in
                try SAML.Response(unverified: root, readAssertions: readable)
            }
            return SAML.VerifiedResponse(
                response: response, verifiedResponse: nil, verifiedAssertions: verifiedAssertions,
                encryption: encryption)
        }
        let issuer = try Self.issuer(of: root)
        let whole = try verified(
            root, in: document, sentAs: plan.root == nil ? message : nil)
        let verifiedAssertions = try verified(signed, in: document)
        let element = try decrypted(whole.element, receivedAs: root, &encryption)
        let response = try response(element, issuer: issuer, claimedBy: root)
        // One issuer's signature says nothing about what another one states.
        for (assertion, element) in zip(response.assertions, assertions)
        where !assertion.hasSignature && !response.covers(assertion) {
            throw .signature(.absent(fromAssertion: element))
        }
        return SAML.VerifiedResponse(
            response: response, verifiedResponse: whole, verifiedAssertions: verifiedAssertions,
            encryption: encryption)
    }

    // MARK: - Encrypted assertions

    /// Verifies what is inside encrypted assertions that are not signed in their encrypted form.
    private func verifiedInside(
        _ document: XML.Document, _ parts: [EncryptedPart], _ decryptor: SAML.MessageDecryptor
    ) throws(Failure) -> SAML.VerifiedResponse {
        var encryption = SAML.Encryption()
        return try decryptor.reading(parts, &encryption) {
            (clear, encryption: inout SAML.Encryption) throws(Failure) in
            encryption.orders.insert(.signedThenEncrypted)
            return try verifiedInClear(clear ?? document, encryption)
        }
    }

    /// Reads a response that was signed with its assertions encrypted.
    private func verified(
        _ whole: VerifiedElement, around parts: [EncryptedPart],
        _ decryptor: SAML.MessageDecryptor
    ) throws(Failure) -> SAML.VerifiedResponse {
        let signedParts = EncryptedPart.assertions(of: whole.element)
        let plaintexts = try decryptor.plaintexts(of: signedParts)
        var encryption = SAML.Encryption()
        for (part, plaintext) in zip(parts, plaintexts) { encryption.add(part.part, plaintext) }
        encryption.orders.insert(.encryptedThenSigned)
        // A signature inside was made over the message as it was written, namespaces and all.
        let clear = try decryptor.document(with: plaintexts, inPlaceOf: parts)
        let clearMessage = try Failure.message(in: clear)
        let signed = plan(for: clearMessage).assertions
        let verifiedAssertions = try verified(signed, in: clear)
        if !signed.isEmpty { encryption.orders.insert(.signedThenEncrypted) }
        // It is read from what was signed, where nothing unsigned can give its prefixes a meaning.
        let readable = try decryptor.document(with: plaintexts, inPlaceOf: signedParts).rootElement
        guard Self.haveSameAssertions(clearMessage, readable) else {
            throw SAML.MessageDecryptor.failure(of: parts)
        }
        let element = try decrypted(readable, receivedAs: clearMessage, &encryption)
        let response = try response(
            element, issuer: Self.issuer(of: whole.element), claimedBy: clearMessage)
        for assertion in response.assertions
        where !assertion.hasSignature && !response.covers(assertion) {
            throw .signature(.absent(fromAssertion: clearMessage))
        }
        return SAML.VerifiedResponse(
            response: response, verifiedResponse: whole, verifiedAssertions: verifiedAssertions,
            encryption: encryption)
    }

    /// Returns whether the assertions of two responses are the same, whatever prefixes mean around
    /// them.
    ///
    /// What a signature inside was verified on has to be what is read, and what carries no signature
    /// in one of them must carry none in the other.
    private static func haveSameAssertions(_ one: XML.Element, _ other: XML.Element) -> Bool {
        func forms(_ response: XML.Element) throws(XML.CanonicalizationError) -> [[UInt8]] {
            try response.childElements(named: .assertion).map {
                assertion throws(XML.CanonicalizationError) in
                try assertion.linearCanonicalForm(using: .init(.exclusive)).bytes
            }
        }
        guard let first = try? forms(one), let second = try? forms(other) else { return false }
        return first == second
    }

    // MARK: - Steps

    /// The message with what is encrypted inside its assertions in its place.
    private func decrypted(
        _ message: XML.Element, receivedAs received: XML.Element,
        _ encryption: inout SAML.Encryption
    ) throws(Failure) -> XML.Element {
        guard let decryptor else { return message }
        let parts = EncryptedPart.inside(message)
        let readable =
            parts.isEmpty
            ? message
            : try Self.telling(of: received) { () throws(Failure) in
                try decryptor.decrypted(parts, &encryption)
            }
        let opened = decryptor.documentOpeningValues(
            in: readable, &encryption, mustBeAuthenticated: false)
        if !parts.isEmpty || opened != nil { encryption.orders.insert(.encryptedThenSigned) }
        return opened?.rootElement ?? readable
    }

    /// Runs `body`, which decrypts what was read again from signed bytes, where positions are not
    /// those of the message.
    private static func telling<Value>(
        of received: XML.Element, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        do throws(Failure) {
            return try body()
        } catch .decryption(let failure) {
            throw .decryption(
                DecryptionFailure(
                    failure.code, at: received.position, untried: failure.untriedKeyCount))
        } catch {
            throw error
        }
    }

    /// Reads a verified response.
    ///
    /// - Parameters:
    ///   - element: The response, from what was signed.
    ///   - issuer: The name by which its keys were chosen.
    ///   - received: The response as it was received.
    /// - Returns: The response.
    /// - Throws: A failure, also where the name turns out to be another one.
    private func response(
        _ element: XML.Element, issuer: String?, claimedBy received: XML.Element
    ) throws(Failure) -> SAML.Response {
        var response = try Failure.reading { () throws(SAML.StructureError) in
            try SAML.Response(unverified: element)
        }
        response.isIssuerFirst =
            received.childElements.first { _ in true }?.isNamed(.issuer) ?? false
        // The keys were chosen by a name that was not verified yet. Without a name they were those
        // that are trusted for every issuer.
        let isSame =
            issuer.map { response.claimedIssuer?.hasSameBytes(as: $0) ?? false }
            ?? (response.issuer == nil)
        guard isSame else {
            throw .signature(
                .absent(
                    from: received,
                    "What was signed does not name the issuer that the response names outside its signature"
                ))
        }
        return response
    }

    /// Returns the response by its own signature, or as it was signed otherwise.
    private func verified(
        _ root: XML.Element, in document: XML.Document, sentAs message: VerifiedElement?
    ) throws(Failure) -> VerifiedElement {
        if let message { return message }
        return try verifier.verified(root, issuer: Self.issuer(of: root), in: document)
    }

    private func verified(
        _ assertions: [XML.Element], in document: XML.Document
    ) throws(Failure) -> [VerifiedElement] {
        try assertions.map { assertion throws(Failure) in
            try verifier.verified(assertion, issuer: Self.issuer(of: assertion), in: document)
        }
    }

    private func plan(for message: XML.Element) -> VerificationPlan {
        VerificationPlan(for: message, in: verifier.profile)
    }

    private static func issuer(of element: XML.Element) throws(Failure) -> String? {
        try Failure.reading { () throws(SAML.StructureError) in
            try VerificationPlan.issuer(of: element)
        }
    }
}
