#if Sandbox
import AdobePass
import Foundation
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

extension AuditFault {
    static let ofRequests: [AuditFault] = [
        AuditFault(29, "authorize without identifier", "headers.deviceIdentifier") { run in
            try await run.start()
            try await run.signIn()
            try await run.decide("authorize", ["one"], "Comcast", ["AP-Device-Identifier": nil])
            run.wait(2)
            try await run.watch()
            try await run.signOut()
        },
        AuditFault(30, "another identifier", "headers.deviceIdentifierStable") { run in
            try await run.start()
            try await run.signIn()
            try await run.watch()
            run.wait(7200)
            run.device = "device-2"
            try await run.profiles()
            try await run.configuration()
            try await run.signIn()
            try await run.watch()
        },
        AuditFault(31, "a bare UUID", "headers.deviceIdentifierFormat") { run in
            run.additions = [:]
            let bare: [String: String?] = [
                "AP-Device-Identifier": "5f3c4d6e-0000-4000-8000-000000000001"
            ]
            try await run.register()
            try await run.profiles(nil, bare)
        },
        AuditFault(32, "percent-encoded device information", "requests.noV1Leftovers") { run in
            try await run.register()
            run.information = RecordedRun.phone + "%3D"
            try await run.profiles()
        },
        AuditFault(33, "device information cut off", "headers.deviceInfoDecodable") { run in
            try await run.register()
            run.information = String(RecordedRun.phone.dropLast(3))
            try await run.profiles()
        },
        AuditFault(34, "the status with logout", "requests.documentedOnly") { run in
            try await run.startWithApple()
            try await run.signInWithApple()
            try await run.watchWithApple()
            try await run.logOut("Cablevision", run.status())
        },
        AuditFault(37, "a call of v1", "v1.hybrid") { run in
            try await run.start()
            try await run.signIn()
            try await run.call(
                .get, "/api/v1/tokens/usermetadata?requestor=REF30&deviceId=device-1")
            run.wait(2)
            try await run.watch()
            try await run.signOut()
        },
        AuditFault(38, "v1 only", "v1.used") { run in
            run.token = "of-v1"
            let headers = ["Authorization": "Bearer of-v1", "User-Agent": run.agent]
            for path in [
                "/api/v1/config/REF30", "/api/v1/checkauthn?requestor=REF30&deviceId=device-1",
                "/api/v1/authorize?requestor=REF30&deviceId=device-1&resource=one",
            ] {
                try await run.call(.get, path, headers: headers)
                run.wait(2)
            }
        },
        AuditFault(39, "a token in the URL", "security.noSecretsInURL") { run in
            try await run.start()
            try await run.signIn()
            run.verify(try await run.authorize(query: "?access_token=\(run.token)"))
            run.play()
            try await run.signOut()
        },
        AuditFault(40, "a call over http", "security.https") { run in
            try await run.start()
            try await run.signIn()
            run.origin = "http://sp.auth-staging.adobe.com"
            try await run.profiles("Comcast")
            run.origin = "https://sp.auth-staging.adobe.com"
            try await run.watch()
            try await run.signOut()
        },
        AuditFault(41, "calls without X-Forwarded-For", "headers.forwardedFor") { run in
            try await run.serveThreeDevices(leavingOutLast: true)
        },
    ]

    static let ofSignOns: [AuditFault] = [
        AuditFault(42, "an exchange without status", "apple.statusSent") { run in
            try await run.startWithApple()
            let response = Subject.base64(try await run.framework(try await run.partnerSession()))
            try await run.exchange(response, [:])
            try await run.exchange(response)
            try await run.watchWithApple()
            try await run.logOut("Cablevision")
        },
        AuditFault(43, "the expiration as a number", "apple.statusFormat") { run in
            try await run.startWithApple()
            let end = run.clock.now().milliseconds + 3_600_000
            let status = Subject.base64(
                #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":"#
                    + #"{"id":"Cablevision_apple","expirationDate":\#(end)}}"#)
            let answer = try await run.call(
                .post, "\(RecordedRun.root)/sessions/sso/Apple",
                ["AP-Partner-Framework-Status": status],
                form: ["domainName": "adobe.com", "redirectUrl": RecordedRun.redirect])
            run.wait(1.2)
            let request = try XCTUnwrap(
                answer["authenticationRequest", "request"]?.text, answer.text)
            try await run.exchange(Subject.base64(try await run.framework(request)))
            try await run.watchWithApple()
            try await run.logOut("Cablevision")
        },
        AuditFault(44, "authorize without status", "apple.statusOnDecisions") { run in
            try await run.startWithApple()
            try await run.signInWithApple()
            try await run.preauthorize("Cablevision", run.status())
            try await run.decide("authorize", ["one"], "Cablevision")
            run.wait(2)
            try await run.watch("Cablevision", run.status())
            try await run.logOut("Cablevision")
        },
        AuditFault(45, "another provider's status", "apple.statusMatchesProvider") { run in
            try await run.startWithApple()
            let response = Subject.base64(try await run.framework(try await run.partnerSession()))
            try await run.exchange(response, run.status(provider: "DegradedMVPD_apple"))
        },
        AuditFault(46, "a response encoded twice", "apple.responseEncoding") { run in
            try await run.startWithApple()
            let response = Subject.base64(try await run.framework(try await run.partnerSession()))
            try await run.exchange(Subject.query(["": response]).dropFirst().description)
        },
        AuditFault(47, "line breaks kept", "apple.responseNormalized") { run in
            try await run.startWithApple()
            let response = try await run.framework(try await run.partnerSession())
            try await run.exchange(
                Subject.base64(response.replacingOccurrences(of: "><", with: ">\r\n<")))
        },
        AuditFault(48, "a decoded request", "apple.requestUnmodified") { run in
            try await run.startWithApple()
            let request = try await run.partnerSession()
            let decoded = String(
                decoding: Data(base64Encoded: request) ?? Data(), as: UTF8.self)
            _ = try await run.framework(decoded)
        },
        AuditFault(49, "a sign-on 5 s after partner_logout", "apple.logoutGuided") { run in
            try await run.startWithApple()
            try await run.signInWithApple()
            try await run.watchWithApple()
            try await run.logOut("Cablevision")
            run.wait(4)
            try await run.signInWithApple()
        },
        AuditFault(50, "a service token left out", "sso.tokenOnEveryCall") { run in
            run.additions = ["AD-Service-Token": "opaque-service-token"]
            try await run.start()
            try await run.signIn()
            try await run.preauthorize()
            run.additions = [:]
            let token = try await run.authorize()
            run.additions = ["AD-Service-Token": "opaque-service-token"]
            run.verify(token)
            run.play()
            try await run.signOut()
        },
    ]
}

extension RecordedRun {
    /// Calls for three devices in turn, as a server does.
    func serveThreeDevices(leavingOutLast: Bool = false) async throws {
        var devices: [(token: String, address: String, name: String)] = []
        for number in 1...3 {
            information = Self.television
            additions = ["X-Forwarded-For": "203.0.113.\(number)"]
            if leavingOutLast, number == 3 { additions = [:] }
            device = "server-device-\(number)"
            try await register()
            devices.append((token, "203.0.113.\(number)", device))
        }
        for path in ["profiles", "configuration"] {
            for (position, own) in devices.enumerated() {
                (token, device) = (own.token, own.name)
                additions = ["X-Forwarded-For": own.address]
                if leavingOutLast, position == 2 { additions = [:] }
                try await call(.get, "\(Self.root)/\(path)")
                wait(1.5)
            }
        }
    }
}
#endif
