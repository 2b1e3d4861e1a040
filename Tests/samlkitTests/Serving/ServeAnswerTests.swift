import Foundation
import TestSupport
import XCTest

/// What `samlkit serve` answers: the same as the commands.
final class ServeAnswerTests: XCTestCase {
    private static let trust = Repository.samplePath("metadata/all-idps.xml")
    private let options = ["--trust", ServeAnswerTests.trust] + Samlkit.reference

    private static let chosen = [
        "01-pretty", "14-", "24-", "25-", "30-", "35-", "37-", "38-", "malformed/truncated",
        "malformed/doctype",
    ]

    /// Files of one message: good, rejected and malformed.
    private func files() throws -> [String] {
        try SampleOutcome.files().map(\.path).filter { path in
            Self.chosen.contains { path.hasPrefix("captures/\($0)") }
        }
    }

    private func plain(_ object: Any?) throws -> NSDictionary {
        var record = try XCTUnwrap(object as? [String: Any])
        record["source"] = nil
        return record as NSDictionary
    }

    private func object(_ json: some Sequence<UInt8>) throws -> [String: Any] {
        try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    }

    func testARecordIsThatOfBatchAndAnExplanationThatOfVerify() async throws {
        let service = try await service(options)
        let files = try files()
        XCTAssertEqual(files.count, Self.chosen.count)
        for path in files {
            let reply = try service.send(
                "POST", "/api/v1/verify",
                ServiceProcess.verification(of: Repository.sample(path), ["explain": true]))
            XCTAssertEqual(reply.status, 200, path + reply.text)
            let answer = try object(reply.body)
            let file = Repository.samplePath(path)
            let batch = try Samlkit.run(
                ["batch", file, "--input-format", "message", "--output", "-", "--quiet"] + options)
            XCTAssertEqual(
                try plain(answer["record"]), try plain(object(batch.output)), path)
            let verify = try Samlkit.run(
                ["verify", file, "--input-format", "message", "--explain", "--json"] + options)
            XCTAssertEqual(
                answer["explanation"] as? NSArray,
                try object(verify.output)["explanations"] as? NSArray, path)
        }
    }

