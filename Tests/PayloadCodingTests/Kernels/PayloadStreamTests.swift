import PayloadCoding
import TestSupport
import XCTest

/// A message in parts against the same message as a whole.
final class PayloadStreamTests: XCTestCase, ReachesUnsafeCode {
    func testPartsOfAnySizeGiveThePayloadOfTheWhole() {
        var generator = SeededGenerator("Streams, parts of random sizes")
        for _ in 0..<600 {
            let count = Int.random(in: 0...600, using: &generator)
            let message = AdversarialText.random(count: count, using: &generator)
            let largest = Int.random(in: 1...200, using: &generator)
            check(message) { Int.random(in: 0...largest, using: &generator) }
        }
    }

    func testSingleBytesGiveThePayloadOfTheWhole() {
        for sequence in AdversarialText.sequences {
            check(sequence + Array("a".utf8) + sequence + sequence + Array("b".utf8) + sequence) {
                1
            }
            check(sequence) { 1 }
        }
    }

    func testPartsLargerThanAPieceGiveThePayloadOfTheWhole() {
        var generator = SeededGenerator("Streams, large parts")
        for _ in 0..<6 {
            let message = AdversarialText.random(count: 40_000, using: &generator)
            check(message) { Int.random(in: 5000...9000, using: &generator) }
        }
    }

    func testAStreamIsReadyForAnotherMessageAfterTheEnd() {
        var stream = PayloadStream()
        var output: [UInt8] = []
        stream.append(Array(" <a>\u{FF}".utf8) + [0xFF], into: &output)
        XCTAssertTrue(stream.finish(into: &output))
        output = []
        stream.append(Array(" <a/>".utf8), into: &output)
        XCTAssertFalse(stream.finish(into: &output))
        XCTAssertEqual(String(decoding: output, as: UTF8.self), "PGEvPg%3D%3D")
    }

    private func check(_ message: [UInt8], nextCount: () -> Int) {
        for kernel in PayloadKernel.available {
            for normalization in Normalization.allCases {
                let whole = PayloadEncoder(normalization: normalization, kernel: .swift)
                    .payload(encoding: message)
                var stream = PayloadStream(normalization: normalization, kernel: kernel)
                var output: [UInt8] = []
                var rest = message[...]
                while !rest.isEmpty {
                    let part = rest.prefix(nextCount())
                    stream.append(Array(part), into: &output)
                    rest = rest.dropFirst(part.count)
                }
                let isRepaired = stream.finish(into: &output)
                if output != whole.bytes || isRepaired != whole.isRepaired {
                    XCTFail("\(kernel), \(normalization): \(message)")
                }
            }
        }
    }
}
