#if Sandbox
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

final class SandboxSessionTests: SandboxCase {
    private let complete = [
        "mvpd": "Cablevision", "domainName": "adobe.com", "redirectUrl": "https://adobe.com/done",
    ]

    func testACompleteSessionSendsTheUserToABrowser() async throws {
        let form = complete
        try await eachWay { subject in
            let answer = try await subject.call(.post, "/api/v2/REF30/sessions", form: form)
            XCTAssertEqual(answer.status, 200, subject.way)
            XCTAssertEqual(
                answer.fields[.contentType], "application/json;charset=UTF-8", subject.way)
            let code = try XCTUnwrap(answer["code"]?.text)
            XCTAssertEqual(code.utf8.count, 7)
            XCTAssertEqual(answer["actionName"], "authenticate")
            XCTAssertEqual(answer["actionType"], "interactive")
            XCTAssertEqual(answer["reasonType"], "none")
            XCTAssertEqual(answer["url"]?.text, "/api/v2/authenticate/REF30/\(code)")
            XCTAssertEqual(answer["mvpd"], "Cablevision")
            XCTAssertEqual(answer["serviceProvider"], "REF30")
            XCTAssertEqual(answer["notBefore"], "1768478400000", "session times are text")
            XCTAssertEqual(answer["notAfter"], "1768480200000")
            XCTAssertNil(answer["missingParameters"])
            XCTAssertFalse(answer.text.contains("null"), "absent, not null: \(answer.text)")
            let browser = try await subject.call(
                .get, "/api/v2/authenticate/REF30/\(code)", headers: [:])
            XCTAssertEqual(browser.status, 302)
            XCTAssertEqual(browser.fields[.location], "/activate?code=\(code)")
        }
    }

    func testAnIncompleteSessionIsResumedUntilNothingIsMissing() async throws {
        try await eachWay { subject in
            let empty = try await subject.call(
                .post, "/api/v2/REF30/sessions",
                adding: ["Content-Type": "application/x-www-form-urlencoded"])
            let code = try XCTUnwrap(empty["code"]?.text)
            XCTAssertEqual(empty["actionName"], "resume")
            XCTAssertEqual(empty["actionType"], "direct")
            XCTAssertEqual(
                empty["missingParameters"], ["mvpd", "domainName", "redirectUrl"])
            XCTAssertEqual(empty["url"]?.text, "/api/v2/REF30/sessions/\(code)")
            XCTAssertNil(empty["mvpd"])
            XCTAssertFalse(empty.text.contains("null"), empty.text)
            let path = "/api/v2/REF30/sessions/\(code)"
            let half = try await subject.call(.post, path, form: ["mvpd": "Comcast"])
            XCTAssertEqual(half["actionName"], "retry")
            XCTAssertEqual(half["missingParameters"], ["domainName", "redirectUrl"])
            let read = try await subject.call(.get, path)
            XCTAssertEqual(read["existingParameters", "mvpd"], "Comcast")
            XCTAssertEqual(read["existingParameters", "serviceProvider"], "REF30")
            XCTAssertEqual(read["missingParameters"], ["domainName", "redirectUrl"])
            XCTAssertEqual(read["device", "type"], "TV")
            XCTAssertEqual(read["device", "version", "minor"], "3")
            XCTAssertEqual(read["device", "operatingSystem", "name"], "tvOS")
            XCTAssertEqual(read["device", "browser", "originalUserAgent"], "test")
            let whole = try await subject.call(
                .post, path, form: ["domainName": "adobe.com", "redirectUrl": "app://done"])
            XCTAssertEqual(whole["actionName"], "authenticate")
            XCTAssertEqual(whole["mvpd"], "Comcast")
        }
    }

