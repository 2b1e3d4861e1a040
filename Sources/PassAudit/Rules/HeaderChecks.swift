/// Header fields that every call needs.
extension Rule {
    static let headers: [Rule] = [
        Rule(
            .headersAuthorization, .mandatory, .rows(["M16"]), needs: [.authorization],
            when: { !$0.v2.isEmpty },
            fold: AuthorizationSent()),
        Rule(
            .headersDeviceIdentifier, .mandatory, .rows(["M17"]), needs: [.headers],
            when: { !$0.v2.isEmpty },
            fold: FieldSent("AP-Device-Identifier") { $0.fields.device == nil }),
        Rule(
            .headersDeviceInfo, .mandatory, .rows(["M18"]), needs: [.headers],
            when: { !$0.v2.isEmpty },
            fold: FieldSent("X-Device-Info") { call in
                // Browsers need not send it.
                call.fields.information == nil && !call.fields.isBrowser
            }),
        Rule(
            .headersDeviceIdentifierFormat, .mandatory, .page("REST API V2 Headers"),
            needs: [.headers], when: { !$0.v2.isEmpty },
            fold: EachGroup(by: identifierDefects, report: identifierDefect)),
        Rule(
            .headersDeviceInfoDecodable, .mandatory, .page("REST API V2 Headers"),
            needs: [.headers],
            when: { !$0.v2.isEmpty || $0.hasRegistration },
            fold: EachGroup(by: informationDefects, report: informationDefect)),
        Rule(
            .headersDeviceInfoComplete, .recommended, .page("REST API V2 Headers"),
            needs: [.headers],
            when: { !$0.v2.isEmpty || $0.hasRegistration },
            fold: EachGroup(by: incompleteInformation, report: incompleteInformation)),
    ]

    /// A defect of an identifier, or a remark on one that has the form.
    private struct IdentifierProblem: Hashable {
        let text: String
        let isDefect: Bool
    }

    @Sendable private static func identifierDefects(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) -> [IdentifierProblem] {
        guard call.isV2, let device = call.fields.device else { return [] }
        verdict.judged()
        return [
            device.defect.map { IdentifierProblem(text: $0, isDefect: true) },
            device.remark.map { IdentifierProblem(text: $0, isDefect: false) },
        ].compactMap(\.self)
    }

    @Sendable private static func identifierDefect(
        _ problem: IdentifierProblem, _ calls: [AuditedCall], _ traffic: Traffic,
        _ verdict: inout Verdict
    ) {
        if problem.isDefect {
            verdict.add(
                "AP-Device-Identifier in \(RuleWords.count(calls.count, "call")): \(problem.text)",
                calls)
        } else {
            verdict.add(.noted, "AP-Device-Identifier: \(problem.text)", calls)
        }
    }

    @Sendable private static func informationDefects(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) -> [String] {
        guard call.isV2 || call.isRegistration, let information = call.fields.information else {
            return []
        }
        verdict.judged()
        switch information.defect {
        // That is the encoding of version 1, which has a rule of its own.
        case nil, .percentEncoded: return []
        case .notBase64(let offset): return ["it is not Base64 from byte \(offset) on"]
        case .notJSON: return ["the decoded bytes are not JSON"]
        case .notAnObject: return ["the decoded JSON is not an object"]
        }
    }

    @Sendable private static func informationDefect(
        _ defect: String, _ calls: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        verdict.add("X-Device-Info in \(RuleWords.count(calls.count, "call")): \(defect)", calls)
    }

    @Sendable private static func incompleteInformation(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) -> [HashedText] {
        guard call.isV2 || call.isRegistration, let information = call.fields.information,
            information.defect == nil
        else { return [] }
        verdict.judged()
        return information.incomplete.isEmpty ? [] : [information.hash]
    }

    @Sendable private static func incompleteInformation(
        _ value: HashedText, _ calls: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        verdict.add(
            "X-Device-Info in \(RuleWords.count(calls.count, "call")): "
                + RuleWords.list(calls[0].fields.information?.incomplete ?? []), calls)
    }
}

extension [AuditedCall] {
    /// The number of calls and what they were answered.
    fileprivate var counted: String {
        let paths = RuleWords.list(prefix(5).map(\.path))
        return "\(RuleWords.count(count, "call")) (\(paths); answered "
            + "\(RuleWords.list(map { "\($0.status)" })))"
    }
}

private struct AuthorizationSent: RuleFold {
    private var absent: [AuditedCall] = []
    private var malformed: [AuditedCall] = []
    private var result = Verdict()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2, call.endpoint != .authenticate else { return }
        switch call.fields.authorization {
        case .bearer: result.judged()
        case .redacted: result.missing = .redacted
        case .malformed:
            result.judged()
            malformed.append(call)
        case .absent:
            // A call that cannot succeed without the field did: its recorder removed it.
            if !call.fields.isRecorded {
                result.missing = .noHeaders
            } else if call.isSuccess {
                result.missing = .redacted
            } else {
                result.judged()
                absent.append(call)
            }
        }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        if !absent.isEmpty {
            verdict.add("Authorization is missing from \(absent.counted)", absent)
        }
        if !malformed.isEmpty {
            verdict.add(
                "Authorization is not Bearer and one token in \(malformed.counted)", malformed)
        }
        return verdict
    }
}

private struct FieldSent: RuleFold {
    let name: String
    let isMissing: @Sendable (AuditedCall) -> Bool
    private var absent: [AuditedCall] = []
    private var optional: [AuditedCall] = []
    private var result = Verdict()

    init(_ name: String, isMissing: @escaping @Sendable (AuditedCall) -> Bool) {
        (self.name, self.isMissing) = (name, isMissing)
    }

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard call.isV2, call.endpoint != .authenticate else { return }
        guard call.fields.isRecorded else {
            result.missing = .noHeaders
            return
        }
        if call.fields.redactedNames.contains(name.lowercased()) {
            result.missing = .redacted
            return
        }
        result.judged()
        guard isMissing(call) else { return }
        if call.endpoint?.requiresDevice == true {
            absent.append(call)
        } else {
            optional.append(call)
        }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        if !absent.isEmpty { verdict.add("\(name) is missing from \(absent.counted)", absent) }
        if !optional.isEmpty {
            verdict.add(
                .noted,
                "\(name) is missing from \(optional.counted); the checklist wants it on every "
                    + "request, the pages of these endpoints do not list it", optional)
        }
        return verdict
    }
}
