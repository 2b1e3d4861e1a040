public import Captures
public import PayloadCoding
public import SAML2
public import SAMLBindings
public import XMLCore
public import XMLSecurity

/// Takes one captured message all the way: unpack, parse, verify, read, select, encode.
///
/// It contains the order of the steps and none of their rules. With trust, attributes and the
/// subject's identifier are read from what a trusted key signed and from nothing else. Without any,
/// signatures are not verified, and everything a record says is what the message claims.
public struct ProfileProcessor: Sendable {
    /// What to do with each message.
    public struct Options: Sendable {
        /// Whose signatures are trusted; `nil` means that signatures are not verified.
        ///
        /// A store that trusts nobody verifies nothing and accepts nothing.
        public var trust: SAML.TrustStore?
        /// Which signatures are accepted.
        public var policy: XMLDSig.Policy
        /// What decrypts; `nil` leaves what is encrypted unread.
        public var decryptor: Decryptor?
        /// What the conditions are checked against; an empty context leaves them unchecked.
        public var context: SAML.ProcessingContext
        /// The attributes that must be there; none selects all.
        public var requiredAttributes: [String]
        /// Refuses what was accepted before; `nil` accepts it again, as suits captures.
        public var replayGuard: SAML.ReplayGuard?
        /// What is done to white space before encoding.
        public var normalization: Normalization
        /// Whether records carry the encoded payload.
        public var includesPayload: Bool
        /// How much may be spent on the likely cause of an invalid signature.
        public var explanationBudget: SignatureExplanation.Budget
        /// How large packed messages may be.
        public var envelopeLimits: EnvelopeDecoder.Limits
        /// How large documents may be.
        public var parsingLimits: XML.ParsingLimits

        /// Creates options; the limits are the standard ones.
        public init(
            context: SAML.ProcessingContext = SAML.ProcessingContext(),
            requiredAttributes: [String] = [], normalization: Normalization = .cookbook,
            includesPayload: Bool = false, trust: SAML.TrustStore? = nil,
            policy: XMLDSig.Policy = .standard, decryptor: Decryptor? = nil
        ) {
            self.trust = trust
            self.policy = policy
            self.decryptor = decryptor
            self.context = context
            self.requiredAttributes = requiredAttributes
            self.normalization = normalization
            self.includesPayload = includesPayload
            explanationBudget = .brief
            envelopeLimits = .standard
            parsingLimits = .standard
        }
    }

    /// What to do with each message.
    public let options: Options
    let decoder: EnvelopeDecoder
    private let encoder: PayloadEncoder
    let verifier: SAML.MessageVerifier
    private let decryptor: SAML.MessageDecryptor?

    /// Creates a processor.
    public init(options: Options = Options()) {
        self.options = options
        decoder = EnvelopeDecoder(limits: options.envelopeLimits)
        encoder = PayloadEncoder(normalization: options.normalization)
        verifier = SAML.MessageVerifier(
            trusting: options.trust ?? SAML.TrustStore(), policy: options.policy,
            decryptor: options.decryptor, now: options.context.now,
            parsingLimits: options.parsingLimits)
        decryptor = options.decryptor.map {
            SAML.MessageDecryptor($0, parsingLimits: options.parsingLimits)
        }
    }

    /// Processes an entry of a capture.
    public func record(of captured: CapturedRecord) -> ProfileRecord {
        do throws(CaptureError) {
            return record(of: try captured.message(), index: captured.index)
        } catch {
            var record = ProfileRecord(
                index: captured.index, source: captured.source, octetCount: captured.octetCount)
            record.reasons = [Reason(error)]
            return record
        }
    }

    /// Processes a message.
    public func record(of message: CapturedMessage, index: Int = 0) -> ProfileRecord {
        var record = ProfileRecord(
            index: index, source: message.source, octetCount: message.octets.count)
        let envelope: MessageEnvelope
        do throws(EnvelopeError) {
            envelope = try decoder.envelope(from: message)
        } catch {
            record.reasons = [Reason(error)]
            return record
        }
        record.envelope = envelope.steps
        record.octetCount = envelope.xml.count
        let document: XML.Document
        do throws(XML.ParsingError) {
            document = try XML.Document(parsing: envelope.xml, limits: options.parsingLimits)
        } catch {
            record.reasons = [Reason(error)]
            return record
        }
        let signatures = SignatureOutline(root: document.rootElement)
        do throws(SAML.StructureError) {
            if document.rootElement.isNamed(.attributeQueryElement) {
                try judgeQuery(in: document, signatures, into: &record)
            } else {
                try judgeResponse(in: document, signatures, into: &record)
            }
        } catch {
            record.signature = signatures.summary
            record.reasons = [Reason(error)]
            return record
        }
        if !record.encrypted.isEmpty {
            record.noteEncryptionMethods(of: document.rootElement)
        }
        encode(document, signatures, from: envelope, into: &record)
        return record
    }

