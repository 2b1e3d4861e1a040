import Foundation
import TestSupport
import XCTest

/// Which hosts samlkit takes for a sandbox, and what it believes them.
final class SandboxHostTests: XCTestCase {
    /// Starts a server of a few lines of Python and waits for its address.
    private func server(_ handler: String) async throws -> String {
        let python = URL(filePath: "/usr/bin/python3")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw XCTSkip("The test needs Python.")
        }
        let program = """
            import http.server, urllib.request, urllib.error
            class Handler(http.server.BaseHTTPRequestHandler):
                def log_message(self, *_): pass
                def answer(self):
                    body = self.rfile.read(int(self.headers.get('content-length') or 0))
            \(handler.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n"))
                do_GET = do_POST = answer
            server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
            print('http://127.0.0.1:%d' % server.server_port, flush=True)
            server.serve_forever()
            """
        let background = try BackgroundProcess(python, ["-c", program])
        addTeardownBlock { background.stop() }
        return try await background.waitForOutput("(http://127.0.0.1:[1-9][0-9]*)")
    }

    func testTheFrameworkIsBelowThePathOfTheBaseURL() async throws {
        let sandbox = try await sandbox()
        let proxy = try await server(
            """
            if not self.path.startswith('/behind/'): return self.send_error(404)
            request = urllib.request.Request(
                '\(sandbox.baseURL)' + self.path[7:], data=body or None, method=self.command)
            for name, value in self.headers.items():
                if name.lower() not in ('host', 'content-length', 'connection'):
                    request.add_header(name, value)
            answer = urllib.request.urlopen(request)
            content = answer.read()
            self.send_response(answer.status)
            self.send_header('Content-Type', answer.headers.get('Content-Type') or 'text/plain')
            self.send_header('Content-Length', str(len(content)))
            self.end_headers()
            self.wfile.write(content)
            """)
        let result = try Samlkit.run([
            "sso", "--base-url", proxy + "/behind", "--json", "--no-wait",
        ])
        XCTAssertEqual(result.status, 0, result.text + result.errors)
        XCTAssertEqual(try outcome(of: result)["outcome"], "mediaToken")
    }

    func testAnotherHostIsNotToldTheDeviceIdentifier() throws {
        let folder = try scratchFolder()
        let statement = try folder.write("statement".utf8, to: "statement")
        let result = try Samlkit.run([
            "sso", "--base-url", "https://sp.invalid", "--software-statement", statement,
        ])
        XCTAssertEqual(result.status, 2, result.errors)
        XCTAssertTrue(result.errors.contains("replay:"), result.errors)
    }

    func testAFolderOrAnArchiveIsNoSoftwareStatement() throws {
        let folder = try scratchFolder()
        _ = try folder.write("PRIVATEKEY".utf8, to: "keys/id_rsa")
        let binary = try folder.write([0x00, 0x01, 0xFF], to: "binary")
        let long = try folder.write(Array(repeating: UInt8(ascii: "a"), count: 70_000), to: "long")
        for statement in [folder.path("keys"), binary, long] {
            let result = try Samlkit.run([
                "sso", "--base-url", "http://127.0.0.1:9", "--software-statement", statement,
            ])
            XCTAssertEqual(result.status, 2, result.errors)
            XCTAssertTrue(result.errors.contains("Expected"), result.errors)
        }
    }

    func testAReasonIsCleanedBeforeItIsPrinted() async throws {
        let secret = String(repeating: "s3cr3t", count: 20)
        #if AsyncHTTPClient
        let control = "\\x9b]0;"
        #else
        // URLSession takes an answer with such a byte in a header field for a broken connection.
        let control = ""
        #endif
        let hostile = try await server(
            """
            self.send_response(400)
            self.send_header('X-Sandbox-Reason', 'fault: \(control)owned \(secret) end')
            self.send_header('Content-Length', '0')
            self.end_headers()
            """)
        let result = try Samlkit.run(["sso", "--base-url", hostile, "--no-wait"])
        XCTAssertEqual(result.status, 1, result.errors)
        let shown = result.text + result.errors
        XCTAssertTrue(shown.contains("the sandbox says: fault: "), shown)
        XCTAssertFalse(shown.contains(secret), shown)
        XCTAssertFalse(shown.contains("\u{9B}"), shown)
    }

    /// A server that puts what it was told into every text that is shown.
    private static let echoing = """
        import json
        told = self.headers.get('Authorization', '')[7:]
        path = self.path
        if path.endswith('/o/client/register'):
            answer = {'client_id': 'c', 'client_secret': 's3cr3t-0123456789'}
        elif path.endswith('/o/client/token'):
            answer = {'access_token': 't0k3n-0123456789+=', 'expires_in': 3600}
        elif path.endswith('/configuration'):
            mvpd = {'id': told, 'displayName': told, 'platformMappingId': 'a'}
            answer = {'requestor': {'id': 'REF30', 'mvpds': [mvpd]}}
        elif path.endswith('/sessions'):
            answer = {'actionName': 'authenticate', 'actionType': 'interactive',
                'reasonType': 'none', 'url': '/x/' + told, 'code': told,
                'notBefore': '0', 'notAfter': '1000'}
        elif path.endswith('/profiles/sso/Apple'):
            plain = {'value': told, 'state': told}
            answer = {'profiles': {told: {'notAfter': 1, 'issuer': told, 'type': told,
                'attributes': {'userID': plain, told: {'value': [told], 'state': 'plain'}}}}}
        elif path.endswith('/profiles'):
            answer = {'profiles': {}}
        else:
            answer = {'code': told, 'action': told, 'message': told, 'status': 400}
        content = json.dumps(answer).encode()
        self.send_response(400 if 'code' in answer and 'url' not in answer else 200)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        """

    func testWhatTheServerRepeatsIsNotShown() async throws {
        let hostile = ["--base-url", try await server(Self.echoing)]
        let exchange =
            ["exchange", Repository.firstSample, "--service-provider", "REF30", "--mvpd", "x"]
        let phone = ["sso", "--platform", "iOS", "--no-wait"]
        for command in [
            exchange, exchange + ["--api", "v1"], phone, phone + ["--mvpd", "x"],
            ["sso", "--no-wait"],
        ] {
            for more in [[], ["--json"]] {
                let result = try Samlkit.run(command + more + hostile)
                XCTAssertTrue(
                    [0, 1, 4].contains(result.status), "\(command): \(result.errors)")
                XCTAssertFalse(result.text.isEmpty)
                for secret in ["t0k3n-0123456789", "s3cr3t-0123456789"] {
                    XCTAssertFalse(
                        (result.text + result.errors).contains(secret),
                        "\(command + more): \(result.text)\(result.errors)")
                }
            }
        }
    }

    func testARunEndsWithItsDeadline() async throws {
        let hanging = try await server("import time; time.sleep(60)")
        let exchange = [
            "exchange", Repository.firstSample, "--service-provider", "REF30", "--mvpd", "x",
        ]
        for command in [["sso"], ["sso", "--api", "v1"], exchange] {
            let start = ContinuousClock.now
            let result = try Samlkit.run(command + ["--base-url", hanging, "--deadline", "1"])
            // Far less than the half minute of a single exchange.
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(20))
            XCTAssertEqual(result.status, 4, result.text + result.errors)
        }
        XCTAssertEqual(try Samlkit.run(["sso", "--deadline", "0"]).status, 2)
    }

    func testAMissingSandboxIsNamed() throws {
        let missing = ["--base-url", "http://127.0.0.1:9", "--deadline", "1"]
        let sso = try Samlkit.run(["sso"] + missing)
        XCTAssertTrue(sso.errors.contains("is `samlkit sandbox` running?"), sso.errors)
        let folder = try scratchFolder()
        let response = try folder.write("<a/>".utf8, to: "a.xml")
        let exchange = try Samlkit.run(
            ["exchange", response, "--service-provider", "REF30", "--mvpd", "Cablevision"] + missing
        )
        XCTAssertTrue(exchange.errors.contains("is `samlkit sandbox` running?"), exchange.errors)
    }

    func testAWaitForASecondScreenCanBeEnded() async throws {
        let sandbox = try await sandbox()
        let start = ContinuousClock.now
        let result = try Samlkit.run([
            "sso", "--base-url", sandbox.baseURL, "--style", "pretty-printed", "--timeout", "1",
        ])
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(20))
        XCTAssertEqual(result.status, 1, result.errors)
        XCTAssertTrue(result.text.contains("--timeout"), result.text)
    }

    func testThePrintedConfigurationHasTheEncryptionOfMetadata() throws {
        let result = try Samlkit.run(["sandbox", "--print-configuration"])
        guard !result.errors.contains("--traits Sandbox") else { throw XCTSkip("no sandbox") }
        XCTAssertTrue(result.text.contains("\"metadataEncryption\" : null"), result.text)
        let folder = try scratchFolder()
        let file = try folder.write(result.text.utf8, to: "configuration.json")
        let again = try Samlkit.run(
            ["sandbox", "--configuration", file, "--print-configuration"])
        XCTAssertEqual(again.text, result.text)
    }
}
