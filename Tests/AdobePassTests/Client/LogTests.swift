import Foundation
import Logging
import PayloadCoding
import TestSupport
import XCTest

@testable import AdobePass

/// Keeps every line with all of its metadata.
private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var kept: [String] = []

    var lines: [String] { lock.withLock { kept } }
    func add(_ line: String) { lock.withLock { kept.append(line) } }

    struct Handler: LogHandler {
        let log: Log
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.add("\(event.level) \(event.message) \(event.metadata ?? [:])")
        }
    }

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }
}

final class LogTests: XCTestCase {
    private let secret = Secret.planted("log")

    /// A whole flow of either API, with a secret in every place where there may be one.
    private func lines() async throws -> [String] {
        let log = Log()
        let code = Pass.AuthenticationCode(rawValue: "code\(secret)")
        let session =
            #"{"actionName":"resume","actionType":"direct","reasonType":"none","#
            + #""code":"\#(code.rawValue)","url":"/\#(secret)"}"#
        let denied = ScriptedTransport.Answer.enhanced(
            secret, action: "retry", status: 403, message: secret)
        let fixture = try ClientFixture(
            [
                "/o/client/register": [
                    .json(#"{"client_id":"\#(secret)","client_secret":"\#(secret)"}"#)
                ],
                "/o/client/token": [
                    .throttled(), .json(#"{"access_token":"\#(secret)","expires_in":60}"#),
                ],
                "/api/v2/REF30/sessions/sso/Apple": [.json(session)],
                "/api/v2/REF30/sessions/\(code.rawValue)": [.json(session)],
                "/api/v2/REF30/profiles/sso/Apple": [
                    .status(401), .json(#"{"profiles":{"\#(secret)":{"notAfter":"\#(secret)"}}}"#),
                ],
                "/api/v2/REF30/logout/\(secret)": [denied],
                "/api/v1/tokens/media": [.json(#"{"serializedToken":"\#(secret)"}"#)],
                "/api/v1/tokens/authn": [.error(.timedOut, mayHaveReachedServer: true)],
            ], logger: log.logger
        ) {
            $0.softwareStatement = secret
            $0.deviceIdentifier = Pass.DeviceIdentifier(secret)
            $0.device.model = secret
            $0.visitorIdentifier = secret
            $0.signOnTokens.service = secret
        }
        let client = fixture.client
        let mvpd = Pass.MVPDIdentifier(rawValue: secret)
        let payload = PayloadEncoder().payload(encoding: Array(secret.utf8))
        _ = try await client.v2.partnerSession(status: ClientFixture.status, redirectURL: secret)
        _ = try await client.v2.resumeSession(code: code, mvpd: mvpd)
        _ = try? await client.v2.partnerProfile(status: nil, samlResponse: payload)
        _ = try? await client.v2.logout(mvpd: mvpd, redirectURL: secret)
        _ = try await client.v1.mediaToken(resource: secret)
        try? await client.v1.createAuthenticationToken(
            mvpd: mvpd, platform: .iOS, samlResponse: payload)
        return log.lines
    }

    func testLogOfAFlowHasNoSecretInIt() async throws {
        let lines = try await lines()
        XCTAssertGreaterThanOrEqual(lines.count, 12)
        for line in lines { XCTAssertFalse(Secret.inMessages.shows(in: line), line) }
    }

    func testLogTellsMethodPathStatusAttemptAndDuration() async throws {
        let lines = try await lines()
        let resuming = try XCTUnwrap(lines.first { $0.contains("sessions/{code}") })
        for part in ["POST", "200", "attempt", "0 ms", "/api/v2/{serviceProvider}/sessions/{code}"]
        {
            XCTAssertTrue(resuming.contains(part), part)
        }
        XCTAssertTrue(lines.contains { $0.contains("429") })
        XCTAssertTrue(lines.contains { $0.contains("timedOut") })
    }

    func testLevelsTellTroubleFromTheUsualCourse() async throws {
        let log = Log()
        let fixture = try ClientFixture(
            [
                "/api/v2/REF30/profiles": [
                    .throttled(), .error(.timedOut, mayHaveReachedServer: true), .status(500),
                    .json(#"{"profiles":{}}"#),
                ]
            ], logger: log.logger)
        _ = try await fixture.client.v2.profiles()
        let levels = log.lines.filter { $0.contains("profiles") }.map {
            String($0.prefix { $0 != " " })
        }
        XCTAssertEqual(
            levels, ["debug", "info", "warning", "info", "warning", "info", "debug"])
        XCTAssertEqual(log.lines.filter { $0.hasPrefix("info Adobe Pass registration") }.count, 1)
    }

    func testErrorsPrintNothingOfTheServer() async throws {
        let answers: [ScriptedTransport.Answer] = [
            .enhanced(secret, action: secret, status: 403, message: secret),
            .json(#"{"status":403,"message":"\#(secret)","details":"\#(secret)"}"#, status: 403),
            .json(#"{"profiles":{"\#(secret)":{"notAfter":"\#(secret)"}}}"#),
            .text(secret, type: "text/html"), .json(#"{"error":"\#(secret)"}"#, status: 400),
        ]
        for answer in answers {
            for path in ["/api/v2/REF30/profiles", "/o/client/token"] {
                let fixture = try ClientFixture([path: [answer]])
                let error = try await thrownError { () async throws(Pass.ExchangeError) in
                    try await fixture.client.v2.profiles()
                }
                for text in printings(of: error) + printings(of: [error]) {
                    XCTAssertFalse(Secret.inMessages.shows(in: text), text)
                }
            }
        }
    }
}
