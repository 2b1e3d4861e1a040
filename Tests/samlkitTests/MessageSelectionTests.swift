import Foundation
import TestSupport
import XCTest

/// Messages chosen out of captures by entry, line, number and ID.
final class MessageSelectionTests: XCTestCase {
    /// Three messages a line, as NDJSON, and the XML of each.
    private func capture() throws -> (path: String, messages: [[UInt8]]) {
        let folder = try scratchFolder()
        let messages =
            try ["02-single-line-assertion-signed-rsa-sha256.xml", "36-unsigned.xml"]
            .map { try Repository.sample("captures/\($0)") }
            + [Repository.sample("captures/verification-token.xml")]
        let lines = messages.map { message in
            #"{"SAMLResponse":"\#(Data(message).base64EncodedString())"}"#
        }
        let path = try folder.write((lines.joined(separator: "\n") + "\n").utf8, to: "log.ndjson")
        return (path, messages)
    }

    func testEachWayOfChoosingGivesTheSameMessage() throws {
        let (path, messages) = try capture()
        let id = try identifier(of: messages[1])
        for options in [["--line", "2"], ["--nth", "2"], ["--message-id", id]] {
            let decoded = try Samlkit.run(["decode", path] + options)
            XCTAssertEqual(decoded.output, messages[1], "\(options) \(decoded.errors)")
            let canonical = try Samlkit.run(["canonicalize", path] + options)
            let direct = try Samlkit.run(["canonicalize", "-"], input: messages[1])
            XCTAssertEqual(canonical.output, direct.output, "\(options)")
            let encoded = try Samlkit.run(["encode", "--unwrap", path] + options)
            let alone = try Samlkit.run(["encode", "-"], input: messages[1])
            XCTAssertEqual(encoded.output, alone.output, "\(options)")
            let shown = try Samlkit.run(["inspect", path, "--json"] + options)
            XCTAssertEqual(shown.lines.count, 1, "\(options)")
            XCTAssertTrue(shown.text.contains(id), "\(options)")
            let attributes = try Samlkit.run(["attributes", path, "--unverified"] + options)
            XCTAssertEqual(attributes.status, 0, "\(options) \(attributes.errors)")
        }
    }

    func testANameThatIsPrintedChoosesItsMessage() throws {
        let (path, messages) = try capture()
        let several = try Samlkit.run(["attributes", path, "--unverified"])
        XCTAssertEqual(several.status, 2)
        let names = several.errors.split(separator: "\n").filter { $0.hasPrefix("  ") }
        XCTAssertEqual(names.count, messages.count, several.errors)
        for (name, message) in zip(names, messages) {
            // What follows the file's name, up to the place in words, is the option.
            let words = name.dropFirst(2 + path.count).prefix { $0 != "(" }.split(separator: " ")
            let decoded = try Samlkit.run(["decode", path] + words.map(String.init))
            XCTAssertEqual(decoded.output, message, String(name))
        }
        let screens = try Samlkit.run(["inspect", path])
        for name in names { XCTAssertTrue(screens.text.contains(name.dropFirst(2)), screens.text) }
    }

    func testAChoiceOfNothingIsAnErrorThatNamesIt() throws {
        let (path, _) = try capture()
        for options in [
            ["--line", "9"], ["--nth", "4"], ["--entry", "0"], ["--message-id", "_none"],
        ] {
            let result = try Samlkit.run(["inspect", path] + options)
            XCTAssertEqual(result.status, 3, "\(options)")
            XCTAssertTrue(
                result.errors.contains("No message was chosen by \(options[0])"), result.errors)
            XCTAssertTrue(result.errors.contains("3 messages"), result.errors)
        }
    }

