import Foundation
import TestSupport
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A device whose framework the sandbox plays, over plain HTTP and without our client.
struct SandboxDevice {
    let baseURL: String
    let identifier: String

    /// What the sandbox answers to a request.
    @discardableResult
    func send(
        _ method: String, _ path: String, body: String? = nil, token: String? = nil
    ) async throws -> Data {
        var request = URLRequest(url: try XCTUnwrap(URL(string: baseURL + path)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        let isForm = body?.hasPrefix("{") == false
        request.setValue(
            isForm ? "application/x-www-form-urlencoded" : "application/json",
            forHTTPHeaderField: "Content-Type")
        request.setValue("e30=", forHTTPHeaderField: "X-Device-Info")
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        XCTAssertTrue(
            (200..<300).contains(status),
            "\(path): \(status) \(String(decoding: data, as: UTF8.self))")
        return data
    }

    /// The response of an MVPD to a query that Adobe made, as the device gets it.
    func samlResponse(mvpd: String = "Cablevision", style: String) async throws -> String {
        let client = try JSONTree(
            parsing: await send(
                "POST", "/o/client/register", body: #"{"software_statement":"sandbox"}"#))
        let name = try XCTUnwrap(client["client_id"]?.string)
        let secret = try XCTUnwrap(client["client_secret"]?.string)
        let token = try JSONTree(
            parsing: await send(
                "POST", "/o/client/token",
                body: "grant_type=client_credentials&client_id=\(name)&client_secret=\(secret)"))
        let query = try await send(
            "GET", "/api/v1/REF30/profile-requests/\(mvpd)?deviceType=tvOS",
            token: try XCTUnwrap(token["access_token"]?.string))
        _ = try await answer(["isInterruptionAllowed": true])
        let answer = try await answer([
            "verificationToken": String(decoding: query, as: UTF8.self),
            "attributeNames": ["uid", "NameID", "uniqueId"], "style": style,
        ])
        return try XCTUnwrap(
            answer["metadata"]?["samlAttributeQueryResponse"]?.string, "\(answer)")
    }

    /// What the framework answers.
    func answer(_ question: [String: Any]) async throws -> JSONTree {
        let all: [String: Any] = [
            "deviceIdentifier": identifier, "platform": "tvOS",
            "channelIdentifier": "https://saml.sp.auth.adobe.com",
            "includeAccountProviderIdentifier": true, "includeAuthenticationExpirationDate": true,
            "chosenProvider": "Cablevision_apple",
        ]
        let body = try JSONSerialization.data(
            withJSONObject: all.merging(question) { $1 })
        return try JSONTree(
            parsing: await send(
                "POST", "/sandbox/platform-sso", body: String(decoding: body, as: UTF8.self)))
    }
}
