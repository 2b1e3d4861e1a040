internal import PayloadCoding
internal import SAML2
public import SAMLBindings
public import SignatureDiagnostics
internal import XMLCore
package import XMLSecurity

extension ProfileProcessor {
    /// The explanations of a message, for callers that pass them on without reading them.
    package typealias Explanations = [SignatureExplanation]

    /// Returns the explanations of the verdicts on a message's signatures, with their bytes.
    ///
    /// It is for people who look for a cause and asked for the bytes. Records carry no more of it
    /// than the name of the likely cause.
    ///
    /// - Parameter message: A captured message.
    /// - Returns: The explanations, in the order the signatures are verified in, after one of the message as a whole
    ///   where something happened to it that no signature shows; none without trust.
    public func explanations(of message: CapturedMessage) -> [SignatureExplanation] {
        examination(of: message).explanations
    }

    /// Returns what there is to say of a message by itself, searched thoroughly.
    func examination(of message: CapturedMessage) -> Examination {
        Unpacked(message, by: self).examination(within: .thorough, isWhole: true)
    }

    /// Returns the XML of a message as it was signed, before the damage that was found; `nil` where nothing proves it.
    package func original(of message: CapturedMessage) -> [UInt8]? {
        let examination = examination(of: message)
        let xml = try? decoder.envelope(from: message).xml
        let candidates =
            [examination.undone?.repaired] + examination.explanations.map(\.restored)
            + examination.explanations.map { one in xml.flatMap { one.restoringContent(in: $0) } }
        for candidate in candidates.compactMap(\.self) {
            let message = CapturedMessage(bytes: candidate)
            guard record(of: message).signature.verdict == .valid else { continue }
            return try? decoder.envelope(from: message).xml
        }
        return nil
    }

    /// Returns what the metadata says of a key that was tried on a record's message, such as that it is for
    /// encryption.
    package func note(on key: TrustedKey, of record: ProfileRecord) -> String? {
        let issued = (record.verified.message ?? record.claimed?.unverified.message)?.issueInstant
        let processor =
            switch ownTime(of: record.source) {
            case .issued: judging(at: issued)
            case .captured: judging(at: record.source.instant)
            case nil: self
            }
        return record.groupingIssuer.flatMap { processor.keyCauses.note(on: key, ofIssuer: $0) }
    }

    /// Returns a record's likely causes, and the explanations that they are from.
    ///
    /// - Parameters:
    ///   - unexplained: A record, whose reason gets the cause.
    ///   - memory: What is known of other messages of the run.
    ///   - isWhole: Whether every signature is explained, and not only the first with a cause.
    /// - Returns: The explanations; `nil` where nothing was looked for.
    package func explain(
        _ unexplained: inout UnexplainedRecord, remembering memory: inout CauseMemory,
        isWhole: Bool = false
    ) -> [SignatureExplanation]? {
        guard let message = unexplained.message, let index = unexplained.record.failingReason
        else { return nil }
        let unpacked = unexplained.unpacked ?? Unpacked(message, by: self)
        let (explanations, isShown) = explain(
            &unexplained.record, index, unpacked, remembering: &memory, isWhole: isWhole)
        if unexplained.record.signature.verdict == .invalid,
            unexplained.record.normalization != nil,
            unpacked.processor.isRepaired(unpacked, signedAs: explanations)
        {
            unexplained.record.normalization = unexplained.record.normalization?.repaired
        }
        return isShown ? explanations : nil
    }

