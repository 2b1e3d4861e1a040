public import Captures
package import PayloadCoding
public import SAML2
public import SAMLBindings
internal import SignatureDiagnostics
package import XMLCore
public import XMLSecurity

/// Takes one captured message all the way: unpack, parse, verify, read, select, encode.
///
/// It contains the order of the steps and none of their rules. With trust, attributes and the
/// subject's identifier are read from what a trusted key signed and from nothing else. Without any,
/// signatures are not verified, and everything a record says is what the message claims.
public struct ProfileProcessor: Sendable {
    /// The options for processing messages.
    package struct Options: Sendable {
        /// The trusted keys, part of the context; `nil` means that signatures are not verified.
        ///
        /// A store that trusts nobody verifies nothing and accepts nothing.
        package var trust: SAML.TrustStore? {
            get { context.trust }
            set { context.trust = newValue }
        }
        /// Which signatures are accepted.
        package var policy: XMLDSig.Policy
        /// The decryptor; `nil` leaves encrypted parts unread.
        package var decryptor: Decryptor?
        /// The values that conditions are checked against; an empty context leaves them unchecked.
        package var context: SAML.ProcessingContext
        /// A Boolean value that indicates whether a message whose capture says when it was captured is judged at that time.
        package var judgesWhenCaptured = false
        /// A Boolean value that indicates whether queries are judged, by the rules for queries.
        ///
        /// Otherwise a query has a record with the outcome `notJudged`: it states nothing, and a party that may ask
        /// need not be one whose statements are believed.
        package var judgesQueries: Bool
        /// The attributes that must be there; none selects all.
        package var requiredAttributes: [String]
        /// A Boolean value that indicates whether records carry the values of attributes beside the required ones.
        package var includesAllAttributes: Bool
        /// Refuses what was accepted before; `nil` accepts it again, as suits captures.
        package var replayGuard: SAML.ReplayGuard?
        /// The normalization of white space before encoding.
        package var normalization: Normalization
        /// A Boolean value that indicates whether records carry the encoded payload.
        package var includesPayload: Bool
        /// The redaction that replaces values with hashes; `nil` leaves values unchanged.
        ///
        /// Redacted records carry no payload, whatever ``includesPayload`` says.
        package var redaction: Redaction?
        /// The limits on packed messages.
        package var envelopeLimits: EnvelopeDecoder.Limits
        /// The limits on documents.
        package var parsingLimits: XML.ParsingLimits

        /// Creates options; the limits are the standard ones.
        package init(
            context: SAML.ProcessingContext,
            requiredAttributes: [String] = [], normalization: Normalization = .cookbook,
            includesPayload: Bool = false, trust: SAML.TrustStore? = nil,
            policy: XMLDSig.Policy = .standard, decryptor: Decryptor? = nil
        ) {
            self.context = context
            if let trust { self.context.trust = trust }
            self.policy = policy
            self.decryptor = decryptor
            judgesQueries = false
            includesAllAttributes = false
            self.requiredAttributes = requiredAttributes
            self.normalization = normalization
            self.includesPayload = includesPayload
            redaction = nil
            envelopeLimits = .standard
            parsingLimits = .standard
        }
    }

    /// The options for processing messages.
    package let options: Options
    package let decoder: EnvelopeDecoder
    let encoder: PayloadEncoder
    let verifier: SAML.MessageVerifier
    let decryptor: SAML.MessageDecryptor?
    let keyCauses: KeyCauses

    /// Creates a processor.
    package init(options: Options) {
        self.options = options
        decoder = EnvelopeDecoder(limits: options.envelopeLimits)
        encoder = PayloadEncoder(normalization: options.normalization)
        let receiver = options.decryptor?.knowing(
            receivers: [options.context.audience, options.context.recipient])
        verifier = SAML.MessageVerifier(
            trusting: options.trust ?? SAML.TrustStore(), for: options.context.profile,
            policy: options.policy, decryptor: receiver, now: options.context.now,
            parsingLimits: options.parsingLimits)
        decryptor = receiver.map {
            SAML.MessageDecryptor($0, parsingLimits: options.parsingLimits)
        }
        keyCauses = KeyCauses(verifier)
    }

