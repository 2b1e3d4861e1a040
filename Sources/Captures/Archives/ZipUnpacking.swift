internal import CZlib

/// A zip file that members are unpacked from, with the limit on all of them.
final class ZipUnpacking {
    let file: RandomAccess
    /// The number of bytes of the outermost file, over all layers.
    let fileByteCount: Int
    private let limits: DecompressionLimits
    private let unpacked: UnpackedCount?
    private var outputCount = 0

    /// Creates the state.
    ///
    /// - Parameters:
    ///   - file: The zip file.
    ///   - limits: The limits on what comes out of it.
    ///   - unpacked: What counts it, if anything does.
    ///   - fileByteCount: The bytes of the outermost file, where this one came out of another.
    init(
        _ file: RandomAccess, limits: DecompressionLimits, counting unpacked: UnpackedCount? = nil,
        fileByteCount: Int? = nil
    ) {
        self.file = file
        self.fileByteCount = fileByteCount ?? file.byteCount
        self.limits = limits
        self.unpacked = unpacked
    }

    /// Counts what was read of the file.
    fileprivate func countRead(_ byteCount: Int) {
        if case .file(let file, _) = file { file.countRead(byteCount) }
    }

    /// Counts what came out of a member, read again or not.
    fileprivate func count(_ byteCount: Int) throws(CaptureError) {
        outputCount += byteCount
        unpacked?.add(byteCount)
        try limits.check(byteCount: outputCount, fileByteCount: fileByteCount)
    }
}

/// The content of a member of a zip file, whose local header must say what the directory says.
final class ZipMemberSource: ByteSource {
    static let blockSize = 256 << 10

    private let entry: ZipDirectory.Entry
    private let archive: ZipUnpacking
    private let inflater: Inflater
    private var place: Int
    private var packedRest: Int
    private var input: ArraySlice<UInt8> = []
    private var unpackedCount = 0
    private var checksum: UInt = 0
    private var hasEnded = false

    init(_ entry: ZipDirectory.Entry, in archive: ZipUnpacking) throws(CaptureError) {
        guard !entry.isEncrypted else { throw CaptureError(.encryptedMember) }
        let header = try archive.file.bytes(at: entry.offset, count: 30)
        let nameCount = Int(header.littleEndian(at: 26, 2))
        let extraCount = Int(header.littleEndian(at: 28, 2))
        let name = try archive.file.bytes(at: entry.offset + 30, count: nameCount)
        // Sizes may follow the data, or stand in an extra field.
        let size = header.littleEndian(at: 18, 4)
        let flags = header.littleEndian(at: 6, 2)
        let hasSize = flags & 8 == 0 && size != 0xFFFF_FFFF
        guard header.littleEndian(at: 0, 4) == 0x0403_4B50, name[...] == entry.rawName,
            flags & 1 == 0,
            header.littleEndian(at: 8, 2) == UInt64(entry.method),
            !hasSize || size == UInt64(entry.packedCount)
        else {
            throw CaptureError(
                .invalidArchive, at: entry.offset, detail: "its header differs from the directory")
        }
        guard entry.method == 0 || entry.method == 8 else {
            throw CaptureError(
                .invalidArchive, at: entry.offset, detail: "its compression is not deflate")
        }
        inflater = try Inflater(.none)
        self.entry = entry
        self.archive = archive
        place = entry.offset + 30 + nameCount + extraCount
        packedRest = entry.packedCount
    }

    var fileByteCount: Int { archive.fileByteCount }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        guard !hasEnded else { return 0 }
        while true {
            if input.isEmpty, packedRest > 0 {
                let next = min(packedRest, Self.blockSize)
                input = try archive.file.bytes(at: place, count: next)[...]
                archive.countRead(next)
                place += next
                packedRest -= next
            }
            let start = bytes.count
            let isLast = try unpack(upTo: count, into: &bytes)
            let writtenCount = bytes.count - start
            unpackedCount += writtenCount
            checksum = Self.checksum(bytes[start...], after: checksum)
            try archive.count(writtenCount)
            if isLast {
                hasEnded = true
                guard unpackedCount == entry.unpackedCount, checksum == UInt(entry.checksum) else {
                    throw damage
                }
            }
            if isLast || writtenCount > 0 { return writtenCount }
        }
    }

    /// Unpacks what is there of the input; returns whether that was all.
    private func unpack(
        upTo count: Int, into bytes: inout [UInt8]
    ) throws(CaptureError) -> Bool {
        if entry.method == 0 {
            let piece = input.prefix(count)
            bytes += piece
            input = input.dropFirst(piece.count)
            return input.isEmpty && packedRest == 0
        }
        let step = inflater.step(input, upTo: count, into: &bytes)
        input = input.dropFirst(step.readCount)
        switch step.state {
        case .hasEnded:
            guard input.isEmpty, packedRest == 0 else { throw damage }
            return true
        case .isBroken: throw damage
        case .goesOn:
            if step.writtenCount == 0, input.isEmpty, packedRest == 0 { throw damage }
            return false
        }
    }

    private var damage: CaptureError {
        CaptureError(.invalidArchive, at: entry.offset, detail: "its content is damaged")
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>, after previous: UInt) -> UInt {
        // Without bytes, zlib gives the first checksum again.
        guard !bytes.isEmpty else { return previous }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe crc32(previous, buffer.baseAddress, UInt32(clamping: buffer.count))
        }
    }
}
