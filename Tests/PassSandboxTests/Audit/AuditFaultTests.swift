#if Sandbox
import PassAudit
import TestSupport
import XCTest

@testable import PassSandbox

/// The audit of recorded traffic with one fault each, and of traffic without any.
final class AuditFaultTests: XCTestCase {
    func testEachFaultIsTheOnlyFinding() async throws {
        XCTAssertEqual(AuditFault.all.map(\.number).sorted(), Array(1...50))
        for fault in AuditFault.all {
            let run = try await RecordedRun(tokenLifetime: fault.tokenLifetime)
            try await fault.run(run)
            try assertFound(fault, in: run)
        }
    }

    /// Rules that the fifty leave out; others may follow from the same fault.
    func testFurtherFaultsAreFound() async throws {
        for fault in AuditFault.further {
            let run = try await RecordedRun(tokenLifetime: fault.tokenLifetime)
            try await fault.run(run)
            try assertFound(fault, in: run)
        }
    }

    /// Whoever recorded it, unless its times are whole seconds and the rule is about less.
    private func assertFound(_ fault: AuditFault, in run: RecordedRun) throws {
        // How a recorder writes a run is the same for every rule, unless the times are too coarse for it: after the browser
        // the others take turns.
        for recorder in [.browser, fault.number % 2 == 0 ? .mitmproxy : .burp]
            + (fault.rule == "errors.throttleRespected" ? [.burp] : []) as [RunAudit.Recorder]
        {
            let audit = try RunAudit.of(run, by: recorder)
            let isKnown = audit.outcome(fault.rule) != .notChecked(.wholeSeconds)
            XCTAssertTrue(
                isKnown || recorder == .burp && fault.rule == "errors.throttleRespected",
                "\(recorder) \(fault.rule)")
            XCTAssertEqual(
                audit.brokenRules, isKnown ? [fault.rule] : [],
                "\(recorder) \(fault.number) \(fault.change)\n\(audit.words)")
        }
    }

    private func assertSilent(
        _ name: String, options: AuditOptions = RunAudit.options,
        _ body: (RecordedRun) async throws -> Void
    ) async throws -> Audit {
        let run = try await RecordedRun()
        try await body(run)
        for recorder in RunAudit.Recorder.allCases {
            let audit = try RunAudit.of(run, by: recorder, options)
            XCTAssertEqual(audit.brokenRules, [], "\(recorder) \(name)\n\(audit.words)")
        }
        return try RunAudit.of(run, options)
    }

    func testConformingRunsHaveNoFinding() async throws {
        let same = try await assertSilent("same screen") { run in
            try await run.start()
            try await run.signIn()
            try await run.preauthorize()
            try await run.watch()
            try await run.signOut()
        }
        for id in [
            "registration.scope", "registration.requestForm", "polling.startsInTime",
            "polling.interval", "polling.stopsOnProfile", "authorization.beforePlayback",
            "mediaToken.verified", "mediaToken.usedOnce", "mediaToken.usedInTime",
            "logout.actionFollowed", "headers.authorization",
            "security.tokensStayAtAdobe", "requests.documentedOnly",
        ] {
            XCTAssertEqual(same.outcome(id), .pass, id)
        }
        _ = try await assertSilent("second screen") { run in
            let code = try await run.beginSecondScreen()
            try await run.pollToProfile(code)
            run.wait(2)
            try await run.preauthorize()
            try await run.watch()
            try await run.signOut()
        }
        let apple = try await assertSilent("Apple") { run in
            try await run.startWithApple()
            try await run.signInWithApple()
            try await run.watchWithApple()
            try await run.logOut("Cablevision")
        }
        for id in [
            "apple.statusSent", "apple.statusFormat", "apple.statusUsable",
            "apple.statusOnProfiles",
            "apple.statusOnDecisions", "apple.statusMatchesProvider", "apple.profilesFirst",
            "apple.exchangeOnlyWithResponse", "apple.outcomeFollowed", "apple.requestUnmodified",
            "apple.responseAnswersRequest", "apple.responseEncoding", "apple.responseNormalized",
            "apple.profileType", "apple.platformNamed", "apple.logoutGuided",
        ] {
            XCTAssertEqual(apple.outcome(id), .pass, id)
        }
        _ = try await assertSilent("returning user") { run in
            try await run.start()
            try await run.signIn()
            try await run.watch()
            run.wait(7200)
            try await run.profiles("Comcast")
            try await run.watch()
        }
        _ = try await assertSilent("server") { try await $0.serveThreeDevices() }
    }
}
#endif
