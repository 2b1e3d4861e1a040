#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension ArraySlice<UInt8> {
    /// Returns the place where a text first occurs.
    func firstIndex(of text: String) -> Int? {
        var text = text
        return unsafe withUnsafeBytes { bytes in
            text.withUTF8 { text in
                unsafe Self.offset(of: UnsafeRawBufferPointer(text), in: bytes)
            }
        }.map { startIndex + $0 }
    }

    private static func offset(
        of text: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer
    ) -> Int? {
        guard let start = bytes.baseAddress, let wanted = text.baseAddress,
            let first = unsafe text.first
        else { return nil }
        var offset = 0
        while bytes.count - offset >= text.count {
            let room = bytes.count - offset - text.count + 1
            guard let place = unsafe memchr(start + offset, Int32(first), room) else { return nil }
            if unsafe memcmp(place, wanted, text.count) == 0 {
                return unsafe UnsafeRawPointer(place) - start
            }
            offset = unsafe UnsafeRawPointer(place) - start + 1
        }
        return nil
    }

    /// Returns whether a text occurs.
    func contains(_ text: String) -> Bool { firstIndex(of: text) != nil }

    /// Returns whether the bytes are a text, with letters in either case.
    func equalsIgnoringCase(_ lowerCase: String) -> Bool {
        count == lowerCase.utf8.count
            && zip(self, lowerCase.utf8).allSatisfy { $0 == $1 || ($0 | 0x20) == $1 }
    }
}
