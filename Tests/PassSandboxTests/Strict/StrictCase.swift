#if Sandbox
import Foundation
import HTTPTypes
import PassAudit
import WireText
import XCTest

@testable import PassSandbox

extension Subject {
    func advance(_ seconds: Double) { clock.advance(by: .milliseconds(Int64(seconds * 1000))) }

    /// A session with all parameters; its code.
    func code(_ mvpd: String? = "Comcast") async throws -> String {
        var form = ["domainName": "adobe.com", "redirectUrl": "https://adobe.com/done"]
        form["mvpd"] = mvpd
        let session = try await call(.post, "/api/v2/REF30/sessions", form: form)
        return try XCTUnwrap(
            session["code"]?.text, session.text + (session.fields[.sandboxReason] ?? ""))
    }

    func poll(_ code: String) async throws -> Reply {
        try await call(.get, "/api/v2/REF30/profiles/code/\(code)")
    }

    func decide(
        _ kind: String, _ resources: String, mvpd: String = "Comcast",
        adding: [String: String?] = [:]
    ) async throws -> Reply {
        try await call(
            .post, "/api/v2/REF30/decisions/\(kind)/\(mvpd)", adding: adding,
            json: "{\"resources\":\(resources)}")
    }

    /// Signs in with Comcast as a conforming app does.
    func conform() async throws {
        let code = try await code()
        advance(3)
        _ = try await poll(code)
        try await sandbox.state.complete(code: code, mvpd: "Comcast", subscriber: "edsger")
        advance(3)
        let found = try await poll(code)
        XCTAssertNotNil(found["profiles", "Comcast"], found.text)
        advance(2)
    }

    /// Looks for profiles, as an app with partner sign-on does first.
    func look() async throws {
        _ = try await call(
            .get, "/api/v2/REF30/profiles",
            adding: ["AP-Partner-Framework-Status": status("notDetermined", provider: nil)])
        advance(2)
    }

    func logout(_ mvpd: String = "Comcast") async throws -> Reply {
        try await call(.get, "/api/v2/REF30/logout/\(mvpd)?redirectUrl=app%3A%2F%2Fa")
    }

    /// Has the next request to a path answered with a fault.
    func inject(_ kind: String, _ path: String, times: Int = 1) async throws {
        _ = try await call(
            .put, "/sandbox/faults", headers: [:],
            json: #"{"rules":[{"path":"\#(path)","kind":"\#(kind)","times":\#(times)}]}"#)
    }
}

/// Tests of the strict sandbox, with faults that it trips on.
class StrictCase: SandboxCase {
    typealias Fault = (
        rule: String, run: @Sendable (inout Subject) async throws -> Subject.Reply
    )

    func check(_ faults: [Fault]) async throws {
        for fault in faults {
            try await eachWay {
                $0.strict = true
            } _: { subject in
                var subject = subject
                let answer = try await fault.run(&subject)
                let reason = answer.fields[.sandboxReason] ?? "none"
                XCTAssertEqual(answer.reason, fault.rule, "\(subject.way): \(reason)")
                let found = await subject.sandbox.core.limiter.review.findings.map(\.rule.id)
                XCTAssertEqual(found, [fault.rule], subject.way)
                XCTAssertTrue(Rule.named(fault.rule) != nil, fault.rule)
                let log = try await subject.call(.get, "/sandbox/log", headers: [:])
                XCTAssertTrue(log.text.contains("\"rule\":\"\(fault.rule)\""), fault.rule)
                let page = try await subject.call(.get, "/review", headers: [:])
                XCTAssertTrue(page.text.contains("<code>\(fault.rule)</code>"), fault.rule)
            }
        }
    }
}
#endif
