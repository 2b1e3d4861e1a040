#if Sandbox
import HTTPTypes
import PassAudit
import WireText
import XCTest

@testable import PassSandbox

/// Each rule that traffic can show is violated by some run and passed by some run.
final class AuditRuleCaseTests: XCTestCase {
    /// A run in which a rule passes, where no conforming run has its situation.
    private static let passing:
        KeyValuePairs<String, @Sendable (RecordedRun) async throws -> Void> = [
            "configuration.providerRemembered": { run in
                try await run.start()
                try await run.signIn()
                try await run.watch()
                try await run.signOut()
                run.wait(7200)
                try await run.profiles()
                try await run.signIn()
            },
            "profiles.multipleHandled": { run in
                try await run.start()
                try await run.signIn()
                try await run.signIn("ProxiedMVPD", as: "barbara")
                run.wait(400)
                try await run.profiles()
                try await run.watch()
            },
            "preauthorization.retriesOnlyMarked": { run in
                try await run.start()
                try await run.signIn("Cablevision", as: "ada")
                let mixed = ["one", "two", "three", "slow", "unreadable"]
                let answer = try await run.decide("preauthorize", mixed, "Cablevision")
                let marked = (answer["decisions"]?.elements ?? []).filter {
                    $0["error"]?["action"]?.text == "retry"
                }
                XCTAssertFalse(marked.isEmpty, answer.text)
                run.wait(2)
                try await run.decide(
                    "preauthorize", marked.compactMap { $0["resource"]?.text }, "Cablevision")
            },
            "errors.throttleRespected": { run in
                try await run.start()
                try await run.signIn()
                try await run.inject(#"{"path":"/api/v2","kind":"tooManyRequests","times":1}"#)
                try await run.decide("authorize", ["one"])
                run.wait(3)
                try await run.watch()
            },
            "security.identityHashed": { run in
                try await run.start()
                try await run.profiles("TempPassPromotional", identity)
            },
            "tempPass.identitySent": { run in
                try await run.start()
                try await run.decide("authorize", ["one"], "TempPassPromotional")
                run.wait(30)
                try await run.decide("authorize", ["one"], "TempPassPromotional", identity)
            },
            "sso.tokenCurrent": { run in
                run.sendServiceToken(until: 1_900_000_000)
                try await run.register()
                try await run.profiles()
            },
        ]

    private static let identity: [String: String?] = [
        "AP-TempPass-Identity": Subject.base64(
            #"{"email":"\#(String(repeating: "5f0c1b9e", count: 8))"}"#)
    ]

    /// A run in which a rule is violated, and others with it.
    private static let violating:
        KeyValuePairs<String, @Sendable (RecordedRun) async throws -> Void> = [
            "registration.statementPerVersion": { run in
                try await run.start()
                try await run.register()
                try await run.call(.get, "/api/v1/config/REF30")
            },
            "security.statementOnlyAtRegistration": { run in
                try await run.register()
                try await run.call(
                    .post, "/o/client/token",
                    form: [
                        "client_id": run.clientID, "client_secret": run.clientSecret,
                        "grant_type": "client_credentials", "software_statement": "sandbox",
                    ], headers: run.fields(["Authorization": nil, "AP-Device-Identifier": nil]))
                try await run.profiles()
            },
            "apple.profileType": { run in
                try await run.startWithApple()
                let response = try await run.framework(try await run.partnerSession())
                let answer = try await run.exchange(Subject.base64(response))
                XCTAssertTrue(answer.text.contains("appleSSO"), answer.text)
                run.rewriteLastAnswer("appleSSO", as: "regular")
            },
        ]

    /// Rules that only note, and rules whose questions traffic does not answer.
    private static let neverViolated: Set = [
        "testing.environment", "testing.coverage", "caching.validators", "testing.tools",
        "authorization.feedback", "preauthorization.feedback",
    ]
    private static let neverPassed: Set = [
        "testing.environment", "testing.coverage", "testing.tools", "authorization.feedback",
        "preauthorization.feedback",
    ]

    func testEveryRuleThatTrafficCanShowPassesAndIsViolated() async throws {
        var passed: Set<String> = []
        var violated: Set<String> = []
        func note(_ audit: Audit) {
            for judgement in audit.judgements {
                switch judgement.outcome {
                case .pass: passed.insert(judgement.rule.id)
                case .violated, .likely: violated.insert(judgement.rule.id)
                default: break
                }
            }
        }
        for fault in AuditFault.all + AuditFault.further {
            let run = try await RecordedRun(tokenLifetime: fault.tokenLifetime)
            try await fault.run(run)
            note(try RunAudit.of(run))
        }
        let apple = try await RecordedRun()
        try await apple.startWithApple()
        try await apple.signInWithApple()
        try await apple.watchWithApple()
        try await apple.logOut("Cablevision")
        note(try RunAudit.of(apple))
        let server = try await RecordedRun()
        try await server.serveThreeDevices()
        note(try RunAudit.of(server))
        for (id, body) in Self.passing {
            let run = try await RecordedRun()
            try await body(run)
            let audit = try RunAudit.of(run)
            XCTAssertEqual(audit.outcome(id), .pass, "\(id)\n\(audit.words)")
            note(audit)
        }
        for (id, body) in Self.violating {
            let run = try await RecordedRun()
            try await body(run)
            let audit = try RunAudit.of(run)
            XCTAssertTrue(
                [.violated, .likely].contains(audit.outcome(id)), "\(id)\n\(audit.words)")
            note(audit)
        }
        let all = Set(Rule.all.map(\.id))
        XCTAssertEqual(all.subtracting(passed), Self.neverPassed)
        XCTAssertEqual(all.subtracting(violated), Self.neverViolated)
    }
}
#endif
