#if Sandbox
import AdobePass
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

/// The calls of the SSO Service.
extension Subject {
    /// Another device, with credentials of its own.
    func other(_ device: String) async throws -> Subject {
        var other = self
        other.device = device
        try await other.register()
        return other
    }

    func sso(
        _ method: HTTPRequest.Method, _ name: String, token: String? = nil,
        adding more: [String: String?] = [:], json: String? = nil, provider: String = "REF30"
    ) async throws -> Reply {
        try await call(
            method, "/api/\(provider)/\(name)",
            adding: ["AD-Service-Token": token].merging(more) { $1 }, json: json)
    }

    /// Asks for a service token with one of the two header fields.
    func join(
        account: String? = nil, link: String? = nil, provider: String = "REF30"
    ) async throws -> Reply {
        try await sso(
            .post, "serviceToken", adding: ["X-SSO-ID": account, "X-SSO-LINK": link],
            provider: provider)
    }

    func serviceToken(account: String? = nil, link: String? = nil) async throws -> String {
        let answer = try await join(account: account, link: link)
        XCTAssertEqual(answer.status, 201, answer.text)
        return try XCTUnwrap(answer["serviceToken"]?.text, answer.text)
    }

    func linkCode(_ token: String) async throws -> String {
        let answer = try await sso(.post, "link", token: token)
        XCTAssertEqual(answer.status, 201, answer.text)
        return try XCTUnwrap(answer["code"]?.text, answer.text)
    }

    func profiles(_ token: String?, provider: String = "REF30") async throws -> Reply {
        try await call(
            .get, "/api/v2/\(provider)/profiles", adding: ["AD-Service-Token": token])
    }
}

extension Subject.Reply {
    /// The status, the code in the wrapper and the sandbox's reason of a refusal.
    var refusal: String {
        let code = self["error", "code"]?.text ?? "-"
        let action = self["error", "action"]?.text ?? "-"
        return "\(status) \(code) \(action) \(reason ?? "-")"
    }
}
#endif
