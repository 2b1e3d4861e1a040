import Foundation
import TestSupport
import WireText
import XCTest
import XMLCore
import XMLSecurity

@testable import SignatureDiagnostics

/// Changed characters, markup and values are found out and named.
final class ContentDamageTests: XCTestCase {
    private func signed(
        _ layout: SignedFixture.Layout = .assertion, values: [String] = ["u-1"]
    ) throws -> String {
        var assertion = AssertionFixture()
        assertion.attributes = [("uid", values), ("rating", ["tv-14"]), ("kids", ["true"])]
        return try DamagedMessage.signed(
            indentedBy: "  ", layout, response: ResponseFixture(assertions: [assertion]))
    }

    private func assertCause(
        _ expected: SignatureExplanation.Hypothesis?, of value: String,
        damagedBy damage: (String) -> String, line: UInt = #line
    ) throws {
        let message = try signed(values: [value])
        let damaged = damage(message)
        XCTAssertNotEqual(damaged, message, line: line)
        try SignatureDiagnosticsTests.assertCause(of: damaged, expected, line: line)
    }

    // MARK: Characters

    func testDoubledLineEndsAreNotTakenForPrettyPrinting() throws {
        for count in [2, 3] {
            let newlines = String(repeating: "\n", count: count)
            try assertCause(.lineEndingsDoubled, of: "u-1") {
                $0.replacing("\n", with: newlines)
            }
        }
    }

    func testTabsThatBecameSpacesAreTellable() throws {
        let message = try DamagedMessage.signed(indentedBy: "\t")
        try SignatureDiagnosticsTests.assertCause(
            of: message.replacing("\t", with: "        "), .tabsExpanded)
    }

    func testOtherSpacesAndInvisibleCharactersAreFound() throws {
        try assertCause(.nonBreakingSpaces, of: "a b") {
            $0.replacing("a b", with: "a\u{A0}b")
        }
        try assertCause(.invisibleCharacters, of: "u-1") {
            $0.replacing("u-1", with: "u\u{AD}-\u{200B}1")
        }
        try assertCause(.invisibleCharacters, of: "u-1") {
            $0.replacing("u-1", with: "\u{200E}u-1\u{202C}")
        }
    }

    func testMarksOfWordProcessorsAreFoundBesideGenuineOnes() throws {
        let value = "\u{201C}it's\u{201D} \"so\" -- and..."
        try assertCause(.smartQuotes, of: value) { $0.replacing("it's", with: "it\u{2019}s") }
        try assertCause(.smartDashes, of: value) { $0.replacing("--", with: "\u{2014}") }
        try assertCause(.smartEllipsis, of: value) { $0.replacing("...", with: "\u{2026}") }
        try assertCause(.quotesStraightened, of: value) {
            $0.replacing("\u{201C}", with: "\"").replacing("\u{201D}", with: "\"")
        }
    }

    func testBothUnicodeFormsAreFound() throws {
        // Text of Swift is equal in both forms, so that scalars are replaced.
        for (signed, received) in [
            ("Zo\u{EB} \u{30D7}", "Zoe\u{308} \u{30D5}\u{309A}"),
            ("Zoe\u{308} \u{30D5}\u{309A}", "Zo\u{EB} \u{30D7}"),
        ] {
            let message = Array(try self.signed(values: [signed]).utf8)
            let damaged = message.substituting(Array(received.utf8), for: Array(signed.utf8))
            XCTAssertNotEqual(damaged, message)
            try SignatureDiagnosticsTests.assertCause(
                of: String(decoding: damaged, as: UTF8.self),
                signed.unicodeScalars.count < received.unicodeScalars.count
                    ? .normalizedNFD : .normalizedNFC)
        }
    }

