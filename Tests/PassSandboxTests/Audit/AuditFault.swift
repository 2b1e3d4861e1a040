#if Sandbox
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

/// One change to a conforming run, and the rule that must be the only one to fire.
struct AuditFault: Sendable {
    let number: Int
    let change: String
    let rule: String
    /// The life of access tokens in seconds.
    var tokenLifetime: Int?
    let run: @Sendable (RecordedRun) async throws -> Void

    init(
        _ number: Int, _ change: String, _ rule: String, tokenLifetime: Int? = nil,
        _ run: @escaping @Sendable (RecordedRun) async throws -> Void
    ) {
        self.number = number
        self.change = change
        self.rule = rule
        self.tokenLifetime = tokenLifetime
        self.run = run
    }

    static let all = ofTokens + ofPolling + ofDecisions + ofRequests + ofSignOns

    private static let ofTokens: [AuditFault] = [
        AuditFault(1, "registers again before authorize", "registration.credentialsReused") { run in
            try await run.start()
            try await run.signIn()
            try await run.preauthorize()
            try await run.register()
            // The new client has no profile of its own: the user signs in again.
            try await run.signIn()
            try await run.watch()
            try await run.signOut()
        },
        AuditFault(2, "a second token after 5 min", "registration.tokenReused") { run in
            try await run.start()
            try await run.signIn()
            run.wait(280)
            try await run.renew()
            try await run.watch()
            try await run.signOut()
        },
        AuditFault(3, "a token before every call", "registration.tokenPerCall") { run in
            try await run.register()
            try await run.renew()
            try await run.profiles()
            try await run.renew()
            try await run.configuration()
            try await run.renew()
            let code = try await run.session()
            try await run.open(code)
            run.arrive()
            try await run.complete(code)
            run.wait(1.2)
            try await run.renew()
            try await run.poll(code)
            run.wait(1.2)
            try await run.renew()
            try await run.preauthorize()
            try await run.renew()
            try await run.watch()
            try await run.renew()
            try await run.signOut()
        },
        AuditFault(
            4, "a registration after 401", "registration.renewedWithoutRegistering"
        ) { run in
            try await run.start()
            try await run.signIn()
            try await run.inject(#"{"path":"/api/v2","kind":"expiredToken","times":1}"#)
            try await run.decide("authorize", ["one"])
            run.wait(1.2)
            try await run.register()
            try await run.signIn()
            try await run.watch()
        },
        AuditFault(
            5, "an expired token", "registration.tokenCheckedBeforeUse", tokenLifetime: 600
        ) { run in
            try await run.start()
            try await run.signIn()
            run.wait(700)
            try await run.decide("authorize", ["one"])
            run.wait(1.2)
            try await run.renew()
            try await run.watch()
        },
        AuditFault(
            6, "the same token after 401", "registration.unauthorizedRenewsFirst"
        ) { run in
            try await run.start()
            try await run.signIn()
            try await run.inject(#"{"path":"/api/v2","kind":"expiredToken","times":2}"#)
            try await run.decide("authorize", ["one"])
            run.wait(1.2)
            try await run.decide("authorize", ["one"])
            run.wait(1.2)
            try await run.renew()
            try await run.watch()
        },
        AuditFault(7, "a statement for v1", "registration.scope") { run in
            try await run.register("sandbox-v1")
            try await run.profiles()
        },
        AuditFault(8, "the configuration in spite of a profile", "configuration.onlyForSelection") {
            run in
            try await run.start()
            try await run.signIn()
            try await run.preauthorize()
            try await run.watch()
            run.wait(7200)
            try await run.profiles("Comcast")
            try await run.configuration()
            try await run.watch()
        },
        AuditFault(9, "the configuration again after 30 s", "configuration.cached") { run in
            try await run.start()
            run.wait(29)
            try await run.configuration()
            try await run.signIn()
            try await run.watch()
            try await run.signOut()
        },
    ]

    private static let ofPolling: [AuditFault] = [
        AuditFault(10, "the first poll 4 s too early", "polling.startsInTime") { run in
            try await run.start()
            let code = try await run.session()
            try await run.open(code)
            try await run.poll(code)
            run.wait(4)
            run.arrive()
            run.wait(2)
            try await run.poll(code)
            try await run.complete(code)
            run.wait(5)
            try await run.poll(code)
            run.wait(2)
            try await run.watch()
            try await run.signOut()
        },
        AuditFault(11, "polls every 1.5 s", "polling.interval") { run in
            let code = try await run.beginSecondScreen()
            for _ in 0..<7 {
                try await run.poll(code)
                run.wait(1.38)
            }
            try await run.complete(code)
            try await run.poll(code)
            run.wait(2)
            try await run.watch()
        },
        AuditFault(12, "two polls after the profile", "polling.stopsOnProfile") { run in
            let code = try await run.beginSecondScreen()
            try await run.pollToProfile(code)
            for _ in 0..<2 {
                run.wait(4.5)
                try await run.poll(code)
            }
            run.wait(2)
            try await run.watch()
        },
        AuditFault(13, "polls after the end of the code", "polling.stopsOnExpiry") { run in
            let code = try await run.beginSecondScreen()
            for _ in 0..<94 {
                try await run.poll(code)
                run.wait(20)
            }
        },
        AuditFault(14, "polls of a former code", "polling.stopsOnNewCode") { run in
            let code = try await run.beginSecondScreen()
            try await run.poll(code)
            run.wait(5)
            let next = try await run.session(nil)
            for _ in 0..<3 {
                run.wait(2.5)
                try await run.poll(next)
                run.wait(2.5)
                try await run.poll(code)
            }
        },
        AuditFault(15, "polls of a session that is gone", "polling.stopsOnError") { run in
            let code = try await run.beginSecondScreen()
            try await run.poll(code)
            try await run.removeSession(code)
            for _ in 0..<5 {
                run.wait(5)
                try await run.poll(code)
            }
        },
        AuditFault(16, "polls of profiles", "polling.endpoint") { run in
            let code = try await run.beginSecondScreen()
            for _ in 0..<3 {
                try await run.call(.get, "\(RecordedRun.root)/profiles")
                run.wait(5)
            }
            try await run.complete(code)
            try await run.call(.get, "\(RecordedRun.root)/profiles")
            run.wait(2)
            try await run.watch()
        },
        AuditFault(17, "a code that nobody looked at", "secondScreen.codeValidated") { run in
            run.information = RecordedRun.television
            try await run.start()
            let code = try await run.session()
            run.wait(0.7)
            try await run.poll(code)
            run.wait(3)
            try await run.open(code)
            run.arrive()
            try await run.complete(code)
            try await run.poll(code)
            run.wait(2)
            try await run.watch()
        },
        AuditFault(18, "the profile every 20 s", "profiles.cached") { run in
            try await run.start()
            try await run.signIn()
            for _ in 0..<5 {
                run.wait(18.5)
                try await run.profiles("Comcast")
            }
            try await run.watch()
            try await run.signOut()
        },
    ]

    private static let ofDecisions: [AuditFault] = [
        AuditFault(19, "a final denial three times", "preauthorization.retryBounded") { run in
            try await run.start()
            try await run.signIn()
            for _ in 0..<4 {
                try await run.decide("preauthorize", ["denied"])
                run.wait(0.5)
            }
            run.wait(3)
            try await run.watch()
            try await run.signOut()
        },
        AuditFault(
            20, "all items of a mixed answer again", "preauthorization.retriesOnlyMarked"
        ) { run in
            try await run.start()
            try await run.signIn("Cablevision", as: "ada")
            let mixed = ["one", "two", "three", "slow", "unreadable"]
            for _ in 0..<2 {
                try await run.decide("preauthorize", mixed, "Cablevision")
                run.wait(2)
            }
            try await run.watch("Cablevision")
            try await run.signOut("Cablevision")
        },
        AuditFault(21, "permits asked for again", "preauthorization.cached") { run in
            try await run.start()
            try await run.signIn()
            try await run.preauthorize()
            run.wait(55)
            try await run.preauthorize()
            try await run.watch()
            try await run.signOut()
        },
        AuditFault(
            22, "playback on a preauthorization", "preauthorization.notForPlayback"
        ) { run in
            try await run.start()
            try await run.signIn()
            try await run.preauthorize()
            run.play()
            try await run.signOut()
        },
        AuditFault(23, "playback without any decision", "authorization.beforePlayback") { run in
            try await run.start()
            try await run.signIn()
            run.play()
            try await run.signOut()
        },
        AuditFault(24, "a timeout six times", "authorization.retryBounded") { run in
            try await run.start()
            try await run.signIn()
            try await run.preauthorize()
            try await run.inject(
                #"{"path":"/api/v2/REF30/decisions","kind":"enhanced","times":6,"status":403,"#
                    + #""code":"network_connection_timeout","action":"retry"}"#)
            for _ in 0..<6 {
                try await run.decide("authorize", ["one"])
                run.wait(2)
            }
            try await run.watch()
            try await run.signOut()
        },
        AuditFault(25, "a media token after its end", "mediaToken.usedInTime") { run in
            try await run.start()
            try await run.signIn()
            let token = try await run.authorize()
            run.wait(480)
            run.verify(token)
            run.play()
            try await run.signOut()
        },
        AuditFault(26, "a media token for two playbacks", "mediaToken.usedOnce") { run in
            try await run.start()
            try await run.signIn()
            let token = try await run.authorize()
            run.verify(token)
            run.play()
            run.wait(170)
            run.verify(token)
            run.play("other")
            try await run.signOut()
        },
        AuditFault(27, "a logout after a denial", "logout.onlyOnRequest") { run in
            try await run.start()
            try await run.signIn()
            try await run.decide("authorize", ["denied"])
            run.wait(0.4)
            try await run.signOut()
        },
        AuditFault(28, "a logout that is not opened", "logout.actionFollowed") { run in
            try await run.start()
            try await run.signIn()
            try await run.watch()
            try await run.signOut(opens: false)
        },
        AuditFault(35, "a call 0.2 s after 429", "errors.throttleRespected") { run in
            try await run.start()
            try await run.signIn()
            try await run.inject(#"{"path":"/api/v2","kind":"tooManyRequests","times":1}"#)
            try await run.decide("authorize", ["one"])
            run.wait(0.2)
            try await run.watch()
            try await run.signOut()
        },
        AuditFault(36, "25 calls in 3 s", "errors.throttleAvoided") { run in
            try await run.start()
            try await run.signIn()
            for number in 0..<25 { try await run.decide("preauthorize", ["item-\(number)"]) }
            run.wait(5)
            try await run.watch()
            try await run.signOut()
        },
    ]
}

extension RecordedRun {
    /// Shows a code on a television, which the app of a phone completes and opens.
    func beginSecondScreen() async throws -> String {
        information = Self.television
        try await start()
        let other = try await secondScreen()
        let code = try await session(nil)
        wait(0.7)
        try await poll(code)
        wait(1)
        try await complete(code, on: other)
        try await open(code)
        arrive()
        return code
    }

    func pollToProfile(_ code: String) async throws {
        try await poll(code)
        wait(5)
        try await poll(code)
        try await complete(code)
        wait(5)
        let found = try await poll(code)
        XCTAssertNotNil(found["profiles", "Comcast"], found.text)
    }
}
#endif
