#if Sandbox
import AdobePass
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

/// The steps of conforming apps.
extension RecordedRun {
    static let redirect = "https://adobe.com/done"
    private static let step = 1.2

    func register(_ statement: String = "sandbox") async throws {
        var headers = fields(["Authorization": nil, "AP-Device-Identifier": nil])
        headers["Accept"] = "application/json"
        let answer = try await call(
            .post, "/o/client/register", json: #"{"software_statement":"\#(statement)"}"#,
            headers: headers)
        clientID = try XCTUnwrap(answer["client_id"]?.text, answer.text)
        clientSecret = try XCTUnwrap(answer["client_secret"]?.text)
        wait(Self.step)
        try await renew()
    }

    /// Sends a service token with every further call, which ends at a time in seconds since 1970.
    func sendServiceToken(until end: Int) {
        let parts = [#"{"alg":"RS256"}"#, #"{"exp":\#(end)}"#].map {
            Subject.base64($0).replacing("=", with: "")
        }
        additions = ["AD-Service-Token": "\(parts[0]).\(parts[1]).c2ln"]
    }

    /// Requests an access token with the stored credentials.
    func renew() async throws {
        let answer = try await call(
            .post, "/o/client/token",
            form: [
                "client_id": clientID, "client_secret": clientSecret,
                "grant_type": "client_credentials",
            ], headers: fields(["Authorization": nil, "AP-Device-Identifier": nil]))
        token = try XCTUnwrap(answer["access_token"]?.text, answer.text)
        wait(Self.step)
    }

    @discardableResult
    func profiles(
        _ mvpd: String? = nil, _ changes: [String: String?] = [:]
    ) async throws -> Subject.Reply {
        let answer = try await call(
            .get, "\(Self.root)/profiles\(mvpd.map { "/\($0)" } ?? "")", changes)
        wait(Self.step)
        return answer
    }

    func configuration() async throws {
        try await call(.get, "\(Self.root)/configuration")
        wait(Self.step)
    }

    /// Registers and looks for a profile.
    func start() async throws {
        try await register()
        try await profiles()
        try await configuration()
    }

    /// Begins a session, with all parameters or with none; its code.
    func session(_ mvpd: String? = "Comcast") async throws -> String {
        let form = mvpd.map {
            ["mvpd": $0, "domainName": "adobe.com", "redirectUrl": Self.redirect]
        }
        let answer =
            form == nil
            ? try await call(
                .post, "\(Self.root)/sessions",
                ["Content-Type": "application/x-www-form-urlencoded"])
            : try await call(.post, "\(Self.root)/sessions", form: form)
        wait(0.3)
        return try XCTUnwrap(answer["code"]?.text, answer.text)
    }

    /// Opens a code in a browser, up to the page of the provider.
    func open(_ code: String) async throws {
        try await call(
            .get, "/api/v2/authenticate/REF30/\(code)",
            headers: ["User-Agent": Self.browserAgent, "Accept": "text/html"])
        foreign(
            "GET",
            "\(origin)/adobe-services/authenticate/saml?noflash=true&mso_id=Comcast"
                + "&requestor_id=REF30&domain_name=adobe.com&redirect_url=https%3A%2F%2Fadobe.com%2Fdone",
            ["User-Agent": Self.browserAgent], status: 302,
            location: "https://login.provider.example/sign-in")
        foreign(
            "GET", "https://login.provider.example/sign-in", ["User-Agent": Self.browserAgent])
        wait(6)
    }

    /// Ends the browser's part of a sign-in.
    func arrive() {
        foreign(
            "POST", "https://login.provider.example/sign-in", ["User-Agent": Self.browserAgent],
            body: "user=a", status: 302, location: Self.redirect)
        foreign("GET", Self.redirect, ["User-Agent": Self.browserAgent])
        wait(0.4)
    }

    @discardableResult
    func poll(_ code: String, headers: [String: String]? = nil) async throws -> Subject.Reply {
        try await call(.get, "\(Self.root)/profiles/code/\(code)", headers: headers)
    }

    func complete(
        _ code: String, _ mvpd: String = "Comcast", as subscriber: String = "edsger"
    ) async throws {
        try await sandbox.state.complete(code: code, mvpd: mvpd, subscriber: subscriber)
    }

    /// Has the sandbox forget a session.
    func removeSession(_ code: String) async throws {
        try await sandbox.state.removeSession(code: code)
    }

    /// Signs in on the screen of the app.
    func signIn(_ mvpd: String = "Comcast", as subscriber: String = "edsger") async throws {
        let code = try await session(mvpd)
        try await open(code)
        arrive()
        try await poll(code)
        wait(5)
        try await poll(code)
        try await complete(code, mvpd, as: subscriber)
        wait(5)
        let found = try await poll(code)
        XCTAssertNotNil(found["profiles", mvpd], found.text)
        wait(2)
    }

