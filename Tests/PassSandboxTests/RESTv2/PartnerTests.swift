#if Sandbox
import AdobePass
import Foundation
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

extension Subject {
    private static let parameters = ["domainName": "adobe.com", "redirectUrl": "app://done"]

    /// Asks for a sign-in at system level.
    func partnerSession(
        status: String?, form: [String: String]? = nil, device: String? = nil
    ) async throws -> Reply {
        try await call(
            .post, "/api/v2/REF30/sessions/sso/Apple",
            adding: [
                "AP-Partner-Framework-Status": status,
                "X-Device-Info": device ?? Self.deviceInformation,
            ], form: form ?? Self.parameters)
    }

    /// The framework's SAML response for the query of a session.
    func samlResponse(style: String = "single-line") async throws -> String {
        let session = try await partnerSession(status: status())
        let request = try XCTUnwrap(session["authenticationRequest", "request"]?.text)
        let answer = try await framework(
            #""isInterruptionAllowed":true,"verificationToken":"\#(request)","style":"\#(style)","#
                + #""attributeNames":["uid","NameID","uniqueId"]"#)
        return try XCTUnwrap(answer["metadata", "samlAttributeQueryResponse"]?.text, answer.text)
    }

    /// Asks the device's framework.
    func framework(_ members: String) async throws -> Reply {
        let channel =
            members.contains("channelIdentifier")
            ? "" : #""channelIdentifier":"https://saml.sp.auth.adobe.com","#
        return try await call(
            .post, "/sandbox/platform-sso", headers: [:],
            json: #"{"deviceIdentifier":"\#(device)","includeAccountProviderIdentifier":true,"#
                + #""includeAuthenticationExpirationDate":true,\#(channel)\#(members)}"#)
    }

    /// Hands a SAML response in.
    func partnerProfile(_ value: String?, status: String?) async throws -> Reply {
        try await call(
            .post, "/api/v2/REF30/profiles/sso/apple",
            adding: ["AP-Partner-Framework-Status": status],
            form: value.map { ["SAMLResponse": $0] } ?? [:])
    }

    func signInAtSystemLevel() async throws {
        let answer = try await partnerProfile(
            Self.base64(try await samlResponse()), status: status())
        XCTAssertEqual(answer.status, 201, answer.text + (answer.fields[.sandboxReason] ?? ""))
    }
}

final class PartnerTests: SandboxCase {
    func testASignInAtSystemLevelEndsInAProfileAndAMediaToken() async throws {
        try await eachWay { subject in
            let status = subject.status()
            let session = try await subject.partnerSession(status: status)
            XCTAssertEqual(session["actionName"], "partner_profile", session.text)
            XCTAssertEqual(session["actionType"], "direct")
            XCTAssertEqual(session["reasonType"], "none")
            XCTAssertEqual(session["url"], "/api/v2/REF30/profiles/sso/Apple")
            XCTAssertNil(session["code"])
            XCTAssertEqual(session["authenticationRequest", "type"], "saml")
            XCTAssertEqual(
                session["authenticationRequest", "attributesNames"], ["uid", "NameID", "uniqueId"])
            let request = try XCTUnwrap(
                Data(base64Encoded: session["authenticationRequest", "request"]?.text ?? ""))
            XCTAssertTrue(String(decoding: request, as: UTF8.self).hasPrefix("<?xml"))

            let answer = try await subject.partnerProfile(
                Subject.base64(try await subject.samlResponse()), status: status)
            XCTAssertEqual(answer.status, 201, answer.text)
            XCTAssertEqual(answer["profiles", "Cablevision", "type"], "appleSSO")
            XCTAssertEqual(answer["profiles", "Cablevision", "issuer"], "Apple")
            XCTAssertEqual(
                answer["profiles", "Cablevision", "attributes", "tokenSource", "value"], "Apple")
            XCTAssertEqual(
                answer["profiles", "Cablevision", "attributes", "userID", "value"],
                "subscriber-1")

            let again = try await subject.partnerSession(status: status)
            XCTAssertEqual(again["actionName"], "authorize")
            XCTAssertEqual(again["reasonType"], "authenticatedSSO")
            let decision = try await subject.call(
                .post, "/api/v2/REF30/decisions/authorize/Cablevision",
                adding: ["AP-Partner-Framework-Status": status], json: #"{"resources":["one"]}"#)
            XCTAssertEqual(decision["decisions", "0", "authorized"], true, decision.text)
            let logout = try await subject.call(
                .get, "/api/v2/REF30/logout/Cablevision?redirectUrl=app%3A%2F%2Fdone")
            XCTAssertEqual(logout["logouts", "Cablevision", "actionName"], "partner_logout")
            XCTAssertEqual(logout["logouts", "Cablevision", "actionType"], "partner_interactive")
            XCTAssertNil(logout["logouts", "Cablevision", "url"])
        }
    }

    func testAnUnusableStatusFallsBackInSessionsAndIsRefusedElsewhere() async throws {
        try await eachWay { subject in
            try await subject.signInAtSystemLevel()
            let past = String(subject.clock.now().milliseconds - 1)
            for (status, code, mvpd) in [
                (nil, "permission_access_not_present", nil),
                ("%%", "permission_access_not_present", nil),
                (subject.status(nil), "permission_access_not_present", nil),
                (
                    subject.status("notDetermined"), "permission_access_not_determined",
                    "Cablevision"
                ),
                (subject.status("denied"), "permission_access_not_granted", "Cablevision"),
                (
                    subject.status("restricted", provider: nil), "permission_access_not_granted",
                    nil
                ),
                (subject.status(provider: nil), "provider_id_not_determined", nil),
                (subject.status(provider: "None"), "provider_id_not_determined", nil),
                (
                    subject.status(provider: "InactiveMVPD_apple"), "provider_id_not_determined",
                    nil
                ),
                (subject.status(expires: past), "provider_info_expired", "Cablevision"),
                (subject.status(expires: "soon"), "provider_info_expired", "Cablevision"),
            ] as [(String?, String, String?)] {
                let session = try await subject.partnerSession(status: status)
                XCTAssertEqual(session.status, 200, code)
                XCTAssertEqual(session["reasonType"], "pfs_fallback", code)
                XCTAssertEqual(
                    session["actionName"], mvpd == nil ? "resume" : "authenticate", code)
                XCTAssertEqual(session["mvpd"]?.text, mvpd, code)
                if mvpd == nil { XCTAssertEqual(session["missingParameters"], ["mvpd"]) }

                let profile = try await subject.partnerProfile("x", status: status)
                XCTAssertEqual(profile.status, 400, code)
                XCTAssertEqual(profile.code, "invalid_header_pfs_\(code)")
                let decision = try await subject.call(
                    .post, "/api/v2/REF30/decisions/authorize/Cablevision",
                    adding: ["AP-Partner-Framework-Status": status],
                    json: #"{"resources":["one"]}"#)
                XCTAssertEqual(decision.status, 400, code)
                XCTAssertEqual(decision.code, "invalid_header_pfs_\(code)")
                for path in ["profiles", "profiles/Cablevision"] {
                    let profiles = try await subject.call(
                        .get, "/api/v2/REF30/\(path)",
                        adding: ["AP-Partner-Framework-Status": status])
                    XCTAssertEqual(profiles.status, 200, code)
                    XCTAssertEqual(profiles["profiles"], [:], code)
                }
            }
            for path in ["profiles", "profiles/Cablevision"] {
                let profiles = try await subject.call(
                    .get, "/api/v2/REF30/\(path)",
                    adding: ["AP-Partner-Framework-Status": subject.status()])
                XCTAssertEqual(profiles["profiles", "Cablevision", "type"], "appleSSO")
            }
        }
    }

    func testARepeatedResponseIsAnsweredWithTheProfileThereIs() async throws {
        try await eachWay { subject in
            let status = subject.status()
            let response = Subject.base64(try await subject.samlResponse())
            let first = try await subject.partnerProfile(response, status: status)
            XCTAssertEqual(first.status, 201, first.text)
            subject.clock.advance(by: .seconds(30))
            let second = try await subject.partnerProfile(response, status: status)
            XCTAssertEqual(second.status, 201, second.text)
            for member in ["notBefore", "notAfter"] {
                let value = try XCTUnwrap(first["profiles", "Cablevision", member])
                XCTAssertEqual(second["profiles", "Cablevision", member], value, member)
            }
            let kept = await subject.sandbox.state.profiles()
            XCTAssertEqual(kept.count, 1)
        }
    }

    func testARepeatedResponseDoesNotUndoALogout() async throws {
        try await eachWay { subject in
            let status = subject.status()
            let response = Subject.base64(try await subject.samlResponse())
            _ = try await subject.partnerProfile(response, status: status)
            let logout = try await subject.call(
                .get, "/api/v2/REF30/logout/Cablevision?redirectUrl=app%3A%2F%2Fdone")
            XCTAssertEqual(logout.status, 200)
            let second = try await subject.partnerProfile(response, status: status)
            XCTAssertEqual(second.status, 400, second.text)
            XCTAssertEqual(second.code, "invalid_parameter_saml_response")
            XCTAssertEqual(second.reason, "replayed")
            let kept = await subject.sandbox.state.profiles()
            XCTAssertTrue(kept.isEmpty)
        }
    }

    func testAnotherProviderThanTheProfilesIsAMismatch() async throws {
        for isRefused in [false, true] {
            try await eachWay {
                var other = SandboxConfiguration.MVPD(id: "Other", displayName: "Other")
                other.platform = SandboxConfiguration.PlatformSignOn(mappingID: "Other_apple")
                $0.mvpds.append(other)
                $0.choices.refusesOtherProviderInProfiles = isRefused
            } _: { subject in
                try await subject.signInAtSystemLevel()
                let status = subject.status(provider: "Other_apple")
                let decision = try await subject.call(
                    .post, "/api/v2/REF30/decisions/preauthorize/Cablevision",
                    adding: ["AP-Partner-Framework-Status": status],
                    json: #"{"resources":["one"]}"#)
                XCTAssertEqual(decision.code, "invalid_header_pfs_provider_id_mismatch")
                let profiles = try await subject.call(
                    .get, "/api/v2/REF30/profiles/Cablevision",
                    adding: ["AP-Partner-Framework-Status": status])
                XCTAssertEqual(profiles.status, isRefused ? 400 : 200)
                if isRefused {
                    XCTAssertEqual(profiles.code, "invalid_header_pfs_provider_id_mismatch")
                } else {
                    XCTAssertEqual(profiles["profiles"], [:])
                }
            }
        }
    }

    func testMissingParametersAreAskedForBeforeAnythingElse() async throws {
        try await eachWay { subject in
            let session = try await subject.partnerSession(
                status: subject.status(), form: ["domainName": "adobe.com"])
            XCTAssertEqual(session["actionName"], "resume")
            XCTAssertEqual(session["reasonType"], "missing_parameters_fallback")
            XCTAssertEqual(session["missingParameters"], ["redirectUrl"])
            XCTAssertNotNil(session["code"])
        }
    }

    func testTheFallbackOfAnUnusableStatusCanBeChosen() async throws {
        for choice in SandboxConfiguration.Choices.StatusFallback.allCases {
            try await eachWay {
                $0.choices.statusFallback = choice
            } _: { subject in
                let known = try await subject.partnerSession(status: subject.status("denied"))
                let unknown = try await subject.partnerSession(status: nil)
                switch choice {
                case .known:
                    XCTAssertEqual(known["actionName"], "authenticate")
                    XCTAssertEqual(unknown["actionName"], "resume")
                case .resume:
                    XCTAssertEqual(known["actionName"], "resume")
                    XCTAssertEqual(unknown["actionName"], "resume")
                case .authenticate:
                    XCTAssertEqual(known["mvpd"], "Cablevision")
                    XCTAssertEqual(unknown["actionName"], "authenticate")
                    XCTAssertNil(unknown["mvpd"])
                }
            }
        }
    }

    func testDisabledSignOnFallsBackAndIsRefusedOrAnsweredWithRegularProfiles() async throws {
        for isRefused in [false, true] {
            try await eachWay {
                $0.choices.refusesDisabledSignOn = isRefused
            } _: { subject in
                let status = subject.status(provider: "Spectrum_apple")
                let session = try await subject.partnerSession(status: status)
                XCTAssertEqual(session["reasonType"], "configuration_fallback")
                XCTAssertEqual(session["mvpd"], "Spectrum")
                let profile = try await subject.partnerProfile("x", status: status)
                XCTAssertEqual(profile.status, isRefused ? 400 : 200)
                if isRefused {
                    XCTAssertEqual(profile.code, "invalid_integration")
                } else {
                    XCTAssertEqual(profile["profiles"], [:])
                }
            }
        }
    }

    func testADeviceThatIsNotApplesFallsBack() async throws {
        try await eachWay { subject in
            let session = try await subject.partnerSession(
                status: subject.status(), device: Subject.base64(#"{"osName":"Android"}"#))
            XCTAssertEqual(session["reasonType"], "configuration_fallback")
        }
    }

    func testADegradedMVPDNeedsNoSignIn() async throws {
        try await eachWay { subject in
            let status = subject.status(provider: "DegradedMVPD_apple")
            let session = try await subject.partnerSession(status: status)
            XCTAssertEqual(session["actionName"], "authorize")
            XCTAssertEqual(session["reasonType"], "degraded")
            let profile = try await subject.partnerProfile(nil, status: status)
            XCTAssertEqual(profile.status, 200)
            XCTAssertEqual(profile["profiles", "DegradedMVPD", "type"], "degraded")
        }
    }

    func testAnUnknownPartnerIsRefused() async throws {
        try await eachWay { subject in
            for path in ["sessions/sso/Roku", "profiles/sso/Roku"] {
                let answer = try await subject.call(.post, "/api/v2/REF30/\(path)", form: [:])
                XCTAssertEqual(answer.status, 400)
                XCTAssertEqual(answer.code, "invalid_parameter_partner")
            }
        }
    }

    func testEveryMistakeInASAMLResponseIsRefusedWithItsReason() async throws {
        try await eachWay { subject in
            let status = subject.status()
            let right = Subject.base64(try await subject.samlResponse() + "   ")
            let twice = right.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            XCTAssertNotEqual(right, twice)
            for (value, reason) in [
                (nil, "saml-response-missing"), ("", "saml-response-missing"),
                (twice, "double-percent-encoded"), ("AAAA AAAA", "plus-not-encoded"),
                ("AAAA\r\nAAAA", "wrapped-base64"), ("A", "not-base64"),
                (Subject.base64("text"), "not-xml"), (Subject.base64("<a/>"), "wrong-root"),
            ] as [(String?, String)] {
                let answer = try await subject.partnerProfile(value, status: status)
                XCTAssertEqual(answer.status, 400, reason)
                XCTAssertEqual(answer.code, "invalid_parameter_saml_response", reason)
                XCTAssertEqual(answer.reason, reason)
            }
            for (style, reason) in [
                ("status-not-success", "status-not-success"),
                ("wrong-audience", "audience-mismatch"), ("expired", "expired"),
                ("unsigned", "signature-missing"), ("missing-attributes", "attributes-missing"),
            ] {
                let answer = try await subject.partnerProfile(
                    Subject.base64(try await subject.samlResponse(style: style)), status: status)
                XCTAssertEqual(answer.status, 400, style)
                XCTAssertEqual(answer.reason, reason, style)
            }
        }
    }

    func testAResponseToAnotherDevicesQueryIsRefused() async throws {
        try await eachWay { subject in
            let response = try await subject.samlResponse()
            var other = subject
            other.device = "device-2"
            let answer = try await other.partnerProfile(
                Subject.base64(response), status: subject.status())
            XCTAssertEqual(answer.status, 400)
            XCTAssertEqual(answer.reason, "in-response-to-unknown")
        }
    }

    func testTheFrameworkPlaysWhatItIsAskedTo() async throws {
        try await eachWay { subject in
            let silent = try await subject.framework(#""isInterruptionAllowed":false"#)
            XCTAssertEqual(silent.json, ["accessStatus": "granted", "metadata": [:]])
            for word in ["denied", "restricted", "notDetermined"] {
                let answer = try await subject.framework(#""simulate":"\#(word)""#)
                XCTAssertEqual(answer.json, ["accessStatus": .string(word)])
            }
            for (word, number) in [
                ("unsupportedProvider", 1), ("cancelled", 2), ("unavailable", 3),
                ("providerRejected", 4),
            ] as [(String, Int64)] {
                let answer = try await subject.framework(#""simulate":"\#(word)""#)
                XCTAssertEqual(answer["error", "code"], .integer(number))
            }
            let picker = try await subject.framework(
                #""isInterruptionAllowed":true,"chosenProvider":"Spectrum_apple""#)
            XCTAssertEqual(picker["error", "code"], 1, "the picker's other providers")
            XCTAssertEqual(
                picker["error", "userInfo", "VSErrorInfoKeyUnsupportedProviderIdentifier"],
                "Spectrum_apple")
            let signIn = try await subject.framework(
                #""isInterruptionAllowed":true,"#
                    + #""supportedAccountProviderIdentifiers":["Spectrum_apple","Cablevision_apple"]"#
            )
            XCTAssertEqual(
                signIn["metadata", "accountProviderIdentifier"], "Cablevision_apple")
            let later = try await subject.framework(#""isInterruptionAllowed":false"#)
            XCTAssertEqual(
                later["metadata", "accountProviderIdentifier"], "Cablevision_apple")
            XCTAssertNotNil(later["metadata", "authenticationExpirationDate"])
            let forged = try await subject.framework(
                #""verificationToken":"abc","attributeNames":["uid"]"#)
            XCTAssertEqual(forged["error", "code"], 5)
            for body in [#""simulate":"dance""#, #""attributeNames":7"#] {
                let answer = try await subject.framework(body)
                XCTAssertEqual(answer.status, 400)
            }
        }
    }
}
#endif
