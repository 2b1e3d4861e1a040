import Foundation
import TestSupport
import XCTest

#if canImport(Glibc)
import Glibc
#endif

/// Whom `samlkit serve` answers, and what it refuses.
final class ServeGuardTests: XCTestCase {
    private func code(_ reply: ServiceProcess.Reply) throws -> String? {
        XCTAssertEqual(reply.fields["content-type"], "application/problem+json", reply.text)
        return try reply.json()["code"]?.string
    }

    func testOtherHostsAndPagesOfOtherSitesAreRefused() async throws {
        let service = try await service()
        let message = try ServiceProcess.verification(of: Array("<x/>".utf8))
        for (fields, expected) in [
            (["Host": "rebound.example"], "foreignHost"),
            (["Host": ""], "missingHost"),
            (["Origin": "https://evil.example"], "crossSite"),
            (["Origin": "null"], "crossSite"),
            (["Sec-Fetch-Site": "cross-site"], "crossSite"),
        ] {
            let reply = try service.send(
                "POST", "/api/v1/verify", message, type: "application/json", fields)
            XCTAssertEqual(try code(reply), expected)
            XCTAssertNil(reply.fields["access-control-allow-origin"])
        }
        let simple = try service.send("POST", "/api/v1/verify", message, type: "text/plain")
        XCTAssertEqual(try code(simple), "unsupportedMediaType")
    }

    func testAnAddressForOthersNeedsAToken() async throws {
        let without = try Samlkit.run(["serve", "--host", "0.0.0.0", "--port", "0"])
        XCTAssertEqual(without.status, 2)
        XCTAssertTrue(without.errors.contains("--token-file"), without.errors)
        let folder = try scratchFolder()
        let token = "0123456789abcdef0123456789abcdef"
        let file = try folder.write((token + "\n").utf8, to: "token")
        let service = try await service(["--host", "0.0.0.0", "--token-file", file])
        for path in ["/", "/api/v1/explain/conditions.expired", "/api/v1/openapi.json"] {
            let refused = try service.send("GET", path)
            XCTAssertEqual(refused.status, 401, path)
            XCTAssertEqual(
                refused.fields["www-authenticate"],
                "\(path == "/" ? "Basic" : "Bearer") realm=\"samlkit\"", path)
            let taken = try service.send(
                "GET", path, [], type: "", ["Authorization": "Bearer \(token)"])
            XCTAssertEqual(taken.status, 200, path)
        }
        XCTAssertEqual(try service.send("GET", "/healthz").status, 200)
        XCTAssertEqual(
            try service.send("GET", "/", [], type: "", ["Authorization": "Bearer \(token)x"])
                .status,
            401)
    }

