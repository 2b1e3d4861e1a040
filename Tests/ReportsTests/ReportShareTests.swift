import BatchEngine
import Foundation
import ProfileProcessing
import ProfileTestSupport
import SAML2
import TestSupport
import WireText
import XCTest

@testable import Reports

/// Shares add up, ties are said, and bars of different certificates differ.
final class ReportShareTests: XCTestCase {
    func testSharesOfAWholeAddUpToAHundred() throws {
        var random = SeededGenerator("shares")
        for _ in 0..<2000 {
            let parts = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                Int.random(in: 0...(Bool.random(using: &random) ? 9 : 5_000_000), using: &random)
            }
            guard parts.contains(where: { $0 > 0 }) else { continue }
            let shares = ReportText.shares(parts)
            let sum = shares.map { Decimal(string: $0.replacing(" %", with: "")) ?? 0 }.reduce(0, +)
            XCTAssertEqual(sum, 100, "\(parts): \(shares)")
            for (part, share) in zip(parts, shares) {
                XCTAssertEqual(part == 0, share == "0 %", "\(parts): \(shares)")
            }
        }
        XCTAssertEqual(ReportText.shares([999_999, 1, 0]), ["99.9999 %", "0.0001 %", "0 %"])
        XCTAssertEqual(ReportText.shares([1, 1, 1]), ["33.4 %", "33.3 %", "33.3 %"])
        XCTAssertEqual(ReportText.shares([5, 0]), ["100 %", "0 %"])
        XCTAssertEqual(ReportText.shares([0, 0]), ["–", "–"])
        // A changed journal may say so.
        XCTAssertEqual(
            ReportText.shares([9_999_999_999_999_999, -9_999_999_999_999_998]), ["100 %", "0 %"])
        XCTAssertEqual(ReportText.shares([3, -1, 1]), ["75.0 %", "0 %", "25.0 %"])
        XCTAssertEqual(ReportText.shares([-5, .min]), ["–", "–"])
    }

    func testEquallyFrequentProblemsAreBothNamed() {
        var tally = ReportTally()
        for number in 0..<6 {
            var entry = ResultEntry(index: number, outcome: .rejected, kind: .response)
            entry.reasons = [number % 2 == 0 ? "conditions.expired" : "signature.digestMismatch"]
            entry.issuer = "https://idp.example"
            tally.add(entry)
        }
        let page = String(
            decoding: ReportPage(tally: tally, now: .reportTime, remedies: .test).bytes,
            as: UTF8.self)
        XCTAssertTrue(page.contains("2 problems are equally frequent"), page)
        XCTAssertFalse(page.contains("The biggest problem"))
    }

    func testTheMostFrequentCauseAndItsRemedyComeFirst() throws {
        var tally = ReportTally()
        for number in 0..<3 {
            var entry = ResultEntry(index: number, outcome: .rejected, kind: .response)
            entry.reasons = ["signature.digestMismatch"]
            entry.likelyCause = "prettyPrinted"
            entry.issuer = "https://idp.example"
            tally.add(entry)
        }
        let page = String(
            decoding: ReportPage(tally: tally, now: .reportTime, remedies: .test).bytes,
            as: UTF8.self)
        let words = try XCTUnwrap(ReasonPage.page(of: "prettyPrinted"))
        let cause = try XCTUnwrap(page.range(of: "\(words.sentence) \(words.action)"))
        let problem = try XCTUnwrap(page.range(of: "The biggest problem"))
        XCTAssertLessThan(cause.lowerBound, problem.lowerBound)
    }

    func testNotesAreCountedByIssuerWithTheirRemedyAndASectionOfTheirOwn() throws {
        var tally = ReportTally()
        var other = ReportTally()
        for number in 0..<3 {
            var entry = ResultEntry(index: number, outcome: .accepted, kind: .response)
            entry.notes = ["note.wrappedBase64"] + (number == 0 ? ["note.signaturePlace"] : [])
            entry.issuer = "https://idp.example"
            if number < 2 { tally.add(entry) } else { other.add(entry) }
        }
        tally.merge(other)
        let page = String(
            decoding: ReportPage(tally: tally, now: .reportTime, remedies: .test).bytes,
            as: UTF8.self)
        let section = try XCTUnwrap(page.components(separatedBy: "<section id=\"notes\"").last)
            .components(separatedBy: "</section>")[0]
        let words = try XCTUnwrap(ReasonPage.page(of: "note.wrappedBase64"))
        let sentences = "\(words.sentence) \(words.action)".replacing("'", with: "&#39;")
        XCTAssertTrue(section.contains(sentences), section)
        let counts = section.components(separatedBy: "<td class=\"n\">").dropFirst()
            .map { $0.prefix { $0 != "<" } }
        XCTAssertEqual(counts, ["3", "1"])
        XCTAssertTrue(page.contains("href=\"#notes\""))
        let without = String(
            decoding: ReportPage(tally: ReportTally(), now: .reportTime).bytes, as: UTF8.self)
        XCTAssertFalse(without.contains("#notes"))
    }

    func testBarsOfCertificatesDifferWhenTheirDatesDo() throws {
        let certificates = ReportCertificate.all(in: try ProfileProcessor.sampleTrust())
        // Seen from far away, all of them would end at the edge of a timeline that is cut off.
        for year in [2026, 1990] as [Int64] {
            let now = SAML.Instant(secondsSinceEpoch: (year - 1970) * 31_557_600)
            let page = String(
                decoding: ReportPage(tally: ReportTally(), certificates: certificates, now: now)
                    .bytes,
                as: UTF8.self)
            var bars: [String: String] = [:]
            for part in page.components(separatedBy: "<svg class=\"span\"").dropFirst() {
                let svg = part.components(separatedBy: "</svg>")[0]
                let label = svg.components(separatedBy: "<title>")[1].components(separatedBy: "<")[
                    0]
                bars[label] =
                    svg.components(separatedBy: "<rect")[2].components(separatedBy: "/>")[0]
            }
            XCTAssertGreaterThan(bars.count, 0)
            XCTAssertEqual(Set(bars.values).count, bars.count, "\(bars)")
        }
    }
}