    func testUTF8ReadInAnyUsualEncodingIsFound() throws {
        for page in CodePage.all {
            let letters = "Škoda — ë"
            let misread = letters.utf8.map { byte in
                byte < 0x80 ? [byte] : page.readingStrayBytes(in: [byte]) ?? []
            }.joined()
            try assertCause(.reencoded, of: letters) {
                $0.replacing(letters, with: String(decoding: Array(misread), as: UTF8.self))
            }
        }
    }

    // MARK: Escapes

    func testOneLayerOfEscapesTooManyOrTooFewIsFound() throws {
        try assertCause(.doubleEscaped, of: "Tom & <Jerry>") {
            $0.replacing("&amp;", with: "&amp;amp;").replacing("&lt;", with: "&amp;lt;")
        }
        try assertCause(.backslashesInterpreted, of: "C:\\new") {
            $0.replacing("\\n", with: "\n")
        }
        try assertCause(.percentEncoded, of: "a@b c") { $0.replacing("a@b c", with: "a%40b%20c") }
        for (name, escaped) in [
            ("Zo\u{EB} it's", "Zo\\xc3\\xab it\\'s"), ("Zo\u{EB} a\\b", "Zo\\303\\253 a\\\\b"),
            ("Zo\u{EB} #1", "Zo#303#253 #1"),
        ] {
            try assertCause(.bytesEscaped, of: name) { $0.replacing(name, with: escaped) }
        }
        try assertCause(.markupAdded, of: "u-1") { $0.replacing("u-1", with: "<b>u-1</b>") }
    }

    // MARK: Markup

    func testRenamedPrefixesAreFound() throws {
        for layout in [SignedFixture.Layout.assertion, .response] {
            let message = try signed(layout)
            try SignatureDiagnosticsTests.assertCause(
                of: message.replacing("saml:", with: "ns7:").replacing(
                    "xmlns:saml=", with: "xmlns:ns7="), .prefixesRenamed)
        }
    }

    func testAttributesInAnotherOrderOrWithDefaultsAreFound() throws {
        try assertCause(.attributesReordered, of: "u-1") { message in
            message.replacing("\"uid\"", with: "\"?\"").replacing("\"rating\"", with: "\"uid\"")
                .replacing("\"?\"", with: "\"rating\"")
                .replacing("u-1", with: "?").replacing("tv-14", with: "u-1")
                .replacing("?", with: "tv-14")
        }
        try assertCause(.defaultAttributesAdded, of: "u-1") {
            $0.replacing("<saml:Attribute ", with: "<saml:Attribute FriendlyName=\"\" ")
        }
    }

    func testElementsThatWereAddedDoubledOrMovedAreFound() throws {
        let uid = "<saml:Attribute Name=\"uid\""
        try assertCause(.elementDoubled, of: "u-1") { message in
            guard let start = message.range(of: uid)?.lowerBound,
                let end = message[start...].range(of: "</saml:Attribute>")?.upperBound
            else { return message }
            return message.replacingCharacters(
                in: end..<end, with: "\n      " + message[start..<end])
        }
        try assertCause(.elementAdded, of: "u-1") {
            $0.replacing("</saml:Subject>", with: "</saml:Subject><saml:Advice></saml:Advice>")
        }
        try assertCause(.markupAdded, of: "u-1") { $0.replacing("u-1", with: "u-1<?page 2?>") }
        try assertCause(.elementsReordered, of: "u-1") { message in
            guard
                let subject = message.firstMatch(of: /<saml:Subject>(?s:.*)<\/saml:Subject>/)?
                    .range,
                let other = message.firstMatch(of: /<saml:Conditions(?s:.*)<\/saml:Conditions>/)?
                    .range
            else { return message }
            return String(
                message[..<subject.lowerBound] + message[other]
                    + message[subject.upperBound..<other.lowerBound] + message[subject]
                    + message[other.upperBound...])
        }
    }

