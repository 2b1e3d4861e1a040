import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Messages that a program wrote by several calls of its log.
final class LogPiecesTests: XCTestCase {
    private static let xml: String = {
        let values = (0..<50).map {
            "<saml:AttributeValue>value number \($0)</saml:AttributeValue>"
        }
        return SmallMessage.xml.replacing("x+y?~", with: values.joined())
    }()
    private let xml = LogPiecesTests.xml
    private let base64 = Data(LogPiecesTests.xml.utf8).base64EncodedString()

    /// The texts that logs write before the lines of one program.
    private static let prefixes: [@Sendable (Int, Int) -> String] = [
        { number, _ in "03-01 12:00:00.\(123 + number)  4711  4711 D SSO     : " },
        { _, _ in "D/SSO     ( 4711): " },
        { number, _ in "2026-03-01 12:00:00.\(123_456 + number)+0000 TVApp[412:9911] " },
        { number, _ in "2026-03-01 12:00:00,\(100 + number) [main] DEBUG com.example.SSO - " },
        { number, _ in "2026-03-01T12:00:00.\(100 + number)Z app_1  | " },
        { number, count in "SAML part \(number + 1)/\(count): " },
        { number, count in "SAML part \(number + 1) of \(count): " },
        { number, _ in "\(1_772_366_400_000 + number) [\(number)] sso: " }, { _, _ in "" },
    ]

    func testLinesOfAMessageInsideAnotherElementAreItsOwn() throws {
        let lines = xml.replacing("><", with: ">\n  <").replacing("  </", with: "</")
        for (before, after) in [
            ("<div>", "</div>"), ("<html><body>", "</body></html>"), ("<pre>", ""),
            ("<saml:a>", ""),
            ("<34>1 - host: ", ""), ("<", ""),
        ] {
            let text = before + lines + "\n" + after
            XCTAssertEqual(decodedMessages(text), [lines], before)
        }
    }

    func testBase64OverSeveralCallsIsJoinedWhateverTheWidth() throws {
        for (place, prefix) in Self.prefixes.enumerated() {
            for width in [place % 2 == 0 ? 60 : 76, 400, 1000] {
                for label in ["", "SAMLResponse="] {
                    let text = lines(label + base64, width, prefix)
                    XCTAssertEqual(decodedMessages(text), [xml], "\(place) \(width) \(label)")
                }
                // The name stands before the first piece, which is as long as the others.
                let pieces = split(base64, width)
                let text = lines(["SAMLResponse=" + pieces[0]] + pieces.dropFirst(), prefix)
                XCTAssertEqual(decodedMessages(text), [xml], "\(place) \(width)")
            }
        }
    }

    func testPiecesInAColorAreJoined() {
        for text in [base64, xml] {
            let plain = lines(text, 400) { number, _ in
                "\u{1B}[36m12:00:0\(number) [DEBUG] part \(number + 1): "
            }
            let colored = plain.replacing("\n", with: "\u{1B}[0m\n")
            XCTAssertEqual(decodedMessages(colored), [xml], colored)
        }
    }

    func testLinesOfOtherSourcesStandBetweenThePieces() throws {
        let prefix = Self.prefixes[0]
        let pieces = split(base64, 1000)
        let other = "03-01 12:00:00.200  4711  4799 I Net     : finished\n"
        let text = pieces.enumerated().map { prefix($0, 0) + $1 + "\n" + other }.joined()
        XCTAssertEqual(decodedMessages("a b\n" + text), [xml])
        // Two threads log at once, each its own message.
        let second = xml.replacing("number", with: "digits")
        let others = split(Data(second.utf8).base64EncodedString(), 900)
        let mixed = (0..<max(pieces.count, others.count)).map { number in
            let line = pieces.indices.contains(number) ? prefix(number, 0) + pieces[number] : nil
            let next =
                others.indices.contains(number)
                ? prefix(number, 0).replacing("4711 D", with: "4722 D") + others[number] : nil
            return [line, next].compactMap { $0.map { $0 + "\n" } }.joined()
        }.joined()
        XCTAssertEqual(decodedMessages("a b\n" + mixed), [xml, second])
    }

