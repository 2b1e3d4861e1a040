import Foundation
import TestSupport
import XCTest

/// What `samlkit diff` says of two messages.
final class DiffTests: XCTestCase {
    private let sample = String(
        decoding: (try? Repository.sample(
            "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml")) ?? [], as: UTF8.self)

    private func difference(
        _ change: (String) throws -> String, _ options: [String] = []
    ) throws -> CommandResult {
        let folder = try scratchFolder()
        let first = try folder.write(sample.utf8, to: "a.xml")
        let second = try folder.write(try change(sample).utf8, to: "b.xml")
        return try Samlkit.run(["diff", first, second] + options)
    }

    func testAMessageAndItsBase64AreTheSame() throws {
        let result = try difference { Data($0.utf8).base64EncodedString() }
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertEqual(result.lines.first, "the same")
        XCTAssertTrue(result.text.contains("signed bytes of Assertion: the same"), result.text)
    }

    func testWhiteSpaceBetweenTagsIsCountedAndBreaksWhatIsSigned() throws {
        let result = try difference { $0.replacingOccurrences(of: ">\n", with: ">\n\n") }
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.text.contains("space    white space differs in "), result.text)
        XCTAssertTrue(result.text.contains("Only white space differs, but it is signed"))
        XCTAssertFalse(result.lines.contains { $0.hasPrefix("changed") }, result.text)
    }

    func testAValueIsShownWithItsPlaceAndWhetherItIsSigned() throws {
        let name = "5f0c1b9e-37a4-4d52-9a46-0d6c1f7be2a8"
        let result = try difference { $0.replacingOccurrences(of: name, with: "other") }
        let lines = result.lines
        let place = try XCTUnwrap(
            lines.firstIndex { $0.hasPrefix("changed  Response/Assertion/Subject/NameID") },
            result.text)
        XCTAssertTrue(lines[place].hasSuffix(", signed)"), lines[place])
        XCTAssertEqual(Array(lines[(place + 1)...(place + 2)]), ["    - \(name)", "    + other"])
        XCTAssertTrue(result.text.contains("Signed content differs"))
    }

    func testOnlyWhatDiffersIsMarked() throws {
        let result = try difference {
            $0.replacingOccurrences(of: "saml.sp.auth.adobe.com", with: "saml.sp.adobe.com")
        }
        let lines = result.lines
        let place = try XCTUnwrap(
            lines.firstIndex { $0.hasPrefix("    - https://saml.sp.auth.adobe.com") }, result.text)
        XCTAssertEqual(lines[place + 1], "                       ^^^^^")
        XCTAssertEqual(lines[place + 2], "    + https://saml.sp.adobe.com")
    }

    func testTwoMessagesOfOneCaptureAreChosenByTheirNumbers() throws {
        let folder = try scratchFolder()
        let other = sample.replacingOccurrences(of: "persistent", with: "transient")
        let lines = [sample, "<a/>", other].map { Data($0.utf8).base64EncodedString() }
        let capture = try folder.write(lines.joined(separator: "\n").utf8, to: "all.txt")
        let one = try folder.write(sample.utf8, to: "one.xml")
        let listed = try Samlkit.run(["inspect", capture]).lines.filter { $0.contains(" --nth ") }
        let number = try XCTUnwrap(listed.last?.firstMatch(of: /--nth (\d+)/)?.1).description
        let both = try Samlkit.run(["diff", capture, "--nth", "1", "--nth", number])
        XCTAssertEqual(both.status, 1, both.errors)
        XCTAssertTrue(both.lines[0].hasPrefix("--- \(capture) --nth 1"), both.text)
        XCTAssertTrue(both.lines[1].hasPrefix("+++ \(capture) --nth \(number)"), both.text)
        let same = try Samlkit.run(["diff", capture, one, "--nth", "1"])
        XCTAssertEqual(same.lines.first, "the same", same.errors)
        let two = try Samlkit.run(["diff", one, capture, "--nth", "1", "--nth", number])
        XCTAssertEqual(two.lines.dropFirst(2).dropLast(), both.lines.dropFirst(2).dropLast())
        let absent = try Samlkit.run(["diff", capture, "--nth", "1", "--nth", "9"])
        XCTAssertEqual(absent.status, 3)
        XCTAssertTrue(absent.errors.contains("No message was chosen by --nth 9"), absent.errors)
        for wrong in [[capture], [capture, "--nth", "1"], [capture, one, "--nth", "0"]] {
            let result = try Samlkit.run(["diff"] + wrong)
            XCTAssertEqual(result.status, 2, "\(wrong)")
            XCTAssertTrue(result.errors.contains("--nth 3 --nth 5"), result.errors)
        }
    }

    func testWhatIsNotSignedBreaksNothing() throws {
        let result = try difference {
            $0.replacingOccurrences(of: "ID=\"_1180b3f5", with: "ID=\"_2180b3f5")
        }
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.text.contains("changed  Response @ID  (line 1)"), result.text)
        XCTAssertTrue(result.text.contains("the differences do not break the signatures"))
    }

    func testMovedAddedAndRemovedElementsAreTold() throws {
        let statement = try XCTUnwrap(sample.firstMatch(of: /<saml:Attribute [^>]*Name="(\w+)"/))
        let all = sample.matches(of: /(?s)<saml:Attribute .*?<\/saml:Attribute>/).map {
            String($0.0)
        }
        XCTAssertGreaterThan(all.count, 1, String(statement.1))
        let moved = try difference {
            $0.replacingOccurrences(of: all[0], with: "@").replacingOccurrences(
                of: all[1], with: all[0]
            ).replacingOccurrences(of: "@", with: all[1])
        }
        XCTAssertTrue(
            moved.text.contains("moved    Response/Assertion/AttributeStatement/Attribute["),
            moved.text)
        XCTAssertTrue(moved.text.contains("    - first\n    + after Attribute["), moved.text)
        let removed = try difference { $0.replacingOccurrences(of: all[0], with: "") }
        XCTAssertTrue(
            removed.text.contains(
                "removed  Response/Assertion/AttributeStatement/Attribute[\(statement.1)]"),
            removed.text)
        XCTAssertFalse(removed.text.contains("added"), removed.text)
    }

    func testPrefixesAreSignedToo() throws {
        let result = try difference {
            $0.replacingOccurrences(of: "saml:", with: "s:")
                .replacingOccurrences(of: "xmlns:saml=", with: "xmlns:s=")
        }
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.text.contains("namespace prefixes and declarations"), result.text)
    }

    func testTheMessageThatFitsItsDigestIsNamed() throws {
        let result = try difference { $0.replacingOccurrences(of: "persistent", with: "transient") }
        let text = result.text
        XCTAssertTrue(text.contains("a.xml fits the digest in its signature; "), text)
        XCTAssertTrue(text.contains("b.xml does not: it was changed after signing."), text)
        let two = try Samlkit.run([
            "diff", Repository.firstSample,
            Repository.samplePath("captures/02-single-line-assertion-signed-rsa-sha256.xml"),
        ])
        XCTAssertTrue(two.text.contains("Both fit the digests in their signatures"), two.text)
    }

    /// A comment in a value is left out of what is signed, and changes what careless readers see.
    func testAnotherWritingOfTheSameContentIsNotTheSame() throws {
        let name = "5f0c1b9e-37a4-4d52-9a46-0d6c1f7be2a8"
        for writing in ["5f0c1b9e<!-- -->-37a4", "<![CDATA[5f0c1b9e]]>-37a4", "&#x35;f0c1b9e-37a4"]
        {
            let other = name.replacingOccurrences(of: "5f0c1b9e-37a4", with: writing)
            let result = try difference { $0.replacingOccurrences(of: name, with: other) }
            XCTAssertEqual(result.status, 1, writing)
            XCTAssertTrue(
                result.text.contains("written  Response/Assertion/Subject/NameID"), result.text)
            XCTAssertTrue(result.text.contains("    + \(other)"), result.text)
            XCTAssertTrue(result.text.contains("do not break the signatures"), result.text)
        }
        let order = try difference {
            $0.replacing(/Version="2.0" (IssueInstant="[^"]*")/) { "\($0.1) Version='2.0'" }
        }
        XCTAssertEqual(order.status, 1)
        XCTAssertTrue(order.text.contains("written  Response  (line 1)"), order.text)
    }

    func testAnElementInAnotherPlaceWasMoved() throws {
        let signature = try XCTUnwrap(
            sample.firstMatch(of: /(?s)<ds:Signature .*<\/ds:Signature>/).map { String($0.0) })
        let result = try difference {
            $0.replacingOccurrences(of: signature, with: "")
                .replacingOccurrences(
                    of: "</saml:Assertion>", with: "</saml:Assertion>" + signature)
        }
        XCTAssertTrue(
            result.text.contains("    - Response/Assertion/Signature\n    + Response/Signature"),
            result.text)
    }

    func testAnAssertionCutOutIsComparedWithTheOneInTheResponse() throws {
        let result = try difference {
            String(try XCTUnwrap($0.firstMatch(of: /(?s)<saml:Assertion .*<\/saml:Assertion>/)).0)
                .replacingOccurrences(
                    of: "<saml:Assertion ",
                    with: "<saml:Assertion xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" ")
        }
        XCTAssertTrue(result.text.contains("removed  Response  (line 1)"), result.text)
        XCTAssertTrue(result.text.contains("written  Assertion"), result.text)
        XCTAssertTrue(result.text.contains("signed bytes of Assertion: the same"), result.text)
    }

    func testLettersComposedOtherwiseAreSaidToBe() throws {
        let folder = try scratchFolder()
        let files = try ["Zo\u{EB}", "Zoe\u{308}"].enumerated().map { number, name in
            try folder.write(
                Array(
                    sample.replacingOccurrences(
                        of: "5f0c1b9e-37a4-4d52-9a46-0d6c1f7be2a8", with: name
                    ).utf8), to: "\(number).xml")
        }
        let result = try Samlkit.run(["diff"] + files)
        XCTAssertTrue(result.text.contains("composed otherwise (Unicode NFC and NFD)"), result.text)
    }

    func testTheObjectHasEveryChange() throws {
        let result = try difference(
            { $0.replacingOccurrences(of: "Version=\"2.0\"", with: "Version=\"2.1\"") }, ["--json"])
        let object = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
        XCTAssertEqual(object["same"] as? Bool, false)
        let changes = try XCTUnwrap(object["changes"] as? [[String: Any]])
        XCTAssertEqual(changes.map { $0["attribute"] as? String }, ["Version", "Version"])
        XCTAssertEqual(changes.map { $0["signed"] as? Bool }, [false, true])
    }

    func testTwoStandardInputsAreWrongUsage() throws {
        XCTAssertEqual(try Samlkit.run(["diff", "-", "-"]).status, 2)
    }

    /// A message as deep and as wide as the limits allow is compared in time that grows with its size.
    func testDeepAndWideMessagesAreCompared() throws {
        let deep = String(repeating: "<a>", count: 60) + String(repeating: "</a>", count: 60)
        let wide = (0..<20_000).map { "<b n='\($0)'/>" }.joined()
        let result = try difference { _ in
            "<samlp:Response xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\">\(deep)\(wide)"
                + "</samlp:Response>"
        }
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.text.contains("removed  Response"), result.text)
    }
}
