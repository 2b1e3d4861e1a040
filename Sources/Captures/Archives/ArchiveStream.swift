#if Archives
internal import CArchive

/// libarchive reading from our input, byte after byte, so that standard input will do.
@safe
final class ArchiveStream {
    /// The kind of source: the members of an archive, or the content of a compressed file.
    enum Kind { case archive, compression }

    /// A member whose header was read.
    struct Member {
        let name: String
        let isFile: Bool
        let isDirectory: Bool
        let isEncrypted: Bool
    }

    private let archive: OpaquePointer
    private let buffer: UnsafeMutableRawBufferPointer
    private var input: ByteReader
    private let limits: DecompressionLimits
    private let kind: Kind
    private var inputFailure: CaptureError?
    private var outputCount = 0
    private var memberCount = 0
    /// A Boolean value that indicates whether nothing more can be read, and somebody was told why.
    private(set) var isBroken = false

    init(
        _ input: consuming ByteReader, kind: Kind, limits: DecompressionLimits
    ) throws(CaptureError) {
        guard let archive = unsafe archive_read_new() else { throw CaptureError(.inputUnreadable) }
        unsafe self.archive = archive
        unsafe buffer = .allocate(
            byteCount: ByteReader.usualBlockSize, alignment: MemoryLayout<UInt64>.alignment)
        self.input = input
        self.limits = limits
        self.kind = kind
        try open()
    }

    deinit {
        unsafe archive_read_free(archive)
        unsafe buffer.deallocate()
    }

    var fileByteCount: Int { input.fileByteCount }

    /// The place of the member that was read last, counted from 0.
    var memberNumber: Int { memberCount - 1 }

    private func open() throws(CaptureError) {
        let supported =
            switch kind {
            case .archive:
                unsafe [
                    archive_read_support_format_tar(archive),
                    archive_read_support_format_zip_streamable(archive),
                ]
            case .compression:
                unsafe [
                    archive_read_support_format_raw(archive),
                    archive_read_support_format_empty(archive), Self.addFilter(to: archive, input),
                ]
            }
        // A warning means that another program would be run, which was not requested.
        guard supported.allSatisfy({ $0 == ARCHIVE_OK }) else {
            throw CaptureError(.archivesUnavailable)
        }
        let result = unsafe archive_read_open(
            archive, Unmanaged.passUnretained(self).toOpaque(), nil,
            { _, client, place in
                guard let client = unsafe client, let place = unsafe place else { return -1 }
                let stream = unsafe Unmanaged<ArchiveStream>.fromOpaque(client)
                    .takeUnretainedValue()
                return unsafe stream.readInput(place)
            }, nil)
        guard result == ARCHIVE_OK else { throw failure }
    }

    /// The one filter that the content asks for.
    private static func addFilter(to archive: OpaquePointer, _ input: borrowing ByteReader)
        -> Int32
    {
        switch input.available.first {
        case 0xFD: unsafe archive_read_support_filter_xz(archive)
        case 0x28: unsafe archive_read_support_filter_zstd(archive)
        case 0x04: unsafe archive_read_support_filter_lz4(archive)
        case 0x1F: unsafe archive_read_support_filter_compress(archive)
        default: unsafe archive_read_support_filter_bzip2(archive)
        }
    }

    /// Gives libarchive a block of the input; what it does not keep may be overwritten.
    private func readInput(
        _ place: UnsafeMutablePointer<UnsafeRawPointer?>
    ) -> Int {
        do throws(CaptureError) {
            if input.availableCount == 0 { try input.readMore() }
        } catch {
            inputFailure = error
            return -1
        }
        let piece = input.available.prefix(unsafe buffer.count)
        unsafe buffer.copyBytes(from: piece)
        unsafe place.pointee = UnsafeRawPointer(buffer.baseAddress)
        input.consume(piece.count)
        return piece.count
    }

    private var failure: CaptureError {
        inputFailure
            ?? CaptureError(
                kind == .archive ? .invalidArchive : .invalidCompression, at: input.consumedCount)
    }

    /// Advances to the next member; `nil` after the last one.
    func nextMember() throws(CaptureError) -> Member? {
        var entry: OpaquePointer?
        var status = ARCHIVE_RETRY
        while status == ARCHIVE_RETRY {
            status = unsafe archive_read_next_header(archive, &entry)
        }
        if status == ARCHIVE_EOF { return nil }
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry = unsafe entry else {
            isBroken = true
            throw failure
        }
        memberCount += 1
        guard memberCount <= limits.memberCount else {
            isBroken = true
            throw CaptureError(.memberLimit)
        }
        let type = unsafe archive_entry_filetype(entry)
        return unsafe Member(
            name: Self.name(of: entry),
            isFile: type == regularFile && archive_entry_hardlink(entry) == nil,
            isDirectory: type == directory,
            isEncrypted: archive_entry_is_encrypted(entry) != 0)
    }

    private static func name(of entry: OpaquePointer) -> String {
        // Which of them is known depends on the archive and on the locale.
        guard
            let name = unsafe archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
        else { return "" }
        return unsafe String(cString: name)
    }

    /// Appends what comes next of the member.
    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        var result = 0
        repeat {
            bytes.append(addingCapacity: count) { span in
                unsafe span.withUnsafeMutableBufferPointer { buffer, initializedCount in
                    result = unsafe archive_read_data(archive, buffer.baseAddress, count)
                    initializedCount = max(0, result)
                }
            }
        } while result == Int(ARCHIVE_RETRY)
        guard result >= 0 else {
            isBroken = result == Int(ARCHIVE_FATAL)
            throw failure
        }
        outputCount += result
        do throws(CaptureError) {
            try limits.check(byteCount: outputCount, fileByteCount: fileByteCount)
        } catch {
            isBroken = true
            throw error
        }
        return result
    }
}

// The types of members have the numbers that POSIX gives to types of files.
private let regularFile: UInt32 = 0o100000
private let directory: UInt32 = 0o040000

/// The member of an archive that is being read.
final class MemberSource: ByteSource {
    private let stream: ArchiveStream

    init(_ stream: ArchiveStream) {
        self.stream = stream
    }

    var fileByteCount: Int { stream.fileByteCount }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        try stream.read(upTo: count, into: &bytes)
    }
}

/// The content of a file that libarchive knows how to decompress.
final class CompressedSource: ByteSource {
    private let stream: ArchiveStream
    private var isOpen = false

    init(_ input: consuming ByteReader, limits: DecompressionLimits) throws(CaptureError) {
        stream = try ArchiveStream(input, kind: .compression, limits: limits)
    }

    var fileByteCount: Int { stream.fileByteCount }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        if !isOpen {
            guard try stream.nextMember() != nil else { return 0 }
            isOpen = true
        }
        return try stream.read(upTo: count, into: &bytes)
    }
}
#endif
