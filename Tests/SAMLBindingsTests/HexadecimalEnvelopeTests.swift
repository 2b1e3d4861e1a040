import SAMLBindings
import TestSupport
import XCTest

/// Messages in hexadecimal, as programs write it.
final class HexadecimalEnvelopeTests: XCTestCase {
    private let xml = "<a b=\"c\">abcdef 0123 ab cd é\n 3c 3c 3c</a>\n"

    private func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    private func digits(_ text: String, by count: Int = 1, _ separator: String) -> String {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: count).map { start in
            bytes[start..<min(start + count, bytes.count)].map(hex).joined()
        }.joined(separator: separator)
    }

    func testDigitsInGroupsOfAnySizeAreRead() throws {
        for separator in ["", " ", ":", "-", ", ", "\n", "  "] {
            for count in [1, 2, 4, 30] {
                let text = digits(xml, by: count, separator)
                for text in [text, text.uppercased(), "\"\(text)\"", text + "\n"] {
                    try Packing.assert(text, gives: xml, after: [.hexadecimal])
                }
            }
        }
    }

    func testPrefixesOfNumbersAreRead() throws {
        for text in [
            "0x" + digits(xml, ""), "\\x" + digits(xml, ""), "x'\(digits(xml, ""))'",
            "0x" + digits(xml, ", 0x"), "{0x\(digits(xml, ", 0x"))};", "\\x" + digits(xml, "\\x"),
            "unsigned char a_xml[] = {\n  0x\(digits(xml, ", 0x"))\n};\nunsigned int a_xml_len = 45;\n",
        ] { try Packing.assert(text, gives: xml, after: [.hexadecimal]) }
    }

    func testLinesThatBreakInsideAByteAreJoined() throws {
        let text = digits(xml, "")
        try Packing.assert(
            "\(text.prefix(33))\n\(text.dropFirst(33))", gives: xml, after: [.hexadecimal])
    }

    func testWhatTheDigitsStandForIsUnpackedInItsTurn() throws {
        let base64 = Packing.base64(xml)
        try Packing.assert(digits(base64, " "), gives: xml, after: [.hexadecimal, .base64])
        try Packing.assert(
            digits("SAMLResponse=" + Packing.percentEncoded(base64), " "), gives: xml,
            after: [.hexadecimal, .form, .base64])
        let stream = try Deflation.deflated(Array(xml.utf8), windowBits: 31)
        try Packing.assert(
            stream.map(hex).joined(separator: " "), gives: xml, after: [.hexadecimal, .gzip])
        try Packing.assert(
            "SAMLResponse=" + digits(xml, ""), gives: xml, after: [.form, .hexadecimal])
        try Packing.assert(
            "SAMLResponse=" + digits(xml, "+"), gives: xml, after: [.form, .hexadecimal])
    }

    // MARK: Listings

    private struct Rows {
        let bytes: [UInt8]
        let width: Int
        func map(_ line: (Int, ArraySlice<UInt8>) -> String) -> String {
            stride(from: 0, to: bytes.count, by: width).map { start in
                line(start, bytes[start..<min(start + width, bytes.count)]) + "\n"
            }.joined()
        }
    }

    private func padded(_ value: Int, _ width: Int, radix: Int = 16) -> String {
        let digits = String(value, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private func shown(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "." }.joined()
    }

    private func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    func testTheListingsOfProgramsAreRead() throws {
        // Of every length, as the last line tells the programs apart.
        for length in 20...80 {
            let text =
                "<a>"
                + String(("0a be ef cafe |" + String(repeating: "3c", count: 60)).prefix(length))
            let rows = Rows(bytes: Array(text.utf8), width: 16)
            let count = text.utf8.count
            let pairs = { (bytes: ArraySlice<UInt8>) in bytes.map(self.hex).joined(separator: " ") }
            let words = { (bytes: ArraySlice<UInt8>) in
                let bytes = Array(bytes)
                return stride(from: 0, to: bytes.count, by: 2).map { index in
                    self.hex(index + 1 < bytes.count ? bytes[index + 1] : 0)
                        + self.hex(bytes[index])
                }.joined(separator: " ")
            }
            let groups = { (bytes: ArraySlice<UInt8>) in
                stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
                    bytes[index..<min(index + 2, bytes.endIndex)].map(self.hex).joined()
                }.joined(separator: " ")
            }
            let listings = [
                rows.map {
                    "\(self.padded($0, 8)): \(self.column(groups($1), 39))  \(self.shown($1))"
                },
                rows.map {
                    "\(self.padded($0, 8)): \(self.column(pairs($1), 47))  \(self.shown($1))"
                },
                rows.map {
                    "\(self.padded($0, 8))  \(self.column(pairs($1.prefix(8)), 23))  \(self.column(pairs($1.dropFirst(8)), 23))  |\(self.shown($1))|"
                } + "\(padded(count, 8))\n",
                rows.map { "\(self.padded($0, 7, radix: 8)) \(pairs($1))" }
                    + "\(padded(count, 7, radix: 8))\n",
                rows.map { "\(self.padded($0, 7, radix: 10)) \(pairs($1))" }
                    + "\(padded(count, 7, radix: 10))\n",
                rows.map { "\(self.padded($0, 7, radix: 8)) \(words($1))" }
                    + "\(padded(count, 7, radix: 8))\n",
                rows.map { "\(self.padded($0, 7)) \(words($1))" } + "\(padded(count, 7))\n",
                rows.map {
                    "\(self.padded($0, 4))   \(self.column(pairs($1), 47))   \(self.shown($1))"
                },
                "\n   Label: String (System.String) <1A2B3C4D>\n\n          Offset Bytes    Ascii\n                 00 01 02\n          ------ -----\n"
                    + rows.map {
                        "\(self.padded($0, 16).uppercased()) \(self.column(pairs($1).uppercased(), 47)) \(self.shown($1))"
                    },
            ]
            for listing in listings {
                for listing in [listing, listing.replacing("\n", with: "\r\n")] {
                    let envelope = try? Packing.envelope(listing)
                    XCTAssertEqual(
                        envelope.map { String(decoding: $0.xml, as: UTF8.self) }, text, listing)
                    XCTAssertEqual(envelope?.steps, [.hexadecimal])
                }
            }
        }
    }

    func testLinesThatAListingLeavesOutAreRepeated() throws {
        let text = "<a>" + String(repeating: "A", count: 77) + "</a>"
        let bytes = Array(text.utf8)
        func line(_ start: Int) -> String {
            let row = bytes[start..<min(start + 16, bytes.count)]
            return "\(padded(start, 8))  \(row.map(hex).joined(separator: " "))  |\(shown(row))|\n"
        }
        let listing = line(0) + line(16) + "*\n" + line(64) + line(80) + "\(padded(84, 8))\n"
        try Packing.assert(listing, gives: text, after: [.hexadecimal])
    }

    func testAListingWithOffsetsThatDoNotFitIsNoMessage() {
        let lines = [
            "00000000: 3c61 3e61 6161 6161 6161 6161 6161 6161  <a>aaaaaaaaaaaaa",
            "00000010: 6161 6161 6161 6161 6161 6161 6161 6161  aaaaaaaaaaaaaaaa",
            "00000020: 6161 6161 6161 6161 6161 6161 3c2f 613e  aaaaaaaaaaaa</a>",
        ]
        XCTAssertNoThrow(try Packing.envelope(lines.joined(separator: "\n")))
        XCTAssertThrowsError(try Packing.envelope([lines[0], lines[2]].joined(separator: "\n")))
        XCTAssertThrowsError(
            try Packing.envelope([lines[0], lines[2], lines[1]].joined(separator: "\n")))
        // A repetition to a far offset.
        XCTAssertThrowsError(try Packing.envelope("\(lines[0])\n*\n7fffffff\n"))
        XCTAssertThrowsError(try Packing.envelope("\(lines[0])\n*\n7fffffffffffffffffffff\n"))
    }

    func testOtherTextsOfDigitsStayWhatTheyAre() {
        for text in ["3c 61 2f 3", "3c61 zz", "deadbeef", "00000000", "3c", "0x", "3c 6 1 2f 3e"] {
            XCTAssertThrowsError(try Packing.envelope(text), text)
        }
        XCTAssertThrowsError(try Packing.envelope(digits("hello, world, hello", " ")))
    }

    func testARandomChangeOfAListingGivesAnErrorOrAMessageOfTheSameSize() throws {
        var generator = SeededGenerator("listings, random changes")
        let bytes = Array(("<a>" + String(repeating: "be 0a|", count: 40) + "</a>").utf8)
        let rows = Rows(bytes: bytes, width: 16)
        let listing = Array(
            rows.map { start, row in
                "\(self.padded(start, 8)): \(self.column(row.map(self.hex).joined(separator: " "), 47))  \(self.shown(row))"
            }.utf8)
        XCTAssertEqual(try Packing.envelope(listing).xml, bytes)
        var (readCount, refusedCount) = (0, 0)
        for _ in 0..<3000 {
            var changed = listing
            let place = Int.random(in: 0..<changed.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: changed[place] = UInt8.random(in: 0x20..<0x7F, using: &generator)
            case 1: changed.remove(at: place)
            default: changed.insert(UInt8(ascii: "0"), at: place)
            }
            guard let envelope = try? Packing.envelope(changed) else {
                refusedCount += 1
                continue
            }
            readCount += 1
            XCTAssertEqual(envelope.steps.first, .hexadecimal)
            // The last row has no offset behind it.
            XCTAssertLessThanOrEqual(abs(envelope.xml.count - bytes.count), 16)
        }
        XCTAssertGreaterThan(readCount, 100)
        XCTAssertGreaterThan(refusedCount, 100)
    }
}
