/// The length of the first value in DER (X.690, section 8.1.3).
package enum DERLength {
    /// Returns the end of a sequence of up to 16 MB; `nil` for anything else.
    package static func end(of bytes: [UInt8]) -> Int? {
        guard bytes.count > 4, bytes[0] == 0x30 else { return nil }
        guard bytes[1] >= 0x80 else { return 2 + Int(bytes[1]) }
        let count = Int(bytes[1] & 0x7F)
        guard (1...3).contains(count), bytes.count > 2 + count else { return nil }
        return 2 + count + bytes[2..<2 + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
