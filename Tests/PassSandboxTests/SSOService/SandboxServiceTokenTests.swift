#if Sandbox
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

/// Service tokens: how they are had, and what is refused.
final class SandboxServiceTokenTests: SandboxCase {
    func testATokenHasTheClaimsAndTheLifeOfAdobesSample() async throws {
        try await eachWay { subject in
            let answer = try await subject.join(account: "account-1")
            XCTAssertEqual(answer.status, 201)
            XCTAssertEqual(answer["status"], "CREATED")
            XCTAssertEqual(answer["notBefore"], .integer(1_768_478_400_000))
            XCTAssertEqual(answer["notAfter"], .integer(1_768_482_000_000))
            let token = try XCTUnwrap(JWSText(answer["serviceToken"]?.text ?? ""))
            XCTAssertEqual(token.header, ["alg": "RS256", "typ": "JWT"])
            XCTAssertEqual(token.claims["iss"], "ssoservicetoken")
            XCTAssertEqual(token.claims["sub"], "account-1")
            XCTAssertEqual(token.claims["exp"], .integer(1_768_482_000))
            XCTAssertFalse(answer.text.contains(subject.device))
        }
    }

    func testATokenIsRenewedWhileItIsGoodAndShortlyAfter() async throws {
        try await eachWay { subject in
            let first = try await subject.serviceToken(account: "account-1")
            subject.clock.advance(by: .seconds(3_599 + 86_400))
            // Access tokens do not last that long.
            var subject = subject
            try await subject.register()
            let list = try await subject.sso(.get, "list", token: first)
            XCTAssertEqual(
                list.refusal, "401 token_expired get_new_token expiredServiceToken")
            let bare = ["AP-Device-Identifier": nil, "X-Device-Info": nil] as [String: String?]
            let renewed = try await subject.sso(
                .get, "serviceToken", token: first, adding: bare)
            XCTAssertEqual(renewed.status, 200, renewed.text)
            XCTAssertEqual(renewed["status"], "OK")
            let second = renewed["serviceToken"]?.text
            let again = try await subject.sso(.get, "list", token: second)
            XCTAssertEqual(again.status, 200, again.text)
            subject.clock.advance(by: .seconds(1))
            let late = try await subject.sso(.get, "serviceToken", token: first)
            XCTAssertEqual(
                late.refusal, "401 token_expired get_new_token expiredServiceToken")
        }
    }

    func testMissingFieldsAreRefusedInTheServicesWords() async throws {
        try await eachWay { subject in
            let neither = try await subject.join()
            XCTAssertEqual(neither.refusal, "400 header_missing check_headers noSSOHeader")
            XCTAssertEqual(neither["status"], "BAD_REQUEST")
            XCTAssertEqual(neither["error", "status"], 400)
            XCTAssertNil(neither["notAfter"])
            let device = try await subject.sso(
                .post, "serviceToken", adding: ["X-SSO-ID": "a", "AP-Device-Identifier": nil])
            XCTAssertEqual(
                device.refusal, "400 header_missing check_headers invalidDeviceIdentifier")
            let refresh = try await subject.sso(.get, "serviceToken")
            XCTAssertEqual(refresh.refusal, "400 header_missing check_headers noServiceToken")
            for (method, name) in [
                (HTTPRequest.Method.post, "link"), (.post, "unlink"), (.get, "list"),
            ] {
                let answer = try await subject.sso(method, name)
                XCTAssertEqual(
                    answer.refusal, "401 header_missing check_headers noServiceToken", name)
            }
            let access = try await subject.sso(.get, "list", adding: ["Authorization": nil])
            XCTAssertEqual(access.status, 401)
            XCTAssertEqual(access["error", "code"], "unauthorized")
            XCTAssertEqual(access["error", "action"], "none")
            let method = try await subject.sso(.delete, "list")
            XCTAssertEqual(method.status, 405)
        }
    }

