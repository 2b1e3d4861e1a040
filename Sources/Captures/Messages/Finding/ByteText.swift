internal import WireText

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Searches in bytes that are ASCII for what they look for.
enum ByteText {
    /// Returns whether a text occurs.
    static func contains(_ text: StaticString, in bytes: ArraySlice<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            let text = unsafe UnsafeRawBufferPointer(
                start: text.utf8Start, count: text.utf8CodeUnitCount)
            return unsafe bytes.offset(of: text) != nil
        }
    }

    /// The first place of a byte; `nil` if it does not occur.
    static func firstIndex(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
        unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = unsafe memchr(base, Int32(byte), buffer.count)
            else { return nil }
            return unsafe bytes.startIndex + (UnsafeRawPointer(found) - base)
        }
    }

    /// Returns whether the bytes at an index are a text.
    static func isText(_ text: StaticString, at index: Int, in bytes: ArraySlice<UInt8>) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index >= bytes.startIndex, index + count <= bytes.endIndex else { return false }
        for offset in 0..<count where unsafe bytes[index + offset] != text.utf8Start[offset] {
            return false
        }
        return true
    }

    /// The number of line feeds.
    static func lineFeedCount(in bytes: ArraySlice<UInt8>) -> Int {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            var count = 0
            for index in 0..<buffer.count {
                count &+= unsafe buffer[index] == UInt8(ascii: "\n") ? 1 : 0
            }
            return count
        }
    }
}
