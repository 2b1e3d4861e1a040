#if Sandbox
import AdobePass
import CryptoExtras
import Foundation
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

extension Subject {
    func decide(
        _ resources: [String], mvpd: String = "Cablevision", _ kind: String = "authorize",
        adding: [String: String?] = [:]
    ) async throws -> Reply {
        let list = resources.map { "\"\($0)\"" }.joined(separator: ",")
        return try await call(
            .post, "/api/v2/REF30/decisions/\(kind)/\(mvpd)", adding: adding,
            json: "{\"resources\":[\(list)]}")
    }
}

final class SandboxDecisionTests: SandboxCase {
    func testAPermitHasAMediaTokenThatTheSandboxSigned() async throws {
        try await eachWay { subject in
            try await subject.signIn()
            let answer = try await subject.decide(["one & <two>"])
            XCTAssertEqual(answer.status, 200)
            XCTAssertEqual(answer["decisions", "0", "authorized"], true)
            XCTAssertEqual(answer["decisions", "0", "source"], "mvpd")
            XCTAssertEqual(
                answer["decisions", "0", "notAfter"], .integer(1_768_478_400_000 + 3_600_000))
            XCTAssertEqual(
                answer["decisions", "0", "token", "notAfter"],
                .integer(1_768_478_400_000 + 420_000))
            let token = try XCTUnwrap(
                answer["decisions", "0", "token", "serializedToken"]?.text)
            let text = String(
                decoding: try XCTUnwrap(Data(base64Encoded: token)), as: UTF8.self)
            let parts = text.components(separatedBy: "</signatureInfo>")
            let signature = try XCTUnwrap(
                Data(base64Encoded: String(parts[0].dropFirst("<signatureInfo>".count))))
            let pem = try await subject.call(.get, "/sandbox/media-tokens/key.pem").text
            let key = try _RSA.Signing.PublicKey(pemRepresentation: pem)
            let padding = _RSA.Signing.Padding.insecurePKCS1v1_5
            XCTAssertTrue(
                key.isValidSignature(
                    _RSA.Signing.RSASignature(rawRepresentation: signature),
                    for: Data(parts[1].utf8), padding: padding))
            XCTAssertFalse(
                key.isValidSignature(
                    _RSA.Signing.RSASignature(rawRepresentation: signature),
                    for: Data((parts[1] + " ").utf8), padding: padding))
            for piece in [
                "<requestorID>REF30</requestorID>", "<mvpdId>Cablevision</mvpdId>",
                "<resourceID>one &amp; &lt;two&gt;</resourceID>", "<ttl>420000</ttl>",
                "<issueTime>1768478400000</issueTime>",
            ] { XCTAssertTrue(parts[1].contains(piece), piece) }
            XCTAssertFalse(parts[1].contains("subscriber-1"), "the user is not told")
        }
    }

    func testADenialIsAnItemWithItsErrorAndAPreauthorizationHasNoToken() async throws {
        try await eachWay { subject in
            try await subject.signIn()
            let denied = try await subject.decide(["denied"])
            XCTAssertEqual(denied.status, 200)
            XCTAssertEqual(denied["decisions", "0", "authorized"], false)
            XCTAssertEqual(
                denied["decisions", "0", "error", "code"], "authorization_denied_by_mvpd")
            XCTAssertEqual(denied["decisions", "0", "error", "status"], 403)
            XCTAssertEqual(
                denied["decisions", "0", "error", "details"],
                "Your subscription does not include this channel.")
            let list = try await subject.decide(
                ["one", "denied", "adult", "unreadable", "two"], "preauthorize")
            XCTAssertEqual(
                list["decisions"]?.elements?.map { $0["authorized"] },
                [true, false, false, false, true])
            XCTAssertEqual(
                list["decisions", "1", "error", "code"], "preauthorization_denied_by_mvpd")
            XCTAssertNil(list["decisions", "0", "token"])
            XCTAssertNil(list["decisions", "0", "notAfter"])
        }
    }