    /// Returns the processor for one message: of a run at the time of issue or capture, one that judges at the message's
    /// own.
    func judging(_ message: XML.Element, from source: MessageSource) -> ProfileProcessor {
        switch ownTime(of: source) {
        case .issued:
            let issued = message[attribute: XML.QualifiedName("IssueInstant")]
            return judging(at: issued.flatMap { SAML.Instant(parsing: $0) })
        case .captured: return judging(at: source.instant)
        case nil: return self
        }
    }

    /// Returns what a message is judged at, if not at the time of the run.
    func ownTime(of source: MessageSource) -> ConditionsSummary.OwnTime? {
        if options.context.isTimeOfIssue { return .issued }
        guard options.judgesWhenCaptured, options.context.now != nil, source.instant != nil else {
            return nil
        }
        return .captured
    }

    /// Returns the same processor at another time.
    func judging(at now: SAML.Instant?) -> ProfileProcessor {
        ProfileProcessor(self, at: now)
    }

    private init(_ other: ProfileProcessor, at now: SAML.Instant?) {
        var options = other.options
        options.context.now = now
        self.options = options
        decoder = other.decoder
        encoder = other.encoder
        verifier = other.verifier.verifying(at: now)
        decryptor = other.decryptor
        keyCauses = other.keyCauses.judging(with: verifier)
    }

    /// Creates a processor that judges responses as `SAML.ResponseValidator` does.
    ///
    /// - Parameters:
    ///   - trust: Whose keys sign responses.
    ///   - audience: The receiver's own name, which must be an audience.
    ///   - expected: What was asked, and where the answer had to go.
    ///   - now: The time of receipt.
    ///   - requiredAttributes: The attributes without which a response is rejected; none selects all.
    ///   - policy: Which signatures are accepted.
    public init(
        trust: SAML.TrustStore, audience: String, expecting expected: SAML.ExpectedResponse,
        now: SAML.Instant, requiredAttributes: [String] = [], policy: XMLDSig.Policy = .standard
    ) {
        let context = expected.context(now: now, audience: audience, trust: trust)
        self.init(
            options: Options(
                context: context, requiredAttributes: requiredAttributes, policy: policy))
    }

    /// A processor that verifies nothing and checks nothing: what its records say is claimed.
    public static let unchecked = ProfileProcessor(options: Options(context: .unchecked))

    /// Processes an entry of a capture, and looks briefly for the cause of a failure.
    public func record(of captured: CapturedRecord) -> ProfileRecord {
        var memory = CauseMemory.brief
        return record(of: captured, remembering: &memory)
    }

    /// Processes an entry of a capture, and looks for the cause of a failure as far as others of its form leave it open.
    package func record(
        of captured: CapturedRecord, remembering memory: inout CauseMemory
    ) -> ProfileRecord {
        var unexplained = unexplainedRecord(of: captured)
        _ = explain(&unexplained, remembering: &memory)
        finish(&unexplained.record)
        return unexplained.record
    }

    /// Processes an entry of a capture without looking for the cause of a failure.
    ///
    /// Its values are not replaced yet, if they are to be: ``finish(_:)`` does that.
    package func unexplainedRecord(of captured: CapturedRecord) -> UnexplainedRecord {
        do throws(CaptureError) {
            var unexplained = unexplainedRecord(of: try captured.message(), index: captured.index)
            unexplained.record.number = captured.number
            return unexplained
        } catch {
            var record = ProfileRecord(
                index: captured.index, source: captured.source, byteCount: captured.byteCount)
            record.number = captured.number
            record.reasons = [
                Reason(
                    .capture(error.code), message: error.description,
                    likelyCause: Self.cause(of: error)?.rawValue)
            ]
            return UnexplainedRecord(record)
        }
    }

