/// An ECDSA signature in DER, SEQUENCE { r INTEGER, s INTEGER } (RFC 3279, section 2.2.3).
///
/// XML Signature has r and s side by side instead, each as long as the order of the curve (section 6.4.3).
struct DERSignature {
    private let r: ArraySlice<UInt8>
    private let s: ArraySlice<UInt8>

    /// The sizes of r and s for P-256, P-384 and P-521.
    private static let sizes = [32, 48, 66]

    /// Reads the signature; `nil` when the bytes are none.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        guard let content = Self.content(of: 0x30, &rest), rest.isEmpty else { return nil }
        var numbers = content
        guard let r = Self.content(of: 0x02, &numbers), let s = Self.content(of: 0x02, &numbers),
            numbers.isEmpty, !r.isEmpty, !s.isEmpty
        else { return nil }
        self.r = r.drop { $0 == 0 }
        self.s = s.drop { $0 == 0 }
    }

    /// The signature as XML Signature has it, for each size that r and s fit into.
    var values: [[UInt8]] {
        Self.sizes.filter { $0 >= max(r.count, s.count) }.map { size in
            [r, s].flatMap { Array(repeating: 0, count: size - $0.count) + $0 }
        }
    }

    /// Takes a value with a tag and a length below 256 from the beginning.
    private static func content(
        of tag: UInt8, _ bytes: inout ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        guard bytes.popFirst() == tag, var length = bytes.popFirst().map(Int.init) else {
            return nil
        }
        if length == 0x81 {
            guard let long = bytes.popFirst() else { return nil }
            length = Int(long)
        }
        guard length <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst(length) }
        return bytes.prefix(length)
    }
}
