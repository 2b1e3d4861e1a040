#if Sandbox
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

final class RegistrationTests: SandboxCase {
    func testARegisteredApplicationGetsACredentialAndATokenThatIsAccepted() async throws {
        try await eachWay { subject in
            let answer = try await subject.call(
                .post, "/o/client/register",
                json: #"{"software_statement":"sandbox","redirect_uri":"app://done"}"#)
            XCTAssertEqual(answer.status, 201, subject.way)
            XCTAssertEqual(answer["client_id_issued_at"], .integer(1_768_478_400))
            XCTAssertEqual(answer["redirect_uris"], ["app://done"])
            XCTAssertEqual(answer["grant_types"], ["client_credentials"])
            XCTAssertEqual(answer["scopes"], ["api:client:v2"])
            let token = try await subject.call(
                .post,
                "/o/client/token?"
                    + Subject.query([
                        "client_id": answer["client_id"]?.text ?? "",
                        "client_secret": answer["client_secret"]?.text ?? "",
                        "grant_type": "client_credentials",
                    ]))
            XCTAssertEqual(token.status, 201, "query parameters do: \(subject.way)")
            XCTAssertEqual(token["created_at"], .integer(1_768_478_400_000))
            XCTAssertEqual(token["expires_in"], 21_600)
            XCTAssertEqual(token["token_type"], "bearer")
            var other = subject
            other.token = token["access_token"]?.text ?? ""
            let configuration = try await other.call(.get, "/api/v2/REF30/configuration")
            XCTAssertEqual(configuration.status, 200, subject.way)
        }
    }

    func testEveryMistakeInARegistrationHasItsCode() async throws {
        try await eachWay(registered: false) {
            $0.softwareStatements = [
                SandboxConfiguration.SoftwareStatement(
                    statement: "sandbox", application: "A", redirectURIPrefixes: ["app://"]),
                SandboxConfiguration.SoftwareStatement(
                    statement: "waiting", application: "B", isApproved: false),
            ]
        } _: { subject in
            for (body, code) in [
                ("{", "invalid_request"), ("{}", "invalid_request"),
                (#"{"software_statement":"sandbox","more":1}"#, "invalid_request"),
                (#"{"software_statement":"none"}"#, "invalid_software_statement"),
                (#"{"software_statement":"waiting"}"#, "unapproved_software_statement"),
                (
                    #"{"software_statement":"sandbox","redirect_uri":"https://a"}"#,
                    "invalid_redirect_uri"
                ),
                (
                    #"{"software_statement":"sandbox","redirect_uri":"javascript://a"}"#,
                    "invalid_redirect_uri"
                ),
            ] {
                let answer = try await subject.call(.post, "/o/client/register", json: body)
                XCTAssertEqual(answer.status, 400, body)
                XCTAssertEqual(answer["error"]?.text, code, body)
                XCTAssertNotNil(answer.reason, body)
            }
            let bare = try await subject.call(
                .post, "/o/client/register", headers: [:],
                json: #"{"software_statement":"sandbox"}"#)
            XCTAssertEqual(bare["error"]?.text, "invalid_request", "device information is needed")
        }
    }

    func testEveryMistakeInATokenRequestHasItsCode() async throws {
        try await eachWay(registered: false) { subject in
            let client = try await subject.call(
                .post, "/o/client/register", json: #"{"software_statement":"sandbox"}"#)
            let id = client["client_id"]?.text ?? ""
            let secret = client["client_secret"]?.text ?? ""
            for (form, code) in [
                (["client_id": id, "client_secret": secret], "invalid_request"),
                (
                    ["client_id": id, "client_secret": secret, "grant_type": "password"],
                    "unsupported_grant_type"
                ),
                (
                    ["client_id": id, "client_secret": "x", "grant_type": "client_credentials"],
                    "invalid_client"
                ),
                (
                    [
                        "client_id": "x", "client_secret": secret,
                        "grant_type": "client_credentials",
                    ], "invalid_client"
                ),
            ] {
                let answer = try await subject.call(.post, "/o/client/token", form: form)
                XCTAssertEqual(answer.status, 400)
                XCTAssertEqual(answer["error"]?.text, code)
            }
            let twice = try await subject.call(
                .post, "/o/client/token",
                adding: ["Content-Type": "application/x-www-form-urlencoded"],
                body: "client_id=a&client_id=a&client_secret=b&grant_type=client_credentials")
            XCTAssertEqual(twice["error"]?.text, "invalid_request", "a repeated parameter")
        }
    }

    func testATokenIsRefusedWhenItIsMissingUnknownExpiredOrForAnotherServiceProvider() async throws
    {
        try await eachWay {
            $0.softwareStatements.append(
                SandboxConfiguration.SoftwareStatement(
                    statement: "other", application: "Other", serviceProviders: ["OTHER"]))
            $0.choices.expiredTokenCode = "expired_here"
        } _: { subject in
            let path = "/api/v2/REF30/configuration"
            for authorization in [nil, "Basic abc", "Bearer unknown"] as [String?] {
                let answer = try await subject.call(
                    .get, path, adding: ["Authorization": authorization])
                XCTAssertEqual(answer.status, 401)
                XCTAssertEqual(answer.code, "invalid_access_token_client_application")
                XCTAssertEqual(answer["action"]?.text, "application-registration")
            }
            var other = subject
            try await other.register(statement: "other")
            let foreign = try await other.call(.get, path)
            XCTAssertEqual(foreign.status, 401)
            XCTAssertEqual(foreign.code, "invalid_access_token_service_provider")
            subject.clock.advance(by: .seconds(21_600))
            let expired = try await subject.call(.get, path)
            XCTAssertEqual(expired.status, 401)
            XCTAssertEqual(expired.code, "expired_here")
            XCTAssertEqual(expired.reason, "expiredAccessToken")
        }
    }

    func testAStatementForOneVersionIsRefusedByTheOther() async throws {
        try await eachWay(registered: false) { subject in
            for (statement, isForV2, scope) in [
                ("sandbox", true, "api:client:v2"), ("sandbox-v2", true, "api:client:v2"),
                ("sandbox-v1", false, "api:client:v1"),
            ] {
                let registration = try await subject.call(
                    .post, "/o/client/register",
                    json: "{\"software_statement\":\"\(statement)\"}")
                XCTAssertEqual(registration["scopes", "0"]?.text, scope)
                var app = subject
                try await app.register(statement: statement)
                let answer = try await app.call(.get, "/api/v2/REF30/configuration")
                XCTAssertEqual(answer.status, isForV2 ? 200 : 401, statement)
                if !isForV2 {
                    XCTAssertEqual(answer.code, "invalid_access_token_client_application")
                    XCTAssertEqual(answer.reason, "statementForOtherVersion")
                }
                let former = try await app.call(.get, "/api/v1/config/REF30")
                XCTAssertEqual(former.status, statement == "sandbox-v2" ? 401 : 200, statement)
            }
        }
    }
}
#endif
