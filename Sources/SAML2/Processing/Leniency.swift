internal import XMLCore

extension SAML {
    /// Something in a response that passes here, and that a stricter receiver would refuse.
    package struct Leniency: Hashable, Sendable {
        /// The kind of leniency.
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            /// An `ID` is no NCName, as the schema has it (XML Schema Part 2, section 3.3.8).
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
        package let id: String?

        fileprivate init(_ kind: Kind, _ sentence: String, id: String? = nil) {
            self.kind = kind
            self.sentence = sentence
            self.id = id
        }
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
        func mark(_ isClaimed: Bool) -> String { isClaimed ? " (claimed, not verified)" : "" }
        var found: [SAML.Leniency] = []
        func addID(_ id: String?, of name: String, _ mark: String) {
            guard let id, !id.isNCName else { return }
            found.append(
                SAML.Leniency(
                    .idNotNCName, "The ID of the \(name) is \(SAML.Discrepancy.quoted(id))\(mark).",
                    id: id))
        }
        addID(id, of: "Response", mark(isEnvelopeClaimed))
        for assertion in assertions { addID(assertion.id, of: "Assertion", mark(isClaimed)) }
        let padded =
            [
                (issuer?.isPadded ?? false, "the response's Issuer" + mark(isEnvelopeClaimed)),
                (destination?.isPadded ?? false, "Destination" + mark(isEnvelopeClaimed)),
                (assertions.contains { $0.issuer?.isPadded ?? false }, "Issuer" + mark(isClaimed)),
                (
                    assertions.contains { $0.conditions?.hasPaddedAudience ?? false },
                    "Audience" + mark(isClaimed)
                ),
                (assertions.contains(where: \.hasPaddedRecipient), "Recipient" + mark(isClaimed)),
            ].filter(\.0).map(\.1)
        if !padded.isEmpty {
            let list = padded.joined(separator: ", ")
            found.append(
                SAML.Leniency(.whiteSpaceAround, "White space stands around the text of \(list)."))
        }
        return found + timeLeniencies(in: context, isClaimed, isEnvelopeClaimed)
    }

    /// Returns what a receiver with the same clock and no skew would refuse.
    private func timeLeniencies(
        in context: SAML.ProcessingContext, _ isClaimed: Bool, _ isEnvelopeClaimed: Bool
    ) -> [SAML.Leniency] {
        guard let now = context.now else { return [] }
        let hasEndedSession = assertions.contains { assertion in
            assertion.authnStatements.contains { $0.sessionNotOnOrAfter.map { $0 <= now } ?? false }
        }
        guard hasEndedSession || hasTime(outside: now) else { return [] }
        // Few messages come this far, so that judging them once more costs others nothing.
        var strict = context
        strict.clockSkew = 0
        func leniency(
            _ kind: SAML.Leniency.Kind, _ failure: SAML.ConditionsFailure
        ) -> SAML.Leniency? {
            discrepancy(
                of: failure, in: strict, isClaimed: isClaimed, isEnvelopeClaimed: isEnvelopeClaimed
            ).map { SAML.Leniency(kind, $0.sentence) }
        }
        let failures = failures(in: strict)
        var found: [SAML.Leniency?] = []
        if hasEndedSession, !failures.contains(.sessionEnded) {
            found.append(leniency(.sessionEnded, .sessionEnded))
        }
        // No receiver gets a message at the moment of its issue.
        guard !context.isTimeOfIssue else { return found.compactMap(\.self) }
        for failure in [SAML.ConditionsFailure.expired, .sessionEnded]
        where failures.contains(failure) {
            found.append(leniency(.expiredWithinSkew, failure))
            break
        }
        if failures.contains(.notYetValid) {
            found.append(leniency(.notYetValidWithinSkew, .notYetValid))
        }
        return found.compactMap(\.self)
    }

    /// Returns whether a beginning is after an instant, or an end is not.
    private func hasTime(outside now: SAML.Instant) -> Bool {
        func isOutside(_ start: SAML.Instant?, _ end: SAML.Instant? = nil) -> Bool {
            start.map { $0 > now } ?? false || end.map { $0 <= now } ?? false
        }
        return isOutside(issueInstant)
            || assertions.contains { assertion in
                isOutside(assertion.issueInstant)
                    || isOutside(
                        assertion.conditions?.notBefore, assertion.conditions?.notOnOrAfter)
                    || (assertion.subject?.confirmations ?? []).contains {
                        isOutside($0.data?.notBefore, $0.data?.notOnOrAfter)
                    }
            }
    }
}

extension SAML.NameID {
    /// A Boolean value that indicates whether white space stands around the name.
    fileprivate var isPadded: Bool { value.isPadded }
}

extension SAML.Assertion {
    /// A Boolean value that indicates whether white space stands around a `Recipient`.
    fileprivate var hasPaddedRecipient: Bool {
        subject?.confirmations.contains { $0.data?.recipient?.isPadded ?? false } ?? false
    }
}

extension String {
    /// A Boolean value that indicates whether the string is an NCName, as far as ASCII tells.
    ///
    /// The editions of XML differ in the other characters that names may have.
    fileprivate var isNCName: Bool {
        func isInside(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "_"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."), 0x80...:
                true
            default: false
            }
        }
        guard let first = utf8.first else { return false }
        let isStart = isInside(first) && !(UInt8(ascii: "-")...UInt8(ascii: "9") ~= first)
        return isStart && utf8.allSatisfy(isInside)
    }
}