    func testXMLAttributesThatWereLostOrReplacedAreFound() throws {
        let format = " NameFormat=\"urn:oasis:names:tc:SAML:2.0:attrname-format:basic\""
        var assertion = AssertionFixture()
        assertion.attributes = [("uid", ["u-1"]), ("rating", ["tv-14"])]
        let xml = ResponseFixture(assertions: [assertion]).xml
            .replacing(
                "<saml:Attribute Name=\"uid\"", with: "<saml:Attribute Name=\"uid\"\(format)")
        let message = try xml.signing("_assertion")
        XCTAssertTrue(message.contains(format))
        try SignatureDiagnosticsTests.assertCause(
            of: message.replacing(format, with: ""), .xmlAttributesLost)
        try SignatureDiagnosticsTests.assertCause(
            of: message.replacing("attrname-format:basic", with: "attrname-format:uri"),
            .valueReplaced)
        XCTAssertEqual(
            try sentence(of: message.replacing(format, with: ""))?
                .hasSuffix("This is in NameFormat of Attribute."), true)
    }

    private func sentence(of message: String) throws -> String? {
        try DamagedMessage.explanations(of: message).first { $0.likelyCause != nil }?.sentence
    }

    // MARK: Values

    func testMarksAroundValuesAreFound() throws {
        for (start, end) in [("\"", "\""), ("'", "'"), ("[\"", "\"]"), ("", ","), ("&lt;", "&gt;")]
        {
            try assertCause(.quotesAdded, of: "u-1") {
                $0.replacing(">u-1<", with: ">\(start)u-1\(end)<")
            }
            try assertCause(.quotesAdded, of: "u-1") {
                $0.replacing(">u-1<", with: ">\(start)u-1\(end)<")
                    .replacing(">tv-14<", with: ">\(start)tv-14\(end)<")
            }
        }
    }

    func testMillisecondsThatAllTimesLostAreFound() throws {
        for fraction in ["836", "040", "8360000"] {
            let xml = ResponseFixture().xml.replacing(/([0-9])Z"/) {
                "\($0.output.1).\(fraction)Z\""
            }
            let message = try xml.signing("_assertion")
            for kept in ["", ".\(fraction.prefix(1))"] {
                let damaged = message.replacing(".\(fraction)Z", with: "\(kept)Z")
                XCTAssertNotEqual(damaged, message)
                try SignatureDiagnosticsTests.assertCause(of: damaged, .timesRewritten)
            }
        }
    }

    func testTimesOfOneNameThatWereMovedAreFound() throws {
        try assertCause(.timesShifted, of: "u-1") { message in
            message.replacing(/NotOnOrAfter="([0-9]{4})/) {
                "NotOnOrAfter=\"\(Int($0.output.1).map { $0 + 1 } ?? 0)"
            }
        }
    }

    func testTimesThatOtherProgramsWriteAreFound() throws {
        for change in [
            { (time: String) in time.replacing("T", with: " ") }, { $0.replacing("-", with: "/") },
            { $0.lowercased() }, { "\($0.dropLast())+0000" }, Self.secondsSince1970,
        ] {
            try assertCause(.timesRewritten, of: "u-1") { message in
                message.replacing(/"([0-9-]+T[0-9:]+Z)"/) { "\"\(change(String($0.output.1)))\"" }
            }
        }
    }

    private static func secondsSince1970(_ time: String) -> String {
        (try? Date(time, strategy: .iso8601)).map { "\(Int($0.timeIntervalSince1970))" } ?? time
    }

    func testASlashThatAnAddressLostIsFound() throws {
        try assertCause(.hostReplaced, of: "https://one.example/") {
            $0.replacing("https://one.example/<", with: "https://one.example<")
        }
        try assertCause(.hostReplaced, of: "https://one.example/a") {
            $0.replacing("https://one.example/a<", with: "https://one.example/a/<")
        }
        for changed in ["https://One.Example/Ab", "https://www.one.example/Ab"] {
            try assertCause(.hostReplaced, of: "https://one.example/Ab") {
                $0.replacing("https://one.example/Ab<", with: "\(changed)<")
            }
        }
    }

