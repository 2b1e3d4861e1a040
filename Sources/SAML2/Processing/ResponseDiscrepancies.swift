internal import XMLCore

extension SAML.Response {
    /// Returns what a failure of the response compared; `nil` for one that compares nothing.
    ///
    /// - Parameters:
    ///   - failure: One of the failures in the context.
    ///   - context: The receiver's side.
    ///   - isClaimed: Whether nothing vouches for what the response says.
    ///   - isEnvelopeClaimed: Whether nothing vouches for what it says around its assertions.
    /// - Returns: The two values, and what their difference points to.
    func discrepancy(
        of failure: SAML.ConditionsFailure, in context: SAML.ProcessingContext, isClaimed: Bool,
        isEnvelopeClaimed: Bool
    ) -> SAML.Discrepancy? {
        switch failure {
        case .statusNotSuccess: status?.discrepancy(isClaimed: isEnvelopeClaimed)
        case .unsupportedVersion:
            Self.discrepancy(
                ofVersion: ([version] + assertions.map(\.version)).first {
                    $0?.hasSameBytes(as: SAML.version) != true
                } ?? nil)
        case .unknownCondition:
            assertions.lazy.compactMap(\.conditions?.unknownCondition).first.map {
                SAML.Discrepancy(
                    "The assertion has the condition \(SAML.Discrepancy.visible($0.name)) at \($0.position), which "
                        + "is not known, so that nobody can say whether it is met.",
                    expected: nil, found: $0.name)
            }
        case .severalAssertions:
            SAML.Discrepancy(
                "The response has \(assertions.count + encryptedAssertionCount) assertions, "
                    + "expected one.", expected: "1",
                found: "\(assertions.count + encryptedAssertionCount)")
        case .expired, .notYetValid, .sessionEnded: timeDiscrepancy(of: failure, in: context)
        case .audienceMismatch: audienceDiscrepancy(in: context, isClaimed: isClaimed)
        case .recipientMismatch:
            recipientDiscrepancy(
                in: context, isClaimed: isClaimed, isEnvelopeClaimed: isEnvelopeClaimed)
        case .inResponseToMismatch:
            requestDiscrepancy(
                in: context, isClaimed: isClaimed, isEnvelopeClaimed: isEnvelopeClaimed)
        case .missingIssuer:
            (CollectionOfOne(issuer) + assertions.map(\.issuer)).contains {
                $0?.uri.isEmpty ?? false
            }
                ? SAML.Discrepancy(
                    "The Issuer is empty, expected the provider's name.", expected: nil, found: "")
                : nil
        case .issuerMismatch: issuerDiscrepancy(in: context, isClaimed: isEnvelopeClaimed)
        case .unrequestedAttribute, .requestedAttributesMissing:
            context.query.flatMap { attributeDiscrepancy(of: failure, answering: $0) }
        default: nil
        }
    }

    static func discrepancy(ofVersion version: String?) -> SAML.Discrepancy {
        SAML.Discrepancy(
            version.map {
                "The version is \(SAML.Discrepancy.quoted($0)), expected \(SAML.version)."
            } ?? "There is no version, expected \(SAML.version).",
            expected: SAML.version, found: version)
    }

    // MARK: - Times

    private func timeDiscrepancy(
        of failure: SAML.ConditionsFailure, in context: SAML.ProcessingContext
    ) -> SAML.Discrepancy? {
        guard let now = context.now else { return nil }
        let windows: [SAML.ValidityWindow] = assertions.flatMap { assertion in
            [assertion.conditions.map { SAML.ValidityWindow($0.notBefore, $0.notOnOrAfter) }]
                .compactMap(\.self)
                + (assertion.subject?.confirmations ?? []).compactMap(\.data)
                .map { SAML.ValidityWindow($0.notBefore, $0.notOnOrAfter) }
        }
        let issued = ([issueInstant] + assertions.map(\.issueInstant)).compactMap(\.self).min()
        let asked = context.query?.issueInstant
        let verb = context.isTimeOfIssue ? "issued" : "received"
        switch failure {
        case .sessionEnded:
            let ends = assertions.flatMap(\.authnStatements).compactMap(\.sessionNotOnOrAfter)
            guard let end = ends.filter(context.hasPassed).min() else { return nil }
            return SAML.Discrepancy(
                ended: end, "SessionNotOnOrAfter", "The session ended", at: now,
                issued: context.isTimeOfIssue ? nil : issued, asked: nil, verb: verb)
        case .expired:
            guard
                let window = windows.filter({ $0.end.map(context.hasPassed) ?? false })
                    .min(by: { $0.end ?? now < $1.end ?? now }), let end = window.end
            else { return nil }
            return window.neverValid(issued: issued)
                ?? SAML.Discrepancy(
                    ended: end, "NotOnOrAfter", "The message expired", at: now,
                    issued: context.isTimeOfIssue ? nil : issued, asked: asked, verb: verb)
        default:
            guard
                let window = windows.filter({ $0.start.map(context.isAhead) ?? false })
                    .max(by: { $0.start ?? now < $1.start ?? now }), let start = window.start
            else {
                let ahead = ([issueInstant] + assertions.map(\.issueInstant)).compactMap(\.self)
                    .filter(context.isAhead).max()
                if let ahead {
                    return SAML.Discrepancy(beginning: ahead, at: now, issued: ahead, verb: verb)
                }
                return assertions.flatMap(\.authnStatements).compactMap(\.authnInstant)
                    .filter(context.isFarAhead).max()
                    .map { SAML.Discrepancy(signedInAt: $0, at: now, verb: verb) }
            }
            return window.neverValid
                ?? SAML.Discrepancy(beginning: start, at: now, issued: issued, verb: verb)
        }
    }

