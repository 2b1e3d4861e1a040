#if Sandbox
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

/// One change to a conforming run, and the rule that must be tripped by it alone.
struct SeededFault: Sendable {
    /// The conforming runs that faults are seeded into.
    enum Base: String, Sendable {
        case sameScreen, secondScreen, apple, returning, server, none
    }

    let base: Base
    let change: String
    let rule: String
    let isThrottled: Bool
    let run: @Sendable (inout Subject) async throws -> Void

    init(
        _ base: Base, _ change: String, _ rule: String, isThrottled: Bool = false,
        _ run: @escaping @Sendable (inout Subject) async throws -> Void
    ) {
        self.base = base
        self.change = change
        self.rule = rule
        self.isThrottled = isThrottled
        self.run = run
    }
}

extension Subject {
    static let root = "/api/v2/REF30"

    /// The calls of an app before it begins a session.
    func begin() async throws {
        _ = try await call(.get, "\(Self.root)/profiles")
        advance(1.2)
        _ = try await call(.get, "\(Self.root)/configuration")
        advance(1.2)
    }

    /// Signs in on the same screen, from the first call on.
    func signInOnSameScreen() async throws {
        try await begin()
        try await conform()
    }

    /// Begins a session for a second screen, whose app looks at the code and completes it.
    func secondScreenCode() async throws -> String {
        try await begin()
        let session = try await call(.post, "\(Self.root)/sessions", form: [:])
        let code = try XCTUnwrap(session["code"]?.text, session.text)
        var other = self
        try await other.register()
        let bearer = ["Authorization": "Bearer \(other.token)", "User-Agent": "test"]
        _ = try await call(.get, "\(Self.root)/sessions/\(code)", headers: bearer)
        let completed = try await call(
            .post, "\(Self.root)/sessions/\(code)", headers: bearer,
            form: [
                "mvpd": "Comcast", "domainName": "adobe.com", "redirectUrl": "https://adobe.com/",
            ])
        XCTAssertEqual(completed["actionName"], "authenticate", completed.text)
        let browser = try await call(
            .get, "/api/v2/authenticate/REF30/\(code)", headers: ["User-Agent": "Mozilla/5.0"])
        XCTAssertEqual(browser.status, 302)
        return code
    }

    /// Polls a code, and completes its session before the last poll.
    func pollToProfile(_ code: String) async throws {
        advance(4)
        _ = try await poll(code)
        try await sandbox.state.complete(code: code, mvpd: "Comcast", subscriber: "edsger")
        advance(4)
        let found = try await poll(code)
        XCTAssertNotNil(found["profiles", "Comcast"], found.text)
        advance(4)
    }

    /// Preauthorizes, plays and signs out.
    func watch(_ mvpd: String = "Comcast", status: String? = nil) async throws {
        let field = ["AP-Partner-Framework-Status": status]
        _ = try await decide("preauthorize", #"["one","two"]"#, mvpd: mvpd, adding: field)
        advance(30)
        let decision = try await decide("authorize", #"["one"]"#, mvpd: mvpd, adding: field)
        XCTAssertEqual(decision["decisions", "0", "authorized"], true, decision.text)
        advance(30)
    }

    /// Signs in through Apple's framework, from the first call on.
    func signInWithApple() async throws {
        try await look()
        _ = try await call(.get, "\(Self.root)/configuration")
        advance(1.2)
        try await signInAtSystemLevel()
        advance(2)
    }

    /// The requests and answers of a device whose server calls for it.
    func forwarded(_ address: String?, _ path: String = "\(root)/profiles") async throws -> Reply {
        try await call(.get, path, adding: ["X-Forwarded-For": address])
    }
}
#endif