    func testExtractWritesTheBytesOfEveryMessage() throws {
        let (path, messages) = try capture()
        let folder = try scratchFolder()
        let result = try Samlkit.run(["extract", path, "--output", folder.path("new")])
        XCTAssertEqual(result.status, 0, result.errors)
        let names = try names(in: folder.path("new"))
        XCTAssertEqual(names.count, messages.count)
        XCTAssertEqual(result.lines.count, messages.count)
        for (number, message) in messages.enumerated() {
            let name = "log.ndjson-\(number + 1)-\(try identifier(of: message)).xml"
            XCTAssertEqual(try folder.read("new/\(name)"), message, "\(names)")
        }
    }

    func testExtractReplacesNoFileOfOtherContent() throws {
        let (path, messages) = try capture()
        let folder = try scratchFolder()
        let name = "log.ndjson-1-\(try identifier(of: messages[0]))"
        try folder.write("mine".utf8, to: "\(name).xml")
        for _ in 0..<2 {
            let result = try Samlkit.run(
                ["extract", path, "--nth", "1", "--output", folder.path])
            XCTAssertEqual(result.status, 0, result.errors)
            XCTAssertEqual(
                try names(in: folder.path).sorted(), ["\(name)-2.xml", "\(name).xml"])
        }
        XCTAssertEqual(try folder.read("\(name).xml"), Array("mine".utf8))
        XCTAssertEqual(try folder.read("\(name)-2.xml"), messages[0])
    }

