import Foundation
import PayloadCoding
import TestSupport
import XCTest

/// The cookbook normalization against Foundation, on inputs made to tell the two apart.
final class CookbookRandomTests: XCTestCase, ReachesUnsafeCode {
    func testRandomTextGivesWhatFoundationGives() {
        compareRandomInputs(count: 15_000, from: Alphabet.text, purpose: "well-formed messages")
    }

    func testRandomWhiteSpaceGivesWhatFoundationGives() {
        compareRandomInputs(count: 8_000, from: Alphabet.whiteSpace, purpose: "white space")
    }

    func testRandomIllFormedUTF8GivesWhatFoundationGives() {
        compareRandomInputs(
            count: 8_000, from: Alphabet.text + Alphabet.nearMisses + Alphabet.illFormed,
            purpose: "ill-formed messages")
    }

    func testRandomBytesGiveWhatFoundationGives() {
        compareRandomInputs(
            count: 4_000, from: (0...255).map { [UInt8($0)] }, purpose: "random bytes")
    }

    func testEveryScalarOfTheBasicPlaneIsTreatedAsFoundationTreatsIt() {
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            // Inside for what vanishes or collapses, at the ends for what is trimmed.
            check(Array("\(scalar)a\(scalar) \(scalar)b\(scalar)".utf8))
        }
    }

    private func compareRandomInputs(count: Int, from alphabet: [[UInt8]], purpose: String) {
        var generator = SeededGenerator("Cookbook, \(count) \(purpose)")
        var changed = 0
        for _ in 0..<count {
            var message: [UInt8] = []
            for _ in 0..<Int.random(in: 0...60, using: &generator) {
                message += alphabet.randomElement(using: &generator) ?? []
            }
            if check(message) { changed += 1 }
        }
        XCTAssertGreaterThan(changed, count / 2, "The inputs are too tame to prove anything.")
    }

    /// Compares one message and tells whether normalization changed it.
    @discardableResult
    private func check(_ message: [UInt8]) -> Bool {
        let string = String(decoding: message, as: UTF8.self)
        let payload = PayloadEncoder().payload(encoding: message)
        let isEqual =
            payload.text == FoundationSnippet.payload(string)
            && payload.isRepaired == !string.utf8.elementsEqual(message)
        if !isEqual { XCTFail("Another answer than Foundation's for \(message)") }
        return payload.normalized != message
    }
}

/// Scalars and byte sequences that normalizations get wrong.
private enum Alphabet {
    static let text = bytes(
        " ", " ", "  ", "\t", "\t", "\n", "\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}",
        "\u{2028}",
        "\u{2029}", "\u{A0}", "\u{200B}", "\u{3000}", "\u{1680}", "\u{2000}", "\u{200A}",
        "\u{202F}",
        "\u{205F}", "\u{180E}", "\u{FEFF}", "\u{2060}", "\u{200D}", "\u{200E}", "\u{AD}", "\u{1C}",
        "\u{1F}", "\u{0}", "\u{7F}", "\u{301}", "e\u{301}", "\u{20DD}", "a", "b", "<", ">", "=",
        "\"",
        "'", "/", "&", "%", "+", "$1", "\\0", "\u{E9}", "\u{4E2D}", "\u{1F600}", "\u{10FFFF}",
        "\u{FFFD}", "\u{FFFE}", "\u{1F1E9}\u{1F1EA}", "\u{5D0}")

    static let whiteSpace = bytes(
        " ", "\t", "\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}", "\u{A0}",
        "\u{200B}", "\u{3000}", "\u{1680}", "\u{2003}", "\u{202F}", "\u{205F}", "\u{301}", "x")

    /// One byte away from the white space of two and three bytes.
    static let nearMisses: [[UInt8]] = [
        [0xE2, 0x80, 0xA7], [0xE2, 0x80, 0xAA], [0xE2, 0x81, 0xA8], [0xE2, 0x80, 0x8C],
        [0xC2, 0x84],
        [0xC2, 0x86], [0xC3, 0x85], [0xC2, 0x9F], [0xC2, 0xA1], [0xE1, 0x9A, 0x81],
        [0xE1, 0x99, 0xBF], [0xE3, 0x80, 0x81], [0xE2, 0x80, 0xAE], [0xE2, 0x80, 0xB0],
        [0xE2, 0x81, 0x9E], [0xE2, 0x82, 0x80], [0xE3, 0x81, 0x80], [0xF0, 0x90, 0x80, 0xA8],
    ]

    /// Truncated, overlong, surrogate, too large and stray.
    static let illFormed: [[UInt8]] = [
        [0xE2], [0xE2, 0x80], [0xC2], [0x85], [0xA8], [0xA0], [0x80], [0xC0, 0xA0], [0xC1, 0xBF],
        [0xC0, 0x8A], [0xE0, 0x80, 0xA0], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
        [0xED, 0xBF, 0xBF],
        [0xF0, 0x80, 0x80, 0x8A], [0xF0, 0x9F, 0x98], [0xF0, 0x9F], [0xF4, 0x90, 0x80, 0x80],
        [0xF5, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xE2, 0x80, 0x20],
        [0xE1, 0x9A, 0x0A],
    ]

    private static func bytes(_ strings: String...) -> [[UInt8]] {
        strings.map { Array($0.utf8) }
    }
}