    @discardableResult
    func decide(
        _ kind: String, _ resources: [String], _ mvpd: String = "Comcast",
        _ changes: [String: String?] = [:], query: String = ""
    ) async throws -> Subject.Reply {
        let list = JSONValue.strings(resources)
        return try await call(
            .post, "\(Self.root)/decisions/\(kind)/\(mvpd)\(query)", changes,
            json: #"{"resources":\#(String(decoding: list.bytes, as: UTF8.self))}"#)
    }

    func preauthorize(_ mvpd: String = "Comcast", _ changes: [String: String?] = [:]) async throws {
        try await decide("preauthorize", ["one", "two", "three", "four", "five"], mvpd, changes)
        wait(5)
    }

    /// Authorizes, and returns the media token.
    @discardableResult
    func authorize(
        _ mvpd: String = "Comcast", _ changes: [String: String?] = [:], query: String = ""
    ) async throws -> String {
        let answer = try await decide("authorize", ["one"], mvpd, changes, query: query)
        wait(0.3)
        return try XCTUnwrap(
            answer["decisions", "0", "token", "serializedToken"]?.text, answer.text)
    }

    /// Sends a media token to the app's own server.
    func verify(_ mediaToken: String) {
        let body = JSONValue.object([("token", .string(mediaToken))]).bytes
        foreign(
            "POST", "https://backend.example.com/playback",
            ["Content-Type": "application/json", "User-Agent": agent],
            body: String(decoding: body, as: UTF8.self))
        wait(0.3)
    }

    func play(_ name: String = "live") {
        foreign("GET", "https://cdn.example.com/\(name)/master.m3u8", ["User-Agent": agent])
        for number in 1...3 {
            foreign("GET", "https://cdn.example.com/\(name)/\(number).ts", ["User-Agent": agent])
            wait(4)
        }
    }

    /// Authorizes, verifies and plays.
    func watch(_ mvpd: String = "Comcast", _ changes: [String: String?] = [:]) async throws {
        verify(try await authorize(mvpd, changes))
        play()
        wait(30)
    }

    /// Signs out, and opens the address of the answer in a browser.
    func signOut(_ mvpd: String = "Comcast", opens: Bool = true) async throws {
        let answer = try await logOut(mvpd)
        guard opens, let url = answer["logouts", mvpd, "url"]?.text else { return }
        try await call(.get, url, headers: ["User-Agent": Self.browserAgent])
    }

    @discardableResult
    func logOut(
        _ mvpd: String = "Comcast", _ changes: [String: String?] = [:]
    ) async throws -> Subject.Reply {
        let answer = try await call(
            .get, "\(Self.root)/logout/\(mvpd)?redirectUrl=https%3A%2F%2Fadobe.com%2Fdone", changes)
        wait(0.4)
        return answer
    }

    // MARK: Second screen

    /// Another app, on a phone, with credentials of its own; its header fields.
    func secondScreen() async throws -> [String: String] {
        let own = (token, clientID, clientSecret, information, agent)
        (information, agent) = (Self.otherPhone, "ExampleMobile/2.0")
        try await register()
        let headers = [
            "Authorization": "Bearer \(token)", "User-Agent": agent, "Accept": "application/json",
        ]
        (token, clientID, clientSecret, information, agent) = own
        return headers
    }

    /// Looks at a code and completes its session on the second screen.
    func complete(
        _ code: String, on headers: [String: String], mvpd: String = "Comcast"
    ) async throws {
        try await call(.get, "\(Self.root)/sessions/\(code)", headers: headers)
        wait(Self.step)
        let answer = try await call(
            .post, "\(Self.root)/sessions/\(code)",
            form: ["mvpd": mvpd, "domainName": "adobe.com", "redirectUrl": Self.redirect],
            headers: headers)
        XCTAssertEqual(answer["actionName"]?.text, "authenticate", answer.text)
        wait(Self.step)
    }

    // MARK: Apple

    static let provider = "Cablevision_apple"

    func status(
        _ access: String = "granted", provider: String? = RecordedRun.provider
    ) -> [String: String?] {
        let expiration = clock.now().milliseconds + 3_600_000
        let information =
            provider.map { #"{"id":"\#($0)","expirationDate":"\#(expiration)"}"# } ?? "{}"
        return [
            "AP-Partner-Framework-Status": Subject.base64(
                #"{"frameworkPermissionInfo":{"accessStatus":"\#(access)"},"#
                    + #""frameworkProviderInfo":\#(information)}"#)
        ]
    }

    /// Begins a partner session; its request.
    func partnerSession(_ changes: [String: String?]? = nil) async throws -> String {
        let answer = try await call(
            .post, "\(Self.root)/sessions/sso/Apple", changes ?? status(),
            form: ["domainName": "adobe.com", "redirectUrl": Self.redirect])
        wait(Self.step)
        return try XCTUnwrap(answer["authenticationRequest", "request"]?.text, answer.text)
    }

    /// Asks the framework for a response.
    func framework(_ request: String) async throws -> String {
        let token = String(decoding: JSONValue.string(request).bytes, as: UTF8.self)
        let answer = try await call(
            .post, "/sandbox/platform-sso",
            json: #"{"deviceIdentifier":"\#(device)","includeAccountProviderIdentifier":true,"#
                + #""includeAuthenticationExpirationDate":true,"isInterruptionAllowed":true,"#
                + #""channelIdentifier":"https://saml.sp.auth.adobe.com","style":"single-line","#
                + #""verificationToken":\#(token),"attributeNames":["uid","NameID","uniqueId"]}"#,
            headers: ["User-Agent": agent], origin: "http://127.0.0.1:8765")
        wait(0.5)
        return answer["metadata", "samlAttributeQueryResponse"]?.text ?? ""
    }

    @discardableResult
    func exchange(
        _ value: String, _ changes: [String: String?]? = nil
    ) async throws -> Subject.Reply {
        let answer = try await call(
            .post, "\(Self.root)/profiles/sso/Apple", changes ?? status(),
            form: ["SAMLResponse": value])
        wait(Self.step)
        return answer
    }

    /// Registers without being recorded, and looks for a profile.
    func startWithApple() async throws {
        information = Self.television
        isRecording = false
        try await register()
        isRecording = true
        try await profiles(nil, status())
        try await configuration()
    }

    func signInWithApple() async throws {
        let response = try await framework(try await partnerSession())
        let answer = try await exchange(Subject.base64(response))
        XCTAssertEqual(answer.status, 201, answer.text)
    }

    func watchWithApple() async throws {
        try await preauthorize("Cablevision", status())
        try await watch("Cablevision", status())
    }
}
#endif
