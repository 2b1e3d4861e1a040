/// Bytes that are read at any place: a regular file, or what is held in memory.
enum RandomAccess {
    case file(FileSource, byteCount: Int)
    case held([UInt8])

    var byteCount: Int {
        switch self {
        case .file(_, let byteCount): byteCount
        case .held(let bytes): bytes.count
        }
    }

    /// Returns `count` bytes from `offset` on.
    ///
    /// - Throws: A ``CaptureError`` when they are not all there.
    func bytes(at offset: Int, count: Int) throws(CaptureError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= byteCount, count <= byteCount - offset else {
            throw CaptureError(.invalidArchive)
        }
        switch self {
        case .held(let bytes): return Array(bytes[offset..<(offset + count)])
        case .file(let file, _):
            var bytes: [UInt8] = []
            while bytes.count < count {
                let readCount = try file.read(
                    at: offset + bytes.count, upTo: count - bytes.count, into: &bytes)
                // The file became shorter.
                guard readCount > 0 else { throw CaptureError(.inputUnreadable) }
            }
            return bytes
        }
    }
}

extension Array<UInt8> {
    /// The number of `count` bytes at a place, the least significant first; 0 behind the end.
    func littleEndian(at offset: Int, _ count: Int) -> UInt64 {
        guard offset >= 0, offset <= self.count - count else { return 0 }
        return self[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
