#if Sandbox
import Foundation
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

extension SeededFault {
    /// The faults that the strict sandbox must trip on.
    static let all = ofRegistration + ofPolling + ofDecisions + ofRequests + ofSignOns

    private static let ofRegistration: [SeededFault] = [
        SeededFault(
            .sameScreen, "a new registration before authorize", "registration.credentialsReused"
        ) { subject in
            try await subject.signInOnSameScreen()
            try await subject.register()
            _ = try await subject.decide("authorize", #"["one"]"#)
        },
        SeededFault(
            .sameScreen, "a token five minutes after the first", "registration.tokenReused"
        ) { subject in
            try await subject.begin()
            subject.advance(300)
            try await subject.renew()
        },
        SeededFault(
            .sameScreen, "a token for each call", "registration.tokenPerCall"
        ) { subject in
            _ = try await subject.call(.get, "\(Subject.root)/profiles")
            try await subject.renew()
        },
        SeededFault(
            .sameScreen, "a registration after 401", "registration.renewedWithoutRegistering"
        ) { subject in
            try await subject.signInOnSameScreen()
            try await subject.inject("expiredToken", "/api")
            _ = try await subject.decide("authorize", #"["one"]"#)
            subject.advance(2)
            try await subject.register()
            _ = try await subject.decide("authorize", #"["one"]"#)
        },
        SeededFault(
            .sameScreen, "an expired token", "registration.tokenCheckedBeforeUse"
        ) { subject in
            try await subject.signInOnSameScreen()
            subject.advance(21_700)
            _ = try await subject.decide("authorize", #"["one"]"#)
        },
        SeededFault(
            .sameScreen, "the same token after 401", "registration.unauthorizedRenewsFirst"
        ) { subject in
            try await subject.begin()
            try await subject.inject("expiredToken", "/api")
            for _ in 0..<2 {
                _ = try await subject.call(.get, "\(Subject.root)/profiles")
                subject.advance(2)
            }
        },
        SeededFault(.sameScreen, "a statement for v1", "registration.scope") { subject in
            try await subject.register(statement: "sandbox-v1")
            _ = try await subject.call(.get, "\(Subject.root)/profiles")
        },
        SeededFault(
            .returning, "the configuration in spite of a profile", "configuration.onlyForSelection"
        ) { subject in
            try await subject.signInOnSameScreen()
            subject.advance(7_200)
            _ = try await subject.call(.get, "\(Subject.root)/profiles/Comcast")
            subject.advance(1.2)
            _ = try await subject.call(.get, "\(Subject.root)/configuration")
            subject.advance(1.2)
            _ = try await subject.decide("authorize", #"["one"]"#)
        },
        SeededFault(
            .sameScreen, "the configuration again after 30 s", "configuration.cached"
        ) { subject in
            try await subject.begin()
            subject.advance(30)
            _ = try await subject.call(.get, "\(Subject.root)/configuration")
        },
    ]

    private static let ofPolling: [SeededFault] = [
        SeededFault(.secondScreen, "polls every 1.5 s", "polling.interval") { subject in
            let code = try await subject.secondScreenCode()
            for _ in 0..<8 {
                subject.advance(1.5)
                _ = try await subject.poll(code)
            }
        },
        SeededFault(
            .secondScreen, "two polls after the profile", "polling.stopsOnProfile"
        ) { subject in
            let code = try await subject.secondScreenCode()
            try await subject.pollToProfile(code)
            for _ in 0..<2 {
                _ = try await subject.poll(code)
                subject.advance(5)
            }
        },
        SeededFault(.secondScreen, "polls after the end", "polling.stopsOnExpiry") { subject in
            let code = try await subject.secondScreenCode()
            subject.advance(1_860)
            _ = try await subject.poll(code)
        },
        SeededFault(.secondScreen, "polls of a former code", "polling.stopsOnNewCode") { subject in
            let code = try await subject.secondScreenCode()
            subject.advance(4)
            _ = try await subject.call(.post, "\(Subject.root)/sessions", form: [:])
            subject.advance(4)
            _ = try await subject.poll(code)
        },
        SeededFault(
            .secondScreen, "polls of a session that is gone", "polling.stopsOnError"
        ) { subject in
            let code = try await subject.secondScreenCode()
            try await subject.sandbox.state.removeSession(code: code)
            for _ in 0..<4 {
                subject.advance(4)
                _ = try await subject.poll(code)
            }
        },
        SeededFault(.secondScreen, "polls of profiles", "polling.endpoint") { subject in
            _ = try await subject.secondScreenCode()
            for _ in 0..<3 {
                subject.advance(5)
                _ = try await subject.call(.get, "\(Subject.root)/profiles")
            }
        },
        SeededFault(.sameScreen, "the profile every 20 s", "profiles.cached") { subject in
            try await subject.signInOnSameScreen()
            for _ in 0..<5 {
                subject.advance(20)
                _ = try await subject.call(.get, "\(Subject.root)/profiles/Comcast")
            }
        },
    ]

    private static let ofDecisions: [SeededFault] = [
        SeededFault(
            .sameScreen, "a final denial three times", "preauthorization.retryBounded"
        ) { subject in
            try await subject.signInOnSameScreen()
            for _ in 0..<3 {
                _ = try await subject.decide("preauthorize", #"["denied"]"#)
                subject.advance(0.5)
            }
        },
        SeededFault(
            .sameScreen, "all resources of a mixed answer", "preauthorization.retriesOnlyMarked"
        ) { subject in
            try await subject.signIn("Cablevision", as: "ada")
            for _ in 0..<2 {
                _ = try await subject.decide(
                    "preauthorize", #"["one","slow"]"#, mvpd: "Cablevision")
                subject.advance(2)
            }
        },
        SeededFault(.sameScreen, "a permit again", "preauthorization.cached") { subject in
            try await subject.signInOnSameScreen()
            for _ in 0..<2 {
                _ = try await subject.decide("preauthorize", #"["one","two"]"#)
                subject.advance(60)
            }
        },
        SeededFault(
            .sameScreen, "a timeout six times", "authorization.retryBounded"
        ) { subject in
            try await subject.signIn("Cablevision", as: "ada")
            for _ in 0..<6 {
                _ = try await subject.decide("authorize", #"["slow"]"#, mvpd: "Cablevision")
                subject.advance(2)
            }
        },
        SeededFault(.sameScreen, "a logout after a denial", "logout.onlyOnRequest") { subject in
            try await subject.signInOnSameScreen()
            _ = try await subject.decide("authorize", #"["denied"]"#)
            subject.advance(0.4)
            _ = try await subject.logout()
        },
        SeededFault(
            .sameScreen, "authorize 0.2 s after 429", "errors.throttleRespected"
        ) { subject in
            try await subject.signInOnSameScreen()
            try await subject.inject("tooManyRequests", "/api")
            for _ in 0..<2 {
                _ = try await subject.decide("authorize", #"["one"]"#)
                subject.advance(0.2)
            }
        },
        SeededFault(
            .sameScreen, "many calls at once", "errors.throttleAvoided", isThrottled: true
        ) { subject in
            try await subject.signInOnSameScreen()
            for number in 0..<25 {
                let answer = try await subject.decide("preauthorize", "[\"r\(number)\"]")
                if answer.status == 429 { return }
            }
        },
    ]

    private static let ofRequests: [SeededFault] = [
        SeededFault(.sameScreen, "no device identifier", "headers.deviceIdentifier") { subject in
            try await subject.signInOnSameScreen()
            _ = try await subject.decide(
                "authorize", #"["one"]"#, adding: ["AP-Device-Identifier": nil])
        },
        SeededFault(
            .returning, "another identifier", "headers.deviceIdentifierStable"
        ) { subject in
            try await subject.signInOnSameScreen()
            subject.advance(7_200)
            subject.device = "device-2"
            _ = try await subject.call(.get, "\(Subject.root)/profiles")
        },
        SeededFault(.sameScreen, "a bare identifier", "headers.deviceIdentifierFormat") { subject in
            _ = try await subject.call(
                .get, "\(Subject.root)/profiles",
                adding: ["AP-Device-Identifier": "5f3c4d6e-0000-4000-8000-000000000001"])
        },
        SeededFault(
            .sameScreen, "percent-encoded device information", "requests.noV1Leftovers"
        ) { subject in
            _ = try await subject.call(
                .get, "\(Subject.root)/profiles", adding: ["X-Device-Info": "eyJ9%3D%3D"])
        },
        SeededFault(
            .sameScreen, "device information cut off", "headers.deviceInfoDecodable"
        ) { subject in
            _ = try await subject.call(
                .get, "\(Subject.root)/profiles",
                adding: ["X-Device-Info": String(Subject.deviceInformation.dropLast(3))])
        },
        SeededFault(.apple, "the status with logout", "requests.documentedOnly") { subject in
            try await subject.signInWithApple()
            _ = try await subject.call(
                .get, "\(Subject.root)/logout/Cablevision?redirectUrl=app%3A%2F%2Fa",
                adding: ["AP-Partner-Framework-Status": subject.status()])
        },
        SeededFault(.sameScreen, "a call of v1", "v1.hybrid") { subject in
            try await subject.begin()
            _ = try await subject.call(
                .get, "/api/v1/tokens/usermetadata?requestor=REF30&deviceId=device-1")
        },
        SeededFault(.none, "v1 only", "v1.used") { subject in
            _ = try await subject.call(.get, "/api/v1/config/REF30")
        },
        SeededFault(.sameScreen, "a token in the URL", "security.noSecretsInURL") { subject in
            try await subject.signInOnSameScreen()
            _ = try await subject.call(
                .post, "\(Subject.root)/decisions/authorize/Comcast?access_token=x",
                json: #"{"resources":["one"]}"#)
        },
        SeededFault(.server, "a call without the address", "headers.forwardedFor") { subject in
            _ = try await subject.forwarded("192.0.2.1")
            var second = subject
            second.device = "device-2"
            try await second.register()
            _ = try await second.forwarded("192.0.2.2")
            subject.advance(2)
            _ = try await second.forwarded(nil)
        },
    ]

    private static let ofSignOns: [SeededFault] = [
        SeededFault(.apple, "an exchange without status", "apple.statusSent") { subject in
            try await subject.look()
            let response = Subject.base64(try await subject.samlResponse())
            _ = try await subject.partnerProfile(response, status: nil)
        },
        SeededFault(.apple, "the expiration as a number", "apple.statusFormat") { subject in
            try await subject.look()
            _ = try await subject.partnerSession(
                status: Subject.base64(
                    #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"#
                        + #""frameworkProviderInfo":{"id":"Cablevision_apple","#
                        + #""expirationDate":1768500000000}}"#))
        },
        SeededFault(.apple, "a decision without status", "apple.statusOnDecisions") { subject in
            try await subject.signInWithApple()
            _ = try await subject.decide("authorize", #"["one"]"#, mvpd: "Cablevision")
        },
        SeededFault(.apple, "another provider's status", "apple.statusMatchesProvider") { subject in
            try await subject.look()
            let response = Subject.base64(try await subject.samlResponse())
            _ = try await subject.partnerProfile(
                response, status: subject.status(provider: "DegradedMVPD_apple"))
        },
        SeededFault(.apple, "a response encoded twice", "apple.responseEncoding") { subject in
            try await subject.look()
            let response = Subject.base64(try await subject.samlResponse())
            _ = try await subject.partnerProfile(
                response.addingPercentEncoding(withAllowedCharacters: .alphanumerics),
                status: subject.status())
        },
        SeededFault(.apple, "line breaks kept", "apple.responseNormalized") { subject in
            try await subject.look()
            let response = Subject.base64("\(try await subject.samlResponse())\r\n")
            _ = try await subject.partnerProfile(response, status: subject.status())
        },
        SeededFault(.apple, "a decoded request", "apple.requestUnmodified") { subject in
            try await subject.look()
            let session = try await subject.partnerSession(status: subject.status())
            let request = session["authenticationRequest", "request"]?.text ?? ""
            let decoded = JSONValue.string(
                String(decoding: Data(base64Encoded: request) ?? Data(), as: UTF8.self))
            _ = try await subject.framework(
                #""isInterruptionAllowed":true,"attributeNames":["uid"],"verificationToken":"#
                    + String(decoding: decoded.bytes, as: UTF8.self))
        },
        SeededFault(.apple, "a sign-on 5 s after partner_logout", "apple.logoutGuided") { subject in
            try await subject.signInWithApple()
            _ = try await subject.logout("Cablevision")
            subject.advance(5)
            _ = try await subject.partnerSession(status: subject.status())
        },
        SeededFault(.sameScreen, "a service token left out", "sso.tokenOnEveryCall") { subject in
            _ = try await subject.call(
                .get, "\(Subject.root)/profiles", adding: ["AD-Service-Token": "x"])
            _ = try await subject.call(.get, "\(Subject.root)/profiles/Comcast")
        },
    ]
}
#endif