    func testLinesThatSendmailWrappedAreJoined() throws {
        let wrapped = split(base64, 990).joined(separator: "!\n ")
        XCTAssertEqual(decodedMessages("Subject: it\n\n" + wrapped + "\n\nbye\n"), [xml])
        let markup = split(xml, 990).joined(separator: "!\n ")
        XCTAssertEqual(decodedMessages("Subject: it\n\n" + markup + "\n\nbye\n"), [xml])
    }

    func testXMLOverSeveralCallsIsJoinedWithoutTheLineEnds() throws {
        let content = xml.replacing("value number 1", with: "värde 1")
        for (place, prefix) in Self.prefixes.dropLast().enumerated() {
            for width in [300, 1000, 1013] {
                for label in ["", "got: "] {
                    let text = lines(label + content, width, prefix)
                    XCTAssertEqual(decodedMessages(text), [content], "\(place) \(width) \(label)")
                }
            }
            // The end tag of the message is cut in two.
            let text = lines(content, (content.count - 8) / 2, prefix)
            XCTAssertEqual(decodedMessages(text), [content], "\(place)")
        }
    }

    func testXMLOverSeveralCallsOfUnequalLengthIsJoined() throws {
        for (place, prefix) in Self.prefixes.dropLast().enumerated() {
            for seed in 1...6 {
                let text = lines(splitUnevenly(xml, seed: seed), prefix)
                XCTAssertEqual(decodedMessages(text), [xml], "\(place) \(seed)")
            }
            // Two calls, of which the second begins inside the end tag.
            let text = lines([String(xml.dropLast(4)), String(xml.suffix(4))], prefix)
            XCTAssertEqual(decodedMessages(text), [xml], "\(place)")
        }
    }

    func testCallsThatEndAtSpacesOrBetweenElementsKeepTheMessageWhole() throws {
        let prefix = Self.prefixes[0]
        let content = SmallMessage.xml
        let atSpaces = content.replacing(" ", with: "\n")
        XCTAssertEqual(
            decodedMessages(lines(atSpaces.split(separator: "\n").map { String($0) }, prefix)),
            [atSpaces])
        let betweenTags = content.replacing("><", with: ">\n<")
        XCTAssertEqual(
            decodedMessages(lines(betweenTags.split(separator: "\n").map { String($0) }, prefix)),
            [betweenTags])
    }

    func testLineEndsOfTheMessageStayWhereALogCutsItsLongLines() throws {
        let prefix = Self.prefixes[0]
        let digits = String(repeating: "MIIC", count: 19)
        let content = SmallMessage.xml.replacing("><", with: ">\n<")
            .replacing("x+y?~", with: "\(digits)\n\(digits)\nMIIC")
        let calls = content.split(separator: "\n").flatMap { line -> [String] in
            // Inside the value of an attribute.
            guard let place = line.firstRange(of: "urn:oasis") else { return [String(line)] }
            return [String(line[..<place.upperBound]), String(line[place.upperBound...])]
        }
        XCTAssertEqual(decodedMessages(lines(calls, prefix)), [content])
    }

    func testXMLOfSeveralLinesKeepsThem() throws {
        for prefix in Self.prefixes.dropLast() {
            let text = lines(SmallMessage.lines.split(separator: "\n").map { String($0) }, prefix)
            XCTAssertEqual(decodedMessages(text), [SmallMessage.lines])
        }
    }