    func testRewrittenTimesAndValuesAreFound() throws {
        try assertCause(.timesRewritten, of: "u-1") { $0.replacing("00Z\"", with: "00.000Z\"") }
        try assertCause(.timesRewritten, of: "u-1") { $0.replacing("00Z\"", with: "00+00:00\"") }
        try assertCause(.zerosLost, of: "00481") { $0.replacing("00481", with: "481") }
        try assertCause(.truthValueRewritten, of: "u-1") {
            $0.replacing(">true<", with: ">True<")
        }
        try assertCause(.spacesAdded, of: "u-1") { $0.replacing("u-1", with: " u-1 ") }
        for (value, changed) in [
            ("abc-1f", "ABC-1F"), ("JÖRG", "jörg"), ("Premium", "PREMIUM"),
        ] {
            try assertCause(.letterCaseChanged, of: value) {
                $0.replacing(value, with: changed)
            }
        }
        for value in ["ab+cd", "ab+cd+ef==", "+a b"] {
            try assertCause(.plusToSpace, of: value) {
                $0.replacing(value, with: value.replacing("+", with: " "))
            }
        }
    }

    func testTheAttributesAndElementsOfDamagedValuesAreNamed() throws {
        let message = try signed(values: ["00481", "secret"])
        let cases: [(change: (String) -> String, words: String)] = [
            ({ $0.replacing("00481", with: "481") }, "This is in the attribute uid."),
            ({ $0.replacing(">true<", with: ">True<") }, "This is in the attribute kids."),
            ({ $0.replacing("secret", with: "***") }, "This is in the attribute uid."),
            (
                { $0.replacing("secret", with: "***").replacing(">tv-14<", with: ">***<") },
                "This is in the attribute uid and the attribute rating."
            ),
            ({ $0.replacing("00Z\"", with: "00.000Z\"") }, "places, the first of them "),
        ]
        for (change, words) in cases {
            let damaged = change(message)
            XCTAssertNotEqual(damaged, message)
            let explanation = try XCTUnwrap(DamagedMessage.explanations(of: damaged).first)
            let sentence = try XCTUnwrap(explanation.sentence, words)
            XCTAssertTrue(sentence.contains(words), sentence)
            XCTAssertTrue(explanation.hasOwnSentence)
            XCTAssertFalse(explanation.isPartial)
        }
        // A cause of the whole message needs no name.
        let renamed = message.replacing("\n", with: "\n\n")
        let explanation = try XCTUnwrap(DamagedMessage.explanations(of: renamed).first)
        XCTAssertFalse(explanation.hasOwnSentence, explanation.sentence ?? "")
    }

    func testOneLostLetterIsFound() throws {
        try assertCause(.charactersReplaced, of: "Škoda") { $0.replacing("Š", with: "?") }
    }

    func testWhatCannotBeUndoneIsNamedOnlyWhereItShows() throws {
        try assertCause(.redacted, of: "secret") { $0.replacing("secret", with: "***") }
        try assertCause(.numberInPowers, of: "4815162342") {
            $0.replacing("4815162342", with: "4.81516E+11")
        }
        try assertCause(nil, of: "100000") { $0.replacing("100000", with: "1E+5") }
        let message = try signed(values: ["member"])
        try SignatureDiagnosticsTests.assertCause(
            of: message.replacing("member", with: "administrator"), nil)
    }

    func testAMaskThatMayHaveBeenSignedIsNotSaidToBeTheCauseForCertain() throws {
        for mask in ["XXXX", "SECRET", "1E+5"] {
            let message = try signed(values: [mask, "member"])
            try SignatureDiagnosticsTests.assertCause(
                of: message.replacing("member", with: "administrator"), nil)
        }
        for (mask, cause) in [
            ("****", SignatureExplanation.Hypothesis.redacted), ("4.8E+18", .numberInPowers),
            ("\u{FFFD}", .charactersReplaced),
        ] {
            let message = try signed(values: [mask, "member"])
            let explanation = try XCTUnwrap(
                DamagedMessage.explanations(
                    of: message.replacing("member", with: "administrator")
                ).first?.likelyCause)
            XCTAssertEqual(explanation.hypothesis, cause)
            XCTAssertFalse(explanation.isProved)
            XCTAssertTrue(explanation.explanation.contains("may have"), explanation.explanation)
        }
        XCTAssertTrue(
            SignatureExplanation.Hypothesis.hostReplaced.explanation.contains("may have"))
    }

