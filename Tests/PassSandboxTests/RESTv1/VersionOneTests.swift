#if Sandbox
import Foundation
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

extension Subject {
    /// Calls REST API v1 with the device set.
    func v1(
        _ method: HTTPRequest.Method, _ path: String, _ fields: [String: String] = [:],
        adding: [String: String?] = [:], accept: String? = "application/json",
        asForm: Bool = false
    ) async throws -> Reply {
        let all = ["requestor": "REF30", "deviceId": device].merging(fields) { $1 }
        let headers = [
            "Authorization": "Bearer \(token)" as String?, "Accept": accept,
            "AP-Device-Identifier": nil,
            "X-Device-Info": Self.deviceInformation.addingPercentEncoding(
                withAllowedCharacters: .alphanumerics),
        ].merging(adding) { $1 }
        return try await call(
            method, asForm ? path : path + "?" + Self.query(all), adding: headers,
            form: asForm ? all : nil)
    }

    /// Signs in on a second screen.
    func v1SignIn(_ mvpd: String = "Cablevision", as subscriber: String = "ada") async throws
        -> String
    {
        let record = try await v1(.post, "/reggie/v1/REF30/regcode")
        let code = try XCTUnwrap(record["code"]?.text, record.text)
        let browser = try await call(.get, authenticateURL(code, mvpd), headers: [:])
        XCTAssertEqual(browser.status, 302, browser.text)
        try await sandbox.state.complete(code: code, mvpd: mvpd, subscriber: subscriber)
        return code
    }

    func authenticateURL(_ code: String, _ mvpd: String) -> String {
        "/api/v1/authenticate?reg_code=\(code)&requestor_id=REF30&mso_id=\(mvpd)"
            + "&domain_name=adobe.com&noflash=true&no_iframe=true&redirect_url=app%3A%2F%2Fdone"
    }
}

final class VersionOneTests: SandboxCase {
    func testARegistrationCodeIsMadeReadAndDeleted() async throws {
        try await eachWay { subject in
            let path = "/reggie/v1/REF30/regcode"
            let made = try await subject.v1(.post, path, ["mvpd": "Comcast", "ttl": "36000"])
            XCTAssertEqual(made.status, 201)
            XCTAssertEqual(made["mvpd"], "Comcast")
            XCTAssertEqual(made["generated"], .integer(1_768_478_400_000))
            XCTAssertEqual(made["expires"], .integer(1_768_478_400_000 + 36_000_000))
            XCTAssertEqual(made["info", "deviceId"]?.text, Subject.base64("device-1"))
            XCTAssertEqual(made["info", "authorizationType"], "OAUTH2")
            let code = try XCTUnwrap(made["code"]?.text)
            let read = try await subject.v1(.get, "\(path)/\(code)", accept: nil)
            XCTAssertEqual(read.fields[.contentType], "application/xml;charset=UTF-8")
            XCTAssertTrue(
                read.text.contains(
                    "<ns2:regcode xmlns:ns2=\"model.mvc.reggie.pass.adobe.com\"><id>"))
            XCTAssertTrue(read.text.contains("<code>\(code)</code>"))
            XCTAssertTrue(read.text.contains("/activate</registrationURL>"))
            let deleted = try await subject.v1(.delete, "\(path)/\(code)")
            XCTAssertEqual(deleted.status, 204)
            XCTAssertTrue(deleted.body.isEmpty)
            let gone = try await subject.v1(.get, "\(path)/\(code)")
            XCTAssertEqual(gone.status, 404)
            let long = try await subject.v1(.post, path, ["ttl": "36001"])
            XCTAssertEqual(long.status, 400)
            XCTAssertEqual(long["status"], 400)
        }
    }

    func testTheDeviceSetIsMandatoryAndItsErrorsAreEnhancedOnlyOnRequest() async throws {
        for isEnhanced in [false, true] {
            try await eachWay {
                $0.choices.enhancedErrorsInV1 = isEnhanced
            } _: { subject in
                for (fields, adding, code) in [
                    (["requestor": ""], [:], "invalid_requestor"),
                    (["requestor": "NONE"], [:], "invalid_requestor"),
                    (["deviceId": ""], [:], "invalid_device_id"),
                    ([:], ["X-Device-Info": nil], "invalid_device_info"),
                ] as [([String: String], [String: String?], String)] {
                    let answer = try await subject.v1(
                        .get, "/api/v1/checkauthn", fields, adding: adding)
                    XCTAssertEqual(answer.status, 400, code)
                    XCTAssertEqual(answer.code, isEnhanced ? code : nil)
                    XCTAssertNotNil(answer["message"])
                }
                let xml = try await subject.v1(.get, "/api/v1/checkauthn", accept: nil)
                XCTAssertEqual(xml.status, 403)
                XCTAssertTrue(xml.text.contains("<error>"))
                XCTAssertEqual(xml.text.contains("<trace>"), isEnhanced)
                let parameter = try await subject.v1(
                    .get, "/api/v1/checkauthn", ["device_info": Subject.deviceInformation],
                    adding: ["X-Device-Info": nil])
                XCTAssertEqual(parameter.status, 403, "device information may be a parameter")
                let bare = try await subject.v1(
                    .get, "/api/v1/checkauthn", adding: ["Authorization": nil])
                XCTAssertEqual(bare.status, 401)
            }
        }
    }