    func testEveryErrorOfAResourceHasItsDocumentedAction() async throws {
        try await eachWay { subject in
            try await subject.signIn()
            for (resource, code, action) in [
                ("adult", "authorization_denied_by_parental_controls", "none"),
                ("away", "authorization_denied_by_hba_policies", "authentication"),
                ("ended", "authorization_denied_by_session_invalidated", "authentication"),
                ("unknown-user", "identity_not_recognized_by_mvpd", "authentication"),
                ("unreadable", "network_received_error", "retry"),
                ("slow", "network_connection_timeout", "retry"),
                ("endless", "maximum_execution_time_exceeded", "retry"),
            ] {
                let answer = try await subject.decide([resource])
                XCTAssertEqual(answer["decisions", "0", "error", "code"]?.text, code)
                XCTAssertEqual(answer["decisions", "0", "error", "action"]?.text, action)
            }
        }
    }

    func testResourcesHaveToBeAListOfTextWithinTheLimit() async throws {
        try await eachWay { subject in
            try await subject.signIn()
            let two = try await subject.decide(["one", "two"])
            XCTAssertEqual(two.status, 403)
            XCTAssertEqual(two.code, "too_many_resources")
            XCTAssertEqual(two["action"], "configuration")
            let six = try await subject.decide(["1", "2", "3", "4", "5", "6"], "preauthorize")
            XCTAssertEqual(six.code, "too_many_resources")
            for body in ["", "{", "{}", #"{"resources":[]}"#, #"{"resources":[1]}"#] {
                let answer = try await subject.call(
                    .post, "/api/v2/REF30/decisions/authorize/Cablevision", json: body)
                XCTAssertEqual(answer.status, 400, body)
                XCTAssertEqual(answer.code, "invalid_parameter_resources", body)
            }
        }
    }

    func testWithoutAProfileTheAnswerOrEveryItemSaysSo() async throws {
        for place in SandboxConfiguration.Choices.ErrorPlace.allCases {
            try await eachWay {
                $0.choices.profileErrors = place
            } _: { subject in
                let missing = try await subject.decide(["one"])
                try await subject.signIn()
                subject.clock.advance(by: .seconds(86_400))
                var renewed = subject
                renewed.token = subject.token
                let expired = try await renewed.decide(["one"])
                if place == .top {
                    XCTAssertEqual(missing.status, 403)
                    XCTAssertEqual(missing.code, "authenticated_profile_missing")
                    XCTAssertEqual(expired.status, 401, "the access token is older")
                } else {
                    XCTAssertEqual(missing.status, 200)
                    XCTAssertEqual(
                        missing["decisions", "0", "error", "code"],
                        "authenticated_profile_missing")
                }
            }
        }
    }

    func testAnExpiredProfileIsToldFromAMissingOne() async throws {
        try await eachWay {
            $0.lifetimes.profile = 60
        } _: { subject in
            try await subject.signIn()
            subject.clock.advance(by: .seconds(60))
            let expired = try await subject.decide(["one"])
            XCTAssertEqual(expired.code, "authenticated_profile_expired")
            let profiles = try await subject.call(.get, "/api/v2/REF30/profiles")
            XCTAssertEqual(profiles["profiles"], [:])
        }
    }

    func testDegradationRulesDecide() async throws {
        for rule in SandboxConfiguration.Degradation.allCases {
            try await eachWay {
                $0.mvpds[0].degradation = rule
            } _: { subject in
                if rule != .authNAll { try await subject.signIn() }
                let answer = try await subject.decide(["denied"])
                XCTAssertEqual(answer["decisions", "0", "source"], "degradation")
                XCTAssertEqual(
                    answer["decisions", "0", "authorized"], .boolean(rule != .authZNone))
                if rule == .authZNone {
                    XCTAssertEqual(
                        answer["decisions", "0", "error", "code"],
                        "authorization_denied_by_degradation_rule")
                } else {
                    XCTAssertNil(answer["decisions", "0", "notAfter"])
                }
                guard rule == .authNAll else { return }
                let profile = try await subject.call(
                    .get, "/api/v2/REF30/profiles/Cablevision")
                XCTAssertEqual(profile["profiles", "Cablevision", "type"], "degraded")
                XCTAssertEqual(profile["profiles", "Cablevision", "issuer"], "Adobe")
                let userID =
                    profile["profiles", "Cablevision", "attributes", "userID", "value"]?.text
                XCTAssertEqual(userID?.hasPrefix("95cf93bcd183214a"), true)
                let logout = try await subject.call(
                    .get, "/api/v2/REF30/logout/Cablevision?redirectUrl=app%3A%2F%2Fa")
                XCTAssertEqual(logout["logouts", "Cablevision", "actionName"], "complete")
            }
        }
    }

