import Foundation
import TestSupport
import XCTest

/// `samlkit worker` and what it says over its pipes.
final class WorkerTests: XCTestCase {
    private let options = [
        "--trust", Repository.samplePath("metadata/all-idps.xml"), "--now", SampleOutcome.now,
        "--audience", SampleOutcome.audience, "--require", "uid,uniqueId",
    ]

    private func frame(_ content: [UInt8]) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (24 - 8 * $0)) } + content
    }

    private func request(
        _ id: Int, _ message: [UInt8], _ options: [String], version: Int = 1
    ) throws -> [UInt8] {
        let object: [String: Any] = [
            "version": version, "id": id, "message": Data(message).base64EncodedString(),
            "options": options,
        ]
        return frame([UInt8](try JSONSerialization.data(withJSONObject: object)))
    }

    /// The contents of frames.
    private func contents(_ bytes: [UInt8]) throws -> [[String: Any]] {
        var rest = bytes[...]
        var found: [[String: Any]] = []
        while !rest.isEmpty {
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let content = rest.dropFirst(4).prefix(count)
            XCTAssertEqual(content.count, count, "a frame is cut off")
            let object = try JSONSerialization.jsonObject(with: Data(content))
            found.append(try XCTUnwrap(object as? [String: Any]))
            rest = rest.dropFirst(4 + count)
        }
        return found
    }

    private func code(_ answer: [String: Any]?) -> String? {
        (answer?["error"] as? [String: Any])?["code"] as? String
    }

    func testEveryAnswerHasTheRecordOfBatch() throws {
        let folder = try scratchFolder()
        var input: [UInt8] = []
        var expected: [NSDictionary] = []
        // Messages only: a capture of many is no message.
        let files = try SampleOutcome.files().filter { $0.path.hasSuffix(".xml") }
        for (number, file) in files.enumerated() {
            let message = try Repository.sample(file.path)
            input += try request(number, message, options)
            let path = try folder.write(message, to: "message.xml")
            let batch = try Samlkit.run(
                ["batch", path, "--input-format", "message", "--output", "-", "--quiet"] + options)
            expected.append(try plain(batch.output))
        }
        let result = try Samlkit.run(["worker"], input: input)
        XCTAssertEqual(result.status, 0, result.errors)
        let answers = try contents(result.output)
        XCTAssertEqual(answers.compactMap { $0["id"] as? Int }, Array(files.indices))
        XCTAssertEqual(answers.compactMap { $0["version"] as? Int }, files.map { _ in 1 })
        for (file, (answer, record)) in zip(files, zip(answers, expected)) {
            let data = try JSONSerialization.data(withJSONObject: answer["record"] ?? "none")
            XCTAssertEqual(try plain([UInt8](data)), record, file.path)
        }
    }

    /// A record without the place of its message.
    private func plain(_ json: [UInt8]) throws -> NSDictionary {
        let object = try JSONSerialization.jsonObject(with: Data(json))
        var record = try XCTUnwrap(object as? [String: Any])
        record["source"] = nil
        return record as NSDictionary
    }

    func testARequestThatIsWrongHasACodeAndTheNextOneIsAnswered() throws {
        let message = try Repository.sample("captures/25-expired.xml")
        let input =
            try frame(Array("{\"version\":1,\"id\":1,".utf8))
            + frame(Array("[1]".utf8))
            + frame([])
            + request(4, message, options, version: 2)
            + frame(Array("{\"version\":1,\"id\":5}".utf8))
            + frame(Array("{\"version\":1,\"id\":6,\"message\":\"?\"}".utf8))
            + request(7, message, ["--nonsense"])
            + request(8, message, ["--trust", "/nowhere/idp.xml"])
            + request(9, message, ["--trust", "-"])
            + request(10, message, ["--help"])
            + request(11, message, options)
        let result = try Samlkit.run(["worker"], input: input)
        XCTAssertEqual(result.status, 0, result.errors)
        let answers = try contents(result.output)
        XCTAssertEqual(
            answers.map { code($0) },
            [
                "invalidRequest", "invalidRequest", "invalidRequest", "versionNotSupported",
                "invalidRequest", "invalidRequest", "invalidOptions", "invalidOptions",
                "invalidOptions", "invalidOptions", nil,
            ])
        XCTAssertEqual(
            (answers.last?["record"] as? [String: Any])?["outcome"] as? String, "rejected")
        XCTAssertFalse(result.text.contains(Data(message.prefix(30)).base64EncodedString()))
    }

    func testAFrameAboveTheLimitIsRefusedBeforeItIsRead() throws {
        let result = try Samlkit.run(["worker"], input: [0x7F, 0xFF, 0xFF, 0xFF, 0x7B])
        XCTAssertEqual(result.status, 2, result.errors)
        XCTAssertEqual(try contents(result.output).map { code($0) }, ["tooLarge"])
    }

    func testAnInputThatEndsWithinARequestIsSaidToBeCutOff() throws {
        for input in [[0, 0], [0, 0, 0, 9, 0x7B]] as [[UInt8]] {
            let result = try Samlkit.run(["worker"], input: input)
            XCTAssertEqual(result.status, 2, result.errors)
            XCTAssertEqual(try contents(result.output).map { code($0) }, ["invalidRequest"])
        }
        XCTAssertEqual(try Samlkit.run(["worker"], input: []).output, [])
    }

    func testTrustThatWasReplacedIsReadAgain() throws {
        let folder = try scratchFolder()
        let path = folder.path("idp.xml")
        let message = try Repository.sample(
            "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")
        let process = Samlkit.process(["worker"])
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        var verdicts: [String?] = []
        for name in ["idp-one", "idp-two", "idp-one"] {
            let metadata = try Repository.sample("metadata/\(name).xml")
            try FileManager.default.removeItemIfPresent(path)
            try folder.write(metadata, to: "idp.xml")
            let words = ["--trust", path, "--now", SampleOutcome.now]
            try input.fileHandleForWriting.write(contentsOf: request(1, message, words))
            let head = try XCTUnwrap(output.fileHandleForReading.read(upToCount: 4))
            let count = head.reduce(0) { $0 << 8 | Int($1) }
            var content: [UInt8] = []
            while content.count < count {
                let part = try XCTUnwrap(
                    output.fileHandleForReading.read(upToCount: count - content.count))
                content += part
            }
            let answer = try contents(frame(content)).first
            let record = answer?["record"] as? [String: Any]
            verdicts.append((record?["signature"] as? [String: Any])?["verdict"] as? String)
        }
        try input.fileHandleForWriting.close()
        XCTAssertEqual(process.finish(), 0)
        XCTAssertEqual(verdicts, ["valid", "invalid", "valid"])
    }
}

extension FileManager {
    fileprivate func removeItemIfPresent(_ path: String) throws {
        if fileExists(atPath: path) { try removeItem(atPath: path) }
    }
}