    func testTheFormatIsChosenByHeaderParameterOrSuffixAndOnlyOnce() async throws {
        try await eachWay { subject in
            let path = "/api/v1/config/REF30"
            for (suffix, fields, accept, isJSON) in [
                ("", [:], nil, false), ("", [:], "application/json", true),
                ("", [:], "*/*", false), ("", ["format": "json"], nil, true),
                (".json", [:], nil, true), (".xml", [:], "application/xml", false),
            ] as [(String, [String: String], String?, Bool)] {
                let answer = try await subject.v1(.get, path + suffix, fields, accept: accept)
                XCTAssertEqual(answer.status, 200)
                XCTAssertEqual(answer.json != .null, isJSON)
                XCTAssertEqual(answer.text.contains("<mvpd><id>Cablevision</id>"), !isJSON)
                if isJSON {
                    XCTAssertEqual(
                        answer["requestor", "mvpds", "0", "requiredMetadataFields"],
                        ["uid", "NameID", "uniqueId"])
                } else {
                    XCTAssertTrue(
                        answer.text.contains(
                            "<requiredMetadataField>uid</requiredMetadataField>"))
                }
            }
            for (suffix, fields, accept) in [
                (".json", [:], "application/xml"), ("", ["format": "xml"], "application/json"),
                ("", ["format": "yaml"], nil), ("", [:], "application/xml, application/json"),
            ] as [(String, [String: String], String?)] {
                let answer = try await subject.v1(.get, path + suffix, fields, accept: accept)
                XCTAssertEqual(answer.status, 400)
            }
        }
    }

    func testASecondScreenSignInLeadsToAMediaToken() async throws {
        try await eachWay { subject in
            let missing = try await subject.v1(.get, "/api/v1/tokens/authn")
            XCTAssertEqual(missing.status, 404)
            let code = try await subject.v1SignIn()
            for path in ["/api/v1/checkauthn", "/api/v1/checkauthn/\(code)"] {
                let check = try await subject.v1(.get, path)
                XCTAssertEqual(check.status, 200, path)
            }
            let token = try await subject.v1(.get, "/api/v1/tokens/authn")
            XCTAssertEqual(token["mvpd"], "Cablevision")
            XCTAssertEqual(token["userId"], "subscriber-1")
            XCTAssertEqual(token["expires"], "1768564800000", "tokens have text")
            let resource = ["resource": "one"]
            let early = try await subject.v1(.get, "/api/v1/tokens/authz", resource)
            XCTAssertEqual(early.status, 404)
            let noMedia = try await subject.v1(.get, "/api/v1/tokens/media", resource)
            XCTAssertEqual(noMedia.status, 403)
            let permit = try await subject.v1(.get, "/api/v1/authorize", resource)
            XCTAssertEqual(permit.status, 200)
            XCTAssertEqual(permit["expires"], "1768482000000")
            XCTAssertNil(permit["proxyMvpd"])
            for path in ["/api/v1/tokens/media", "/api/v1/mediatoken"] {
                let media = try await subject.v1(.get, path, resource)
                XCTAssertEqual(media["mvpdId"], "Cablevision")
                XCTAssertNotEqual(media["userId"], "subscriber-1", "the user is scrambled")
                let text = try XCTUnwrap(
                    Data(base64Encoded: media["serializedToken"]?.text ?? ""))
                XCTAssertTrue(String(decoding: text, as: UTF8.self).hasPrefix("<signatureInfo>"))
            }
            let denied = try await subject.v1(
                .get, "/api/v1/authorize", ["resource": "denied"])
            XCTAssertEqual(denied.status, 403)
            XCTAssertEqual(
                denied["details"], "Your subscription does not include this channel.")
            subject.clock.advance(by: .seconds(3_600))
            let expired = try await subject.v1(.get, "/api/v1/tokens/authz", resource)
            XCTAssertEqual(expired.status, 410)
            let logout = try await subject.v1(.delete, "/api/v1/logout")
            XCTAssertEqual(logout.status, 204)
            let out = try await subject.v1(.get, "/api/v1/tokens/authz", resource)
            XCTAssertEqual(out.status, 412)
            let check = try await subject.v1(.get, "/api/v1/checkauthn")
            XCTAssertEqual(check.status, 403)
            let forbidden = try await subject.v1(.get, "/api/v1/authorize", resource)
            XCTAssertEqual(forbidden.status, 403)
        }
    }