    func testWhatIsTooLargeIsRefusedBeforeItIsRead() async throws {
        let service = try await service(["--max-body", "1"])
        let head = "POST /api/v1/batch HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        let declared = try service.reply(
            to: Array((head + "Content-Length: 99999999\r\n\r\nabc").utf8))
        XCTAssertEqual(try code(declared), "bodyTooLarge")
        let chunk = Array("100000\r\n".utf8) + Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
        let chunked =
            Array((head + "Transfer-Encoding: chunked\r\n\r\n").utf8) + chunk + Array("\r\n".utf8)
            + chunk + Array("\r\n0\r\n\r\n".utf8)
        XCTAssertEqual(try code(try service.reply(to: chunked)), "bodyTooLarge")
        XCTAssertEqual(try service.send("GET", "/healthz").status, 200)
    }

    func testHalfRequestsAndAThousandIdleConnectionsHinderNobody() async throws {
        let service = try await service()
        var idle: [LoopbackSocket] = []
        defer { for connection in idle { connection.close() } }
        // The test itself may have few open files.
        let count = min(1000, Int(sysconf(Int32(_SC_OPEN_MAX))) - 200)
        let half = Array("POST /api/v1/verify HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le".utf8)
        for number in 0..<count {
            let connection = try service.open()
            idle.append(connection)
            if number.isMultiple(of: 3) { try connection.send(half) }
        }
        let message = try Repository.sample("captures/25-expired.xml")
        let reply = try service.send(
            "POST", "/api/v1/verify", ServiceProcess.verification(of: message))
        XCTAssertEqual(reply.status, 200)
        XCTAssertTrue(service.background.process.isRunning)
    }

    func testAClientThatLeavesBeforeItsAnswerTakesNoPlace() async throws {
        let service = try await service(["--max-captures", "1"])
        let message = try Repository.sample("captures/25-expired.xml")
        let body = Array(repeating: UInt8(ascii: "\n"), count: 4_000_000) + message
        let request =
            Array(
                "POST /api/v1/batch HTTP/1.1\r\nHost: 127.0.0.1:\(service.port)\r\nContent-Length: \(body.count)\r\n\r\n"
                    .utf8) + body
        for _ in 0..<8 {
            let connection = try service.open()
            try connection.send(request)
            connection.reset()
        }
        var status = 0
        for _ in 0..<100 where status != 200 {
            status = try service.send("POST", "/api/v1/batch", message, type: "text/xml").status
            if status != 200 { try await Task.sleep(for: .milliseconds(100)) }
        }
        XCTAssertEqual(status, 200)
    }

    func testAPortThatIsTakenIsSaidAndASignalEndsIt() async throws {
        let service = try await service()
        let second = try Samlkit.run(["serve", "--port", "\(service.port)"])
        XCTAssertEqual(second.status, 2)
        XCTAssertTrue(second.errors.contains("Choose another port"), second.errors)
        // Somebody who sends half of a request hinders no end.
        let connection = try service.open()
        defer { connection.close() }
        let half = Array(
            "POST /api/v1/verify HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n<".utf8)
        try connection.send(half)
        XCTAssertEqual(try service.send("GET", "/healthz").status, 200)
        let process = service.background.process
        kill(process.processIdentifier, SIGINT)
        try await Task.sleep(for: .milliseconds(200))
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 130)
    }

    func testAnAnswerToHEADHasNoBody() async throws {
        let service = try await service()
        let reply = try service.send("HEAD", "/healthz")
        XCTAssertEqual(reply.status, 200)
        XCTAssertEqual(reply.body, [])
    }

    func testBodiesThatComeByteForByteHinderNobody() async throws {
        let service = try await service(["--max-captures", "1"])
        let head = Array(
            "POST /api/v1/batch HTTP/1.1\r\nHost: 127.0.0.1:\(service.port)\r\nContent-Length: 9000000\r\n\r\n"
                .utf8)
        var slow: [LoopbackSocket] = []
        defer { for connection in slow { connection.close() } }
        for _ in 0..<64 {
            let connection = try service.open()
            slow.append(connection)
            try connection.send(head)
        }
        let message = try Repository.sample("captures/25-expired.xml")
        for _ in 0..<5 {
            for connection in slow { try connection.send([UInt8(ascii: "<")]) }
            let verified = try service.send(
                "POST", "/api/v1/verify", ServiceProcess.verification(of: message))
            XCTAssertEqual(verified.status, 200)
            // The only place for a capture is taken by none whose body is not there.
            let batch = try service.send("POST", "/api/v1/batch", message, type: "text/xml")
            XCTAssertEqual(batch.status, 200)
            XCTAssertTrue(batch.text.contains("\"outcome\""), batch.text)
        }
    }

    func testAKilledServerLeavesNothingAndStartsAgainOnItsPort() async throws {
        let folder = try scratchFolder()
        let environment = ["TMPDIR": folder.path]
        let first = try await ServiceProcess([], environment: environment)
        let connection = try first.open()
        defer { connection.close() }
        // Half of a body that is too large for memory.
        let bytes =
            Array(
                "POST /api/v1/batch HTTP/1.1\r\nHost: 127.0.0.1:\(first.port)\r\nContent-Length: 8000000\r\n\r\n"
                    .utf8) + Array(repeating: UInt8(ascii: " "), count: 4_000_000)
        try connection.send(bytes)
        XCTAssertEqual(try first.send("GET", "/healthz").status, 200)
        kill(first.background.process.processIdentifier, SIGKILL)
        first.background.process.waitUntilExit()
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), [])
        let second = try await ServiceProcess([], port: first.port, environment: environment)
        addTeardownBlock { second.background.stop() }
        XCTAssertEqual(second.port, first.port)
        let message = try Repository.sample("captures/25-expired.xml")
        let reply = try second.send(
            "POST", "/api/v1/verify", ServiceProcess.verification(of: message))
        XCTAssertEqual(reply.status, 200)
    }

    func testValuesAreReplacedAndTrustIsFixedWhereThatWasAsked() async throws {
        let service = try await service([
            "--redact", "--read-only-trust", "--trust",
            Repository.samplePath("metadata/all-idps.xml"),
        ])
        let message = try Repository.sample("captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
        let reply = try service.send(
            "POST", "/api/v1/verify", ServiceProcess.verification(of: message, ["explain": true]))
        XCTAssertEqual(reply.status, 200)
        XCTAssertNil(try reply.json()["explanation"])
        let page = try service.send(
            "POST", "/show", ServiceProcess.form([("message", nil, message)]),
            type: ServiceProcess.formType)
        XCTAssertEqual(page.status, 200)
        for text in [reply.text, page.text] {
            XCTAssertTrue(text.contains("uniqueId"))
            XCTAssertFalse(text.contains("HH-0048151623"))
        }
        for members: [String: Any] in [
            ["trust": [["content": "<x/>"]]], ["policy": ["legacy-sha1"]],
        ] {
            let refused = try service.send(
                "POST", "/api/v1/verify", ServiceProcess.verification(of: message, members))
            XCTAssertEqual(try code(refused), "trustIsReadOnly")
        }
    }

    func testNothingOfARequestIsWrittenToTheTerminal() async throws {
        let service = try await service()
        let secret = "secret-in-a-request"
        _ = try service.send(
            "POST", "/api/v1/verify",
            ServiceProcess.verification(
                of: Array(secret.utf8),
                ["audience": secret, "trust": [["name": secret, "content": secret]]]))
        _ = try service.send("POST", "/api/v1/batch?audience=\(secret)", Array(secret.utf8))
        _ = try service.send("GET", "/\(secret)")
        _ = try service.send(
            "POST", "/show", ServiceProcess.form([("message", nil, Array(secret.utf8))]),
            type: ServiceProcess.formType)
        XCTAssertFalse(service.background.output.contains(secret))
        XCTAssertEqual(service.background.errors, "")
    }
}
