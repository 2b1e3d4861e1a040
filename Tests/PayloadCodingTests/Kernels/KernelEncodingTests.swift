import CPayloadKernels
import Foundation
import TestSupport
import XCTest

@testable import PayloadCoding

/// Every kernel over the whole path, against plain Swift.
final class KernelEncodingTests: XCTestCase, ReachesUnsafeCode {
    func testAKernelIsAvailableAndThePortableOnesAlwaysAre() {
        print("kernels: \(PayloadKernel.available.map(\.rawValue).joined(separator: " "))")
        XCTAssertTrue(PayloadKernel.scalar.isAvailable)
        XCTAssertTrue(PayloadKernel.swift.isAvailable)
        XCTAssertEqual(PayloadKernel.available.first, PayloadKernel.best)
        for kernel in PayloadKernel.allCases where !kernel.isAvailable {
            let message = Array("<a>\n ÿ>> </a>".utf8)
            XCTAssertEqual(
                PayloadEncoder(kernel: kernel).payload(encoding: message),
                PayloadEncoder(kernel: .swift).payload(encoding: message))
        }
    }

    func testEveryLengthAtEveryAlignmentGivesThePayloadOfPlainSwift() {
        var generator = SeededGenerator("Kernels, lengths and alignments")
        var area = [UInt8](repeating: 0, count: 2048)
        for length in 0...512 {
            let message = UTF8Repair.repaired(
                AdversarialText.random(count: length, using: &generator)
            ).utf8
            let expected = PayloadEncoder(kernel: .swift).payload(encoding: message).bytes
            for alignment in 0..<64 {
                area.replaceSubrange(alignment..<(alignment + message.count), with: message)
                for kernel in Kernels.tested {
                    let payload = Self.payload(
                        of: area, from: alignment, count: message.count, kernel: kernel)
                    if Data(payload) != Data(expected) {
                        XCTFail("\(kernel), \(length) bytes at \(alignment): \(message)")
                    }
                }
            }
        }
    }

    func testEverySpecialSequenceAtEveryPositionGivesThePayloadOfPlainSwift() {
        for sequence in AdversarialText.sequences {
            for position in 0..<150 {
                var message = [UInt8](repeating: 0x61, count: 150)
                message.insert(contentsOf: sequence, at: position)
                check(message)
            }
        }
    }

    func testEverySpecialSequenceAtTheBorderOfTwoPiecesGivesThePayloadOfPlainSwift() {
        let plain = [UInt8](repeating: 0x3E, count: 6200)
        for sequence in AdversarialText.sequences {
            for position in [6076, 6077, 6078, 6079, 6080, 6139, 6141, 6142, 6143, 6144, 6145] {
                var message = plain
                message.insert(contentsOf: sequence, at: position)
                check(message, [.cookbook, .none])
            }
        }
    }

    func testRandomMessagesGiveThePayloadOfPlainSwift() {
        var generator = SeededGenerator("Kernels, random messages")
        for _ in 0..<400 {
            let count = Int.random(in: 0...1500, using: &generator)
            check(AdversarialText.random(count: count, using: &generator))
        }
        for _ in 0..<10 {
            let count = Int.random(in: 6000...30_000, using: &generator)
            let message = AdversarialText.random(count: count, using: &generator)
            check(UTF8Repair.repaired(message).utf8)
            check((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
        }
    }

    func testMessagesOfReservedDigitsOnlyGiveThePayloadOfPlainSwift() {
        for byte: UInt8 in [0x3E, 0x3F, 0x7E, 0x7F] {
            for count in [0, 1, 2, 3, 47, 48, 49, 191, 6144, 20_000] {
                check([UInt8](repeating: byte, count: count))
            }
        }
        // Well-formed, and with four reserved digits in each group of three bytes.
        let dense = [[UInt8]](repeating: [0xEF, 0xBF, 0xBE], count: 4000).flatMap { $0 }
        check(dense)
        check([0x61] + dense)
    }

    func testEveryRecordedAnswerIsGivenAgain() throws {
        var count = 0
        for name in ["foundation.jsonl", "foundation-random.jsonl"] {
            let url = Repository.recordedAnswers.appending(path: name)
            for row in try JSONTree.lines(Data(contentsOf: url)) {
                let input = try XCTUnwrap(Data(base64Encoded: row["input"]?.string ?? "?"))
                for kernel in Kernels.tested {
                    let payload = PayloadEncoder(kernel: kernel).payload(encoding: Array(input))
                    XCTAssertEqual(payload.text, row["output"]?.string, "\(kernel)")
                }
                count += 1
            }
        }
        print("recorded answers: \(count)")
        XCTAssertEqual(count, 4056)
    }

    func testEncodingIntoAnArrayWithRoomDoesNotMoveIt() {
        let message = Array(String(repeating: "<a>\n  text </a>", count: 500).utf8)
        var output: [UInt8] = []
        PayloadEncoder().encode(message, into: &output)
        let expected = output
        output.removeAll(keepingCapacity: true)
        let address = unsafe output.withUnsafeBufferPointer { $0.baseAddress }
        PayloadEncoder().encode(message, into: &output)
        XCTAssertEqual(output, expected)
        unsafe XCTAssertEqual(address, unsafe output.withUnsafeBufferPointer { $0.baseAddress })
    }

    /// Compares all kernels for one message.
    private func check(
        _ message: [UInt8], _ normalizations: [Normalization] = Normalization.allCases
    ) {
        for normalization in normalizations {
            let expected = PayloadEncoder(normalization: normalization, kernel: .swift)
                .payload(encoding: message)
            // As data, since arrays are compared byte by byte where tests are not optimized.
            let expectedOutput = Data([0x2A] + expected.bytes)
            for kernel in Kernels.tested {
                let encoder = PayloadEncoder(normalization: normalization, kernel: kernel)
                var output: [UInt8] = [0x2A]
                let isRepaired = encoder.encode(message, into: &output)
                if encoder.payload(encoding: message) != expected
                    || Data(output) != expectedOutput
                    || isRepaired != expected.isRepaired
                {
                    XCTFail("\(kernel), \(normalization): \(message)")
                }
            }
        }
    }

    private static func payload(
        of area: [UInt8], from start: Int, count: Int, kernel: PayloadKernel
    ) -> [UInt8] {
        guard let table = unsafe kernel.table else { return [] }
        var output: [UInt8] = []
        unsafe area.withUnsafeBufferPointer { area in
            let message = unsafe UnsafeBufferPointer(rebasing: area[start..<(start + count)])
            let range = unsafe KernelPath.trimmedRange(of: message)
            var stream = CPayloadKernels_stream()
            _ = unsafe KernelPath(table: table, folds: true).encode(
                UnsafeBufferPointer(rebasing: message[range]), stream: &stream, isLast: true,
                into: &output)
        }
        return output
    }
}