    /// Reads what may be read of a response: all of it where signatures are not verified, and
    /// otherwise what was signed.
    private func judgeResponse(
        in document: XML.Document, _ signatures: SignatureOutline,
        into record: inout ProfileRecord
    ) throws(SAML.StructureError) {
        guard options.trust != nil else {
            record.signature = signatures.summary
            return try fillUnverified(&record, from: document.rootElement)
        }
        do throws(SAML.MessageVerifier.Failure) {
            let verified = try verifier.verifiedResponse(in: document)
            identify(&record, by: verified.response)
            record.signature.accept(verified)
            record.note(verified.encryption)
            fill(&record, from: verified.response)
            refuseReplay(of: verified, into: &record)
        } catch {
            let claimed = try SAML.Response(unverified: document.rootElement)
            record.signature = signatures.summary
            identify(&record, by: claimed)
            // There is nothing to verify before it is decrypted.
            if claimed.isWhollyEncrypted, decryptor == nil {
                return fill(&record, from: claimed)
            }
            // A response that reports a failure carries no assertion and is seldom signed.
            if let status = claimed.status, !status.isSuccess {
                record.conditions.verdict = .statusNotSuccess
                record.reasons = [Reason(.statusNotSuccess)]
            }
            record.note(error)
            explain(error, of: document, in: &record)
        }
    }

    /// Only what has nothing else wrong with it is used.
    private func refuseReplay(
        of verified: SAML.VerifiedResponse, into record: inout ProfileRecord
    ) {
        guard let replayGuard = options.replayGuard, record.reasons.isEmpty else { return }
        let failures = replayGuard.replayFailures(of: verified, in: options.context)
        if let first = failures.first {
            record.conditions.verdict = ConditionsSummary.Verdict(first)
        }
        record.reasons = failures.map { Reason($0) }
    }

    private func fillUnverified(
        _ record: inout ProfileRecord, from root: XML.Element
    ) throws(SAML.StructureError) {
        let claimed = try SAML.Response(unverified: root)
        identify(&record, by: claimed)
        guard let decryptor, !record.encrypted.isEmpty else {
            return fill(&record, from: claimed)
        }
        do throws(SAML.MessageVerifier.Failure) {
            let (response, encryption) = try decryptor.response(unverified: root)
            identify(&record, by: response)
            record.note(encryption)
            fill(&record, from: response)
        } catch {
            fill(&record, from: claimed)
            record.reasons.removeAll { $0.code == .noDecryptionKey }
            record.note(error)
        }
    }

    private func judgeQuery(
        in document: XML.Document, _ signatures: SignatureOutline,
        into record: inout ProfileRecord
    ) throws(SAML.StructureError) {
        record.signature = signatures.summary
        let claimed = try SAML.AttributeQuery(unverified: document.rootElement)
        guard options.trust != nil else { return fill(&record, from: claimed) }
        do throws(SAML.MessageVerifier.Failure) {
            let root = try verifier.verifiedRoot(of: document, issuer: claimed.issuer?.uri)
            record.signature.accept(root)
            fill(&record, from: try verifier.query(root))
        } catch {
            record.kind = .attributeQuery
            record.issuer = claimed.issuer?.uri
            record.note(error)
            explain(error, of: document, in: &record)
        }
    }

    /// What tells a response from others; it decides nothing.
    private func identify(_ record: inout ProfileRecord, by response: SAML.Response) {
        record.kind = .response
        record.response = MessageSummary(
            id: response.id, inResponseTo: response.inResponseTo,
            issueInstant: response.issueInstant, destination: response.destination,
            status: response.status?.code?.value)
        record.issuer = (response.issuer ?? response.assertion?.issuer)?.uri
        record.encrypted = response.encryptedParts
    }

    private func fill(_ record: inout ProfileRecord, from response: SAML.Response) {
        record.nameID = response.assertion?.subject?.nameID
        let failures = response.failures(in: options.context)
        record.conditions = response.conditionsSummary
        if let first = failures.first {
            record.conditions.verdict = ConditionsSummary.Verdict(first)
        } else if !options.context.isEmpty, !response.assertions.isEmpty {
            // Conditions that are encrypted are not known to be met.
            record.conditions.verdict = .valid
        }
        record.reasons = failures.map { Reason($0) }
        if !response.encryptedParts.isEmpty {
            record.reasons.append(.undecrypted(response.encryptedParts))
        }
        select(from: response, into: &record)
    }

    private func select(from response: SAML.Response, into record: inout ProfileRecord) {
        let attributes = response.assertion?.attributes ?? []
        defer { record.noteUnanswered(of: options.context.query, by: response) }
        guard !options.requiredAttributes.isEmpty else {
            record.attributes = SAML.AttributeSelection(all: attributes).items
            return
        }
        let selection = SAML.AttributeSelection(
            requiring: options.requiredAttributes, from: attributes, nameID: record.nameID)
        record.attributes = selection.items
        record.missing = selection.missing
        // Of a response that reports a failure nobody expects attributes, and those that are
        // encrypted are not missing.
        let isExpected =
            response.status?.isSuccess ?? true && response.encryptedAssertionCount == 0
        if !selection.missing.isEmpty, isExpected {
            record.reasons.append(.missingAttributes(selection.missing))
        }
    }

