#if Sandbox
import HTTPTypes
import PassAudit
import WireText
import XCTest

@testable import PassSandbox

/// Traffic that looks like a fault and is none.
final class AuditTrapTests: XCTestCase {
    @discardableResult
    private func assertSilent(
        _ name: String, _ body: (RecordedRun) async throws -> Void
    ) async throws -> Audit {
        let run = try await RecordedRun()
        try await body(run)
        for recorder in RunAudit.Recorder.allCases {
            let audit = try RunAudit.of(run, by: recorder)
            XCTAssertEqual(audit.brokenRules, [], "\(recorder) \(name)\n\(audit.words)")
        }
        return try RunAudit.of(run)
    }

    func testASecondScreenMayLookOnceAfterTheProfile() async throws {
        try await assertSilent("a") { run in
            run.information = RecordedRun.television
            try await run.start()
            let other = try await run.secondScreen()
            let code = try await run.session(nil)
            try await run.complete(code, on: other)
            try await run.open(code)
            run.arrive()
            try await run.pollToProfile(code)
            run.wait(1.5)
            try await run.poll(code, headers: other)
        }
    }

    func testParallelCallsMayFailTogetherAndBeRepeatedOnce() async throws {
        try await assertSilent("b") { run in
            try await run.start()
            try await run.signIn()
            try await run.inject(#"{"path":"/api/v2","kind":"expiredToken","times":5}"#)
            run.latency = 0.03
            for number in 0..<5 { try await run.decide("preauthorize", ["item-\(number)"]) }
            try await run.renew()
            for number in 0..<5 { try await run.decide("preauthorize", ["item-\(number)"]) }
        }
    }

    func testATokenMayBeRenewedShortlyBeforeItsEnd() async throws {
        try await assertSilent("c") { run in
            try await run.start()
            try await run.signIn()
            run.wait(21_300 - 40)
            try await run.renew()
            try await run.profiles("Comcast")
        }
    }

    func testAnotherProviderMayBeChosenWhileAProfileIsValid() async throws {
        try await assertSilent("d") { run in
            try await run.start()
            try await run.signIn()
            try await run.watch()
            run.wait(400)
            try await run.configuration()
            run.wait(5)
            try await run.signIn("ProxiedMVPD", as: "barbara")
        }
    }

    func testPreflightsAndRepetitionsOfTheNetworkCountForNothing() async throws {
        try await assertSilent("e") { run in
            try await run.register()
            for path in ["profiles", "configuration"] {
                let url = "\(run.origin)\(RecordedRun.root)/\(path)"
                run.foreign("OPTIONS", url, ["Access-Control-Request-Method": "GET"], status: 204)
                run.foreign("GET", url, run.fields(), status: 0)
                run.wait(0.1)
                try await run.call(.get, "\(RecordedRun.root)/\(path)")
                run.wait(1.5)
            }
        }
    }

    func testTheNamesInTheBrowsersPartAreAdobes() async throws {
        let audit = try await assertSilent("f") { run in
            try await run.start()
            try await run.signIn()
        }
        XCTAssertEqual(audit.outcome("requests.noV1Leftovers"), .pass)
    }

    func testWhatARecorderRemovedIsNotMissing() async throws {
        let run = try await RecordedRun()
        try await run.start()
        try await run.signIn()
        try await run.watch()
        try await run.signOut()
        run.removeField("Authorization")
        let audit = try RunAudit.of(run)
        XCTAssertEqual(audit.brokenRules, [], "g\n\(audit.words)")
        for id in [
            "headers.authorization", "registration.scope", "registration.tokenCheckedBeforeUse",
            "sessions.completeOnPrimary", "secondScreen.noInventedDevice",
        ] {
            XCTAssertEqual(audit.outcome(id), .notChecked(.redacted), id)
        }
    }

    func testPollsMayBeALittleEarlyAndFollowAnAbortedOne() async throws {
        try await assertSilent("h") { run in
            let code = try await run.beginSecondScreen()
            for gap in [2.8, 3.3, 2.9, 3.1, 2.8, 3] {
                try await run.poll(code)
                run.wait(gap - 0.12)
            }
            run.foreign(
                "GET", "\(run.origin)\(RecordedRun.root)/profiles/code/\(code)", run.fields(),
                status: 0)
            run.wait(0.95)
            try await run.poll(code)
        }
    }

    func testTwoAppsOfOneVendorMayShareAnIdentifier() async throws {
        try await assertSilent("i") { run in
            try await run.register()
            let first = run.token
            try await run.register("sandbox-v2")
            let second = run.token
            for token in [first, second, first, second] {
                run.token = token
                run.agent = token == first ? "One/1.0" : "Two/1.0"
                try await run.call(
                    .get, "\(RecordedRun.root)/profiles\(token == first ? "" : "/Comcast")")
                run.wait(400)
            }
        }
    }

    func testA429MayComeFromASharedAddress() async throws {
        try await assertSilent("j") { run in
            try await run.start()
            try await run.signIn()
            try await run.inject(#"{"path":"/api/v2","kind":"tooManyRequests","times":1}"#)
            try await run.decide("authorize", ["one"])
            run.wait(1.2)
            try await run.watch()
        }
    }

    func testDoubledBlanksAreTheCookbooks() async throws {
        let audit = try await assertSilent("k") { run in
            try await run.startWithApple()
            let response = try await run.framework(try await run.partnerSession())
            let doubled = response.replacing(
                "<samlp:Response ", with: "<samlp:Response  ", maxReplacements: 1)
            let answer = try await run.exchange(Subject.base64(doubled))
            XCTAssertEqual(answer.status, 201, answer.text)
            try await run.watchWithApple()
        }
        XCTAssertEqual(audit.outcome("apple.responseNormalized"), .pass)
    }

    func testAnHonestDeniedStatusLeadsToTheBasicFlow() async throws {
        try await assertSilent("l") { run in
            run.isRecording = false
            try await run.register()
            run.isRecording = true
            try await run.profiles(nil, run.status("denied", provider: nil))
            try await run.configuration()
            try await run.signIn()
        }
    }

    func testPollsMayHaveTheFieldsOfTheDeviceOrNone() async throws {
        try await assertSilent("m") { run in
            try await run.start()
            let code = try await run.session()
            try await run.open(code)
            run.arrive()
            try await run.poll(code)
            try await run.complete(code)
            run.wait(5)
            try await run.poll(
                code, headers: run.fields(["AP-Device-Identifier": nil, "X-Device-Info": nil]))
        }
    }

    func testWhatABrowsersCacheAnswersIsNoCall() async throws {
        let run = try await RecordedRun()
        try await run.start()
        run.wait(29)
        try await run.configuration()
        XCTAssertEqual(try RunAudit.of(run).brokenRules, ["configuration.cached"])
        run.markFromCache()
        let audit = try RunAudit.of(run)
        XCTAssertEqual(audit.brokenRules, [], audit.words)
    }

    func testACaptureMayBeginAfterTheSignIn() async throws {
        let audit = try await assertSilent("n") { run in
            run.isRecording = false
            try await run.start()
            try await run.signIn()
            run.isRecording = true
            try await run.preauthorize()
            try await run.watch()
            try await run.signOut()
        }
        XCTAssertEqual(audit.outcome("registration.scope"), .notChecked(.opaqueToken))
        XCTAssertEqual(audit.outcome("registration.requestForm"), .notApplicable)
    }

    func testTheNextEpisodeIsAuthorizedAgain() async throws {
        try await assertSilent("o") { run in
            try await run.start()
            try await run.signIn()
            for name in ["first", "second"] {
                run.verify(try await run.authorize())
                run.play(name)
                run.wait(460)
            }
            try await run.signOut()
        }
    }
}
#endif
