#if Sandbox
import Foundation
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

extension AuditFault {
    /// Faults of the rules that the first fifty leave out.
    static let further: [AuditFault] = ofCredentials + ofSessions + ofCalls + ofErrors + ofApple

    private static let ofCredentials: [AuditFault] = [
        AuditFault(51, "a loop of 401", "registration.unauthorizedRetriedOnce") { run in
            try await run.register()
            try await run.inject(#"{"path":"/api/v2","kind":"expiredToken","times":2}"#)
            try await run.profiles()
            for _ in 0..<2 {
                try await run.renew()
                try await run.profiles()
            }
        },
        AuditFault(52, "a token in the query", "registration.requestForm") { run in
            try await run.register()
            try await run.call(
                .post,
                "/o/client/token?client_id=\(run.clientID)&grant_type=client_credentials",
                form: ["client_secret": run.clientSecret],
                headers: run.fields(["Authorization": nil, "AP-Device-Identifier": nil]))
        },
        AuditFault(53, "one client for three devices", "registration.credentialsPerInstance") {
            run in
            run.additions = ["X-Forwarded-For": "203.0.113.1"]
            try await run.register()
            for turn in 0..<6 {
                run.device = "device-\(turn % 3)"
                run.additions = ["X-Forwarded-For": "203.0.113.\(turn % 3 + 1)"]
                try await run.call(.get, "\(RecordedRun.root)/profiles")
                run.wait(400)
            }
        },
        AuditFault(54, "the configuration for a known provider", "configuration.providerRemembered")
        {
            run in
            try await run.start()
            try await run.signIn()
            try await run.watch()
            try await run.signOut()
            run.wait(7200)
            try await run.profiles()
            try await run.configuration()
            try await run.signIn()
        },
    ]

    private static let ofSessions: [AuditFault] = [
        AuditFault(55, "a session with a profile", "sessions.notWithProfile") { run in
            try await run.start()
            try await run.signIn()
            let answer = try await run.call(
                .post, "\(RecordedRun.root)/sessions",
                form: [
                    "mvpd": "Comcast", "domainName": "adobe.com",
                    "redirectUrl": RecordedRun.redirect,
                ])
            XCTAssertEqual(answer["actionName"]?.text, "authorize", answer.text)
            run.wait(2)
            try await run.watch()
        },
        AuditFault(56, "parameters in a second call", "sessions.completeOnPrimary") { run in
            try await run.start()
            let code = try await run.session(nil)
            run.wait(1)
            try await run.call(
                .post, "\(RecordedRun.root)/sessions/\(code)",
                form: [
                    "mvpd": "Comcast", "domainName": "adobe.com",
                    "redirectUrl": RecordedRun.redirect,
                ])
            run.wait(1)
            try await run.open(code)
            run.arrive()
            try await run.poll(code)
        },
        AuditFault(57, "a redirect encoded twice", "sessions.redirectEncodedOnce") { run in
            try await run.start()
            try await run.call(
                .post, "\(RecordedRun.root)/sessions",
                form: [
                    "mvpd": "Comcast", "domainName": "adobe.com",
                    "redirectUrl": "https%3A%2F%2Fadobe.com%2Fdone",
                ])
        },
        AuditFault(58, "authenticate with a token", "sessions.authenticateInUserAgent") { run in
            try await run.start()
            let code = try await run.session()
            try await run.call(.get, "/api/v2/authenticate/REF30/\(code)")
        },
        AuditFault(59, "decisions ignored after authorize", "sessions.nextActionFollowed") { run in
            run.information = RecordedRun.phone
            try await run.start()
            for mvpd in ["DegradedMVPD", "Comcast"] {
                try await run.call(
                    .post, "\(RecordedRun.root)/sessions",
                    form: [
                        "mvpd": mvpd, "domainName": "adobe.com",
                        "redirectUrl": RecordedRun.redirect,
                    ])
                run.wait(5)
            }
        },
        AuditFault(60, "a device of the second screen", "secondScreen.noInventedDevice") { run in
            run.information = RecordedRun.television
            try await run.start()
            var other = try await run.secondScreen()
            other["AP-Device-Identifier"] = "fingerprint \(Subject.base64("phone-1"))"
            let code = try await run.session(nil)
            try await run.complete(code, on: other)
        },
        AuditFault(61, "a code after its profile", "secondScreen.codeNotReused") { run in
            run.information = RecordedRun.television
            try await run.start()
            let other = try await run.secondScreen()
            let code = try await run.session(nil)
            try await run.complete(code, on: other)
            try await run.open(code)
            run.arrive()
            try await run.pollToProfile(code)
            run.wait(2)
            try await run.call(.get, "\(RecordedRun.root)/sessions/\(code)", headers: other)
        },
        AuditFault(62, "a session in spite of two profiles", "profiles.multipleHandled") { run in
            try await run.start()
            try await run.signIn()
            try await run.signIn("ProxiedMVPD", as: "barbara")
            run.wait(400)
            let found = try await run.profiles()
            XCTAssertEqual(found["profiles"]?.members?.count, 2, found.text)
            _ = try await run.session("Cablevision")
        },
    ]

    private static let ofCalls: [AuditFault] = [
        AuditFault(63, "six resources", "preauthorization.resourceLimit") { run in
            try await run.start()
            try await run.signIn()
            try await run.decide("preauthorize", (1...6).map { "item-\($0)" })
        },
        AuditFault(64, "two resources", "authorization.resourceLimit") { run in
            try await run.start()
            try await run.signIn()
            try await run.decide("authorize", ["one", "two"])
        },
        AuditFault(
            65, "authorizations while a stream runs", "authorization.notRefreshedWhilePlaying"
        ) { run in
            try await run.start()
            try await run.signIn()
            run.verify(try await run.authorize())
            run.play()
            for _ in 0..<3 {
                for number in 0..<14 {
                    run.foreign("GET", "https://cdn.example.com/live/s\(number).ts")
                    run.wait(20)
                }
                run.verify(try await run.authorize())
            }
        },
        AuditFault(66, "a media token sent nowhere", "mediaToken.verified") { run in
            try await run.start()
            try await run.signIn()
            try await run.authorize()
            run.play()
        },
        AuditFault(67, "no device information", "headers.deviceInfo") { run in
            try await run.start()
            try await run.profiles("Comcast", ["X-Device-Info": nil])
        },
        AuditFault(68, "no access token", "headers.authorization") { run in
            try await run.start()
            try await run.profiles("Comcast", ["Authorization": nil])
        },
        AuditFault(69, "one identifier for two addresses", "headers.realDevice") { run in
            run.additions = ["X-Forwarded-For": "203.0.113.1"]
            try await run.register()
            for turn in 0..<4 {
                run.additions = ["X-Forwarded-For": "203.0.113.\(turn % 2 + 1)"]
                try await run.call(.get, "\(RecordedRun.root)/profiles")
                run.wait(400)
            }
        },
        AuditFault(70, "device information without a model", "headers.deviceInfoComplete") { run in
            run.information = Subject.base64(
                #"{"osName":"iOS","osVersion":"18.0","version":"1","connectionType":"WiFi"}"#)
            try await run.register()
            try await run.profiles()
        },
        AuditFault(71, "a path of the cookbook's", "requests.path") { run in
            try await run.start()
            try await run.call(
                .post, "\(RecordedRun.root)/decision/authorize/Comcast",
                json: #"{"resources":["one"]}"#)
        },
        AuditFault(72, "a form for a decision", "requests.contentType") { run in
            try await run.start()
            try await run.signIn()
            try await run.call(
                .post, "\(RecordedRun.root)/decisions/authorize/Comcast",
                form: ["resources": "one"])
        },
        AuditFault(73, "a logout without redirectUrl", "requests.requiredParameters") { run in
            try await run.start()
            try await run.signIn("Spectrum", as: "alan")
            try await run.call(.get, "\(RecordedRun.root)/logout/Spectrum")
        },
    ]

    private static let ofErrors: [AuditFault] = [
        AuditFault(74, "decisions in spite of authentication", "errors.actionFollowed") { run in
            try await run.start()
            for number in 0..<4 {
                try await run.decide("authorize", ["item-\(number)"])
                run.wait(20)
            }
        },
        AuditFault(75, "a server error five times", "errors.statusHandled") { run in
            try await run.start()
            try await run.inject(#"{"path":"/api/v2","kind":"html","status":500,"times":5}"#)
            for _ in 0..<6 {
                try await run.call(.get, "\(RecordedRun.root)/profiles/Comcast")
                run.wait(11)
            }
        },
        AuditFault(76, "an error that nobody reads", "errors.bodiesRead") { run in
            try await run.start()
            for _ in 0..<4 {
                try await run.call(.get, "\(RecordedRun.root)/profiles/Unknown")
                run.wait(30)
            }
        },
        AuditFault(77, "a token in two environments", "testing.environmentMixed") { run in
            try await run.start()
            run.origin = "https://sp.auth.adobe.com"
            try await run.profiles("Comcast")
        },
        AuditFault(78, "a request of an SDK", "v1.sdkUsed") { run in
            try await run.start()
            run.foreign("GET", "\(run.origin)/adobe-services/config/REF30", ["User-Agent": "Web"])
        },
        AuditFault(79, "a token sent to others", "security.tokensStayAtAdobe") { run in
            try await run.start()
            run.foreign(
                "POST", "https://logs.example.net/collect", ["Content-Type": "application/json"],
                body: #"{"headers":"Bearer","token":"\#(run.token)"}"#)
        },
        AuditFault(80, "an address as identity", "security.identityHashed") { run in
            try await run.start()
            try await run.profiles(
                "TempPassPromotional",
                ["AP-TempPass-Identity": Subject.base64(#"{"email":"a@example.com"}"#)])
        },
        AuditFault(81, "a session for a TempPass", "tempPass.noSession") { run in
            try await run.start()
            try await run.call(
                .post, "\(RecordedRun.root)/sessions",
                form: [
                    "mvpd": "TempPass", "domainName": "adobe.com",
                    "redirectUrl": RecordedRun.redirect,
                ])
        },
        AuditFault(82, "no identity for a TempPass", "tempPass.identitySent") { run in
            try await run.start()
            for number in 0..<2 {
                try await run.decide("authorize", ["item-\(number)"], "TempPassPromotional")
                run.wait(30)
            }
        },
        AuditFault(83, "an expired service token", "sso.tokenCurrent") { run in
            run.sendServiceToken(until: 1_700_000_000)
            try await run.register()
            try await run.profiles()
        },
    ]

    private static let ofApple: [AuditFault] = [
        AuditFault(84, "an expired status", "apple.statusUsable") { run in
            try await run.startWithApple()
            let status = Subject.base64(
                #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":"#
                    + #"{"id":"Cablevision_apple","expirationDate":"1700000000000"}}"#)
            try await run.call(
                .post, "\(RecordedRun.root)/sessions/sso/Apple",
                ["AP-Partner-Framework-Status": status],
                form: ["domainName": "adobe.com", "redirectUrl": RecordedRun.redirect])
        },
        AuditFault(85, "profiles without status", "apple.statusOnProfiles") { run in
            run.information = RecordedRun.television
            try await run.register()
            try await run.profiles()
            try await run.configuration()
            try await run.signInWithApple()
        },
        AuditFault(86, "a session before any profile", "apple.profilesFirst") { run in
            run.information = RecordedRun.television
            try await run.register()
            try await run.configuration()
            try await run.signInWithApple()
        },
        AuditFault(87, "a response exchanged twice", "apple.exchangeOnlyWithResponse") { run in
            try await run.startWithApple()
            let response = Subject.base64(try await run.framework(try await run.partnerSession()))
            try await run.exchange(response)
            try await run.exchange(response)
        },
        AuditFault(88, "a fallback that is ignored", "apple.outcomeFollowed") { run in
            try await run.startWithApple()
            for _ in 0..<3 {
                _ = try await run.partnerSession()
                run.wait(10)
            }
        },
        AuditFault(89, "the response to another request", "apple.responseAnswersRequest") { run in
            try await run.startWithApple()
            let response = try await run.framework(try await run.partnerSession())
            _ = try await run.partnerSession()
            try await run.exchange(Subject.base64(response))
        },
        AuditFault(90, "a platform that is not Apple's", "apple.platformNamed") { run in
            try await run.startWithApple()
            run.information = RecordedRun.otherPhone
            try await run.call(
                .post, "\(RecordedRun.root)/sessions/sso/Apple", run.status(),
                form: ["domainName": "adobe.com", "redirectUrl": RecordedRun.redirect])
        },
    ]
}
#endif