    // MARK: - Names and addresses

    private func audienceDiscrepancy(
        in context: SAML.ProcessingContext, isClaimed: Bool
    ) -> SAML.Discrepancy? {
        guard let expected = context.audience else { return nil }
        let restrictions = assertions.flatMap { $0.conditions?.audienceRestrictions ?? [] }
        guard
            let failing = restrictions.first(where: { audiences in
                !audiences.contains { $0.hasSameBytes(as: expected) }
            })
        else { return nil }
        guard !failing.isEmpty else {
            return SAML.Discrepancy(
                "An AudienceRestriction has no Audience, so that it admits no receiver, expected "
                    + "\(SAML.Discrepancy.shortened(expected)).", expected: expected, found: nil)
        }
        let isSeparator: (Character) -> Bool = { " ,;|\t\n".contains($0) }
        if let joined = failing.first(where: {
            $0.utf8.count <= 4096
                && $0.split(whereSeparator: isSeparator).dropFirst().isEmpty == false
                && $0.split(whereSeparator: isSeparator).contains { $0.elementsEqual(expected) }
        }) {
            return SAML.Discrepancy(
                "One Audience element has several names, \(SAML.Discrepancy.shortened(expected)) among them: "
                    + "\(SAML.Discrepancy.shortened(joined)). Each needs an element of its own.",
                expected: expected, found: joined, cause: .audienceJoined)
        }
        return SAML.Discrepancy(
            .audience, named: "The audience", expected: expected, found: failing,
            isClaimed: isClaimed, remedy: { .audience($0) })
    }

    private func recipientDiscrepancy(
        in context: SAML.ProcessingContext, isClaimed: Bool, isEnvelopeClaimed: Bool
    ) -> SAML.Discrepancy? {
        let recipients = assertions.flatMap { $0.subject?.confirmations ?? [] }
            .compactMap { $0.data?.recipient?.trimmingXMLSpace() }
        let destination = destination?.trimmingXMLSpace()
        if let expected = context.recipient {
            let confirmed = recipients.first { !$0.hasSameBytes(as: expected) }
            let sent = destination.flatMap { $0.hasSameBytes(as: expected) ? nil : $0 }
            if let found = confirmed ?? sent {
                return SAML.Discrepancy(
                    .recipient,
                    named: confirmed == nil
                        ? "The Destination of the response" : "The Recipient of the assertion",
                    expected: expected, found: [found],
                    isClaimed: confirmed == nil ? isEnvelopeClaimed : isClaimed,
                    remedy: { .recipient($0) })
            }
        }
        guard let destination, let recipient = recipients.first else { return nil }
        return SAML.Discrepancy(
            .recipient, named: "The Destination of the response", expected: recipient,
            as: "the Recipient of its assertion",
            found: [destination], isClaimed: isEnvelopeClaimed, remedy: { _ in nil })
    }

    private func requestDiscrepancy(
        in context: SAML.ProcessingContext, isClaimed: Bool, isEnvelopeClaimed: Bool
    ) -> SAML.Discrepancy? {
        let confirmed = assertions.flatMap { $0.subject?.confirmations ?? [] }
            .compactMap { $0.data?.inResponseTo }
        let named = [inResponseTo].compactMap(\.self) + confirmed
        if context.isUnsolicited {
            guard let first = named.first else { return nil }
            if let blankness = SAML.Discrepancy.blankness(of: first) {
                return SAML.Discrepancy(
                    "InResponseTo is \(blankness), expected none.", expected: nil, found: first)
            }
            return SAML.Discrepancy(
                "The message answers the request \(SAML.Discrepancy.shortened(first)), expected no "
                    + "request.", expected: nil, found: first, remedy: .request(first))
        }
        guard let expected = context.inResponseTo ?? context.query?.id else {
            guard let own = inResponseTo, let other = confirmed.first else { return nil }
            return SAML.Discrepancy(
                .request, named: "The InResponseTo of the response", expected: other,
                as: "the InResponseTo of its assertion", found: [own],
                isClaimed: isEnvelopeClaimed, remedy: { _ in nil })
        }
        guard let other = named.first(where: { !context.isRequest($0) }) else {
            let place = inResponseTo == nil ? "The response" : "The subject confirmation"
            return SAML.Discrepancy(
                "\(place) names no request, expected InResponseTo "
                    + "\(SAML.Discrepancy.shortened(expected)).", expected: expected, found: nil)
        }
        let isConfirmed = confirmed.contains { $0.hasSameBytes(as: other) }
        return SAML.Discrepancy(
            .request, named: "InResponseTo", expected: expected, found: [other],
            isClaimed: isConfirmed ? isClaimed : isEnvelopeClaimed, remedy: { .request($0) })
    }