    func testAnExpiredAuthenticationTokenIsGone() async throws {
        try await eachWay {
            $0.lifetimes.profile = 60
            $0.choices.enhancedErrorsInV1 = true
        } _: { subject in
            _ = try await subject.v1SignIn()
            subject.clock.advance(by: .seconds(60))
            let token = try await subject.v1(.get, "/api/v1/tokens/authn")
            XCTAssertEqual(token.status, 410)
            let check = try await subject.v1(.get, "/api/v1/checkauthn")
            XCTAssertEqual(check.status, 403)
            XCTAssertEqual(check.code, "authentication_session_expired")
            let list = try await subject.v1(.get, "/api/v1/preauthorize", ["resource": "one"])
            XCTAssertEqual(list.status, 412)
            XCTAssertEqual(list.code, "preauthorization_authentication_session_expired")
            let metadata = try await subject.v1(.get, "/api/v1/tokens/usermetadata")
            XCTAssertEqual(metadata.status, 412)
        }
    }

    func testPreauthorizationListsEveryResource() async throws {
        try await eachWay {
            $0.choices.enhancedErrorsInV1 = true
        } _: { subject in
            let nobody = try await subject.v1(
                .get, "/api/v1/preauthorize", ["resource": "one"])
            XCTAssertEqual(nobody.status, 412)
            XCTAssertEqual(nobody.code, "preauthorization_authentication_session_missing")
            let code = try await subject.v1SignIn()
            for path in ["/api/v1/preauthorize", "/api/v1/preauthorize/\(code)"] {
                let answer = try await subject.v1(.get, path, ["resource": "one,denied"])
                XCTAssertEqual(answer["resources", "0", "authorized"], true)
                XCTAssertEqual(answer["resources", "1", "authorized"], false)
                XCTAssertEqual(
                    answer["resources", "1", "error", "code"], "preauthorization_denied_by_mvpd")
                let name = try XCTUnwrap(HTTPField.Name("Adobe-Response-Confidence"))
                XCTAssertEqual(answer.fields[name], "full")
                let xml = try await subject.v1(
                    .get, path, ["resource": "one,denied"], accept: nil)
                XCTAssertTrue(
                    xml.text.contains(
                        "<resources><resource><id>one</id><authorized>true</authorized>"))
            }
            let many = try await subject.v1(
                .get, "/api/v1/preauthorize", ["resource": "1,2,3,4,5,6"])
            XCTAssertEqual(many.code, "too_many_resources")
            let none = try await subject.v1(.get, "/api/v1/preauthorize")
            XCTAssertEqual(none.code, "missing_resource")
        }
    }

    func testUserMetadataTellsWhatTheProviderKnows() async throws {
        try await eachWay { subject in
            let nobody = try await subject.v1(.get, "/api/v1/tokens/usermetadata")
            XCTAssertEqual(nobody.status, 412)
            _ = try await subject.v1SignIn()
            let answer = try await subject.v1(.get, "/api/v1/tokens/usermetadata")
            XCTAssertEqual(answer["updated"], .integer(1_768_478_400), "seconds here")
            XCTAssertEqual(answer["encrypted"], [])
            XCTAssertEqual(answer["data", "userID"], "subscriber-1")
            XCTAssertEqual(answer["data", "zip"], ["12345", "34567"])
            XCTAssertNil(answer["data", "tokenSource"], "not Apple's")
        }
    }

