import TestSupport
import WireText
import XCTest

/// Searches in bytes find what comparing place by place finds.
final class ByteSearchTests: XCTestCase, ReachesUnsafeCode {
    private func firstOffset(of pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard !pattern.isEmpty else { return nil }
        return bytes.indices.first { $0 >= start && bytes[$0...].starts(with: pattern) }
    }

    func testTheFirstPlaceOfATextIsFound() {
        var generator = SeededGenerator("searches in bytes")
        for _ in 0..<2000 {
            func bytes(_ counts: ClosedRange<Int>) -> [UInt8] {
                (0..<Int.random(in: counts, using: &generator)).map { _ in
                    UInt8.random(in: 0x61...0x62, using: &generator)
                }
            }
            let (text, pattern) = (bytes(0...12), bytes(0...4))
            let start = Int.random(in: 0...13, using: &generator)
            XCTAssertEqual(
                text.firstOffset(of: pattern, from: start),
                firstOffset(of: pattern, in: text, from: start), "\(pattern) in \(text)")
        }
    }

    func testTextsArePutForOthersOneAfterTheOther() {
        let text = Array("a<b>".utf8)
        XCTAssertEqual(
            text.substituting([("<", "&lt;"), ("&", "&amp;")]), Array("a&amp;lt;b>".utf8))
    }
}