    func testPiecesThatAreNoWholeMessageAreNotSaidToBeCutOff() throws {
        let prefix = Self.prefixes[0]
        var pieces = split(base64, 801)
        pieces.remove(at: 1)
        let errors = failures(lines(pieces, prefix))
        XCTAssertEqual(errors.map(\.code), [.truncatedMessage])
        XCTAssertEqual(errors.map(\.lack), [.lines])
        XCTAssertTrue(errors[0].description.contains("one is missing"), "\(errors[0])")
        // The first piece is too short to be the beginning of a message.
        let short = split("SAMLResponse=" + base64, 70)
        let other = "03-01 12:00:00.200  4711  4799 I Net     : finished"
        let withoutOne = ([short[0]] + short.dropFirst(2)).map { prefix(0, 0) + $0 + "\n" + other }
        XCTAssertEqual(failures(withoutOne.joined(separator: "\n") + "\n").map(\.lack), [.lines])
        // What another message follows was cut off.
        let cut = String(base64.prefix(1024))
        let list = failures("\(prefix(0, 0))\(cut)\n\(prefix(1, 0))\(cut)\n\(prefix(2, 0))done\n")
        XCTAssertEqual(list.map(\.lack), [.end, .end])
        XCTAssertFalse(list[0].description.contains("next lines"), "\(list[0])")
    }

    func testPiecesOfTheFileOfEverySizeGiveTheSame() throws {
        let text = Self.prefixes.map { prefix in
            lines(base64, 1000, prefix) + lines(xml, 1000, prefix)
        }.dropLast().joined(separator: "a line between\n")
        for size in [999, 256 << 10] {
            let context = CaptureContext(source: MessageSource(), options: .init())
            let capture = TextCapture(
                ByteReader(PieceSource(Array(text.utf8), pieceSize: size)), context,
                pieceSize: size)
            var count = 0
            while case .entry(let entry)? = capture.next() {
                if case .success = entry.content { count += 1 }
            }
            XCTAssertEqual(count, 2 * (Self.prefixes.count - 1), "\(size)")
        }
    }

    func testHostilePiecesTakeLinearTime() {
        let begin = String(base64.prefix(200))
        let digits = String(repeating: "A1b2", count: 20)
        for text in [
            "\(begin)\n", "x a1: \(begin)\nx \(digits)\n", "a: \(begin)\n\(digits)\nb: \(begin)\n",
            "1 \(begin)\n2 \(digits)\nx\n", "\(begin)!\n \(digits)!\n", "\(digits)\n",
            "p <samlp:Response xmlns=\"urn:oasis:names:tc:SAML:2.0:protocol\">\(digits)\n",
            "p <samlp:Response xmlns=\"urn:oasis:names:tc:SAML:2.0:protocol\"\np ID=\"\np a\">\n",
        ] {
            let growth = LinearCost.growth(from: 50_000) { size in
                let bytes = Array(String(repeating: text, count: size / text.utf8.count).utf8)
                _ = MessageFinder.messages(in: bytes[...])
            }
            XCTAssertLessThan(growth, 10, text)
        }
    }

    // MARK: -

    /// Pieces of 100 to 700 characters.
    private func splitUnevenly(_ text: String, seed: Int) -> [String] {
        var rest = text[...]
        var pieces: [String] = []
        var number = seed
        while !rest.isEmpty {
            number = (number * 7919 + 104_729) % 1_000_003
            let width = 100 + number % 600
            pieces.append(String(rest.prefix(width)))
            rest = rest.dropFirst(width)
        }
        return pieces
    }

    private func split(_ text: String, _ width: Int) -> [String] {
        var rest = text[...]
        var pieces: [String] = []
        while !rest.isEmpty {
            pieces.append(String(rest.prefix(width)))
            rest = rest.dropFirst(width)
        }
        return pieces
    }

    private func lines(_ text: String, _ width: Int, _ prefix: (Int, Int) -> String) -> String {
        lines(split(text, width), prefix)
    }

    private func lines(_ pieces: [String], _ prefix: (Int, Int) -> String) -> String {
        let begin = prefix(0, pieces.count).isEmpty ? "" : "an older line\n"
        return begin
            + pieces.enumerated().map { prefix($0, pieces.count) + $1 + "\n" }.joined()
    }

    private func failures(_ text: String) -> [CaptureError] {
        MessageFinder.messages(in: Array(text.utf8)[...]).compactMap { found in
            if case .failure(let error) = found.content { error } else { nil }
        }
    }
}
