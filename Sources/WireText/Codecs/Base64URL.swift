/// The alphabet of Base64 for URLs and names of files (RFC 4648, section 5).
package enum Base64URL {
    /// Returns the digit of the standard alphabet for one of this.
    package static func standard(_ digit: UInt8) -> UInt8 {
        switch digit {
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: digit
        }
    }

    /// Returns the digits of the standard alphabet with their padding; `nil` where a text has nothing URL-safe about it
    /// or mixes both alphabets.
    package static func standardDigits(of text: [UInt8]) -> [UInt8]? {
        guard text.contains(where: { standard($0) != $0 }),
            !text.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") })
        else { return nil }
        var digits = text.filter { !$0.isWhiteSpace }.map(standard)
        while !digits.count.isMultiple(of: 4) { digits.append(UInt8(ascii: "=")) }
        return digits
    }

    /// Returns digits of the standard alphabet in this one, without padding.
    package static func digits(ofStandard digits: [UInt8]) -> [UInt8] {
        digits.filter { $0 != UInt8(ascii: "=") }.map { digit in
            switch digit {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: digit
            }
        }
    }
}
