import Foundation

/// Bytes in which characters are written as percent signs, references, reverse solidi or pairs of bytes.
enum EscapedBytes {
    /// The bytes with one layer of escapes of ASCII characters undone, and without the NULs of UTF-16.
    static func undone(_ bytes: [UInt8]) -> [UInt8] {
        var marks = [UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "\\"), 0].map {
            (byte: $0, place: place(of: $0, in: bytes, from: 0))
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        // Most bytes are none of the marks, and these tests are not optimized.
        while true {
            var nearest = 0
            for number in 1..<4 where marks[number].place < marks[nearest].place {
                nearest = number
            }
            let (mark, place) = marks[nearest]
            result += bytes[index..<place]
            guard place < bytes.count else { return result }
            let escape = mark == 0 ? nil : character(in: bytes, at: place)
            if mark != 0 { result.append(escape?.byte ?? mark) }
            index = escape?.end ?? place + 1
            for number in 0..<4 where marks[number].place < index {
                marks[number].place = self.place(of: marks[number].byte, in: bytes, from: index)
            }
        }
    }

    private static func place(of byte: UInt8, in bytes: [UInt8], from start: Int) -> Int {
        unsafe bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress, start < all.count,
                let hit = unsafe memchr(base + start, Int32(byte), all.count - start)
            else { return bytes.count }
            return unsafe UnsafeRawPointer(hit) - base
        }
    }

    /// The character that an escape stands for: %7A, \u007a, \u{7A}, \x7a, &#122; or &#x7A;.
    private static func character(
        in bytes: [UInt8], at index: Int
    ) -> (byte: UInt8, end: Int)? {
        func byte(_ offset: Int) -> UInt8 {
            index + offset < bytes.count ? bytes[index + offset] : 0
        }
        switch (bytes[index], byte(1), byte(2)) {
        case (UInt8(ascii: "%"), _, _): return digits(in: bytes, index + 1, 2)
        case (UInt8(ascii: "\\"), UInt8(ascii: "x"), _): return digits(in: bytes, index + 2, 2)
        case (UInt8(ascii: "\\"), UInt8(ascii: "u"), UInt8(ascii: "{")):
            return digits(in: bytes, index + 3, 6, endingIn: UInt8(ascii: "}"))
        case (UInt8(ascii: "\\"), UInt8(ascii: "u"), _): return digits(in: bytes, index + 2, 4)
        case (UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "x")):
            return digits(in: bytes, index + 3, 6, endingIn: UInt8(ascii: ";"))
        case (UInt8(ascii: "&"), UInt8(ascii: "#"), _):
            return digits(in: bytes, index + 2, 7, endingIn: UInt8(ascii: ";"), radix: 10)
        default: return nil
        }
    }

    /// The character of a number that has so many digits, or at most so many before what ends it.
    private static func digits(
        in bytes: [UInt8], _ start: Int, _ most: Int, endingIn closing: UInt8? = nil,
        radix: Int = 16
    ) -> (byte: UInt8, end: Int)? {
        var place = start
        var number = 0
        while place < bytes.count, place - start < most {
            let byte = Int(bytes[place])
            let digit = byte < 0x3A ? byte - 0x30 : (byte | 0x20) - 0x61 + 10
            guard (0..<radix).contains(digit), byte < 0x3A || digit > 9 else { break }
            number = number * radix + digit
            place += 1
        }
        if let closing {
            guard place > start, place < bytes.count, bytes[place] == closing else { return nil }
            place += 1
        } else if place - start < most {
            return nil
        }
        guard let byte = UInt8(exactly: number), (1..<0x80).contains(byte) else { return nil }
        return (byte, place)
    }
}