    /// Replaces values, when everything that depends on them is judged and explained.
    package func finish(_ record: inout ProfileRecord) {
        options.redaction?.apply(to: &record)
        record.isRedacted = options.redaction != nil
    }

    private static func cause(of error: CaptureError) -> SignatureExplanation.Hypothesis? {
        guard error.code == .truncatedMessage else { return nil }
        return switch error.lack {
        case .end: .truncated
        case .middle: .middleLost
        case .lines: .linesLost
        }
    }

    /// Processes a message, and looks briefly for the cause of a failure.
    public func record(of message: CapturedMessage, index: Int = 0) -> ProfileRecord {
        var memory = CauseMemory.brief
        return record(of: message, index: index, remembering: &memory)
    }

    /// Processes a message, and looks for the cause of a failure as far as others of its form leave it open.
    package func record(
        of message: CapturedMessage, index: Int = 0, remembering memory: inout CauseMemory
    ) -> ProfileRecord {
        var unexplained = unexplainedRecord(of: message, index: index)
        _ = explain(&unexplained, remembering: &memory)
        finish(&unexplained.record)
        return unexplained.record
    }

    /// Processes a message without looking for the cause of a failure.
    package func unexplainedRecord(
        of message: CapturedMessage, index: Int = 0
    ) -> UnexplainedRecord {
        var envelope: MessageEnvelope?
        var document: XML.Document?
        var unexplained = UnexplainedRecord(
            ProfileRecord(index: index, source: message.source, byteCount: message.bytes.count))
        read(message, into: &unexplained.record, &envelope, &document)
        guard unexplained.record.failingReason != nil else { return unexplained }
        // Records wait until those before them are explained: many small messages must not unpack to much.
        let isKept =
            unexplained.record.byteCount
            <= max(message.bytes.count, UnexplainedRecord.mostKeptBytes)
        return UnexplainedRecord(
            unexplained.record, message,
            isKept ? Unpacked(message, envelope, document, by: self) : nil)
    }

    /// Reads a message into its record, which is changed where it is: a copy of it shows in the time of a run.
    private func read(
        _ message: CapturedMessage, into record: inout ProfileRecord,
        _ unpacked: inout MessageEnvelope?, _ parsed: inout XML.Document?
    ) {
        record.conditions.ownTime = ownTime(of: message.source)
        let envelope: MessageEnvelope
        do throws(EnvelopeError) {
            envelope = try decoder.envelope(from: message)
        } catch {
            let reason = Reason(
                error, limits: options.envelopeLimits, byteCount: message.bytes.count)
            record.reasons = [withVisibleDamage(reason, message)]
            return
        }
        unpacked = envelope
        record.envelope = envelope.steps
        record.byteCount = envelope.xml.count
        let document: XML.Document
        do throws(XML.ParsingError) {
            document = try XML.Document(parsing: envelope.xml, limits: options.parsingLimits)
        } catch {
            let reason = Reason(
                error, limits: options.parsingLimits, byteCount: envelope.xml.count)
            record.reasons = [withVisibleDamage(reason, message, envelope.xml)]
            if let answer = SAML.Response(aroundAssertionsOf: envelope.xml, after: error),
                answer.reportsFailure
            {
                record.note(answer, options.context)
            }
            return
        }
        parsed = document
        var signatures = SignatureOutline(
            root: document.rootElement, query: envelope.signedQuery)
        let message: SAML.CarriedMessage
        do throws(SAML.StructureError) {
            message = try SAML.CarriedMessage(in: document, sentIn: envelope.signedQuery)
        } catch {
            // No signature was looked for in what wraps a message.
            let summary = signatures.summary
            if summary.verdict != .absent { record.signature = summary }
            record.reasons = [Reason(error)]
            return
        }
        if !message.wrappers.isEmpty {
            record.envelope += message.wrappers.map(\.step)
            signatures = SignatureOutline(root: message.element)
        }
        do throws(SAML.StructureError) {
            // Most runs have one time, and need no processor for each message.
            if record.conditions.ownTime != nil {
                try judging(message.element, from: record.source)
                    .read(message.element, of: document, signatures, into: &record)
            } else {
                try read(message.element, of: document, signatures, into: &record)
            }
        } catch {
            record.signature = signatures.summary
            record.reasons = [Reason(error)]
            if let answer = SAML.Response(aroundAssertionsOf: message.element) {
                record.note(answer, options.context)
            }
            return
        }
        if !envelope.repairs.isEmpty {
            record.notes = envelope.repairs.map { Note($0.rawValue) } + record.notes
        }
        if !record.encrypted.isEmpty { record.noteEncryptionMethods(of: message.element) }
        encode(message, of: document, signatures, from: envelope, into: &record)
    }

