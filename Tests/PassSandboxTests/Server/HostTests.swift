#if Sandbox
import AdobePass
import HTTPTypes
import XCTest

@testable import PassSandbox

/// The host that a request names.
final class HostTests: SandboxCase {
    func testARequestNamesOneWellFormedHostOfThisComputer() async throws {
        try await eachWay(registered: false) { subject in
            guard let connection = subject.connection else { return }
            let port = connection.port
            for (target, hosts, status, reason) in [
                ("/sandbox/log", ["localhost:\(port)"], 200, nil as String?),
                ("/sandbox/log", ["LOCALHOST"], 200, nil),
                ("/sandbox/log", ["[::1]:\(port)"], 200, nil),
                ("http://localhost:\(port)/sandbox/log", ["localhost:\(port)"], 200, nil),
                ("http://LocalHost/sandbox/log", ["localhost"], 200, nil),
                ("/sandbox/log", [], 400, "missingHost"),
                ("/sandbox/log", [""], 400, "missingHost"),
                ("http://localhost/sandbox/log", [], 400, "missingHost"),
                ("/sandbox/log", ["localhost", "evil.example"], 400, "ambiguousHost"),
                ("/sandbox/log", ["evil.example", "localhost"], 400, "ambiguousHost"),
                ("/sandbox/log", ["localhost", "localhost"], 400, "ambiguousHost"),
                ("http://evil.example/sandbox/log", ["localhost"], 400, "ambiguousHost"),
                ("https://evil.example/sandbox/log", ["localhost"], 400, "ambiguousHost"),
                ("http://localhost@evil.example/sandbox/log", ["localhost"], 400, "ambiguousHost"),
                ("http://evil.example/sandbox/log", ["evil.example"], 403, "foreignHost"),
                ("/sandbox/log", ["[::1].evil.example"], 400, "malformedHost"),
                ("/sandbox/log", ["[::1"], 400, "malformedHost"),
                ("/sandbox/log", ["[localhost]"], 400, "malformedHost"),
                ("/sandbox/log", ["::1"], 400, "malformedHost"),
                ("/sandbox/log", ["localhost:80@evil"], 400, "malformedHost"),
                ("/sandbox/log", ["evil@localhost"], 400, "malformedHost"),
                ("/sandbox/log", ["localhost:evil"], 400, "malformedHost"),
                ("/sandbox/log", ["localhost:"], 400, "malformedHost"),
                ("/sandbox/log", ["localhost:65536"], 400, "malformedHost"),
                ("/sandbox/log", ["localhost:80:80"], 400, "malformedHost"),
                ("/sandbox/log", ["localhost, evil.example"], 400, "malformedHost"),
                ("/sandbox/log", ["localhost/evil"], 400, "malformedHost"),
                ("/sandbox/log", [":80"], 400, "malformedHost"),
                ("/sandbox/log", ["localhost.evil.example"], 403, "foreignHost"),
            ] {
                let name = "\(target) \(hosts)"
                var text = "GET \(target) HTTP/1.1\r\nConnection: close\r\n"
                for host in hosts { text += "Host: \(host)\r\n" }
                let answer = try await connection.send(bytes: Array((text + "\r\n").utf8))
                XCTAssertEqual(answer.head.status.code, status, name)
                let given = answer.head.headerFields[.sandboxReason]?.prefix { $0 != ":" }
                XCTAssertEqual(given.map(String.init), reason, name)
            }
        }
    }

    func testARefusalNeverQuotesTheHost() async throws {
        try await eachWay(registered: false) { subject in
            for host in ["evil.example", "evil@localhost"] {
                let answer = try await subject.call(.get, "/sandbox", authority: host)
                XCTAssertFalse(answer.text.contains("evil"), host)
                XCTAssertFalse(answer.fields[.sandboxReason]?.contains("evil") ?? true, host)
            }
        }
    }
}
#endif
