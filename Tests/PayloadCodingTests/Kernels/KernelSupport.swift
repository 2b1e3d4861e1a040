import TestSupport

@testable import PayloadCoding

/// The kernels that are compared with plain Swift.
enum Kernels {
    static let tested = PayloadKernel.available.filter { $0 != .swift }
}

/// Texts that kernels get wrong.
enum AdversarialText {
    /// Sequences that are special to one of the stages, and others one byte away from them.
    static let sequences: [[UInt8]] = [
        [0x20], [0x20, 0x20], [0x09], [0x0A], [0x0B], [0x0C], [0x0D, 0x0A], [0x0E], [0x08], [0x1F],
        [0x20, 0x0A, 0x20], [0xC2, 0x85], [0xC2, 0x84], [0xC2, 0xA0], [0xC3, 0x85],
        [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9], [0xE2, 0x80, 0xA7], [0xE2, 0x81, 0xA8],
        [0xE2, 0x81, 0x9F], [0xE3, 0x80, 0x80], [0xF0, 0x9F, 0x98, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
        [0xE2, 0x80], [0xC2], [0x85], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x8A],
        [0xFF], [0x3E, 0x3F, 0x7E], [0x2B, 0x2F, 0x25],
    ]

    static func random(count: Int, using generator: inout SeededGenerator) -> [UInt8] {
        // A few sequences a text, so that some texts are well-formed and some have no run at all.
        let chosen = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            sequences.randomElement(using: &generator) ?? []
        }
        let plainness = Int.random(in: 0...12, using: &generator)
        var text: [UInt8] = []
        while text.count < count {
            if Int.random(in: 0...plainness, using: &generator) == 0 {
                text += chosen.randomElement(using: &generator) ?? []
            } else {
                text.append(UInt8.random(in: 0x21...0x7E, using: &generator))
            }
        }
        return Array(text.prefix(count))
    }
}