    func testAppleSignOnExchangesASAMLResponseForAToken() async throws {
        try await eachWay { subject in
            let path = "/api/v1/REF30/profile-requests"
            let request = try await subject.v1(
                .get, "\(path)/Cablevision", ["deviceType": "tvOS"], accept: nil)
            XCTAssertEqual(request.status, 200)
            XCTAssertEqual(request.fields[.contentType], "application/octet-stream")
            let query = String(decoding: JSONValue.string(request.text).bytes, as: UTF8.self)
            let framework = try await subject.framework(
                #""isInterruptionAllowed":true,"verificationToken":\#(query),"#
                    + #""attributeNames":["uid"]"#)
            let response = try XCTUnwrap(
                framework["metadata", "samlAttributeQueryResponse"]?.text, framework.text)
            let fields = [
                "mvpd": "Cablevision", "deviceType": "tvOS",
                "SAMLResponse": Subject.base64(response),
            ]
            let exchanged = try await subject.v1(
                .post, "/api/v1/tokens/authn", fields, asForm: true)
            XCTAssertEqual(exchanged.status, 204, exchanged.fields[.sandboxReason] ?? "")
            XCTAssertTrue(exchanged.body.isEmpty)
            let metadata = try await subject.v1(.get, "/api/v1/tokens/usermetadata")
            XCTAssertEqual(metadata["data", "tokenSource"], "Apple")
            for (change, reason) in [
                (["SAMLResponse": ""], "saml-response-missing"),
                (["SAMLResponse": "AA AA"], "plus-not-encoded"),
                (["deviceType": "roku"], "unknownDeviceType"),
                (["mvpd": "None"], "noIntegration"), (["mvpd": "Spectrum"], "signOnDisabled"),
            ] {
                let answer = try await subject.v1(
                    .post, "/api/v1/tokens/authn", fields.merging(change) { $1 }, asForm: true)
                XCTAssertEqual(answer.status, 400, reason)
                XCTAssertEqual(answer.reason, reason)
            }
            for mvpd in ["Comcast", "None", "DegradedMVPD"] {
                let answer = try await subject.v1(
                    .get, "\(path)/\(mvpd)", ["deviceType": "iOS"])
                XCTAssertEqual(answer.status, 400, mvpd)
            }
            let untyped = try await subject.v1(.get, "\(path)/Cablevision")
            XCTAssertEqual(untyped.status, 400)
            let degraded = try await subject.v1(
                .post, "/api/v1/tokens/authn", fields.merging(["mvpd": "DegradedMVPD"]) { $1 },
                asForm: true)
            XCTAssertEqual(degraded.status, 204)
        }
    }

    func testABrowserIsSentToSignInOnlyWithEveryParameter() async throws {
        try await eachWay { subject in
            let record = try await subject.v1(.post, "/reggie/v1/REF30/regcode")
            let code = try XCTUnwrap(record["code"]?.text)
            let right = subject.authenticateURL(code, "Comcast")
            let answer = try await subject.call(.get, right, headers: [:])
            XCTAssertEqual(answer.fields[.location], "/activate?code=\(code)")
            for (old, new) in [
                (code, "ABC1234"), ("REF30", "NONE"), ("Comcast", "None"),
                ("adobe.com", "example.com"), ("app%3A%2F%2Fdone", "here"),
                ("&mso_id=Comcast", ""),
            ] {
                let wrong = try await subject.call(
                    .get, right.replacingOccurrences(of: old, with: new), headers: [:])
                XCTAssertEqual(wrong.status, 400, new)
                XCTAssertEqual(wrong.fields[.contentType], "text/html")
            }
            let other = try await subject.call(
                .get, subject.authenticateURL(code, "Cablevision"), headers: [:])
            XCTAssertEqual(other.reason, "otherMVPD")
            let pending = try await subject.v1(.get, "/api/v1/checkauthn/\(code)")
            XCTAssertEqual(pending.status, 403)
        }
    }

    func testAFreePreviewLastsAsLongAsItIsConfigured() async throws {
        try await eachWay { subject in
            func begin(_ mvpd: String, _ more: [String: String] = [:]) async throws
                -> Subject.Reply
            {
                try await subject.v1(
                    .post, "/api/v1/authenticate/freepreview",
                    [
                        "requestor_id": "REF30", "mso_id": mvpd, "domain_name": "adobe.com",
                    ].merging(more) { $1 }, asForm: true)
            }
            for (mvpd, more) in [
                ("Comcast", [:]), ("TempPass", ["domain_name": "example.com"]),
                ("TempPass", ["domain_name": ""]), ("TempPassPromotional", [:]),
                ("TempPass", ["requestor_id": ""]),
            ] {
                let answer = try await begin(mvpd, more)
                XCTAssertEqual(answer.status, 400, "\(mvpd) \(more)")
            }
            let begun = try await begin("TempPass")
            XCTAssertEqual(begun.status, 204)
            let permit = try await subject.v1(.get, "/api/v1/authorize", ["resource": "one"])
            XCTAssertEqual(permit.status, 200)
            let metadata = try await subject.v1(.get, "/api/v1/tokens/usermetadata")
            XCTAssertEqual(metadata.status, 404)
            subject.clock.advance(by: .seconds(600))
            let over = try await subject.v1(.get, "/api/v1/authorize", ["resource": "one"])
            XCTAssertEqual(over.status, 403)
            let again = try await begin("TempPass")
            XCTAssertEqual(again.status, 400)
        }
    }

    func testProxiedProvidersAreNamedWithTheirProxy() async throws {
        try await eachWay { subject in
            _ = try await subject.v1SignIn("ProxiedMVPD", as: "barbara")
            let permit = try await subject.v1(.get, "/api/v1/authorize", ["resource": "one"])
            XCTAssertEqual(permit["proxyMvpd"], "ProxyMVPD")
        }
    }
}
#endif
