#if Sandbox
import HTTPTypes
import PassAudit
import WireText
import XCTest

@testable import PassSandbox

/// The strict sandbox against a table of faults, and against runs that have none.
final class SeededFaultTests: SandboxCase {
    private func subject(
        isThrottled: Bool = false, leavingOut rule: Rule.Name? = nil
    ) async throws -> Subject {
        var configuration = SandboxConfiguration.standard
        configuration.strict = true
        if let rule { configuration.rules[rule.rawValue] = .never }
        configuration.throttle.isOn = isThrottled
        let clock = TestClock()
        let sandbox = try await Self.make(configuration, clock: clock)
        let transport = sandbox.transport
        var subject = Subject(sandbox: sandbox, clock: clock, way: "in memory") {
            try await transport.send($0)
        }
        try await subject.register()
        return subject
    }

    private func findings(_ subject: Subject) async -> [String] {
        await subject.sandbox.core.limiter.review.findings.map(\.rule.id)
    }

    func testEachFaultTripsItsRuleAlone() async throws {
        XCTAssertGreaterThanOrEqual(Set(SeededFault.all.map(\.rule)).count, 30)
        for fault in SeededFault.all {
            var subject = try await subject(isThrottled: fault.isThrottled)
            try await fault.run(&subject)
            let found = await findings(subject)
            XCTAssertEqual(found, [fault.rule], "\(fault.base): \(fault.change)")
        }
    }

    private func runConforming(
        _ name: String, leavingOut rule: Rule.Name? = nil,
        _ run: (inout Subject) async throws -> Void
    ) async throws {
        var subject = try await subject(leavingOut: rule)
        try await run(&subject)
        let found = await findings(subject)
        let log = String(decoding: await subject.sandbox.core.limiter.logText, as: UTF8.self)
        XCTAssertEqual(found, [], "\(name): \(log)")
    }

    func testConformingRunsTripOnNothing() async throws {
        try await runConforming("same screen") { subject in
            try await subject.signInOnSameScreen()
            try await subject.watch()
            let url = try await subject.logout()["logouts", "Comcast", "url"]?.text
            _ = try await subject.call(.get, try XCTUnwrap(url), headers: [:])
        }
        try await runConforming("second screen") { subject in
            let code = try await subject.secondScreenCode()
            try await subject.pollToProfile(code)
            try await subject.watch()
            _ = try await subject.logout()
        }
        try await runConforming("Apple") { subject in
            try await subject.signInWithApple()
            try await subject.watch("Cablevision", status: subject.status())
            let logout = try await subject.logout("Cablevision")
            XCTAssertEqual(
                logout["logouts", "Cablevision", "actionName"], "partner_logout", logout.text)
        }
        try await runConforming("returning user") { subject in
            try await subject.signInOnSameScreen()
            try await subject.watch()
            subject.advance(7_200)
            _ = try await subject.call(.get, "\(Subject.root)/profiles/Comcast")
            subject.advance(1.2)
            try await subject.watch()
        }
        try await runConforming("server") { subject in
            for number in 1...3 {
                var device = subject
                device.device = "server-device-\(number)"
                try await device.register()
                for path in ["profiles", "configuration"] {
                    let answer = try await device.forwarded(
                        "192.0.2.\(number)", "\(Subject.root)/\(path)")
                    XCTAssertEqual(answer.status, 200, answer.text)
                    subject.advance(2)
                }
            }
        }
    }

    /// Version 1 as a whole is against one rule, which a sandbox for it leaves out.
    func testAConformingRunOfVersionOneTripsOnNothing() async throws {
        try await runConforming("Apple, version 1", leavingOut: .v1Used) { subject in
            let unknown = try await subject.v1(.get, "/api/v1/checkauthn")
            XCTAssertEqual(unknown.status, 403)
            _ = try await subject.v1(.get, "/api/v1/config/REF30")
            let request = try await subject.v1(
                .get, "/api/v1/REF30/profile-requests/Cablevision", ["deviceType": "tvOS"],
                accept: nil)
            let query = String(decoding: JSONValue.string(request.text).bytes, as: UTF8.self)
            let framework = try await subject.framework(
                #""isInterruptionAllowed":true,"verificationToken":\#(query),"#
                    + #""attributeNames":["uid"]"#)
            let response = try XCTUnwrap(
                framework["metadata", "samlAttributeQueryResponse"]?.text, framework.text)
            let exchanged = try await subject.v1(
                .post, "/api/v1/tokens/authn",
                [
                    "mvpd": "Cablevision", "deviceType": "tvOS",
                    "SAMLResponse": Subject.base64(response),
                ], asForm: true)
            XCTAssertEqual(exchanged.status, 204, exchanged.fields[.sandboxReason] ?? "")
            for path in ["/api/v1/authorize", "/api/v1/tokens/media"] {
                let answer = try await subject.v1(.get, path, ["resource": "one"])
                XCTAssertEqual(answer.status, 200, answer.text)
            }
            _ = try await subject.v1(.delete, "/api/v1/logout")
        }
    }

    /// What looks like a fault and is none.
    func testTrapsTripOnNothing() async throws {
        try await runConforming("a second screen looks once after the profile") { subject in
            let code = try await subject.secondScreenCode()
            try await subject.pollToProfile(code)
            var other = subject
            try await other.register()
            let bearer = ["Authorization": "Bearer \(other.token)", "User-Agent": "test"]
            _ = try await subject.call(
                .get, "\(Subject.root)/profiles/code/\(code)", headers: bearer)
        }
        try await runConforming("a renewal five minutes before the end") { subject in
            try await subject.begin()
            subject.advance(21_300)
            try await subject.renew()
            _ = try await subject.call(.get, "\(Subject.root)/profiles")
        }
        try await runConforming("parallel calls with an expired token") { subject in
            try await subject.begin()
            try await subject.inject("expiredToken", "/api", times: 3)
            for _ in 0..<3 {
                _ = try await subject.call(.get, "\(Subject.root)/profiles")
                subject.advance(0.05)
            }
            try await subject.renew()
            _ = try await subject.call(.get, "\(Subject.root)/profiles")
        }
        try await runConforming("another provider is chosen") { subject in
            try await subject.signInOnSameScreen()
            subject.advance(300)
            _ = try await subject.call(.get, "\(Subject.root)/configuration")
            subject.advance(5)
            _ = try await subject.code("ProxiedMVPD")
        }
        try await runConforming("polls every 2.8 to 3.3 s") { subject in
            let code = try await subject.secondScreenCode()
            for gap in [3, 2.8, 3.3, 1, 2.9, 3.1, 2.8, 3, 3, 3, 3] {
                subject.advance(gap)
                _ = try await subject.poll(code)
            }
        }
        try await runConforming("an honest status of nobody") { subject in
            try await subject.look()
            _ = try await subject.call(.get, "\(Subject.root)/configuration")
            try await subject.conform()
        }
        try await runConforming("device fields with a poll") { subject in
            try await subject.signInOnSameScreen()
        }
        try await runConforming("the next episode after eight minutes") { subject in
            try await subject.signInOnSameScreen()
            for _ in 0..<2 {
                _ = try await subject.decide("authorize", #"["one"]"#)
                subject.advance(480)
            }
        }
        try await runConforming("a token of another service that is opaque") { subject in
            _ = try await subject.call(
                .get, "\(Subject.root)/profiles", adding: ["AD-Service-Token": "opaque"])
        }
    }
}
#endif