    func testTokensThatTheSandboxDidNotSignAreRefused() async throws {
        try await eachWay { subject in
            let token = try await subject.serviceToken(account: "account-1")
            let parts = token.split(separator: ".").map(String.init)
            let claims = try XCTUnwrap(JWSText(token)).claims
            func encoded(_ value: JSONValue) -> String { JWSText.encode(value.bytes) }
            var members = claims.members ?? []
            members.removeAll { $0.name == "sub" }
            members.append((name: "sub", value: "account-2"))
            let other = encoded(.object(members))
            let none = encoded(["alg": "none", "typ": "JWT"])
            let hs256 = encoded(["alg": "HS256", "typ": "JWT"])
            for forged in [
                "\(parts[0]).\(other).\(parts[2])", "\(none).\(parts[1]).",
                "\(hs256).\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1]).AAAA",
                "\(token)x", "\(token).\(token)", "x", "..", token.uppercased(),
            ] {
                let answer = try await subject.sso(.get, "list", token: forged)
                XCTAssertEqual(
                    answer.refusal, "401 header_invalid get_new_token foreignServiceToken",
                    forged)
                XCTAssertFalse(answer.text.contains(forged.count > 20 ? forged : "\u{0}"))
            }
            let nobody = try await subject.sandbox.core.tokens.token(
                subject: "", device: subject.device)
            let empty = try await subject.sso(.get, "list", token: nobody.text)
            XCTAssertEqual(empty.refusal, "401 header_invalid get_new_token noSubject")
        }
    }

    func testTheTokenOfAnotherDeviceIsRefusedUnlessTheConfigurationAcceptsIt() async throws {
        for accepts in [false, true] {
            try await eachWay {
                $0.ssoService.acceptsTokensOfOtherDevices = accepts
            } _: { subject in
                let token = try await subject.serviceToken(account: "account-1")
                let thief = try await subject.other("device-2")
                let answer = try await thief.sso(.post, "link", token: token)
                XCTAssertEqual(
                    answer.refusal,
                    accepts ? "201 - - -" : "401 header_invalid get_new_token otherDevice")
            }
        }
    }

    func testAnotherServiceProvidersTokenIsRefused() async throws {
        try await eachWay {
            $0.serviceProviders.append(
                SandboxConfiguration.ServiceProvider(
                    id: "REF31", name: "Other", domains: ["adobe.com"]))
        } _: { subject in
            let token = try await subject.serviceToken(account: "account-1")
            let list = try await subject.sso(.get, "list", token: token, provider: "REF31")
            XCTAssertEqual(list.refusal, "401 header_invalid get_new_token unlinkedDevice")
            try await subject.signIn()
            let other = try await subject.other("device-2")
            let answer = try await other.join(account: "account-1", provider: "REF31")
            let profiles = try await other.profiles(
                answer["serviceToken"]?.text, provider: "REF31")
            XCTAssertEqual(profiles["profiles"], [:], "The account is another programmer's.")
            let code = try await subject.linkCode(token)
            let link = try await other.join(link: code, provider: "REF31")
            XCTAssertEqual(link.refusal, "400 token_invalid get_new_token unknownLinkCode")
            let unknown = try await subject.join(account: "a", provider: "REF32")
            XCTAssertEqual(unknown.status, 400)
        }
    }

    func testOpenPointsAreSettings() async throws {
        try await eachWay {
            $0.ssoService.fieldNames = .tables
            $0.ssoService.algorithm = .hs256
            $0.ssoService.refusesBothHeaders = true
            $0.ssoService.usesDeviceIdentifier = true
            $0.ssoService.token = 60
            $0.ssoService.linkCodeLength = 4
            $0.ssoService.linkCodeAlphabet = "AB"
        } _: { subject in
            let both = try await subject.join(account: "a", link: "AAAA")
            XCTAssertEqual(
                both.refusal, "400 request_invalid check_request_body twoSSOHeaders")
            let answer = try await subject.join()
            XCTAssertNil(answer["serviceToken"])
            let jws = try XCTUnwrap(answer["jws"]?.text, answer.text)
            let token = try XCTUnwrap(JWSText(jws))
            XCTAssertEqual(token.header["alg"], "HS256")
            XCTAssertEqual(token.claims["sub"], .string(subject.device))
            XCTAssertEqual(answer["notAfter"], .integer(1_768_478_460_000))
            let link = try await subject.sso(.post, "link", token: jws)
            XCTAssertNil(link["code"])
            XCTAssertNotNil(link["link"]?.text?.wholeMatch(of: /[AB]{4}/), link.text)
        }
    }

    func testSettingsThatCannotWorkAreRefused() throws {
        for member in [
            #""linkCodeLength":0"#, #""linkCodeLength":65"#, #""linkCodeAlphabet":"""#,
            #""token":-1"#, #""algorithm":"none""#, #""fieldNames":"x""#, #""tokens":1"#,
        ] {
            let document = Array(#"{"ssoService":{\#(member)}}"#.utf8)
            XCTAssertThrowsError(try SandboxConfiguration(document: document), member)
        }
        let read = try SandboxConfiguration(
            document: Array(#"{"ssoService":{"token":60,"fieldNames":"both"}}"#.utf8))
        XCTAssertEqual(read.ssoService.token, 60)
        XCTAssertEqual(read.ssoService.linkCodeLength, 6)
    }
}
#endif
