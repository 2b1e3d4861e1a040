extension UnsafeRawBufferPointer {
    /// Returns whether both hold the same bytes, compared 32 at a time.
    @usableFromInline
    package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        func differences(at offset: Int) -> UInt64 {
            unsafe loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                ^ other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        var index = 0
        while index &+ 32 <= count {
            let found =
                differences(at: index) | differences(at: index &+ 8)
                | differences(at: index &+ 16) | differences(at: index &+ 24)
            if found != 0 { return false }
            index &+= 32
        }
        while index &+ 8 <= count {
            if differences(at: index) != 0 { return false }
            index &+= 8
        }
        while index < count {
            if unsafe self[index] != other[index] { return false }
            index &+= 1
        }
        return true
    }
}

extension [UInt8] {
    /// Returns whether both hold the same bytes.
    ///
    /// Arrays compare their elements one by one.
    @usableFromInline
    package func hasSameBytes(as other: [UInt8]) -> Bool {
        unsafe withUnsafeBytes { own in
            unsafe other.withUnsafeBytes { unsafe own.hasSameBytes(as: $0) }
        }
    }

    /// Returns whether some bytes are the same as some others.
    @usableFromInline
    package func hasSameBytes(
        in range: Range<Int>, as other: [UInt8], in otherRange: Range<Int>
    ) -> Bool {
        unsafe withUnsafeBytes { own in
            unsafe other.withUnsafeBytes { other in
                let part = unsafe UnsafeRawBufferPointer(rebasing: own[range])
                return unsafe part.hasSameBytes(
                    as: UnsafeRawBufferPointer(rebasing: other[otherRange]))
            }
        }
    }
}
