internal import CZlib

/// The checksums of compressed formats, as zlib computes them.
package enum Checksum {
    /// Returns the checksum of gzip and zip (ISO 3309).
    package static func crc32(of bytes: [UInt8]) -> UInt32 {
        unsafe checksum(of: bytes, CZlib.crc32)
    }

    /// Returns the checksum of zlib's own format (RFC 1950, section 8.2).
    package static func adler32(of bytes: [UInt8]) -> UInt32 {
        unsafe checksum(of: bytes, CZlib.adler32)
    }

    private static func checksum(
        of bytes: [UInt8], _ update: (UInt, UnsafePointer<UInt8>?, UInt32) -> UInt
    ) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            let start = update(0, nil, 0)
            return unsafe UInt32(
                truncatingIfNeeded: update(start, bytes.baseAddress, UInt32(clamping: bytes.count)))
        }
    }
}