    private func fill(_ record: inout ProfileRecord, from query: SAML.AttributeQuery) {
        record.kind = .attributeQuery
        record.response = MessageSummary(
            id: query.id, inResponseTo: nil, issueInstant: query.issueInstant,
            destination: query.destination, status: nil)
        record.issuer = query.issuer?.uri
        record.nameID = query.subject?.nameID
        // What a query asks for is no statement about anybody: names, and never values.
        record.attributes = SAML.AttributeSelection(all: query.requestedAttributes).items
            .map(\.withoutValues)
        if let expected = options.context.issuer,
            record.issuer?.hasSameOctets(as: expected) != true
        {
            record.reasons.append(Reason(.issuerMismatch))
            record.conditions.verdict = .issuerMismatch
        }
    }

    private func encode(
        _ document: XML.Document, _ signatures: SignatureOutline, from envelope: MessageEnvelope,
        into record: inout ProfileRecord
    ) {
        // What an app holds is text, which it encodes as UTF-8 whatever it was captured in.
        let message = envelope.isUTF16 ? document.utf8 : envelope.xml
        let payload = encoder.payload(encoding: message)
        let check = NormalizationCheck(
            document: document, signatures: signatures, limits: options.parsingLimits)
        record.normalization = check.summary(of: payload, from: message)
        if options.includesPayload { record.payload = payload.octets }
    }
}

extension ProfileRecord {
    /// Notes what the query asks for and the response does not state, unless it is encrypted.
    ///
    /// A responder may leave out what it does not have, so that this is no reason to reject.
    fileprivate mutating func noteUnanswered(
        of query: SAML.AttributeQuery?, by response: SAML.Response
    ) {
        guard let query, response.encryptedParts.isEmpty, !response.assertions.isEmpty else {
            return
        }
        for name in response.unansweredAttributes(of: query).map(\.name)
        where !missing.contains(where: { $0.hasSameOctets(as: name) }) {
            missing.append(name)
        }
    }

    /// Notes why nothing of a message could be verified.
    fileprivate mutating func note(_ failure: SAML.MessageVerifier.Failure) {
        switch failure {
        case .structure(let error): reasons.append(Reason(error))
        case .decryption(let failure):
            reasons.append(Reason(failure))
        case .signature(let failure):
            reasons.append(Reason(failure))
            signature.verdict =
                failure.code == .absent ? .absent : failure.isRefusal ? .refused : .invalid
        }
    }
}

extension ProfileRecord {
    /// Notes what was decrypted, beside what was left encrypted.
    fileprivate mutating func note(_ encryption: SAML.Encryption) {
        encrypted = EncryptedPart.allCases.filter { part in
            encrypted.contains(part) || encryption.parts.contains { $0.rawValue == part.rawValue }
        }
        self.encryption = EncryptionSummary(encryption)
    }
}

extension SignatureSummary {
    /// Notes the element a trusted key signed.
    fileprivate mutating func accept(_ response: SAML.VerifiedResponse) {
        accept(response.first)
        // A signature inside something encrypted shows only now.
        signed = response.verifiedResponse == nil ? [] : [.response]
        if !response.verifiedAssertions.isEmpty { signed.append(.assertion) }
    }

    fileprivate mutating func accept(_ verified: VerifiedElement?) {
        guard let verified else { return }
        verdict = .valid
        signatureMethod = verified.signedInfo.signatureMethod.rawValue
        digestMethod = verified.signedInfo.reference.digestMethod.rawValue
        canonicalization = verified.signedInfo.canonicalizationMethod.algorithmIdentifier
        keySHA256 = verified.key.keySHA256
        key = verified.key
    }
}

extension MessageEnvelope {
    fileprivate var isUTF16: Bool {
        // UTF-16 documents begin with a byte order mark or have a NUL beside their "<".
        xml.first == 0xFE || xml.first == 0xFF || xml.prefix(2).contains(0x00)
    }
}

extension XML.QualifiedName {
    fileprivate static let attributeQueryElement = XML.QualifiedName(
        "AttributeQuery", in: .protocol)
}

extension SAML.Response {
    /// Whether everything it states is encrypted, and nobody signed it as it is.
    fileprivate var isWhollyEncrypted: Bool {
        assertions.isEmpty && encryptedAssertionCount > 0 && !hasSignature
    }

    fileprivate var encryptedParts: [EncryptedPart] {
        var parts: [EncryptedPart] = []
        if encryptedAssertionCount > 0 { parts.append(.assertion) }
        if assertions.contains(where: { $0.subject?.hasEncryptedID ?? false }) {
            parts.append(.nameID)
        }
        let statements = assertions.flatMap(\.attributeStatements)
        if statements.contains(where: { $0.encryptedAttributeCount > 0 }) {
            parts.append(.attribute)
        }
        return parts
    }

    fileprivate var conditionsSummary: ConditionsSummary {
        var summary = ConditionsSummary()
        let conditions = assertions.compactMap(\.conditions)
        summary.notBefore = conditions.compactMap(\.notBefore).max()
        summary.notOnOrAfter = conditions.compactMap(\.notOnOrAfter).min()
        summary.audiences = conditions.flatMap(\.audiences)
        return summary
    }
}
