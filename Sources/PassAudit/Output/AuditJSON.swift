internal import ProfileProcessing
package import WireText

extension Audit {
    /// The audit as one JSON object.
    package var json: JSONValue { json(with: .none) }

    /// Returns the audit as one JSON object, with the sign-ons in the traffic.
    package func json(with signOns: AuditedSignOns) -> JSONValue {
        let migration = Migration(traffic)
        return .object([
            ("rulesOf", .string(Rule.edition)),
            ("exchanges", .integer(traffic.all.count)),
            ("adobeExchanges", .integer(traffic.adobeCount)),
            ("apps", .integer(traffic.appCount)), ("devices", .integer(traffic.deviceCount)),
            ("serviceProviders", .strings(traffic.serviceProviders)),
            ("environments", .strings(traffic.environments)),
            ("outcomes", .object(outcomeCounts.map { ($0.name, .integer($0.count)) })),
            ("migration", migration.json),
            ("rules", .array(judgements.map { $0.json(with: signOns) })),
            ("coverage", .array(Coverage(traffic).rows.map(\.json))),
            ("signOns", signOns.signOns.json),
        ])
    }

    /// The number of rules by outcome, in the order of severity.
    package var outcomeCounts: [(name: String, count: Int)] {
        ["violated", "likely", "noted", "pass", "notChecked", "notApplicable"].map { name in
            (name, judgements.count { $0.outcome.name == name })
        }
    }
}

extension Traffic {
    /// The number of exchanges with Adobe.
    package var adobeCount: Int { calls.count { $0.exchange.isAdobe } }
    package var appCount: Int { Set(calls.compactMap(\.app)).count }
    package var deviceCount: Int { Set(v2.compactMap(\.device)).count }
    package var serviceProviders: [String] { Set(v2.compactMap(\.serviceProvider)).sorted() }
    /// The environments with their hosts.
    package var environments: [String] {
        Set(
            calls.compactMap { call in
                call.exchange.environment.map { "\($0.rawValue) (\(call.host))" }
            }
        ).sorted()
    }
}

extension Audit.Judgement {
    fileprivate func json(with signOns: AuditedSignOns) -> JSONValue {
        .object(
            [
                ("id", .string(rule.id)), ("outcome", .string(outcome.name)),
                ("reason", outcome.missing.map { .string($0.rawValue) } ?? .null),
                ("severity", .string(rule.severity.rawValue)), ("source", .string(rule.mark)),
                ("page", .string(rule.reference)), ("rule", .string(rule.sentence)),
                ("findings", .array(findings.map { $0.json(with: signOns) })),
            ].filter { name, value in
                if case .null = value { name != "reason" } else { true }
            })
    }
}

extension Finding {
    /// The finding as one JSON object.
    package var json: JSONValue { json(with: .none) }

    fileprivate func json(with signOns: AuditedSignOns) -> JSONValue {
        let evidence = Evidence(of: self)
        return .object([
            ("rule", .string(rule.id)), ("weight", .string(severity.name)),
            ("severity", .string(rule.severityWord(isMandatory: isMandatory))),
            ("summary", .string(summary)), ("risk", .string(rule.risk)),
            ("change", .string(rule.remedy)), ("page", .string(rule.reference)),
            ("exchanges", .integer(evidence.count)),
            ("places", .array(evidence.places.map(\.json))),
            ("signOns", .array(signOns.numbers(of: self).map { .integer($0) })),
        ])
    }
}

extension Evidence.Place {
    fileprivate var json: JSONValue {
        .object(
            [
                ("file", .string(file)), ("entry", entry.map { .integer($0) } ?? .null),
                ("line", line.map { .integer($0) } ?? .null),
                ("time", .string(orNull: time)), ("method", .string(method)),
                ("host", .string(host)), ("path", .string(path)), ("status", .integer(status)),
                ("gap", gap.map { .number($0) } ?? .null), ("atFault", .boolean(isFault)),
            ].filter { _, value in if case .null = value { false } else { true } })
    }
}

extension Migration {
    fileprivate var json: JSONValue {
        .object([
            ("line", .string(line)), ("migrated", .integer(migrated)), ("total", .integer(total)),
            ("sdkRequests", .integer(sdkCount)),
            (
                "v1Calls",
                .array(
                    leftovers.map { leftover in
                        .object([
                            ("call", .string(leftover.call)),
                            ("replacement", .string(leftover.replacement)),
                            ("count", .integer(leftover.count)),
                            (
                                "byDay",
                                .object(leftover.byDay.map { ($0.day, .integer($0.count)) })
                            ),
                            (
                                "byApp",
                                .object(leftover.byApp.map { ($0.app, .integer($0.count)) })
                            ),
                        ])
                    })
            ),
        ])
    }
}

extension Coverage.Row {
    fileprivate var json: JSONValue {
        .object([("situation", .string(name)), ("seenFor", .strings(subjects))])
    }
}

extension AuditedMessage {
    /// The judgement of the message as one JSON object.
    package var json: JSONValue {
        .object([
            ("kind", .string(kind)), ("file", .string(exchange.file)),
            ("entry", exchange.entry.map { .integer($0) } ?? .null), ("part", .string(part)),
            ("issuer", .string(orNull: issuer)), ("bytes", .integer(byteCount)),
            ("verified", isVerified.map { .boolean($0) } ?? .null),
            (
                "problems",
                .array(
                    problems.map {
                        .object([("code", .string($0.code)), ("message", .string($0.sentence))])
                    })
            ),
            ("signatureSurvivesNormalization", survivesNormalization.map { .boolean($0) } ?? .null),
            ("warnings", .strings(warnings)), ("attributes", .strings(attributeNames)),
        ])
    }
}
