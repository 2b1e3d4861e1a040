#if Sandbox
import AdobePass
import Foundation
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

/// An app that calls a sandbox, whose traffic is recorded as a proxy would: the answers are the sandbox's, the times those
/// of a clock that the test moves on.
final class RecordedRun {
    let sandbox: Sandbox
    let clock: TestClock
    private let transport: SandboxTransport
    /// The entries of a HAR file.
    private(set) var entries: [JSONValue] = []
    var isRecording = true
    /// The address under which the sandbox is recorded.
    var origin = "https://sp.auth-staging.adobe.com"
    var token = ""
    var clientID = ""
    var clientSecret = ""
    var device = "device-1"
    var information = RecordedRun.phone
    var agent = "ExampleTV/1.0 CFNetwork/1490"
    /// The time that an answer takes, in seconds.
    var latency = 0.12
    /// The header fields that every call has besides the usual ones.
    var additions: [String: String] = [:]

    static let root = "/api/v2/REF30"
    static let browserAgent =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
    static let phone = information(hardware: "MobilePhone", model: "iPhone", system: "iOS")
    static let television = information(hardware: "TV", model: "AppleTV", system: "tvOS")
    static let otherPhone = information(hardware: "MobilePhone", model: "Pixel", system: "Android")

    private static func information(hardware: String, model: String, system: String) -> String {
        Subject.base64(
            #"{"primaryHardwareType":"\#(hardware)","model":"\#(model)","version":"14,1","#
                + #""osName":"\#(system)","osVersion":"18.0","connectionType":"WiFi"}"#)
    }

    init(tokenLifetime: Int? = nil) async throws {
        var configuration = SandboxConfiguration.standard
        configuration.throttle.isOn = false
        if let tokenLifetime { configuration.lifetimes.accessToken = tokenLifetime }
        clock = TestClock()
        sandbox = try await SandboxCase.make(configuration, clock: clock)
        transport = sandbox.transport
    }

    func wait(_ seconds: Double) {
        clock.advance(by: .milliseconds(Int64((seconds * 1000).rounded())))
    }

    /// The capture as a HAR file.
    var har: [UInt8] {
        JSONValue.object([
            (
                "log",
                .object([
                    ("version", "1.2"),
                    ("creator", .object([("name", "RecordedRun"), ("version", "1")])),
                    ("entries", .array(entries)),
                ])
            )
        ]).bytes
    }

    // MARK: Requests

    /// The header fields of an app's call; `nil` in `changes` removes one.
    func fields(_ changes: [String: String?] = [:]) -> [String: String] {
        var fields = additions
        fields["Authorization"] = "Bearer \(token)"
        fields["AP-Device-Identifier"] = "fingerprint \(Subject.base64(device))"
        fields["X-Device-Info"] = information
        fields["User-Agent"] = agent
        fields["Accept"] = "application/json"
        for (name, value) in changes { fields[name] = value }
        return fields
    }

    @discardableResult
    func call(
        _ method: HTTPRequest.Method, _ path: String, _ changes: [String: String?] = [:],
        form: [String: String]? = nil, json: String? = nil, body: String? = nil,
        headers: [String: String]? = nil, origin: String? = nil
    ) async throws -> Subject.Reply {
        var fields = headers ?? self.fields(changes)
        // Not every endpoint takes the token.
        if ["/configuration", "/profiles/code/"].contains(where: path.contains) {
            fields["AD-Service-Token"] = nil
        }
        var text = body ?? ""
        if let form {
            fields["Content-Type"] = fields["Content-Type"] ?? "application/x-www-form-urlencoded"
            text = Subject.query(form)
        } else if let json {
            fields["Content-Type"] = fields["Content-Type"] ?? "application/json"
            text = json
        }
        var sent = HTTPFields()
        for (name, value) in fields { sent[try XCTUnwrap(HTTPField.Name(name))] = value }
        let start = clock.now().milliseconds
        let response = try await transport.send(
            Pass.Request(
                head: HTTPRequest(
                    method: method, scheme: "http", authority: "127.0.0.1:8765", path: path,
                    headerFields: sent), body: Array(text.utf8)))
        wait(latency)
        let reply = Subject.Reply(
            status: response.head.status.code, fields: response.head.headerFields,
            body: response.body)
        record(
            method.rawValue, (origin ?? self.origin) + path, fields, text, start: start,
            status: reply.status,
            answer: reply.fields.map { ($0.name.rawName, $0.value) }
                + [("Date", HTTPDate.text(clock.now().milliseconds))], content: reply.text)
        return reply
    }

    /// Records an exchange with another server, or one that was never answered.
    func foreign(
        _ method: String, _ url: String, _ fields: [String: String] = [:], body: String = "",
        status: Int = 200, location: String? = nil
    ) {
        let start = clock.now().milliseconds
        wait(0.05)
        record(
            method, url, fields, body, start: start, status: status,
            answer: location.map { [("Location", $0)] } ?? [], content: "")
    }

    private func record(
        _ method: String, _ url: String, _ fields: [String: String], _ body: String, start: Int64,
        status: Int, answer: [(String, String)], content: String
    ) {
        guard isRecording else { return }
        func list(_ fields: [(String, String)]) -> JSONValue {
            .array(
                fields.map { .object([("name", .string($0.0)), ("value", .string($0.1))]) })
        }
        let type = fields["Content-Type"] ?? ""
        var request: [(name: String, value: JSONValue)] = [
            ("method", .string(method)), ("url", .string(url)), ("httpVersion", "HTTP/1.1"),
            ("headers", list(fields.sorted { $0.key < $1.key })), ("queryString", .array([])),
            ("cookies", .array([])), ("headersSize", .integer(-1)),
            ("bodySize", .integer(body.utf8.count)),
        ]
        if !body.isEmpty {
            request.append(
                ("postData", .object([("mimeType", .string(type)), ("text", .string(body))])))
        }
        let kind = answer.first { $0.0.lowercased() == "content-type" }?.1 ?? "text/plain"
        let length = Double(clock.now().milliseconds - start)
        entries.append(
            .object([
                ("startedDateTime", .string(Self.time(start))), ("time", .number(length)),
                ("request", .object(request)),
                (
                    "response",
                    .object([
                        ("status", .integer(status)), ("statusText", ""),
                        ("httpVersion", "HTTP/1.1"), ("headers", list(answer)),
                        ("cookies", .array([])),
                        (
                            "content",
                            .object([
                                ("size", .integer(content.utf8.count)), ("mimeType", .string(kind)),
                                ("text", .string(content)),
                            ])
                        ),
                        ("redirectURL", ""), ("headersSize", .integer(-1)),
                        ("bodySize", .integer(content.utf8.count)),
                    ])
                ),
                ("cache", .object([])),
                (
                    "timings",
                    .object([
                        ("send", .integer(0)), ("wait", .number(length)), ("receive", .integer(0)),
                    ])
                ),
            ]))
    }

    private static func time(_ milliseconds: Int64) -> String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter.string(from: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    }

    /// Marks the last entry as answered by the browser's cache.
    func markFromCache() {
        guard case .object(let members)? = entries.popLast() else { return }
        entries.append(.object(members + [("_fromCache", "disk")]))
    }

    /// Replaces a text in the last answer.
    func rewriteLastAnswer(_ text: String, as other: String) {
        guard let entry = entries.popLast() else { return }
        entries.append(
            Self.changing(entry, "response") { response in
                Self.changing(response, "content") { content in
                    Self.changing(content, "text") {
                        .string(($0.text ?? "").replacingOccurrences(of: text, with: other))
                    }
                }
            })
    }

    /// Removes a request field from every entry, as browsers do in exports.
    func removeField(_ name: String) {
        entries = entries.map { entry in
            Self.changing(entry, "request") { request in
                Self.changing(request, "headers") { headers in
                    .array((headers.elements ?? []).filter { $0["name"]?.text != name })
                }
            }
        }
    }

    private static func changing(
        _ object: JSONValue, _ name: String, _ change: (JSONValue) -> JSONValue
    ) -> JSONValue {
        .object((object.members ?? []).map { $0.name == name ? ($0.name, change($0.value)) : $0 })
    }

    /// Has the next answers replaced by a fault.
    func inject(_ rule: String) async throws {
        let wasRecording = isRecording
        isRecording = false
        try await call(.put, "/sandbox/faults", json: #"{"rules":[\#(rule)]}"#, headers: [:])
        isRecording = wasRecording
    }
}
#endif
