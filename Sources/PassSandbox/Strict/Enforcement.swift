internal import PassAudit

extension SandboxConfiguration {
    /// The time at which a rule of the checklist is enforced.
    package enum Enforcement: String, Codable, CaseIterable, Sendable {
        /// If the sandbox is strict.
        case whenStrict
        /// Even if the sandbox is not strict.
        case always
        /// Not even if the sandbox is strict.
        case never
    }

    /// The rules that a strict sandbox enforces.
    static var standardRules: [String: Enforcement] {
        Dictionary(uniqueKeysWithValues: Rule.enforceable.map { ($0.id, .whenStrict) })
    }

    /// Returns whether a rule is enforced.
    func enforces(_ rule: Rule.Name) -> Bool {
        switch rules[rule.rawValue] ?? .whenStrict {
        case .whenStrict: strict
        case .always: true
        case .never: false
        }
    }

    /// A Boolean value that indicates whether any rule is enforced.
    var enforcesRules: Bool { strict || rules.values.contains(.always) }

    /// Refuses a configuration with a rule that is not one of the sandbox's.
    func checkRules() throws(SandboxError) {
        #if Sandbox
        for origin in cors where !Self.isOrigin(origin) {
            throw SandboxError(
                .unusableConfiguration,
                "The member cors has something else than an origin: scheme, host and port.")
        }
        #endif
        for id in rules.keys.sorted()
        where !Rule.enforceable.contains(where: { isSame($0.id, id) }) {
            throw SandboxError(
                .unusableConfiguration,
                Rule.named(id) == nil
                    ? "The member rules has an unknown rule. Check its spelling."
                    : "The member rules has \(id), which a server cannot enforce.")
        }
    }
}

extension SandboxConfiguration {
    /// The rule that a request for a path breaks that no endpoint has, if it is enforced.
    func rule(forUnknown path: String) -> Rule.Name? {
        let isOfSDK =
            ["/adobe-services/", "/entitlement/"].contains(where: path.hasPrefix)
            && path != "/adobe-services/logout"
        let rule = isOfSDK ? Rule.Name.v1SDKUsed : .requestsPath
        return enforces(rule) ? rule : nil
    }
}