    func testTrustAndConditionsOfARequestReplaceThoseOfTheServer() async throws {
        let service = try await service(["--audience", "https://other.example"])
        let message = try Repository.sample("captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
        func outcome(_ members: [String: Any]) throws -> String? {
            let reply = try service.send(
                "POST", "/api/v1/verify", ServiceProcess.verification(of: message, members))
            return try reply.json()["record"]?["outcome"]?.string ?? reply.text
        }
        let metadata = String(
            decoding: try Repository.sample("metadata/idp-one.xml"), as: UTF8.self)
        let trust = [["name": "/etc/passwd", "content": metadata]]
        XCTAssertEqual(try outcome(["now": SampleOutcome.now]), "rejected")
        XCTAssertEqual(
            try outcome([
                "now": SampleOutcome.now, "trust": trust, "audience": SampleOutcome.audience,
            ]), "accepted")
        XCTAssertEqual(
            try outcome(["trust": trust, "audience": SampleOutcome.audience]), "rejected")
        XCTAssertEqual(
            try outcome(["now": SampleOutcome.now, "audience": SampleOutcome.audience]),
            "unverified")
    }

    func testACaptureIsAnsweredWithTheLinesOfBatch() async throws {
        let service = try await service(options)
        let lines = try Repository.sample(SampleOutcome.subscribers)
            .split(separator: UInt8(ascii: "\n"))
        let capture = Array(lines.prefix(80).joined(separator: [UInt8(ascii: "\n")]))
        let reply = try service.send("POST", "/api/v1/batch", capture, type: "text/plain")
        XCTAssertEqual(reply.status, 200)
        let folder = try scratchFolder()
        let path = try folder.write(capture, to: "capture")
        let batch = try Samlkit.run(["batch", path, "--output", "-", "--quiet"] + options)
        let answered = reply.text.replacing("\"file\":\"capture\"", with: "\"file\":\"\(path)\"")
        XCTAssertTrue(answered == batch.text, "\(reply.body.count) \(batch.output.count)")

        let other = try service.send(
            "POST", "/api/v1/batch?now=issued&require=nothing", capture, type: "text/plain")
        let outcomes = Set(other.text.split(separator: "\n").map { $0.contains("\"accepted\"") })
        XCTAssertEqual(outcomes, [false])
        XCTAssertEqual(
            try service.send("POST", "/api/v1/batch", Array("nothing here".utf8)).status, 422)
    }

    func testAHARReadsNoFileBesideIt() async throws {
        let folder = try scratchFolder()
        let message = try Repository.sample("captures/37-tampered-attribute.xml")
        try folder.write(message, to: "body.xml")
        let har = """
            {"log": {"version": "1.2", "entries": [{"request": {"method": "POST",
            "url": "https://sp.example/acs", "headers": []}, "response": {"status": 200, "headers": [],
            "content": {"mimeType": "application/xml", "_file": "body.xml"}}}]}}
            """
        let path = try folder.write(har.utf8, to: "capture.har")
        let command = try Samlkit.run(["batch", path, "--output", "-", "--quiet"])
        XCTAssertTrue(command.text.contains("\"kind\":\"response\""), command.text)
        let service = try await service()
        for name in [path, "capture.har", "../capture.har"] {
            let reply = try service.send(
                "POST", "/show", ServiceProcess.form([("file", name, Array(har.utf8))]),
                type: ServiceProcess.formType)
            XCTAssertEqual(reply.status, 422, reply.text)
        }
    }

    func testARequestSwitchesAFlagOfTheServerOff() async throws {
        let service = try await service(["--unsolicited"])
        let message = try Repository.sample("captures/25-expired.xml")
        let members: [String: Any] = ["inResponseTo": "_1"]
        let both = try service.send(
            "POST", "/api/v1/verify", ServiceProcess.verification(of: message, members))
        XCTAssertEqual(both.status, 400)
        let one = try service.send(
            "POST", "/api/v1/verify",
            ServiceProcess.verification(of: message, members.merging(["unsolicited": false]) { $1 })
        )
        XCTAssertEqual(one.status, 200, one.text)
        func page(_ fields: [(name: String, file: String?, content: [UInt8])]) throws -> String {
            try service.send(
                "POST", "/show", ServiceProcess.form([("message", nil, message)] + fields),
                type: ServiceProcess.formType
            ).text
        }
        // As the page sends a box that is not ticked, and one that is.
        let no = (name: "unsolicited", file: String?.none, content: Array("false".utf8))
        let yes = (name: "unsolicited", file: String?.none, content: Array("true".utf8))
        XCTAssertFalse(try page([no]).contains("--unsolicited"))
        XCTAssertTrue(try page([no, yes]).contains("--unsolicited"))
    }

    func testNoNameOfAFileIsAnOptionOfTheCommand() async throws {
        let service = try await service()
        let message = try Repository.sample("captures/25-expired.xml")
        let metadata = try Repository.sample("metadata/all-idps.xml")
        let page = try service.send(
            "POST", "/show",
            ServiceProcess.form([
                ("file", "--unsolicited", message), ("file", "-idp.xml", metadata),
            ]), type: ServiceProcess.formType
        ).text
        XCTAssertTrue(
            page.contains("samlkit inspect ./--unsolicited --trust=-idp.xml --now "), page)
    }

    func testAFormIsAnsweredWithThePageThatFits() async throws {
        let service = try await service()
        let message = try Repository.sample("captures/25-expired.xml")
        let metadata = try Repository.sample("metadata/all-idps.xml")
        func title(_ fields: [(name: String, file: String?, content: [UInt8])]) throws -> String {
            let reply = try service.send(
                "POST", "/show", ServiceProcess.form(fields), type: ServiceProcess.formType)
            let text = reply.text
            let start = text.firstRange(of: "<title>")?.upperBound ?? text.startIndex
            return "\(reply.status) \(text[start...].prefix { $0 != "<" })"
        }
        XCTAssertEqual(
            try title([("message", nil, message), ("file", "idp.xml", metadata)]),
            "200 SAML message: message.txt")
        // Without a script on the form nothing else shows the command.
        let plain = try service.send(
            "POST", "/show",
            ServiceProcess.form([("message", nil, message), ("file", "all idps.xml", metadata)]),
            type: ServiceProcess.formType)
        XCTAssertTrue(
            plain.text.contains("samlkit inspect message.txt --trust &#39;all idps.xml&#39;"),
            plain.text)
        let lines = try Repository.sample(SampleOutcome.subscribers).split(
            separator: UInt8(ascii: "\n"))
        let capture = Array(lines.prefix(20).joined(separator: [UInt8(ascii: "\n")]))
        XCTAssertTrue(
            try title([("file", "a.ndjson", capture), ("audience", nil, [])])
                .hasPrefix("200 SAML messages: "))
        let har = try Repository.sample("har/sign-on-v2.har")
        XCTAssertEqual(
            try title([("file", "app.har", har), ("view", nil, Array("audit".utf8))]),
            "200 Audit of app.har")
        XCTAssertTrue(try title([("file", "idp.xml", metadata)]).hasPrefix("422"))
        let key = try Repository.sample("keys/sample-sp-encryption.key.pem")
        XCTAssertTrue(
            try title([("message", nil, message), ("file", "key", key)]).hasPrefix("400"))
    }

    func testExplanationsDescriptionAndHealth() async throws {
        let service = try await service()
        let page = try service.send("GET", "/api/v1/explain/conditions.expired")
        let command = try Samlkit.run(["explain", "conditions.expired", "--json"])
        XCTAssertEqual(page.text, command.text)
        XCTAssertEqual(try service.send("GET", "/api/v1/explain/nothing").status, 404)
        XCTAssertEqual(try service.send("GET", "/healthz").text, "{\"status\":\"ok\"}\n")
        let description = try service.send("GET", "/api/v1/openapi.json").json()
        for path in ["/api/v1/verify", "/api/v1/batch"] {
            XCTAssertNotNil(description["paths"]?[path]?["post"], path)
            XCTAssertEqual(try service.send("PUT", path).status, 405)
        }
        let start = try service.send("GET", "/")
        XCTAssertTrue(start.text.contains("name=\"message\""))
        XCTAssertTrue(
            start.fields["content-security-policy"]?.contains("default-src 'none'") ?? false)
    }

    func testTheSamplesOfOtherLanguagesGetTheSameAnswer() async throws {
        let service = try await service()
        let arguments = [
            Repository.samplePath("captures/25-expired.xml"), Self.trust, SampleOutcome.audience,
            SampleOutcome.now,
        ]
        let programs = [
            ("bash", ["bash", Repository.samplePath("serve/verify.sh")]),
            ("python3", ["python3", Repository.samplePath("serve/verify.py")]),
            ("javac", ["java", Repository.samplePath("serve/Verify.java")]),
            ("go", ["go", "run", Repository.samplePath("serve/verify.go")]),
        ]
        for (needed, program) in programs {
            guard
                ["/usr/bin/\(needed)", "/bin/\(needed)"].contains(
                    where: FileManager.default.isExecutableFile)
            else {
                print("\(program[1]) was not run: there is no \(needed)")
                continue
            }
            let process = try BackgroundProcess(
                URL(filePath: "/usr/bin/env"), program + arguments,
                environment: ["BASE_URL": service.address])
            _ = try await process.status()
            defer { process.stop() }
            let output = process.output
            if needed == "javac" {
                // It has no reader of JSON, and prints the answer.
                XCTAssertTrue(
                    output.contains("\"outcome\":\"rejected\""), "\(output) \(process.errors)")
                XCTAssertTrue(output.contains("conditions.expired"), output)
            } else {
                XCTAssertEqual(
                    output, "rejected\nconditions.expired\n", "\(program) \(process.errors)")
            }
        }
    }
}