    func testFreeAccessRunsFromItsFirstUseUntilItsTimeIsUp() async throws {
        try await eachWay { subject in
            subject.clock.advance(by: .seconds(900))
            let permit = try await subject.decide(["one"], mvpd: "TempPass")
            XCTAssertEqual(permit["decisions", "0", "authorized"], true)
            XCTAssertEqual(permit["decisions", "0", "source"], "temppass")
            let profile = try await subject.call(.get, "/api/v2/REF30/profiles/TempPass")
            XCTAssertEqual(profile["profiles", "TempPass", "type"], "temporary")
            XCTAssertEqual(
                profile["profiles", "TempPass", "attributes", "expiration_date", "value"],
                .integer(1_768_478_400_000 + 1_500_000))
            subject.clock.advance(by: .seconds(600))
            let over = try await subject.decide(["one"], mvpd: "TempPass")
            XCTAssertEqual(over.status, 200)
            XCTAssertEqual(
                over["decisions", "0", "error", "code"],
                "temporary_access_duration_limit_exceeded")
            let exhausted = try await subject.call(.get, "/api/v2/REF30/profiles/TempPass")
            XCTAssertEqual(exhausted.status, 403)
            XCTAssertEqual(exhausted.code, "temporary_access_duration_limit_exceeded")
            XCTAssertEqual(exhausted["action"], "authentication")
            var other = subject
            try await other.register()
            let again = try await other.decide(["one"], mvpd: "TempPass")
            XCTAssertEqual(
                again["decisions", "0", "authorized"], false, "a new client is the same device")
            other.device = "device-2"
            let fresh = try await other.decide(["one"], mvpd: "TempPass")
            XCTAssertEqual(fresh["decisions", "0", "authorized"], true)
        }
    }

    func testAPromotionCountsResourcesOfAnIdentity() async throws {
        try await eachWay { subject in
            let mvpd = "TempPassPromotional"
            let nobody = try await subject.decide(["one"], mvpd: mvpd)
            XCTAssertEqual(nobody.status, 400)
            XCTAssertEqual(nobody.code, "invalid_header_identity_for_temporary_access")
            let identity = ["AP-TempPass-Identity": Subject.base64("hash") as String?]
            for resource in ["one", "two", "three", "one"] {
                let answer = try await subject.decide([resource], mvpd: mvpd, adding: identity)
                XCTAssertEqual(answer["decisions", "0", "authorized"], true, resource)
            }
            let fourth = try await subject.decide(["four"], mvpd: mvpd, adding: identity)
            XCTAssertEqual(
                fourth["decisions", "0", "error", "code"],
                "temporary_access_resources_limit_exceeded")
            let other = try await subject.call(
                .get, "/api/v2/REF30/profiles/\(mvpd)",
                adding: ["AP-TempPass-Identity": Subject.base64("other")])
            XCTAssertEqual(
                other["profiles", mvpd, "attributes", "remaining_resources", "value"], 3)
        }
    }

    func testAnUnusableFreeAccessIsAConfigurationError() async throws {
        try await eachWay {
            var broken = SandboxConfiguration.MVPD(id: "Broken", displayName: "Broken")
            broken.temporaryAccess = SandboxConfiguration.TemporaryAccess(seconds: 0)
            $0.mvpds.append(broken)
        } _: { subject in
            let answer = try await subject.decide(["one"], mvpd: "Broken")
            XCTAssertEqual(answer.status, 500)
            XCTAssertEqual(answer.code, "invalid_configuration_temporary_access")
        }
    }
}
#endif
