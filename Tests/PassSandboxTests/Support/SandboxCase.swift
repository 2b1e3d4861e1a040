#if Sandbox
import AdobePass
import Foundation
import HTTPTypes
import Logging
import TestSupport
import WireText
import XCTest

@testable import PassSandbox
import XMLCore

/// A sandbox under test, and how to reach it.
struct Subject: Sendable {
    let sandbox: Sandbox
    let clock: TestClock
    let way: String
    let send: @Sendable (Pass.Request) async throws -> Pass.Response
    var token = ""
    var device = "device-1"
    /// The connection, if requests go through one.
    var connection: SocketConnection?

    /// An answer, as tests look at it.
    struct Reply: Sendable {
        let status: Int
        let fields: HTTPFields
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSONValue { JSONText.read(body) ?? .null }
        /// What stands before the colon of `X-Sandbox-Reason`.
        var reason: String? {
            fields[.sandboxReason]?.split(separator: ":").first.map(String.init)
        }
        var code: String? { json["code"]?.text }

        subscript(path: String...) -> JSONValue? {
            path.reduce(json as JSONValue?) { value, name in
                if let index = Int(name), let list = value?.elements {
                    return list.indices.contains(index) ? list[index] : nil
                }
                return value?[name]
            }
        }
    }

    static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    static let deviceInformation = base64(
        #"{"primaryHardwareType":"TV","model":"AppleTV","version":"5,3","osName":"tvOS","#
            + #""osVersion":"18.0","connectionType":"WiFi","vendor":"Apple"}"#)

    /// The header fields of REST API v2.
    var headers: [String: String] {
        [
            "Authorization": "Bearer \(token)",
            "AP-Device-Identifier": "fingerprint \(Self.base64(device))",
            "X-Device-Info": Self.deviceInformation, "User-Agent": "test",
        ]
    }

    func call(
        _ method: HTTPRequest.Method, _ path: String, headers: [String: String]? = nil,
        adding: [String: String?] = [:], form: [String: String]? = nil, json: String? = nil,
        body: String? = nil, authority: String? = nil
    ) async throws -> Reply {
        var all = headers ?? self.headers
        for (name, value) in adding { all[name] = value }
        var bytes: [UInt8] = []
        if let form {
            all["Content-Type"] = "application/x-www-form-urlencoded"
            bytes = Array(Self.query(form).utf8)
        } else if let json {
            all["Content-Type"] = "application/json"
            bytes = Array(json.utf8)
        } else if let body {
            bytes = Array(body.utf8)
        }
        var fields = HTTPFields()
        for (name, value) in all { fields[try XCTUnwrap(HTTPField.Name(name))] = value }
        let response = try await send(
            Pass.Request(
                head: HTTPRequest(
                    method: method, scheme: "http", authority: authority ?? "127.0.0.1:8765",
                    path: path, headerFields: fields), body: bytes))
        return Reply(
            status: response.head.status.code, fields: response.head.headerFields,
            body: response.body)
    }

    /// A query or a form in which everything but letters and digits is escaped.
    static func query(_ fields: [String: String]) -> String {
        func escaped(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        return fields.sorted { $0.key < $1.key }
            .map { "\(escaped($0.key))=\(escaped($0.value))" }.joined(separator: "&")
    }

    /// Registers an application and gets an access token.
    mutating func register(statement: String = "sandbox") async throws {
        let client = try await call(
            .post, "/o/client/register", json: "{\"software_statement\":\"\(statement)\"}")
        XCTAssertEqual(client.status, 201, way)
        let token = try await call(
            .post, "/o/client/token",
            form: [
                "client_id": try XCTUnwrap(client["client_id"]?.text),
                "client_secret": try XCTUnwrap(client["client_secret"]?.text),
                "grant_type": "client_credentials",
            ])
        XCTAssertEqual(token.status, 201, way)
        self.token = try XCTUnwrap(token["access_token"]?.text)
    }

    /// A partner framework status.
    func status(
        _ access: String? = "granted", provider: String? = "Cablevision_apple",
        expires: String? = nil
    ) -> String {
        let expiration = expires ?? String(clock.now().milliseconds + 3_600_000)
        let permission = access.map { #"{"accessStatus":"\#($0)"}"# } ?? "{}"
        let information =
            provider.map { #"{"id":"\#($0)","expirationDate":"\#(expiration)"}"# } ?? "{}"
        return Self.base64(
            #"{"frameworkPermissionInfo":\#(permission),"frameworkProviderInfo":\#(information)}"#)
    }

    /// Signs in through the pages' part of the state.
    func signIn(_ mvpd: String = "Cablevision", as subscriber: String = "ada") async throws {
        let session = try await call(
            .post, "/api/v2/REF30/sessions",
            form: [
                "mvpd": mvpd, "domainName": "adobe.com", "redirectUrl": "https://adobe.com/done",
            ])
        let code = try XCTUnwrap(session["code"]?.text, session.text)
        try await sandbox.state.complete(code: code, mvpd: mvpd, subscriber: subscriber)
    }
}

/// The random numbers of a sandbox under test.
private struct SeededBytes: RandomNumberGenerator, Sendable {
    private var state: UInt64 = SandboxCase.seed

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    }
}

extension SandboxState {
    /// Takes keys that were made elsewhere.
    func setKeys(_ pem: [String: String]) throws {
        for (name, pem) in pem {
            try keys.put(
                KeyRecord(pem: pem), ByteExactName(name), limit: .max / 16, mirror: mirror)
        }
    }
}

/// Runs tests once in memory and once over a socket.
class SandboxCase: XCTestCase {
    /// Printed, so that a run can be had again.
    static let seed: UInt64 = {
        var generator = SeededGenerator("sandbox")
        return generator.next()
    }()

    /// A key takes long to make, so that all parties of all sandboxes have the same.
    private static let key = Result { try SandboxKeys.make() }

    static func make(
        _ configuration: SandboxConfiguration, clock: any Pass.Clock, file: String? = nil,
        logger: Logger = Logger(label: "test")
    ) async throws -> Sandbox {
        let sandbox = try Sandbox(
            configuration: configuration, clock: clock,
            random: SeededBytes(), stateFile: file, logger: logger)
        let pem = try key.get()
        var keys = [
            SandboxKeys.mediaTokens, SandboxKeys.serviceTokens, SandboxKeys.serviceProvider,
        ]
        .reduce(into: [String: String]()) { $0[$1] = pem }
        for mvpd in configuration.mvpds { keys[SandboxKeys.mvpd(mvpd.id)] = pem }
        try await sandbox.state.setKeys(keys)
        return sandbox
    }

    /// Runs `body` with a new sandbox that does not throttle, unless `change` says otherwise.
    func eachWay(
        registered: Bool = true, _ change: (inout SandboxConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (Subject) async throws -> Void
    ) async throws {
        var configuration = SandboxConfiguration.standard
        configuration.throttle.isOn = false
        change(&configuration)
        let chosen = configuration

        let clock = TestClock()
        let sandbox = try await Self.make(chosen, clock: clock)
        let transport = sandbox.transport
        var subject = Subject(sandbox: sandbox, clock: clock, way: "in memory") {
            try await transport.send($0)
        }
        if registered { try await subject.register() }
        try await body(subject)

        try await overSocket(chosen, registered: registered, body)
    }

    private func overSocket(
        _ configuration: SandboxConfiguration, registered: Bool,
        _ body: @escaping @Sendable (Subject) async throws -> Void
    ) async throws {
        let clock = TestClock()
        let sandbox = try await Self.make(configuration, clock: clock)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await sandbox.run(port: 0) { port in
                    continuation.yield(port)
                    continuation.finish()
                }
            }
            group.addTask {
                var iterator = ports.makeAsyncIterator()
                let port = try XCTUnwrapAsync(await iterator.next())
                let connection = SocketConnection(port: port)
                var subject = Subject(sandbox: sandbox, clock: clock, way: "over a socket") {
                    try await connection.send($0)
                }
                subject.connection = connection
                if registered { try await subject.register() }
                try await body(subject)
            }
            try await group.next()
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}

private func XCTUnwrapAsync<Value>(_ value: Value?) throws -> Value { try XCTUnwrap(value) }
#endif