    /// Returns the explanations of a record, and whether they are what its reason says.
    private func explain(
        _ record: inout ProfileRecord, _ index: Int, _ unpacked: Unpacked,
        remembering memory: inout CauseMemory, isWhole: Bool
    ) -> ([SignatureExplanation], isShown: Bool) {
        var unpacked = unpacked
        let message = unpacked.message
        let reason = record.reasons[index]
        let code = VerificationFailure.Code(of: reason.code)
        // What was decrypted has positions of its own, and what is wrong with a form only reading it again tells.
        if record.encrypted.isEmpty, code != .malformedSignature {
            unpacked.failure = code.map { VerificationFailure($0, position: reason.position) }
        }
        let form = MessageForm(
            of: unpacked.xml ?? message.bytes, from: record.groupingIssuer,
            failingWith: reason.code)
        // A trusted key made what the recipe restores: no other key is to be looked for.
        if let examination = unpacked.examination(of: form, known: memory, isWhole: isWhole) {
            record.reasons[index] = unpacked.explained(reason, code, by: examination)
            return (examination.explanations, true)
        }
        let discrepancy = code.flatMap { code in
            unpacked.document.flatMap {
                unpacked.processor.keyCauses.discrepancy(of: code, in: $0)
            }
        }
        // The name of the issuer may have been changed with other addresses, which then is the cause of it all.
        let isChanged =
            discrepancy != nil
            && RepairFamily.mayChangeIssuer(of: unpacked.xml ?? message.bytes)
        if let discrepancy, !isChanged {
            record.reasons[index] = reason.adding(comparing: discrepancy)
            return isWhole
                ? (unpacked.examination(within: .brief, isWhole: true).explanations, true)
                : ([], false)
        }
        let (examination, isBrief) = unpacked.examination(
            of: form, at: record.index, remembering: &memory, isWhole: isWhole)
        if let discrepancy, examination.first?.likelyCause?.hypothesis.isOfKey != false {
            record.reasons[index] = reason.adding(comparing: discrepancy)
            return (examination.explanations, isWhole)
        }
        record.reasons[index] = unpacked.explained(reason, code, by: examination)
        record.reasons[index].isSearchedBriefly = isBrief
        return (examination.explanations, true)
    }
}

/// A record of which the cause of a failure was not looked for, and its message as it was unpacked.
package struct UnexplainedRecord {
    /// The record.
    package var record: ProfileRecord
    /// The message; `nil` where there is nothing to explain.
    let message: CapturedMessage?
    /// The message as it was unpacked; `nil` if that is much more than was captured.
    let unpacked: ProfileProcessor.Unpacked?

    /// The largest XML that is kept although less was captured, in bytes.
    static let mostKeptBytes = 1 << 16

    /// Creates a record that needs no explanation.
    package init(_ record: ProfileRecord) {
        self.record = record
        message = nil
        unpacked = nil
    }

    init(
        _ record: ProfileRecord, _ message: CapturedMessage, _ unpacked: ProfileProcessor.Unpacked?
    ) {
        self.record = record
        self.message = message
        self.unpacked = unpacked
    }
}

extension ProfileProcessor {
    /// Returns the reason why a message cannot be read with the damage that shows on it, where it is too small to search.
    func withVisibleDamage(
        _ reason: Reason, _ message: CapturedMessage, _ xml: [UInt8]? = nil
    ) -> Reason {
        guard (xml ?? message.bytes).count < DamageSearch.leastBytes else { return reason }
        var search = DamageSearch(
            decoder: decoder, limits: options.parsingLimits, verifier: nil, budget: .none)
        let damage = search.damage(
            to: message.bytes, unpackedAs: xml, isWellFormed: false, isIntact: false)
        return damage.map { reason.adding(cause: $0.cause) } ?? reason
    }
}

extension ProfileRecord {
    /// The place of the reason that a cause is looked for: the message cannot be read, or its signature does not hold.
    ///
    /// What does not conform to SAML may have conformed when it was signed.
    package var failingReason: Int? {
        guard outcome == .malformed || outcome == .rejected, byteCount >= DamageSearch.leastBytes
        else {
            return nil
        }
        return reasons.lastIndex { reason in
            let code = reason.code.rawValue
            guard !code.hasPrefix("xml."), !code.hasPrefix("envelope.") else { return true }
            return code.hasPrefix("signature.") && reason.code != .signature(.absent)
                || outcome == .malformed && code.hasPrefix("saml.")
        }
    }
}

extension VerificationFailure.Code {
    fileprivate init?(of code: ReasonCode) {
        guard let found = Self.allCases.first(where: { .signature($0) == code }) else { return nil }
        self = found
    }
}