    // MARK: Signature

    func testOneChangedCharacterOfTheSignatureValueIsFound() throws {
        let message = try signed()
        let value = try message.text(of: "ds:SignatureValue")
        let middle = value.index(value.startIndex, offsetBy: 20)
        var lost = value
        lost.remove(at: middle)
        var doubled = value
        doubled.insert(value[middle], at: middle)
        let other: Character = value[middle] == "k" ? "q" : "k"
        let replaced = value.replacingCharacters(in: middle...middle, with: String(other))
        for (damaged, cause) in [
            (lost, SignatureExplanation.Hypothesis.base64CharacterLost),
            (doubled, .base64CharacterDoubled), (replaced, .base64CharacterReplaced),
            ("", .signatureValueEmpty), (value.lowercased(), .base64LowerCased),
        ] {
            try SignatureDiagnosticsTests.assertCause(
                of: message.changing(value, to: damaged), cause)
        }
    }

    private static func rsaSigned() throws -> (message: String, value: String) {
        let message = try DamagedMessage.sample("02-single-line-assertion-signed-rsa-sha256")
        return (message, try message.text(of: "ds:SignatureValue"))
    }

    func testOnlyTheBeginningOfASignatureValueIsSaidToBeCutOff() throws {
        let (message, value) = try Self.rsaSigned()
        for length in [100, 255] {
            let explanation = try DamagedMessage.explanation(
                ofSample: message.replacing(value, with: String(value.prefix(length))))
            XCTAssertEqual(explanation.likelyCause?.hypothesis, .signatureTruncated, "\(length)")
        }
        let others = [64, 96, 128, 192, 512].map { size in
            Data((0..<size).map { UInt8($0 & 0xFF) }).base64EncodedString()
        }
        for replaced in ["SIGNATURE", "xxxx", "[removed]", "..."] + others
            + [String(repeating: "A", count: 100), String(repeating: "XYZ1", count: 30)]
        {
            let explanation = try DamagedMessage.explanation(
                ofSample: message.replacing(value, with: replaced))
            XCTAssertNotNil(explanation.failure)
            XCTAssertNil(explanation.likelyCause, replaced)
        }
        let explanation = try DamagedMessage.explanation(
            ofSample: message.replacing(value, with: others[2]))
        XCTAssertEqual(explanation.observations, [.signatureOfOtherSize])
    }

    func testASignatureValueInHexadecimalOrBase32IsRead() throws {
        let (message, value) = try Self.rsaSigned()
        let bytes = try XCTUnwrap(Data(base64Encoded: value))
        let digits = bytes.map { String(format: "%02x", $0) }.joined()
        for written in [digits, digits.uppercased()] {
            let explanation = try DamagedMessage.explanation(
                ofSample: message.replacing(value, with: written))
            XCTAssertEqual(explanation.likelyCause?.hypothesis, .hexEncoded)
            XCTAssertEqual(explanation.likelyCause?.isProved, true)
        }
    }

