#if Sandbox
import AdobePass
import HTTPTypes
import XCTest

@testable import PassSandbox

/// A browser without JavaScript, as far as the pages need one: it keeps a cookie and sends forms.
final class PageVisitor {
    struct Page {
        let status: Int
        let fields: HTTPFields
        let html: String

        /// The value of a hidden field, as it is written.
        func hidden(_ name: String) -> String? {
            let start = "name=\"\(name)\" value=\""
            guard let range = html.firstRange(of: start) else { return nil }
            return String(html[range.upperBound...].prefix { $0 != "\"" })
        }

        func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
    }

    let sandbox: Sandbox
    private let transport: SandboxTransport
    let clock = TestClock()
    var cookie: String?

    init(_ change: (inout SandboxConfiguration) -> Void = { _ in }) async throws {
        var configuration = SandboxConfiguration.standard
        configuration.throttle.isOn = false
        change(&configuration)
        sandbox = try await SandboxCase.make(configuration, clock: clock)
        transport = sandbox.transport
    }

    /// Another browser for the same sandbox, through a transport of its own.
    init(sandbox: Sandbox) {
        self.sandbox = sandbox
        transport = sandbox.transport
    }

    var state: SandboxState { sandbox.state }

    /// A session of a device that waits for a sign-in.
    func session(
        mvpd: String? = nil, redirectURL: String? = nil, api: APIVersion = .v2
    ) async throws -> SessionRecord {
        try await state.makeSession(
            Holder(
                api: api, clientID: "client", deviceIdentifier: "device", serviceProvider: "REF30"),
            mvpd: mvpd, domainName: "adobe.com", redirectURL: redirectURL, seconds: 1800)
    }

    func get(_ path: String) async throws -> Page { try await send(.get, path, headers: [:], []) }

    /// Sends a form.
    func post(
        _ path: String, _ form: [String: String], adding headers: [String: String] = [:]
    ) async throws -> Page {
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        return try await send(
            .post, path, headers: type.merging(headers) { $1 }, Array(Subject.query(form).utf8))
    }

    /// Sends JSON, as apps do.
    func postJSON(
        _ path: String, _ json: String, _ headers: [String: String]
    ) async throws -> Page {
        let type = ["Content-Type": "application/json"]
        return try await send(
            .post, path, headers: type.merging(headers) { $1 }, Array(json.utf8))
    }

    /// Sends a form of the page at `path`, with the token in it.
    func send(_ form: [String: String], from page: Page, to path: String) async throws -> Page {
        let token = try XCTUnwrap(page.hidden("token"), "The page has no form.")
        return try await post(path, form.merging(["token": token]) { $1 })
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, headers: [String: String], _ body: [UInt8]
    ) async throws -> Page {
        var fields = HTTPFields()
        for (name, value) in headers { fields[try XCTUnwrap(HTTPField.Name(name))] = value }
        if let cookie { fields[.cookie] = cookie }
        let response = try await transport.send(
            Pass.Request(
                head: HTTPRequest(
                    method: method, scheme: "http", authority: "127.0.0.1:8765", path: path,
                    headerFields: fields), body: body))
        if let set = response.head.headerFields[.setCookie] {
            cookie = String(set.prefix { $0 != ";" })
        }
        return Page(
            status: response.head.status.code, fields: response.head.headerFields,
            html: String(decoding: response.body, as: UTF8.self))
    }
}
#endif
