import Foundation
import WireText
import XCTest

@testable import SignatureDiagnostics

/// Messages that cannot be read are repaired in the ways in which they break.
final class RepairTests: XCTestCase {
    private let message =
        "<a:Response xmlns:a=\"urn:a\" ID=\"_1\">\n  <a:Issuer>https://idp.example/saml?x=1&amp;y=2"
        + "</a:Issuer>\n  <a:Status code=\"urn:success\"/>\n</a:Response>"

    private func repaired(
        _ damaged: some Sequence<UInt8>, as hypothesis: SignatureExplanation.Hypothesis
    ) -> [String] {
        RepairFamily.ofText.flatMap { $0.repairs(of: Array(damaged), isThorough: true) }
            .filter { $0.hypothesis == hypothesis }
            .map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private func assertRepaired(
        _ damaged: String, _ hypothesis: SignatureExplanation.Hypothesis, line: UInt = #line
    ) {
        XCTAssertTrue(
            repaired(damaged.utf8, as: hypothesis).contains(message), "\(hypothesis)", line: line)
    }

    private func folded(_ width: Int, _ separator: String) -> String {
        let letters = Array(message)
        return stride(from: 0, to: letters.count, by: width).map {
            String(letters[$0..<min($0 + width, letters.count)])
        }.joined(separator: separator)
    }

    func testWrappedLinesAreJoined() {
        let oneLine = message.replacing("\n", with: "")
        let wrapped = stride(from: 0, to: oneLine.count, by: 40).map {
            String(oneLine.dropFirst($0).prefix(40))
        }
        for separator in ["\n", "\r\n", "\n    ", "\\\n"] {
            XCTAssertTrue(
                repaired(wrapped.joined(separator: separator).utf8, as: .wrappedAtColumn)
                    .contains(oneLine), separator)
        }
    }

    func testNumbersAndPrefixesOfLinesAreRemoved() {
        let lines = message.split(separator: "\n")
        func prefixed(_ prefix: (Int) -> String) -> String {
            lines.enumerated().map { prefix($0 + 1) + $1 }.joined(separator: "\n")
        }
        assertRepaired(prefixed { "     \($0)\t" }, .lineNumbersAdded)
        assertRepaired(prefixed { "\($0): " }, .lineNumbersAdded)
        assertRepaired(prefixed { _ in "> " }, .linePrefixes)
        assertRepaired(prefixed { "Mar  1 12:00:0\($0) host app[12]: " }, .linePrefixes)
    }

    func testCodesAndEscapesAreUndone() {
        assertRepaired(
            message.replacing("<", with: "\u{1B}[34m<\u{1B}[0m"), .terminalCodes)
        assertRepaired(message.replacing("=", with: "=3D"), .quotedPrintable)
        assertRepaired(
            "\"" + message.replacing("\"", with: "\"\"") + "\"", .csvQuoted)
        assertRepaired(message.replacing("urn:", with: "urn:\u{200B}"), .invisibleCharacters)
        assertRepaired(message.replacing("\n", with: "_x000d__x000a_"), .returnsEscaped)
        assertRepaired(message.replacing("\n", with: "\u{2028}"), .lineEndsReplaced)
    }

    func testEveryCodecIsADamageAndIsUndoneWhereNoMessageCanBeRead() throws {
        // What unpacks messages undoes these, and hypotheses those after which a message is still XML.
        let others = [
            TextCodec.percent, .bytesLiteral, TextCodec.byteEscapes[0], TextCodec.misreadings[0],
        ].map(\.code)
        let text = Array(message.replacing("y=2", with: "y=\u{416}\u{EB} \u{1F600}").utf8)
        let digits = Array((Data(text).base64EncodedString() + "\n").utf8)
        for codec in TextCodec.all where !others.contains(codec.code) {
            let hypothesis = try XCTUnwrap(
                SignatureExplanation.Hypothesis(rawValue: codec.code), codec.code)
            let original = codec.place == .digits ? digits : text
            let repairs = repaired(codec.encoding(original), as: hypothesis)
            XCTAssertTrue(
                repairs.contains(String(decoding: original, as: UTF8.self)), codec.undoing)
        }
    }

    func testLayersOfJSONAreUndoneAndAreNoEscapedLineBreaks() {
        func escaped(_ text: String) -> String {
            text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                .replacing("\n", with: "\\n")
        }
        var text = message
        for _ in 1...4 {
            text = escaped(text)
            assertRepaired(text, .jsonEscaped)
            XCTAssertEqual(repaired(text.utf8, as: .newlinesEscaped), [])
        }
        assertRepaired(message.replacing("\n", with: "\\n"), .newlinesEscaped)
    }

    func testHexadecimalAndBase32AreDecoded() {
        let digits = message.utf8.map { String(format: "%02x", $0) }.joined()
        assertRepaired(digits, .hexEncoded)
        assertRepaired(digits.uppercased(), .hexEncoded)
        assertRepaired(Self.base32(of: message), .base32Encoded)
        assertRepaired(Self.base32(of: message).lowercased(), .base32Encoded)
    }

    private static func base32(of text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = text.utf8.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        return String(
            stride(from: 0, to: bits.count, by: 5).map { start in
                let group = bits[start...].prefix(5)
                let padded = group + Array(repeating: 0, count: 5 - group.count)
                return alphabet[padded.reduce(0) { $0 << 1 | Int($1) }]
            })
    }

    func testBytesThatWereOverwrittenAreNotSaidToBeAdded() {
        assertRepaired(message.replacing("urn:", with: "urn:\u{1}"), .controlCharactersAdded)
        assertRepaired(message + "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", .controlCharactersAdded)
        let overwritten = message.replacing(
            "urn:success", with: String(repeating: "\u{0}", count: 11))
        XCTAssertEqual(repaired(overwritten.utf8, as: .controlCharactersAdded), [])
        XCTAssertEqual(repaired(overwritten.utf8, as: .nullCharacters), [])
    }

    func testTagsBehindTheMessageAreRemoved() {
        for rest in ["<br>", "<br><p>next"] {
            XCTAssertTrue(
                repaired((message + rest).utf8, as: .markupAdded).contains(message), rest)
        }
        XCTAssertEqual(repaired((message + message).utf8, as: .markupAdded), [])
    }

    func testReferencesThatWereDecodedAreWrittenAgain() {
        assertRepaired(message.replacing("&amp;", with: "&"), .entitiesDecoded)
        let letters = repaired("<a>&euml;&mdash;</a>".utf8, as: .htmlEntities)
        XCTAssertEqual(letters, ["<a>\u{EB}\u{2014}</a>"])
    }

    func testDeclarationsInTheWrongPlaceAreRemoved() {
        assertRepaired(
            message.replacing("<a:Issuer>", with: "<!DOCTYPE a [<!ENTITY b 'c'>]><a:Issuer>"),
            .documentTypeAdded)
        assertRepaired("<log><?xml version=\"1.0\"?>\(message)</log>", .xmlDeclarationInside)
        assertRepaired(
            "<?xml version=\"1.0\" encoding=\"utf-16\"?>\(message)", .wrongEncodingDeclared)
    }

    func testBytesThatAreNoUTF8AreRead() {
        let latin = Array("<a>".utf8) + [0xEB] + Array("</a>".utf8)
        XCTAssertTrue(repaired(latin, as: .bytesNotUTF8).contains("<a>\u{EB}</a>"))
        let surrogates =
            Array("<a>".utf8) + [0xED, 0xA0, 0xBD, 0xED, 0xB3, 0xBA] + Array("</a>".utf8)
        XCTAssertTrue(repaired(surrogates, as: .surrogatesEncoded).contains("<a>\u{1F4FA}</a>"))
    }

    func testOneDamagedCharacterOfBase64IsPutRight() {
        let text = Data(message.utf8).base64EncodedString()
        let place = text.index(text.startIndex, offsetBy: 101)
        var lost = text
        lost.remove(at: place)
        var doubled = text
        doubled.insert(text[place], at: place)
        for (damaged, hypothesis) in [
            (lost, SignatureExplanation.Hypothesis.base64CharacterLost),
            (doubled, .base64CharacterDoubled),
        ] {
            let repairs = RepairFamily.base64.repairs(of: Array(damaged.utf8), isThorough: true)
            XCTAssertTrue(
                repairs.contains { $0.hypothesis == hypothesis && $0.bytes == Array(message.utf8) },
                "\(hypothesis)")
            XCTAssertLessThan(repairs.count, 200)
        }
    }

    // MARK: What shows without a repair

    private func visible(_ text: String) -> SignatureExplanation.Hypothesis? {
        UnreadableMessage(Array(text.utf8)).damage?.hypothesis
    }

    func testMissingPartsAreTold() {
        XCTAssertEqual(visible(String(message.dropLast(30))), .truncated)
        XCTAssertEqual(visible(message.dropLast(30) + "..."), .truncated)
        XCTAssertEqual(
            visible(String(message.drop { $0 != "\n" })), .beginningLost)
        let text = Data(message.utf8).base64EncodedString()
        XCTAssertEqual(visible(String(text.prefix(128))), .truncated)
        XCTAssertEqual(visible(text.prefix(64) + "…" + text.suffix(64)), .middleLost)
        for mark in ["...", "[truncated]", "[truncated 512 characters]", "(truncated)"] {
            XCTAssertEqual(visible(text.prefix(64) + mark + text.suffix(64)), .middleLost, mark)
            XCTAssertEqual(
                visible(text.prefix(64) + mark + text.suffix(64) + "&RelayState=r"), .middleLost)
            XCTAssertEqual(visible(text.prefix(64) + mark), .truncated, mark)
        }
        // Padding in the middle is no end.
        XCTAssertNil(visible(text.prefix(64) + "=" + text.dropFirst(64)))
        XCTAssertEqual(visible(text.lowercased()), .base64LowerCased)
        XCTAssertEqual(
            visible("<a:Assertion><a:Issuer>i</a:Issuer></a:Assertion>"), .assertionCutOut)
        XCTAssertEqual(visible(message.lowercased()), .lowerCased)
    }

    func testALengthAtWhichProgramsCutIsNamed() {
        let long = message.replacing("</", with: String(repeating: "x", count: 20_000) + "</")
        for (count, sentence) in [
            (4000, "It has 4,000 characters, as many as a VARCHAR2 column"),
            (32_767, "It has 32,767 characters, as many as a cell of Excel holds."), (4001, nil),
        ] {
            for text in [long, Data(long.utf8).base64EncodedString()] {
                let damage = UnreadableMessage(Array(text.utf8.prefix(count))).damage
                XCTAssertEqual(damage?.hypothesis, .truncated)
                XCTAssertEqual(
                    damage?.explanation.contains(sentence ?? "as many as"), sentence != nil)
            }
        }
        let umlaut = "ü" + long
        XCTAssertEqual(
            UnreadableMessage(Array(umlaut.utf8.prefix(4000))).damage?.explanation
                .contains("as many as") ?? false, false)
    }

    func testUTF16IsNotTakenForControlCharacters() {
        for isBig in [true, false] {
            let units = message.utf16.flatMap { unit in
                isBig
                    ? [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                    : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            }
            XCTAssertTrue(repaired(units, as: .wrongEncodingDeclared).contains(message))
            XCTAssertTrue(repaired(units, as: .controlCharactersAdded).isEmpty)
        }
    }

    func testQuotationMarksThatATemplateEscapedAreFound() {
        assertRepaired(message.replacing("\"", with: "&quot;"), .htmlEscaped)
    }

    func testAddressesAreTakenOutOfLinks() {
        let address = "https://one.example/a"
        for (damaged, cause) in [
            ("<\(address)>", SignatureExplanation.Hypothesis.markupAdded),
            ("<\(address)|one.example>", .markupAdded), ("[\(address)](\(address))", .markupAdded),
            ("<a href=\"\(address)\">\(address)</a>", .markupAdded),
            ("hxxps://one[.]example/a", .hostReplaced),
            (
                "https://x.safelinks.protection.outlook.com/?url=https%3A%2F%2Fone.example%2Fa&amp;data=1",
                .hostReplaced
            ),
            ("https://urldefense.com/v3/__https://one.example/a__;!!abc$", .hostReplaced),
        ] {
            let text = message.replacing("urn:success", with: damaged)
            let found = LinkRepairs(Array(text.utf8)).repairs.first {
                String(decoding: $0.bytes, as: UTF8.self)
                    == message.replacing("urn:success", with: address)
            }
            XCTAssertEqual(found?.hypothesis, cause, damaged)
        }
        XCTAssertTrue(LinkRepairs(Array(message.utf8)).repairs.isEmpty)
    }

    func testAMarkOfOmissionCountsWhereTagsStopMatching() {
        let value = "<a:Status><a:StatusCode>wait…</a:StatusCode></a:Status>"
        let marked = Array(
            "<a:Response xmlns:a=\"urn:a\">\(value)\(value)\(value)</a:Response>".utf8)
        let wrapped = stride(from: 0, to: marked.count, by: 17).map {
            String(decoding: marked.dropFirst($0).prefix(17), as: UTF8.self)
        }
        XCTAssertEqual(visible(wrapped.joined(separator: "\n")), .wrappedAtColumn)
        XCTAssertNil(visible(wrapped.joined(separator: " ")))
        XCTAssertEqual(
            visible("<a:Response xmlns:a=\"urn:a\"><a:Status>…</a:StatusCode></a:Response>"),
            .middleLost)
    }

    func testAnEndTagThatIsEscapedIsNotMissing() {
        let end = "</a:Response>"
        let cut = String(message.dropLast(end.count))
        XCTAssertEqual(visible(cut), .truncated)
        XCTAssertNil(visible(cut + "&lt;/a:Response&gt;"))
    }

    func testNothingIsSaidOfWhatIsNoBase64AndNoXML() {
        XCTAssertNil(visible("%3Ca%3AResponse%20xmlns%3Aa%3D%22urn%3Aa%22%3Ewait...%u5BB6%3C/a%3E"))
        let text = Data(message.utf8).base64EncodedString()
        XCTAssertEqual(visible(text.prefix(64) + "..."), .truncated)
    }

    func testTextBehindAWholeMessageIsNoMissingEnd() {
        for rest in ["<br>", "<br>\n<br>", "<p>next entry", "<a:Other>"] {
            XCTAssertNil(visible(message + rest), rest)
        }
        XCTAssertEqual(visible("<html>" + message.dropLast(30)), .truncated)
    }

    func testOtherDigitsThanThoseOfBase64AreNoChangeOfLetterCase() {
        let digits = message.utf8.map { String(format: "%02x", $0) }.joined()
        let base32 = Self.base32(of: message)
        for text in [
            digits, digits.uppercased(), base32, base32.lowercased(),
            String(repeating: "X", count: 200), String(repeating: "SIGNATURE", count: 12),
            String(repeating: "0123456789ABCDEFGHIJKLMNOPQRSTUV", count: 4),
        ] {
            XCTAssertNil(visible(text), text)
        }
    }

    func testNothingIsSaidOfWholeMessagesAndOfOtherText() {
        XCTAssertNil(visible(message))
        XCTAssertNil(visible(message.replacing("<a:Status", with: "<a:Sta\ntus")))
        XCTAssertNil(visible("<html><body>"))
        XCTAssertNil(visible("no message"))
        XCTAssertNil(visible(Data(message.utf8).base64EncodedString()))
    }

    func testRepairsCostNoMoreThanAConstantTimesTheSize() {
        for text in ["<", "&", "\"\"", "=3D", "\n", "1:\n", "\u{1B}[", "&lt;", "<?xml", "xmlns:"] {
            let flood = Array(String(repeating: text, count: 40_000).utf8)
            let total = RepairFamily.ofText.flatMap { $0.repairs(of: flood, isThorough: false) }
                .reduce(0) { $0 + $1.bytes.count }
            XCTAssertLessThan(total, 120 * flood.count, text)
            _ = UnreadableMessage(flood).damage
        }
    }
}
