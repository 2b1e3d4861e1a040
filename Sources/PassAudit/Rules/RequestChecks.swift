/// The form of requests.
extension Rule {
    static let requests: [Rule] = [
        Rule(
            .requestsDocumentedOnly, .mandatory, .rows(["M20"]), needs: [.headers],
            bodies: withBody,
            when: { !$0.v2.isEmpty }, fold: DocumentedOnly()),
        Rule(
            .requestsNoV1Leftovers, .recommended, .rows(["R10"]), needs: [.headers],
            bodies: withBody,
            when: { !$0.v2.isEmpty }, fold: EachGroup(by: formerNames, report: leftovers)),
        Rule(
            .requestsPath, .mandatory, .page("REST API V2 Reference"),
            when: { traffic in !traffic.isEmpty },
            fold: EachGroup(by: strayPaths, report: strayPath)),
        Rule(
            .requestsContentType, .mandatory, .page("REST API V2 Reference"), needs: [.headers],
            bodies: withBody, when: { !$0.v2.isEmpty }, fold: EachCall(contentType)),
        Rule(
            .requestsRequiredParameters, .mandatory, .page("REST API V2 Reference"),
            bodies: [.partnerSession, .partnerProfile, .authorize, .preauthorize],
            when: {
                $0.has(.partnerSession, .partnerProfile, .authorize, .preauthorize, .logout)
            }, fold: EachCall(requiredParameters)),
    ]

    @Sendable private static func formerNames(
        in call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) -> [String] {
        guard call.isV2 else { return [] }
        verdict.judged()
        var names = V2Endpoint.formerNames(in: call)
        if case .percentEncoded = call.fields.information?.defect {
            names.append("X-Device-Info percent-encoded")
        }
        return names.isEmpty ? [] : [RuleWords.list(names.sorted())]
    }

    @Sendable private static func leftovers(
        _ names: String, _ calls: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        verdict.add("\(names) in \(RuleWords.count(calls.count, "call"))", calls)
    }

    @Sendable private static func strayPaths(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) -> [String] {
        if call.isV2 || call.isRegistration { verdict.judged() }
        guard case .stray = call.kind else { return [] }
        return ["\(call.method) \(call.path)"]
    }

    @Sendable private static func strayPath(
        _ name: String, _ calls: [AuditedCall], _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        verdict.add(
            "\(name) is not a call of REST API v2 (\(RuleWords.count(calls.count, "time")), "
                + "answered \(RuleWords.list(calls.map { "\($0.status)" })))"
                + (hint(calls[0]).map { "; \($0)" } ?? ""), calls)
    }

    private static func hint(_ call: AuditedCall) -> String? {
        guard case .stray(let known) = call.kind else { return nil }
        if let known { return "its method is \(known.endpoint.method)" }
        let path = call.path
        if path.contains("/decision/") {
            return "the cookbooks print /decision/, the endpoint is /decisions/"
        }
        if path.hasPrefix("/api/v2/sessions/") || path.hasPrefix("/api/v2/logout/") {
            return "samples swap the segments; the service provider comes first"
        }
        if path.hasSuffix("/logout") { return "the path ends in the MVPD" }
        return nil
    }

    private static let forms = Set(V2Call.Endpoint.allCases.filter { !$0.form.isEmpty })
    private static let withBody = forms.union(
        V2Call.Endpoint.allCases.filter { !$0.members.isEmpty })

    @Sendable private static func contentType(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        guard call.isV2, call.endpoint != .authenticate else { return }
        guard call.fields.isRecorded, let endpoint = call.endpoint else {
            verdict.missing = .noHeaders
            return
        }
        verdict.judged()
        var wrong: [String] = []
        if let accept = call.fields.accept?.lowercased(), !accept.contains("application/json"),
            !accept.contains("*/*"), !accept.contains("application/*")
        {
            wrong.append("Accept is \(accept)")
        }
        if forms.contains(endpoint) || endpoint.isDecision {
            wrong += wrongBody(call, isForm: forms.contains(endpoint))
        }
        guard !wrong.isEmpty else { return }
        verdict.add("\(call.path): \(RuleWords.list(wrong))", [call])
    }

    private static func wrongBody(_ call: AuditedCall, isForm: Bool) -> [String] {
        let request = call.request
        guard request.state == .recorded else { return [] }
        var wrong: [String] = []
        let expected = isForm ? "application/x-www-form-urlencoded" : "application/json"
        let type = call.fields.contentType?.lowercased() ?? ""
        if !type.hasPrefix(expected) {
            wrong.append("Content-Type is \(type.isEmpty ? "missing" : type), expected \(expected)")
        }
        if isForm, request.shape == .json { wrong.append("the body is JSON, expected a form") }
        if !isForm, request.shape == .form { wrong.append("the body is a form, expected JSON") }
        if !isForm, request.members.contains("resources") {
            if let resources = request.resources {
                if resources.isEmpty { wrong.append("resources is an empty array") }
            } else {
                wrong.append("resources is not an array of strings")
            }
        }
        return wrong
    }

    @Sendable private static func requiredParameters(
        _ call: AuditedCall, _ traffic: Traffic, _ verdict: inout Verdict
    ) {
        guard call.isV2 else { return }
        let request = call.request
        var missing: [String] = []
        switch call.endpoint {
        case .logout: if !request.query.has("redirectUrl") { missing = ["redirectUrl"] }
        case .partnerSession where request.state != .missing:
            missing = V2Endpoint.partnerSession.required.filter { !request.form.has($0) }
        case .partnerProfile where request.state != .missing:
            if request.saml == nil, request.misnamedSAML == nil { missing = ["SAMLResponse"] }
        case .authorize where request.state != .missing,
            .preauthorize where request.state != .missing:
            if !request.members.contains("resources") { missing = ["resources"] }
        default: return
        }
        verdict.judged()
        guard !missing.isEmpty else { return }
        verdict.add(
            "\(call.path): \(RuleWords.list(missing)) is missing (answered \(call.status))",
            [call],
            // Adobe's OpenAPI has it optional at logout.
            isMandatory: call.endpoint != .logout)
    }
}

private struct DocumentedOnly: RuleFold {
    private var found = Groups<String, AuditedCall>()
    private var unknown: [String: [AuditedCall]] = [:]
    private var result = Verdict()

    mutating func take(_ call: AuditedCall, in traffic: Traffic) {
        guard let endpoint = call.endpoint, call.isV2 else { return }
        if !call.fields.isRecorded { result.missing = .noHeaders }
        result.judged()
        let names = endpoint.undocumented(in: call)
        if !names.isEmpty { found.add(call, to: "\(call.path): \(RuleWords.list(names))") }
        for name in call.fields.extensionNames { unknown[name, default: []].append(call) }
    }

    func verdict(in traffic: Traffic) -> Verdict {
        var verdict = result
        for (words, calls) in found.all {
            verdict.add(
                "\(words) in \(RuleWords.count(calls.count, "call")), not documented for the "
                    + "endpoint", calls)
        }
        if !unknown.isEmpty {
            let calls = unknown.values.flatMap(\.self).sorted { $0.index < $1.index }
            verdict.add(
                .noted, "unknown header fields: \(RuleWords.list(unknown.keys.sorted()))", calls)
        }
        return verdict
    }
}
