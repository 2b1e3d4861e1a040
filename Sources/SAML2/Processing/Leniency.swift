internal import WireText

extension SAML {
    /// Something in a response that passes here, and that a stricter receiver would refuse.
    package struct Leniency: Hashable, Sendable {
        /// The kind of leniency.
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            /// An `ID` is not an NCName, as the schema has it (XML Schema Part 2, section 3.3.8).
            case idNotNCName
            /// White space stands around a name or an address.
            case whiteSpaceAround
            /// The session has ended, which the profile does not ask about.
            case sessionEnded
            /// Only the clock skew makes up for an end that has come.
            case expiredWithinSkew
            /// Only the clock skew makes up for a beginning that has not come.
            case notYetValidWithinSkew
        }

        /// The kind.
        package let kind: Kind
        /// The sentence about this message.
        package let sentence: String
        /// The `ID` that it is about, if it is about one.
        package var id: String? = nil
    }
}

extension SAML.Response {
    /// Returns what a stricter receiver would refuse of a response that has no failures in `context`.
    ///
    /// - Parameters:
    ///   - context: The receiver's side.
    ///   - isClaimed: Whether nothing vouches for what the response says.
    ///   - isEnvelopeClaimed: Whether nothing vouches for what it says around its assertions.
    /// - Returns: Each kind once, IDs aside.
    func leniencies(
        in context: SAML.ProcessingContext, isClaimed: Bool, isEnvelopeClaimed: Bool
    ) -> [SAML.Leniency] {
        var found: [SAML.Leniency] = []
        var padded: [String] = []
        func marked(_ text: String, _ isClaimed: Bool) -> String {
            isClaimed ? text + " (claimed, not verified)" : text
        }
        func look(at id: String?, of name: String, _ isClaimed: Bool) {
            guard let id, !id.isNCName else { return }
            let text = "The ID of the \(name) is \(SAML.Discrepancy.quoted(id))"
            found.append(
                SAML.Leniency(kind: .idNotNCName, sentence: marked(text, isClaimed) + ".", id: id))
        }
        func look(at name: String, _ isPadded: Bool?, _ isClaimed: Bool) {
            guard isPadded ?? false else { return }
            let name = marked(name, isClaimed)
            if !padded.contains(name) { padded.append(name) }
        }
        look(at: id, of: "Response", isEnvelopeClaimed)
        look(at: "the response's Issuer", issuer?.value.isPadded, isEnvelopeClaimed)
        look(at: "Destination", destination?.isPadded, isEnvelopeClaimed)
        for assertion in assertions {
            look(at: assertion.id, of: "Assertion", isClaimed)
            look(at: "Issuer", assertion.issuer?.value.isPadded, isClaimed)
            look(at: "Audience", assertion.conditions?.hasPaddedAudience, isClaimed)
            for confirmation in assertion.subject?.confirmations ?? [] {
                look(at: "Recipient", confirmation.data?.recipient?.isPadded, isClaimed)
            }
        }
        if !padded.isEmpty {
            let text = "White space stands around the text of \(padded.joined(separator: ", "))."
            found.append(SAML.Leniency(kind: .whiteSpaceAround, sentence: text))
        }
        guard let now = context.now, hasTime(outside: now) else { return found }
        // Few messages come this far, so that judging them once more costs the others nothing.
        var strict = context
        strict.clockSkew = 0
        let failures = failures(in: strict)
        var times: [(SAML.Leniency.Kind, SAML.ConditionsFailure)] =
            failures.contains(.sessionEnded) ? [] : [(.sessionEnded, .sessionEnded)]
        // No receiver gets a message at the moment of its issue.
        if !context.isTimeOfIssue {
            let ended = [SAML.ConditionsFailure.expired, .sessionEnded].first(
                where: failures.contains)
            if let ended { times.append((.expiredWithinSkew, ended)) }
            if failures.contains(.notYetValid) {
                times.append((.notYetValidWithinSkew, .notYetValid))
            }
        }
        return found
            + times.compactMap { kind, failure in
                discrepancy(
                    of: failure, in: strict, isClaimed: isClaimed,
                    isEnvelopeClaimed: isEnvelopeClaimed
                ).map { SAML.Leniency(kind: kind, sentence: $0.sentence) }
            }
    }

    /// Returns whether a beginning is after an instant, or an end is not.
    private func hasTime(outside now: SAML.Instant) -> Bool {
        func isOutside(_ start: SAML.Instant?, _ end: SAML.Instant?) -> Bool {
            start.map { $0 > now } ?? false || end.map { $0 <= now } ?? false
        }
        return isOutside(issueInstant, nil)
            || assertions.contains { assertion in
                let conditions = assertion.conditions
                return isOutside(assertion.issueInstant, nil)
                    || isOutside(conditions?.notBefore, conditions?.notOnOrAfter)
                    || assertion.authnStatements.contains { isOutside(nil, $0.sessionNotOnOrAfter) }
                    || (assertion.subject?.confirmations ?? []).contains {
                        isOutside($0.data?.notBefore, $0.data?.notOnOrAfter)
                    }
            }
    }
}

extension String {
    /// A Boolean value that indicates whether the string is an NCName, as far as ASCII tells.
    ///
    /// The editions of XML differ in the other characters that names may have.
    fileprivate var isNCName: Bool {
        func isStart(_ byte: UInt8) -> Bool {
            byte.isLetter || byte == UInt8(ascii: "_") || byte >= 0x80
        }
        return utf8.first.map(isStart) ?? false
            && utf8.allSatisfy { isStart($0) || $0.isDigit || $0 == 0x2D || $0 == 0x2E }
    }
}