    func testBase64ForURLsInASignatureIsRead() throws {
        func forURLs(_ text: String) -> String {
            text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        let (message, value) = try Self.rsaSigned()
        let digest = try message.text(of: "ds:DigestValue")
        XCTAssertNotEqual(forURLs(value), value)
        for damaged in [
            message.replacing(value, with: forURLs(value)),
            message.replacing(value, with: forURLs(value) + "=="),
            message.replacing(value, with: forURLs(value)).replacing(
                digest, with: forURLs(digest)),
        ] {
            let explanation = try DamagedMessage.explanation(ofSample: damaged)
            XCTAssertNotNil(explanation.failure)
            XCTAssertEqual(explanation.likelyCause?.hypothesis, .base64URLEncoded)
            XCTAssertEqual(explanation.likelyCause?.isProved, true)
        }
    }

    func testAnECDSASignatureInDERIsRead() throws {
        let message = try DamagedMessage.sample("13-assertion-signed-ecdsa-p256-sha256")
        let value = try message.text(of: "SignatureValue")
        let numbers = [UInt8](try XCTUnwrap(Data(base64Encoded: value)))
        XCTAssertEqual(numbers.count, 64)
        let parts = [numbers.prefix(32), numbers.suffix(32)].flatMap { number -> [UInt8] in
            let digits = Array(number.drop { $0 == 0 })
            let signed = (digits.first ?? 0) < 0x80 ? digits : [0] + digits
            return [0x02, UInt8(signed.count)] + signed
        }
        let der = Data([0x30, UInt8(parts.count)] + parts)
        let explanation = try DamagedMessage.explanation(
            ofSample: message.replacing(value, with: der.base64EncodedString()))
        XCTAssertEqual(explanation.likelyCause?.hypothesis, .derEncoded)
        XCTAssertEqual(explanation.likelyCause?.isProved, true)
        // Cut off in the header, at the second number, at the end, and amid each number.
        let second = 4 + Int(der[3])
        let cuts = Array(0...5) + [20, second - 1, second, second + 1, second + 2, second + 3]
        for count in cuts + [der.count - 20, der.count - 2, der.count - 1] {
            let short = try DamagedMessage.explanation(
                ofSample: message.replacing(value, with: der.prefix(count).base64EncodedString()))
            XCTAssertNotEqual(short.likelyCause?.hypothesis, .derEncoded, "\(count)")
        }
    }

    func testNumbersOfAnECDSASignatureWithoutFullLengthAreRead() throws {
        let method = XML.CanonicalizationMethod(.exclusive)
        let xml = ResponseFixture(assertions: [AssertionFixture()]).xml
        let signed = try DamagedMessage.signed(xml, naming: method) {
            try $0.canonicalForm(using: method).bytes
        }
        let start = try XCTUnwrap(signed.range(of: "<ds:SignedInfo")).lowerBound
        let end = try XCTUnwrap(signed.range(of: "</ds:SignedInfo>")).upperBound
        let info = Array(signed[start..<end].utf8)
        // Signatures are random: one is made whose first number begins with one zero byte.
        var numbers: [UInt8] = []
        while numbers.first != 0 || numbers[1] == 0 {
            numbers = try SignedFixture.p256.signature(over: info)
        }
        let value = try signed.text(of: "ds:SignatureValue")
        for (bytes, cause) in [
            (Array(numbers.dropFirst()), SignatureExplanation.Hypothesis.ecdsaZerosChanged),
            (numbers.prefix(32) + [0] + numbers.suffix(32), .ecdsaZerosChanged),
            ([0] + numbers, .ecdsaZerosChanged),
            (Array(numbers.dropFirst().prefix(31)) + [0] + numbers.suffix(32), .ecdsaZerosChanged),
        ] {
            let damaged = signed.replacing(value, with: Data(bytes).base64EncodedString())
            try SignatureDiagnosticsTests.assertCause(of: damaged, cause)
        }
        // What is no signature is none without zeros, either.
        let other = signed.replacing(
            value, with: Data(numbers.dropFirst(2)).base64EncodedString())
        try SignatureDiagnosticsTests.assertCause(of: other, nil)
    }

    func testAnEmptyNamespaceThatWasWrittenAndNotDigestedIsFound() throws {
        let declared = ResponseFixture(assertions: [AssertionFixture()]).xml
            .replacing(
                "<saml:Subject>",
                with:
                    "<saml:Advice><x xmlns=\"urn:x\"><a xmlns=\"\"><b xmlns=\"urn:x\"/></a></x></saml:Advice>"
                    + "<saml:Subject>"
            )
        let method = XML.CanonicalizationMethod(.exclusive)
        let empty = " xmlns=\"\""
        for isTextOnly in [false, true] {
            let message = try DamagedMessage.signed(declared, naming: method) { assertion in
                let form = String(
                    decoding: try assertion.canonicalForm(using: method).bytes, as: UTF8.self)
                XCTAssertTrue(form.contains(empty))
                let bare = form.replacing(empty, with: "")
                return Array(
                    (isTextOnly ? bare : bare.replacing("<b xmlns=\"urn:x\">", with: "<b>")).utf8)
            }
            try SignatureDiagnosticsTests.assertCause(of: message, .emptyNamespaceAdded)
        }
    }

    // MARK: Parts

    func testARemovedCanonicalizationIsNotTakenForNamespacesThatWereAdded() throws {
        let transform =
            "<ds:Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\"></ds:Transform>"
        for layout in [SignedFixture.Layout.assertion, .response] {
            let message = try signed(layout)
            XCTAssertTrue(message.contains(transform))
            let damaged = message.replacing(transform, with: "")
            for budget in [SignatureExplanation.Budget.thorough, .brief] {
                for explanation in try DamagedMessage.explanations(of: damaged, within: budget) {
                    let cause = explanation.likelyCause?.hypothesis
                    XCTAssertEqual(cause, budget == .thorough ? .algorithmSwapped : nil)
                    XCTAssertNil(explanation.remainder)
                }
            }
        }
    }

    func testACauseThatExplainsOnlyAPartSaysSo() throws {
        let message = try signed(values: ["member"])
        let value = try message.text(of: "ds:SignatureValue")
        var lost = value
        lost.remove(at: value.index(value.startIndex, offsetBy: 20))
        let damages: [(SignatureExplanation.Hypothesis, String)] = [
            (.whitespaceChanged, message.replacing("<ds:Reference ", with: "\n  <ds:Reference ")),
            (.base64CharacterLost, message.replacing(value, with: lost)),
            (
                .algorithmSwapped,
                message.replacing("xmldsig-more#ecdsa-sha256", with: "xmldsig-more#ecdsa-sha512")
            ),
        ]
        for (cause, damaged) in damages {
            for isEdited in [false, true] {
                XCTAssertNotEqual(damaged, message)
                let explanation = try XCTUnwrap(
                    DamagedMessage.explanations(
                        of: isEdited
                            ? damaged.replacing("member", with: "administrator") : damaged
                    ).first)
                XCTAssertEqual(explanation.likelyCause?.hypothesis, cause)
                XCTAssertEqual(explanation.remainder, isEdited ? .content : nil, "\(cause)")
                XCTAssertEqual(
                    explanation.sentence?.contains("another reason as well"), isEdited)
            }
        }
    }

    func testAnEditedDigestValueIsFound() throws {
        let message = try signed()
        let value = try message.text(of: "ds:DigestValue")
        for (damaged, cause) in [
            (String(value.dropFirst()), SignatureExplanation.Hypothesis.base64CharacterLost),
            (String(value.dropLast(2).reversed()) + value.suffix(2), .digestValueEdited),
        ] {
            try SignatureDiagnosticsTests.assertCause(
                of: message.changing(value, to: damaged), cause)
        }
    }

    func testSwappedAlgorithmsAreFound() throws {
        try assertCause(.algorithmSwapped, of: "u-1") {
            $0.replacing("xmldsig-more#ecdsa-sha256", with: "xmldsig-more#ecdsa-sha512")
        }
    }

    func testARemovedPrefixListIsFound() throws {
        let fixture = ResponseFixture(assertions: [AssertionFixture()]).xml
        let exclusive = XML.CanonicalizationMethod.Algorithm.exclusive.rawValue
        for (prefix, list) in [("ec", "xs"), ("", "#default samlp saml ds xs xsi")] {
            let method = XML.CanonicalizationMethod(
                .exclusive, inclusiveNamespaces: .init(parsing: list))
            let name = prefix.isEmpty ? "InclusiveNamespaces" : "\(prefix):InclusiveNamespaces"
            let declaration = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
            let element =
                "<\(name) \(declaration)=\"\(exclusive)\" PrefixList=\"\(list)\"></\(name)>"
            let message = try DamagedMessage.signed(
                fixture.changing(
                    "<samlp:Response ",
                    to: "<samlp:Response xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" "),
                naming: method, parameters: element
            ) { try $0.canonicalForm(using: method).bytes }
            XCTAssertTrue(
                try DamagedMessage.explanations(of: message).allSatisfy(\.isValid), list)
            try SignatureDiagnosticsTests.assertCause(
                of: message.changing(element, to: ""), .algorithmSwapped)
            guard prefix == "ec",
                let transform = message.firstMatch(of: /<ds:Transform [^>]*exc-c14n[^>]*>/),
                let end = message[transform.range.upperBound...].range(of: "</ds:Transform>")
            else { continue }
            try SignatureDiagnosticsTests.assertCause(
                of: message.replacingCharacters(
                    in: transform.range.lowerBound..<end.upperBound, with: ""), .algorithmSwapped)
        }
    }

    func testAnAddedPrefixListIsNotTakenForDamageToTheContent() throws {
        let exclusive = XML.CanonicalizationMethod.Algorithm.exclusive.rawValue
        let transform = "<ds:Transform Algorithm=\"\(exclusive)\"/>"
        for name in [
            "01-pretty-lf-assertion-signed-rsa-sha256",
            "02-single-line-assertion-signed-rsa-sha256",
        ] {
            let sample = try DamagedMessage.sample(name)
            for list in ["xs", "samlp"] {
                let added = try sample.changing(
                    transform,
                    to: "<ds:Transform Algorithm=\"\(exclusive)\"><ec:InclusiveNamespaces "
                        + "xmlns:ec=\"\(exclusive)\" PrefixList=\"\(list)\"/></ds:Transform>")
                try SignatureDiagnosticsTests.assertCause(
                    of: added, nil, trusting: SampleTrust.everyIssuer(), "\(name), \(list)")
            }
        }
    }

    func testAnEmptiedReferenceIsFound() throws {
        let message = try signed(.response)
        let damaged = message.replacing(/URI="#[^"]+"/, with: "URI=\"\"")
        XCTAssertNotEqual(damaged, message)
        try SignatureDiagnosticsTests.assertCause(of: damaged, .referenceEmptied)
    }

    func testTimesOfAnotherYearAreFound() throws {
        let message = try signed()
        let damaged = message.replacing("=\"2026-", with: "=\"2027-")
        XCTAssertNotEqual(damaged, message)
        try SignatureDiagnosticsTests.assertCause(of: damaged, .timesShifted)
    }

    func testAnAssertionTakenOutOfItsResponseIsNamedAndItsSignatureIsValid() throws {
        let message = try signed()
        let start = try XCTUnwrap(message.range(of: "<saml:Assertion "))
        let end = try XCTUnwrap(message.range(of: "</saml:Assertion>"))
        let assertion = message[start.lowerBound..<end.upperBound].replacing(
            "<saml:Assertion ",
            with: "<saml:Assertion xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\" ")
        let explanation = try XCTUnwrap(DamagedMessage.explanations(of: String(assertion)).first)
        XCTAssertTrue(explanation.isValid)
        XCTAssertEqual(explanation.likelyCause?.hypothesis, .assertionCutOut)
        XCTAssertEqual(explanation.likelyCause?.isProved, false)
        XCTAssertEqual(explanation.sentence?.contains("tags are damaged"), true)
    }
}
