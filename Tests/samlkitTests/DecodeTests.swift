import Foundation
import TestSupport
import XCTest

final class DecodeTests: XCTestCase {
    func testDecodingUndoesEncodingOfEverySample() throws {
        let folder = try scratchFolder()
        let paths = try samplesInUTF8()
        let encoded = try Samlkit.run(
            ["encode", "--normalization", "none"] + paths.map(Repository.samplePath))
        var payloads: [String] = []
        for (number, line) in encoded.lines.enumerated() {
            payloads.append(try folder.write((line + "\n").utf8, to: "payloads/\(number).txt"))
        }
        try folder.write([UInt8](), to: "messages/.keep")
        XCTAssertEqual(payloads.count, paths.count)
        let decoded = try Samlkit.run(["decode", "--output", folder.path("messages")] + payloads)
        XCTAssertEqual(decoded.status, 0, decoded.errors)
        for (number, path) in paths.enumerated() {
            XCTAssertEqual(
                try folder.read("messages/\(number).xml"), try Repository.sample(path), path)
        }
        print("samples encoded and decoded: \(paths.count)")
        XCTAssertGreaterThan(paths.count, 43)
    }

    func testAFormLineIsDecodedToo() throws {
        let sample = try Repository.sample("captures/36-unsigned.xml")
        let form = try Samlkit.run(
            ["encode", "-", "--form", "--normalization", "none"], input: sample)
        let decoded = try Samlkit.run(["decode", "-"], input: form.output)
        XCTAssertEqual(decoded.output, sample)
    }

    func testSeveralMessagesInOneFileAreNeitherJoinedNorDropped() throws {
        let samples = ["02-single-line-assertion-signed-rsa-sha256", "36-unsigned"]
            .map { Repository.samplePath("captures/\($0).xml") }
        for options in [[], ["--form"]] {
            let payloads = try Samlkit.run(["encode"] + samples + options)
            let decoded = try Samlkit.run(["decode", "-"], input: payloads.output)
            XCTAssertEqual(decoded.status, 1, "\(options)")
            XCTAssertEqual(decoded.output, [], "\(options)")
            XCTAssertTrue(
                decoded.errors.contains("The file holds several messages"), decoded.errors)
        }
    }

    func testEveryPackingGivesTheXMLWithNothingAdded() throws {
        let xml = try Repository.sample("captures/verification-token.xml")
        for name in ["b64", "redirect"] {
            let path = Repository.samplePath("captures/verification-token.\(name)")
            XCTAssertEqual(try Samlkit.run(["decode", path]).output, xml, name)
        }
    }

    func testSeveralFilesNeedAFolder() throws {
        let paths = ["b64", "redirect"].map {
            Repository.samplePath("captures/verification-token.\($0)")
        }
        let refused = try Samlkit.run(["decode"] + paths)
        XCTAssertEqual(refused.status, 2)
        XCTAssertTrue(refused.errors.contains("--output"), refused.errors)
        // Both would be written to verification-token.xml.
        let same = try Samlkit.run(["decode"] + paths + ["--output", scratchFolder().path])
        XCTAssertEqual(same.status, 2)
    }

    func testAFileThatFailsLeavesNoMessageAndTheOthersAreDecoded() throws {
        let folder = try scratchFolder()
        let result = try Samlkit.run([
            "decode", "--output", folder.path,
            Repository.samplePath("captures/malformed/invalid-base64.b64"),
            Repository.samplePath("captures/verification-token.b64"), folder.path("missing.b64"),
        ])
        XCTAssertEqual(result.status, 1)
        XCTAssertEqual(try folder.names(), ["verification-token.xml"])
        XCTAssertEqual(result.errors.split(separator: "\n").count, 2)
        XCTAssertEqual(
            try folder.read("verification-token.xml"),
            try Repository.sample("captures/verification-token.xml"))
    }

    private func samplesInUTF8() throws -> [String] {
        // What is Base64 itself is encoded once more, and both are undone.
        try SampleOutcome.files().map(\.path).filter { path in
            guard path.hasSuffix(".xml") else { return false }
            return String(validating: try Repository.sample(path), as: UTF8.self) != nil
        }
    }
}