    func testASessionForSomeoneWhoNeedsNoSignInIsAnsweredWithTheNextCall() async throws {
        let form = complete
        try await eachWay { subject in
            for (mvpd, reason) in [("TempPass", "temporary"), ("DegradedMVPD", "degraded")] {
                let answer = try await subject.call(
                    .post, "/api/v2/REF30/sessions",
                    form: form.merging(["mvpd": mvpd]) { $1 })
                XCTAssertEqual(answer["actionName"], "authorize", mvpd)
                XCTAssertEqual(answer["reasonType"]?.text, reason)
                XCTAssertEqual(
                    answer["url"]?.text, "/api/v2/REF30/decisions/authorize/\(mvpd)")
                XCTAssertNil(answer["code"])
            }
            try await subject.signIn()
            let answer = try await subject.call(.post, "/api/v2/REF30/sessions", form: form)
            XCTAssertEqual(answer["actionName"], "authorize")
            XCTAssertEqual(answer["reasonType"], "authenticated")
        }
    }

    func testEveryMistakeInASessionHasItsCode() async throws {
        let form = complete
        try await eachWay { subject in
            let path = "/api/v2/REF30/sessions"
            for (change, code) in [
                (["mvpd": "None"], "invalid_parameter_mvpd"),
                (["mvpd": "InactiveMVPD"], "invalid_integration"),
                (["redirectUrl": "nowhere"], "invalid_parameter_redirect_url"),
                (["redirectUrl": "javascript:alert(1)"], "invalid_parameter_redirect_url"),
                (["domainName": "example.com"], "invalid_parameter_redirect_url"),
            ] {
                let answer = try await subject.call(
                    .post, path, form: form.merging(change) { $1 })
                XCTAssertEqual(answer.status, 400, "\(change)")
                XCTAssertEqual(answer.code, code, "\(change)")
                XCTAssertEqual(answer["action"], "none")
                XCTAssertEqual(answer["status"], 400)
                XCTAssertEqual(answer["trace"]?.text?.utf8.count, 36)
            }
            for (name, value, code) in [
                ("AP-Device-Identifier", nil, "invalid_header_device_identifier"),
                ("AP-Device-Identifier", "device-1", "invalid_header_device_identifier"),
                ("X-Device-Info", nil, "invalid_header_device_info"),
                ("X-Device-Info", "{}", "invalid_header_device_info"),
            ] as [(String, String?, String)] {
                let answer = try await subject.call(
                    .post, path, adding: [name: value], form: form)
                XCTAssertEqual(answer.status, 400)
                XCTAssertEqual(answer.code, code)
            }
            let provider = try await subject.call(.post, "/api/v2/NONE/sessions", form: form)
            XCTAssertEqual(provider.code, "invalid_parameter_service_provider")
            let json = try await subject.call(.post, path, json: "{}")
            XCTAssertEqual(json.status, 400)
            XCTAssertEqual(json.reason, "notAForm")
        }
    }

    func testACodeThatIsMalformedUnknownOrExpiredIsRefused() async throws {
        let form = complete
        try await eachWay { subject in
            let session = try await subject.call(.post, "/api/v2/REF30/sessions", form: form)
            let code = try XCTUnwrap(session["code"]?.text)
            for path in ["sessions", "profiles/code"] {
                let malformed = try await subject.call(.get, "/api/v2/REF30/\(path)/ab-c")
                XCTAssertEqual(malformed.code, "invalid_parameter_code", path)
                let unknown = try await subject.call(.get, "/api/v2/REF30/\(path)/ABC1234")
                XCTAssertEqual(unknown.status, 400)
                XCTAssertEqual(unknown.code, "invalid_authentication_session", path)
                let known = try await subject.call(.get, "/api/v2/REF30/\(path)/\(code)")
                XCTAssertEqual(known.status, 200)
            }
            subject.clock.advance(by: .seconds(1_800))
            let expired = try await subject.call(.get, "/api/v2/REF30/sessions/\(code)")
            XCTAssertEqual(expired.code, "invalid_authentication_session")
            let browser = try await subject.call(
                .get, "/api/v2/authenticate/REF30/\(code)", headers: [:])
            XCTAssertEqual(browser.status, 400)
            XCTAssertEqual(browser.fields[.contentType], "text/html")
        }
    }

