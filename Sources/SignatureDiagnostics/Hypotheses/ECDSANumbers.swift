internal import XMLSecurity

/// The two numbers of an ECDSA signature that are not written in full length side by side (XML Signature, section 6.4.3).
struct ECDSANumbers {
    private let value: [UInt8]
    /// The bytes of each number.
    private let size: Int

    /// The most bytes by which a number is taken to be too short or too long.
    private static let mostBytes = 4

    /// `nil` for a key without such signatures.
    init?(_ value: [UInt8], for key: TrustedKey) {
        switch key.kind {
        case .p256: size = 32
        case .p384: size = 48
        case .p521: size = 66
        case .rsa: return nil
        }
        self.value = value
    }

    /// The signatures in full length that the value can stand for, by where the second number begins.
    var inFullLength: [[UInt8]] {
        guard abs(value.count - 2 * size) <= 2 * Self.mostBytes else { return [] }
        let first = max(1, size - Self.mostBytes)
        let last = min(value.count - 1, size + Self.mostBytes)
        guard first <= last else { return [] }
        var found: [[UInt8]] = []
        for place in first...last {
            guard let one = padded(value[..<place]), let other = padded(value[place...]),
                one + other != value, !found.contains(one + other)
            else { continue }
            found.append(one + other)
        }
        return found
    }

    /// Returns the signature that the value is in DER, however its numbers are written; `nil` where it is not one.
    var fromDER: [UInt8]? {
        guard value.count > 8, value[0] == 0x30 else { return nil }
        var rest = value[(value[1] == 0x81 ? 3 : 2)...]
        var numbers: [[UInt8]] = []
        while numbers.count < 2 {
            guard rest.popFirst() == 0x02, let count = rest.popFirst(), count <= rest.count,
                let number = padded(rest.prefix(Int(count)))
            else { return nil }
            numbers.append(number)
            rest = rest.dropFirst(Int(count))
        }
        return rest.isEmpty ? numbers[0] + numbers[1] : nil
    }

    /// Returns a number in full length; `nil` for one that is too large.
    private func padded(_ number: ArraySlice<UInt8>) -> [UInt8]? {
        let digits = number.drop { $0 == 0 }
        guard !digits.isEmpty, digits.count <= size else { return nil }
        return [UInt8](repeating: 0, count: size - digits.count) + digits
    }
}