    /// Reads a message as what it is.
    private func read(
        _ message: XML.Element, of document: XML.Document, _ signatures: SignatureOutline,
        into record: inout ProfileRecord
    ) throws(SAML.StructureError) {
        switch SAML.MessageKind(of: message) {
        // What is not a message at all counts as an unreadable response.
        case .response, nil:
            try judgeResponse(message, in: document, signatures, into: &record)
        case .attributeQuery where options.judgesQueries:
            try judgeQuery(message, in: document, signatures, into: &record)
        case .attributeQuery: try readQuery(message, signatures, into: &record)
        case let kind?: readUnjudged(message, kind, in: document, signatures, into: &record)
        }
    }

    /// Encodes what may be sent on: a response, or the query that asks for one.
    private func encode(
        _ message: SAML.CarriedMessage, of document: XML.Document, _ signatures: SignatureOutline,
        from envelope: MessageEnvelope, into record: inout ProfileRecord
    ) {
        guard record.kind == .response || record.kind == .attributeQuery else { return }
        guard message.wrappers.isEmpty else {
            // It is sent on without the wrapper.
            let bytes = message.standaloneUTF8
            guard
                let document = try? XML.Document(
                    parsingConvertedText: bytes, limits: options.parsingLimits)
            else { return }
            return encode(
                bytes, read: document, SignatureOutline(root: document.rootElement),
                into: &record)
        }
        // What an app holds is text, which it encodes as UTF-8 whatever it was captured in.
        let bytes = envelope.isUTF16 ? document.utf8 : envelope.xml
        encode(
            bytes, read: document, signatures,
            isExplainedNext: !envelope.isUTF16 && record.failingReason != nil, into: &record)
    }

    private func encode(
        _ bytes: [UInt8], read document: XML.Document, _ signatures: SignatureOutline,
        isExplainedNext: Bool = false, into record: inout ProfileRecord
    ) {
        let payload = encoder.payload(encoding: bytes)
        let isInvalid = record.signature.verdict == .invalid
        let check = NormalizationCheck(
            document: document, signatures: signatures, limits: options.parsingLimits,
            isInvalid: isInvalid)
        record.normalization = check.summary(of: payload, from: bytes)
        // What the explanation finds often spares reading the normalized message.
        if isInvalid, !isExplainedNext, isRepaired(bytes, asNormalized: payload.normalized) {
            record.normalization = record.normalization?.repaired
        }
        if options.includesPayload { record.payload = payload.bytes }
    }
}

extension MessageEnvelope {
    var isUTF16: Bool {
        // UTF-16 documents begin with a byte order mark or have a NUL beside their "<".
        xml.first == 0xFE || xml.first == 0xFF || xml.prefix(2).contains(0x00)
    }
}

extension SAML.CarriedMessage.Wrapper {
    fileprivate var step: MessageEnvelope.Step {
        switch self {
        case .soap: .soap
        case .artifactResponse: .artifactResponse
        }
    }
}
