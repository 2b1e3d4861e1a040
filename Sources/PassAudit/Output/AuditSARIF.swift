package import WireText

extension Audit {
    /// The findings as a SARIF 2.1.0 log, which code scanners and editors show.
    ///
    /// - Parameter version: The version of the program.
    /// - Returns: The log as JSON.
    package func sarif(version: String) -> JSONValue {
        let shown = judgements.map(\.rule)
        let places = Dictionary(
            shown.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let results = judgements.flatMap(\.findings).map { finding in
            finding.sarif(ruleIndex: places[finding.rule.id] ?? -1)
        }
        return .object([
            ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
            ("version", .string("2.1.0")),
            (
                "runs",
                .array([
                    .object([
                        (
                            "tool",
                            .object([
                                (
                                    "driver",
                                    .object([
                                        ("name", .string("samlkit audit")),
                                        ("version", .string(version)),
                                        ("semanticVersion", .string(version)),
                                        ("rules", .array(shown.map(\.sarif))),
                                    ])
                                )
                            ])
                        ), ("columnKind", .string("utf16CodeUnits")), ("results", .array(results)),
                        (
                            "properties",
                            .object([
                                ("rulesOf", .string(Rule.edition)),
                                (
                                    "outcomes",
                                    .object(
                                        judgements.map { ($0.rule.id, .string($0.outcome.name)) })
                                ), ("migration", .string(Migration(traffic).line)),
                            ])
                        ),
                    ])
                ])
            ),
        ])
    }
}

extension JSONValue {
    /// A text of SARIF's messages.
    fileprivate static func message(_ text: String) -> JSONValue {
        .object([("text", .string(text))])
    }
}

extension Rule {
    fileprivate var sarif: JSONValue {
        .object([
            ("id", .string(id)), ("name", .string(sarifName)),
            ("shortDescription", .message(sentence)),
            (
                "fullDescription",
                .message("\(sentence) Risk: \(risk). Source: \(reference).")
            ),
            ("help", .message(remedy)),
            (
                "defaultConfiguration",
                .object([("level", .string(severity == .recommended ? "warning" : "error"))])
            ),
            (
                "properties",
                .object([
                    ("tags", .strings(["adobe-pass", severity.rawValue])),
                    ("source", .string(mark)),
                ])
            ),
        ])
    }

    /// The identifier in the form that SARIF wants for names, such as `PollingInterval`.
    private var sarifName: String {
        id.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

extension Finding {
    fileprivate func sarif(ruleIndex: Int) -> JSONValue {
        let evidence = Evidence(of: self)
        let level =
            switch severity {
            case .violated: isMandatory ? "error" : "warning"
            case .likely: "warning"
            case .noted: "note"
            }
        let prefix = severity == .likely ? "Likely: " : ""
        let own = evidence.places.filter(\.isFault)
        let others = evidence.places.filter { !$0.isFault }
        return .object(
            [
                ("ruleId", .string(rule.id)), ("ruleIndex", .integer(ruleIndex)),
                ("level", .string(level)),
                (
                    "message",
                    .message("\(prefix)\(summary). Change: \(rule.remedy)")
                ),
                ("locations", .array(own.prefix(1).map { $0.sarif(id: nil) })),
                (
                    "relatedLocations",
                    .array(
                        (own.dropFirst() + others).enumerated().map { $1.sarif(id: $0) })
                ),
                (
                    "partialFingerprints",
                    .object([("rule/v1", .string("\(HashedText("\(rule.id) \(summary)"))"))])
                ),
                (
                    "properties",
                    .object([
                        ("weight", .string(severity.name)),
                        ("severity", .string(rule.severityWord(isMandatory: isMandatory))),
                        ("exchanges", .integer(evidence.count)),
                    ])
                ),
            ].filter { name, value in
                if name == "relatedLocations", case .array(let list) = value {
                    !list.isEmpty
                } else {
                    true
                }
            })
    }
}

extension Evidence.Place {
    fileprivate func sarif(id: Int?) -> JSONValue {
        var physical: [(name: String, value: JSONValue)] = [
            ("artifactLocation", .object([("uri", .string(uri))]))
        ]
        if let line { physical.append(("region", .object([("startLine", .integer(line))]))) }
        let status = status == 0 ? "no answer" : "\(status)"
        let words = [name, time, method, host + path, status].compactMap(\.self)
        return .object(
            (id.map { [("id", JSONValue.integer($0))] } ?? []) + [
                ("physicalLocation", .object(physical)),
                (
                    "logicalLocations",
                    .array([
                        .object([
                            ("name", .string(entry.map { "entry \($0)" } ?? name)),
                            ("fullyQualifiedName", .string(name)), ("kind", .string("member")),
                        ])
                    ])
                ), ("message", .message(words.joined(separator: " "))),
            ])
    }

    /// The path of the file as a reference.
    private var uri: String {
        file == "-"
            ? "stdin"
            : file.split(separator: "/", omittingEmptySubsequences: false)
                .map { PercentEscape.text(String($0)) }.joined(separator: "/")
    }
}