    func testUndecodableDeviceInformationIsRefusedOnlyByAStrictSandbox() async throws {
        let form = complete
        // What is nested this deeply ends the process on a thread with little stack.
        let deep =
            "{\"model\":" + String(repeating: "[", count: 500)
            + String(repeating: "]", count: 500) + "}"
        for (isStrict, document) in [false, true].flatMap({ isStrict in
            [#"{"model" "x"}"#, deep].map { (isStrict, $0) }
        }) {
            try await eachWay {
                $0.choices.strictDeviceInformation = isStrict
            } _: { subject in
                let answer = try await subject.call(
                    .post, "/api/v2/REF30/sessions",
                    adding: ["X-Device-Info": Subject.base64(document)], form: form)
                XCTAssertEqual(answer.status, isStrict ? 400 : 200)
                if isStrict { XCTAssertEqual(answer.reason, "undecodableDeviceInformation") }
            }
        }
    }

    func testConfigurationListsActiveIntegrationsWithTheirSignOn() async throws {
        try await eachWay { subject in
            let answer = try await subject.call(.get, "/api/v2/REF30/configuration/")
            XCTAssertEqual(answer["requestor", "id"], "REF30")
            let mvpds = answer["requestor", "mvpds"]?.elements ?? []
            XCTAssertFalse(mvpds.contains { $0["id"] == "InactiveMVPD" })
            let cablevision = try XCTUnwrap(mvpds.first { $0["id"] == "Cablevision" })
            XCTAssertEqual(cablevision["boardingStatus"], "SUPPORTED")
            XCTAssertEqual(cablevision["platformMappingId"], "Cablevision_apple")
            XCTAssertEqual(cablevision["enablePlatformServices"], true)
            XCTAssertEqual(cablevision["displayInPlatformPicker"], true)
            XCTAssertNil(cablevision["requiredMetadataFields"], "that is of REST API v1")
            let comcast = try XCTUnwrap(mvpds.first { $0["id"] == "Comcast" })
            XCTAssertNil(comcast["boardingStatus"])
            XCTAssertEqual(mvpds.first { $0["id"] == "TempPass" }?["isTempPass"], true)
            XCTAssertEqual(mvpds.first { $0["id"] == "ProxiedMVPD" }?["isProxy"], true)
        }
    }

    func testARedirectURLIsInADomainOfTheServiceProvider() async throws {
        try await eachWay {
            $0.softwareStatements[0].redirectURIPrefixes = ["app://"]
        } _: { subject in
            for (url, isRegistered) in [
                ("https://adobe.com/done", true), ("https://tv.ADOBE.com:8443?x=1", true),
                ("http://localhost:3000/", true), ("app://done", true),
                ("https://example.com/", false), ("https://notadobe.com/", false),
                ("https://adobe.com.example.com/", false), ("other://done", false),
                ("https://adobe.com@example.com/", false),
            ] {
                let session = try await subject.call(
                    .post, "/api/v2/REF30/sessions", form: ["redirectUrl": url])
                XCTAssertEqual(session.status, isRegistered ? 200 : 400, url)
                let query = Subject.query(["redirectUrl": url])
                let logout = try await subject.call(
                    .get, "/api/v2/REF30/logout/Cablevision?\(query)")
                XCTAssertEqual(logout.status, isRegistered ? 200 : 400, url)
                guard !isRegistered else { continue }
                XCTAssertEqual(session.code, "invalid_parameter_redirect_url", url)
                XCTAssertEqual(session.reason, "foreignRedirectURL", url)
                XCTAssertEqual(logout.reason, "foreignRedirectURL", url)
            }
        }
    }
}
#endif