    private func issuerDiscrepancy(
        in context: SAML.ProcessingContext, isClaimed: Bool
    ) -> SAML.Discrepancy? {
        let named = (CollectionOfOne(issuer) + assertions.map(\.issuer))
            .compactMap { $0?.uri }.filter { !$0.isEmpty }
        guard let expected = context.issuer ?? named.first else { return nil }
        guard let other = named.first(where: { !$0.hasSameBytes(as: expected) }) else {
            let isEmpty = issuer != nil || assertions.contains { $0.issuer != nil }
            return SAML.Discrepancy(
                (isEmpty ? "The issuer is empty" : "The message names no issuer") + ", expected "
                    + "\(SAML.Discrepancy.shortened(expected)).", expected: expected, found: nil)
        }
        return SAML.Discrepancy(
            .issuer,
            named: context.issuer == nil ? "The issuer of the assertion" : "The issuer",
            expected: expected, as: placeOfIssuer(in: context),
            found: [other], isClaimed: isClaimed,
            remedy: { context.issuer == nil ? nil : .issuer($0) })
    }

    /// Where the issuer stands that another one is compared with; `nil` for the receiver's.
    private func placeOfIssuer(in context: SAML.ProcessingContext) -> String? {
        guard context.issuer == nil else { return nil }
        return issuer?.uri.isEmpty ?? true
            ? "the issuer of another assertion" : "the issuer of the response"
    }

    /// The names of the attributes; never their values.
    private func attributeDiscrepancy(
        of failure: SAML.ConditionsFailure, answering query: SAML.AttributeQuery
    ) -> SAML.Discrepancy? {
        let requested = query.requestedAttributes.map(\.name)
        var found = assertions.flatMap(\.attributes).map(\.name)
        let known = Set(requested)
        if failure == .unrequestedAttribute {
            let others = found.filter { !known.contains($0) }
            // A requested attribute may have values that were not asked for.
            found = others.isEmpty ? found : others
        }
        let list = SAML.Discrepancy.list(found) ?? "none"
        let wanted = SAML.Discrepancy.list(requested) ?? "none"
        return SAML.Discrepancy(
            failure == .unrequestedAttribute
                ? "The assertion states more than the query requests: \(list); requested: \(wanted)."
                : "The assertion states none of the requested attributes: \(list); requested: "
                    + "\(wanted).", expected: wanted, found: list)
    }
}

extension SAML.Status {
    /// Returns the status instead of success, with the words of the provider.
    fileprivate func discrepancy(isClaimed: Bool) -> SAML.Discrepancy {
        let names = codes.map { code in code.split(separator: ":").last.map(String.init) ?? code }
        let list = SAML.Discrepancy.list(names) ?? "no status code"
        let misplaced =
            misplacedMessage.map {
                " Its message is misplaced: it stands \($0.place), expected as the text of StatusMessage in Status."
            } ?? ""
        let isDetailed = detail?.isEmpty ?? false
        let rest = misplaced + (isDetailed ? " There is more in a StatusDetail." : "")
        let quotation = SAML.Discrepancy.Quotation(
            message: words, detail: isDetailed ? nil : detail, isClaimed: isClaimed)
        if let code = codes.first, let name = names.first,
            name.filter({ !$0.isWhitespace }).lowercased() == "success"
        {
            return SAML.Discrepancy(
                "The status is not written as the standard writes success: found \u{201C}\(SAML.Discrepancy.visible(code))\u{201D}, expected "
                    + "\u{201C}\(SAML.StatusCode.success)\u{201D}, byte for byte." + rest,
                expected: SAML.StatusCode.success, found: code, quoting: quotation)
        }
        let speaker =
            isClaimed
            ? "The response reports a failure (not verified)"
            : "The identity provider reports a failure"
        return SAML.Discrepancy(
            "\(speaker): the status is \(list), expected Success." + rest,
            expected: SAML.StatusCode.success, found: codes.last, quoting: quotation)
    }
}
