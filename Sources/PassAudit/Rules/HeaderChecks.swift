/// Header fields that every call needs.
extension Rule {
    static let headers: [Rule] = [
        Rule(
            .headersAuthorization, .mandatory, .rows(["M16"]), needs: [.authorization],
            when: { !$0.v2.isEmpty },
            judge: authorizationSent),
        Rule(
            .headersDeviceIdentifier, .mandatory, .rows(["M17"]), needs: [.headers],
            when: { !$0.v2.isEmpty },
            judge: deviceIdentifierSent),
        Rule(
            .headersDeviceInfo, .mandatory, .rows(["M18"]), needs: [.headers],
            when: { !$0.v2.isEmpty },
            judge: deviceInformationSent),
        Rule(
            .headersDeviceIdentifierFormat, .mandatory, .page("REST API V2 Headers"),
            needs: [.headers], when: { !$0.v2.isEmpty },
            judge: deviceIdentifierFormat),
        Rule(
            .headersDeviceInfoDecodable, .mandatory, .page("REST API V2 Headers"),
            needs: [.headers],
            when: { !$0.v2.isEmpty || $0.hasRegistration }, judge: deviceInformationDecodable),
        Rule(
            .headersDeviceInfoComplete, .recommended, .page("REST API V2 Headers"),
            needs: [.headers],
            when: { !$0.v2.isEmpty || $0.hasRegistration }, judge: deviceInformationComplete),
    ]

    @Sendable private static func authorizationSent(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var (absent, malformed): ([AuditedCall], [AuditedCall]) = ([], [])
        for call in traffic.v2 where call.endpoint != .authenticate {
            switch call.fields.authorization {
            case .bearer: verdict.judged()
            case .redacted: verdict.missing = .redacted
            case .malformed:
                verdict.judged()
                malformed.append(call)
            case .absent:
                // A call that cannot succeed without the field did: its recorder removed it.
                if !call.fields.isRecorded {
                    verdict.missing = .noHeaders
                } else if call.isSuccess {
                    verdict.missing = .redacted
                } else {
                    verdict.judged()
                    absent.append(call)
                }
            }
        }
        if !absent.isEmpty {
            verdict.add("Authorization is missing from \(counted(absent))", absent)
        }
        if !malformed.isEmpty {
            verdict.add(
                "Authorization is not Bearer and one token in \(counted(malformed))", malformed)
        }
        return verdict
    }

    /// Returns the number of calls and what they were answered.
    private static func counted(_ calls: [AuditedCall]) -> String {
        let paths = RuleWords.list(calls.prefix(5).map(\.path))
        return "\(RuleWords.count(calls.count, "call")) (\(paths); answered "
            + "\(RuleWords.list(calls.map { "\($0.status)" })))"
    }

    @Sendable private static func deviceIdentifierSent(_ traffic: Traffic) -> Verdict {
        fieldSent("AP-Device-Identifier", in: traffic, isMissing: { $0.fields.device == nil })
    }

    @Sendable private static func deviceInformationSent(_ traffic: Traffic) -> Verdict {
        fieldSent("X-Device-Info", in: traffic) { call in
            // Browsers need not send it.
            call.fields.information == nil && !call.fields.isBrowser
        }
    }

    private static func fieldSent(
        _ name: String, in traffic: Traffic, isMissing: (AuditedCall) -> Bool
    ) -> Verdict {
        var verdict = Verdict()
        var (absent, optional): ([AuditedCall], [AuditedCall]) = ([], [])
        for call in traffic.v2 where call.endpoint != .authenticate {
            guard call.fields.isRecorded else {
                verdict.missing = .noHeaders
                continue
            }
            if call.fields.redactedNames.contains(name.lowercased()) {
                verdict.missing = .redacted
                continue
            }
            verdict.judged()
            guard isMissing(call) else { continue }
            if call.endpoint?.requiresDevice == true {
                absent.append(call)
            } else {
                optional.append(call)
            }
        }
        if !absent.isEmpty { verdict.add("\(name) is missing from \(counted(absent))", absent) }
        if !optional.isEmpty {
            verdict.add(
                .noted,
                "\(name) is missing from \(counted(optional)); the checklist wants it on every "
                    + "request, the pages of these endpoints do not list it", optional)
        }
        return verdict
    }

    @Sendable private static func deviceIdentifierFormat(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var defects: [String: [AuditedCall]] = [:]
        var remarks: [String: [AuditedCall]] = [:]
        for call in traffic.v2 {
            guard let device = call.fields.device else { continue }
            verdict.judged()
            if let defect = device.defect { defects[defect, default: []].append(call) }
            if let remark = device.remark { remarks[remark, default: []].append(call) }
        }
        for (defect, calls) in defects.sorted(by: { $0.value[0].index < $1.value[0].index }) {
            verdict.add(
                "AP-Device-Identifier in \(RuleWords.count(calls.count, "call")): \(defect)", calls)
        }
        for (remark, calls) in remarks {
            verdict.add(.noted, "AP-Device-Identifier: \(remark)", calls)
        }
        return verdict
    }

    @Sendable private static func deviceInformationDecodable(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var defects: [String: [AuditedCall]] = [:]
        for call in traffic.calls where call.isV2 || call.isRegistration {
            guard let information = call.fields.information else { continue }
            verdict.judged()
            let defect: String? =
                switch information.defect {
                // That is the encoding of version 1, which has a rule of its own.
                case nil, .percentEncoded: nil
                case .notBase64(let offset): "it is not Base64 from byte \(offset) on"
                case .notJSON: "the decoded bytes are not JSON"
                case .notAnObject: "the decoded JSON is not an object"
                }
            if let defect { defects[defect, default: []].append(call) }
        }
        for (defect, calls) in defects.sorted(by: { $0.value[0].index < $1.value[0].index }) {
            verdict.add(
                "X-Device-Info in \(RuleWords.count(calls.count, "call")): \(defect)", calls)
        }
        return verdict
    }

    @Sendable private static func deviceInformationComplete(_ traffic: Traffic) -> Verdict {
        var verdict = Verdict()
        var found: [HashedText: [AuditedCall]] = [:]
        for call in traffic.calls where call.isV2 || call.isRegistration {
            guard let information = call.fields.information, information.defect == nil else {
                continue
            }
            verdict.judged()
            if !information.incomplete.isEmpty { found[information.hash, default: []].append(call) }
        }
        for calls in found.values.sorted(by: { $0[0].index < $1[0].index }) {
            let problems = calls[0].fields.information?.incomplete ?? []
            verdict.add(
                "X-Device-Info in \(RuleWords.count(calls.count, "call")): "
                    + RuleWords.list(problems), calls)
        }
        return verdict
    }
}
