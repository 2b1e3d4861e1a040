/// The form of requests.
extension Rule {
    static let requests: [Rule] = [
        Rule(
            .requestsDocumentedOnly, .mandatory, .rows(["M20"]), needs: [.headers],
            bodies: withBody,
            when: { !$0.v2.isEmpty }, judge: documentedOnly),
        Rule(
            .requestsNoV1Leftovers, .recommended, .rows(["R10"]), needs: [.headers],
            bodies: withBody,
            when: { !$0.v2.isEmpty }, judge: noV1Leftovers),
        Rule(
            .requestsPath, .mandatory, .page("REST API V2 Reference"),
            when: { traffic in !traffic.isEmpty }, judge: documentedPath),
        Rule(
            .requestsContentType, .mandatory, .page("REST API V2 Reference"), needs: [.headers],
            bodies: withBody, when: { !$0.v2.isEmpty }, judge: contentType),
        Rule(
            .requestsRequiredParameters, .mandatory, .page("REST API V2 Reference"),
            bodies: [.partnerSession, .partnerProfile, .authorize, .preauthorize],
            when: {
                $0.has(.partnerSession, .partnerProfile, .authorize, .preauthorize, .logout)
            }, judge: requiredParameters),
    ]

    @Sendable private static func documentedOnly(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var found: [String: [AuditedCall]] = [:]
        var unknown: [String: [AuditedCall]] = [:]
        for call in traffic.v2 {
            guard let endpoint = call.endpoint else { continue }
            if !call.fields.isRecorded { verdict.missing = .noHeaders }
            verdict.judged()
            let names = endpoint.undocumented(in: call)
            if !names.isEmpty {
                found["\(call.path): \(RuleWords.list(names))", default: []].append(call)
            }
            for name in call.fields.extensionNames { unknown[name, default: []].append(call) }
        }
        for (words, calls) in found.sorted(by: { $0.value[0].index < $1.value[0].index }) {
            verdict.add(
                "\(words) in \(RuleWords.count(calls.count, "call")), not documented for the "
                    + "endpoint", calls)
        }
        if !unknown.isEmpty {
            let calls = unknown.values.flatMap(\.self).sorted { $0.index < $1.index }
            verdict.add(
                .noted, "unknown header fields: \(RuleWords.list(unknown.keys.sorted()))", calls
            )
        }
        return verdict
    }

    @Sendable private static func noV1Leftovers(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var found: [String: [AuditedCall]] = [:]
        for call in traffic.v2 {
            verdict.judged()
            var names = V2Endpoint.formerNames(in: call)
            if case .percentEncoded = call.fields.information?.defect {
                names.append("X-Device-Info percent-encoded")
            }
            guard !names.isEmpty else { continue }
            found[RuleWords.list(names.sorted()), default: []].append(call)
        }
        for (names, calls) in found.sorted(by: { $0.value[0].index < $1.value[0].index }) {
            verdict.add("\(names) in \(RuleWords.count(calls.count, "call"))", calls)
        }
        return verdict
    }

    @Sendable private static func documentedPath(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var found: [String: [AuditedCall]] = [:]
        for call in traffic.calls {
            if call.isV2 || call.isRegistration { verdict.judged() }
            if case .stray = call.kind {
                found["\(call.method) \(call.path)", default: []].append(call)
            }
        }
        for (name, calls) in found.sorted(by: { $0.value[0].index < $1.value[0].index }) {
            verdict.add(
                "\(name) is not a call of REST API v2 (\(RuleWords.count(calls.count, "time")), "
                    + "answered \(RuleWords.list(calls.map { "\($0.status)" })))"
                    + (hint(calls[0]).map { "; \($0)" } ?? ""), calls)
        }
        return verdict
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

    @Sendable private static func contentType(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in traffic.v2 where call.endpoint != .authenticate {
            guard call.fields.isRecorded, let endpoint = call.endpoint else {
                verdict.missing = .noHeaders
                continue
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
            guard !wrong.isEmpty else { continue }
            verdict.add("\(call.path): \(RuleWords.list(wrong))", [call])
        }
        return verdict
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

    @Sendable private static func requiredParameters(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        for call in traffic.v2 {
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
            default: continue
            }
            verdict.judged()
            guard !missing.isEmpty else { continue }
            verdict.add(
                "\(call.path): \(RuleWords.list(missing)) is missing (answered \(call.status))",
                [call],
                // Adobe's OpenAPI has it optional at logout.
                isMandatory: call.endpoint != .logout)
        }
        return verdict
    }
}
