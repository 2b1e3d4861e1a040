import CPayloadKernels
import TestSupport
import XCTest

@testable import PayloadCoding

/// The inverse path of every kernel, and Base64 alone, against plain Swift.
final class KernelDecodingTests: XCTestCase, ReachesUnsafeCode {
    func testEveryLengthIsEncodedAndDecodedAsPlainSwiftDoes() throws {
        var generator = SeededGenerator("Kernels, Base64")
        for length in 0...520 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let digits = ScalarBase64.encoding(bytes)
            let wrapped = Self.wrapped(digits, width: 1 + length % 77)
            for kernel in Kernels.tested {
                var output: [UInt8] = []
                Base64.encode(bytes, with: kernel, into: &output)
                XCTAssertEqual(output, digits, "\(kernel)")
                XCTAssertEqual(try Base64.decode(digits, with: kernel), bytes, "\(kernel)")
                XCTAssertEqual(try Base64.decodeWrapped(wrapped, with: kernel), bytes, "\(kernel)")
            }
        }
    }

    func testEveryDamagedByteIsFoundWhereTheDefinitionFindsIt() {
        var generator = SeededGenerator("Kernels, damaged Base64")
        let bytes = (0..<220).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let digits = ScalarBase64.encoding(bytes)
        let wrapped = Self.wrapped(digits, width: 64)
        let damages = Array("=-_ \n\t.@[`{:*,~\0".utf8) + [0x7F, 0x80, 0xAB, 0xAF, 0xFF]
        for damage in damages {
            for position in wrapped.indices {
                if digits.indices.contains(position) {
                    var text = digits
                    text[position] = damage
                    compare(text)
                }
                var text = wrapped
                text[position] = damage
                compare(text)
            }
        }
    }

    func testEveryValueOfAnByteIsADigitOrNotAsTheDefinitionSays() {
        for position in [0, 17, 63, 64, 100] {
            for value in UInt8.min...UInt8.max {
                var text = [UInt8](repeating: UInt8(ascii: "A"), count: 256)
                text[position] = value
                compare(text)
            }
        }
    }

    func testEveryTruncationIsFoundWhereTheDefinitionFindsIt() {
        let digits = ScalarBase64.encoding(Array(repeating: 0x5A, count: 130))
        for count in digits.indices { compare(Array(digits[..<count])) }
    }

    func testPercentSignsAtEveryPositionAreDecodedAsTheDefinitionDoes() {
        let texts = ["%2B", "%2b%2F", "%", "%2", "%zz", "%2%", "+", "%25", "%G0", "%0g", "%%41"]
        for special in texts {
            for position in 0..<140 {
                var text = [UInt8](repeating: 0x61, count: 140)
                text.insert(contentsOf: Array(special.utf8), at: position)
                compare(text)
                compare(Array(text[..<(position + special.utf8.count)]))
            }
        }
    }

    func testRandomTextIsDecodedAsTheDefinitionDoes() {
        var generator = SeededGenerator("Kernels, random text to decode")
        let alphabet = Array("ABab01+/%2=\n ".utf8)
        for _ in 0..<1500 {
            let count = Int.random(in: 0...300, using: &generator)
            compare((0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 })
        }
    }

    func testNothingIsWrittenBeyondTheRoomThatWasAskedFor() {
        var generator = SeededGenerator("Kernels, bounds")
        for count in 0...400 {
            let text = AdversarialText.random(count: count, using: &generator)
            for kernel in Kernels.tested {
                guard let table = unsafe kernel.table else { continue }
                unsafe Self.withRoom(count) { output in
                    var state = CPayloadKernels_foldState()
                    _ = unsafe table.pointee.fold(&state, text, count, 0, output)
                }
                unsafe Self.withRoom(count) {
                    _ = unsafe table.pointee.removeWhiteSpace(text, count, $0)
                }
                unsafe Self.withRoom(count) { output in
                    var written = 0
                    _ = unsafe table.pointee.decodePercent(text, count, output, &written)
                }
                let digits = ScalarBase64.encoding(text)
                unsafe Self.withRoom(digits.count / 4 * 3) {
                    _ = unsafe table.pointee.decodeBase64(digits, digits.count, $0)
                }
                for room in [digits.count / 2, digits.count, digits.count * 2] {
                    for isPercentEncoded in [false, true] {
                        unsafe Self.withRoom(room) {
                            _ = unsafe CPayloadKernels_base64(
                                table, isPercentEncoded, text, count, $0, room)
                        }
                    }
                }
            }
        }
    }

    /// Compares what all kernels decode, or why they do not, with the definition.
    private func compare(_ text: [UInt8]) {
        let expected: [Decoded] = [
            decoded { () throws(PayloadDecodingError) in try ScalarBase64.decode(text) },
            decoded { () throws(PayloadDecodingError) in try ScalarBase64.decodeWrapped(text) },
            decoded { () throws(PayloadDecodingError) in try ScalarPercentEncoding.decode(text) },
        ]
        for kernel in Kernels.tested {
            let actual: [Decoded] = [
                decoded { () throws(PayloadDecodingError) in
                    try Base64.decode(text, with: kernel)
                },
                decoded { () throws(PayloadDecodingError) in
                    try Base64.decodeWrapped(text, with: kernel)
                },
                decoded { () throws(PayloadDecodingError) in
                    try PercentEncoding.decode(text, with: kernel)
                },
            ]
            if actual != expected { XCTFail("\(kernel): \(text)") }
        }
    }

    private typealias Decoded = Result<[UInt8], PayloadDecodingError>

    private func decoded(_ body: () throws(PayloadDecodingError) -> [UInt8]) -> Decoded {
        Decoded { () throws(PayloadDecodingError) in try body() }
    }

    private static func wrapped(_ digits: [UInt8], width: Int) -> [UInt8] {
        var text: [UInt8] = []
        for (index, digit) in digits.enumerated() {
            if index > 0, index % width == 0 { text += Array("\r\n".utf8) }
            text.append(digit)
        }
        return text
    }

    /// Calls `body` with room for `count` bytes, and looks whether those behind it are unchanged.
    private static func withRoom(_ count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        let margin = 128
        var area = [UInt8](repeating: 0xA5, count: margin + count + margin)
        unsafe area.withUnsafeMutableBufferPointer { area in
            guard let address = area.baseAddress else { return }
            unsafe body(address + margin)
        }
        let isUnchanged =
            area[..<margin].allSatisfy { $0 == 0xA5 }
            && area[(margin + count)...].allSatisfy { $0 == 0xA5 }
        XCTAssertTrue(isUnchanged, "\(count) bytes of room were exceeded.")
    }
}