    func testExtractWritesNothingThatIsNoMessage() throws {
        let folder = try scratchFolder()
        try folder.write("<feed><item/></feed>".utf8, to: "in/feed.xml")
        let message = try Repository.sample("captures/36-unsigned.xml")
        try folder.write(message.prefix(message.count - 20), to: "in/cut.xml")
        let result = try Samlkit.run(["extract", folder.path("in"), "--output", folder.path("new")])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.errors.contains("is not a SAML message; its root element is feed"))
        XCTAssertTrue(result.text.contains("not well-formed"), result.text)
        XCTAssertEqual(try names(in: folder.path("new")), ["cut.xml-1.xml"])
    }

    func testExtractWritesTheFirstFragmentsAndCountsTheOthers() throws {
        let folder = try scratchFolder()
        let sample = try Repository.sample("captures/36-unsigned.xml")
        let fragments = (0..<130).map { sample.prefix(sample.count - 20 - $0) }
        let lines = (fragments + [sample[...]]).map {
            #"{"SAMLResponse":"\#(Data($0).base64EncodedString())"}"#
        }
        let path = try folder.write(lines.joined(separator: "\n").utf8, to: "log.ndjson")
        let result = try Samlkit.run(["extract", path, "--output", folder.path("new")])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(
            result.errors.contains("30 of 130 messages that are not well-formed were not written."),
            result.errors)
        XCTAssertEqual(result.lines.count, 101)
        XCTAssertEqual(try names(in: folder.path("new")).count, 101)
        // The message after them is whole, and any fragment can be had.
        XCTAssertTrue(result.lines.last?.contains("log.ndjson --nth 131") ?? false, result.text)
        let one = try Samlkit.run(
            ["extract", path, "--nth", "130", "--output", folder.path("one")])
        XCTAssertEqual(one.status, 1)
        let name = try XCTUnwrap(try names(in: folder.path("one")).first)
        XCTAssertEqual(try folder.read("one/\(name)"), Array(fragments[129]))
    }

    func testExtractPrettyChangesWhiteSpaceOnly() throws {
        let (path, messages) = try capture()
        let folder = try scratchFolder()
        let result = try Samlkit.run(
            ["extract", path, "--nth", "1", "--pretty", "--output", folder.path("new")])
        XCTAssertEqual(result.status, 0, result.errors)
        let name = try XCTUnwrap(try names(in: folder.path("new")).first)
        let pretty = try folder.read("new/\(name)")
        XCTAssertGreaterThan(pretty.split(separator: UInt8(ascii: "\n")).count, 20)
        let dense = { (bytes: [UInt8]) in bytes.filter { $0 > 0x20 } }
        XCTAssertEqual(dense(pretty), dense(messages[0]))
    }

    func testAMessageInSOAPIsNamedByItselfAndWrittenWithItsEnvelope() throws {
        let folder = try scratchFolder()
        let message = String(
            decoding: try Repository.sample("captures/36-unsigned.xml"), as: UTF8.self)
        let name = "http://schemas.xmlsoap.org/soap/envelope/"
        let soap = #"<s:Envelope xmlns:s="\#(name)"><s:Body>\#(message)</s:Body></s:Envelope>"#
        let path = try folder.write(soap.utf8, to: "answer.xml")
        let result = try Samlkit.run(["extract", path, "--output", folder.path("new")])
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.text.contains("  Response  "), result.text)
        let file = "answer.xml-1-\(try identifier(of: Array(message.utf8))).xml"
        XCTAssertEqual(try folder.read("new/\(file)"), Array(soap.utf8))
    }

    func testTheScreenSaysWhenAndWithWhomAMessageWasExchanged() throws {
        let screen = try Samlkit.run(
            ["inspect", Repository.root.appending(path: "Samples/har/sign-on-v2.har").path])
        XCTAssertTrue(
            screen.text.contains("\n  captured      2026-11-22T03:24:07Z, "),
            screen.text)
    }

    func testAMessageThatCannotBeReadIsNamedAndTheOthersAreWritten() throws {
        let folder = try scratchFolder()
        let sample = try Repository.sample("captures/36-unsigned.xml")
        let lines = [
            #"{"SAMLResponse":"%%%"}"#,
            #"{"SAMLResponse":"\#(Data(sample).base64EncodedString())"}"#,
        ]
        let path = try folder.write(lines.joined(separator: "\n").utf8, to: "log.ndjson")
        let result = try Samlkit.run(["extract", path, "--output", folder.path("new")])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.errors.contains("log.ndjson --nth 1 (line 1): "), result.errors)
        XCTAssertEqual(try names(in: folder.path("new")).count, 1)
    }

    func testWhatNoTrustedKeyVerifiedIsNotCalledAccepted() throws {
        let (path, _) = try capture()
        let screens = try Samlkit.run(["inspect", path])
        XCTAssertFalse(screens.text.contains("accepted"), screens.text)
        XCTAssertTrue(screens.text.contains("unverified (response)"), screens.text)
        let folder = try scratchFolder()
        let summary = try Samlkit.run(["batch", path, "--output", folder.path("results.ndjson")])
        XCTAssertTrue(summary.text.contains("2 unverified, 0 rejected"), summary.text)
        XCTAssertFalse(summary.text.contains("accepted"), summary.text)
        let records = try JSONTree.lines(folder.read("results.ndjson"))
        XCTAssertEqual(
            records.compactMap { $0["outcome"] }, ["unverified", "unverified", "notJudged"])
    }

    func testAnInputThatIsNotThereOrEmptyIsNamed() throws {
        let folder = try scratchFolder()
        let missing = try Samlkit.run(["batch", folder.path("none.har"), "--output", "-"])
        XCTAssertEqual(missing.status, 2)
        XCTAssertTrue(missing.errors.contains("none.har: There is no such file"), missing.errors)
        let empty = try Samlkit.run(["batch", folder.path, "--output", "-"])
        XCTAssertEqual(empty.status, 3)
        XCTAssertTrue(empty.errors.contains("The directory holds no file"), empty.errors)
    }

    func testARequiredNameMayNotBeEmpty() throws {
        let sample = Repository.firstSample
        for names in ["", ",", "uid,,uniqueId", " "] {
            let result = try Samlkit.run(["inspect", sample, "--require", names])
            XCTAssertEqual(result.status, 2, names)
            XCTAssertTrue(result.errors.contains("--require"), result.errors)
        }
    }

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private func identifier(of message: [UInt8]) throws -> String {
        let text = String(decoding: message, as: UTF8.self)
        let start = try XCTUnwrap(text.range(of: " ID=\""))
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
}
