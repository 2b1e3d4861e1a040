package import SystemPackage

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Reads a file block by block into an array that its user keeps, so that nothing is copied twice.
package struct FileBlocks: ~Copyable {
    private let descriptor: FileDescriptor
    private let closesDescriptor: Bool
    /// The file that is closed when nothing holds it.
    private let held: HeldFile?

    /// Reads an open file, each read at a place of its own or after the one before.
    package init(_ file: HeldFile) throws(CaptureError) {
        descriptor = file.descriptor
        closesDescriptor = false
        held = file
        do {
            try descriptor.seek(offset: 0, from: .start)
        } catch {
            throw CaptureError(error as? Errno ?? .ioError)
        }
    }

    /// Opens a file; `-` is standard input.
    package init(_ path: FilePath) throws(CaptureError) {
        closesDescriptor = path != InputWalk.standardInput
        held = nil
        do {
            descriptor =
                closesDescriptor
                ? try FileDescriptor.open(path, .readOnly) : FileDescriptor.standardInput
        } catch {
            throw CaptureError(error as? Errno ?? .ioError)
        }
    }

    deinit {
        if closesDescriptor { try? descriptor.close() }
    }

    /// The size of a regular file; `nil` for what has none, such as a pipe.
    package var byteCount: Int? {
        var status = stat()
        guard unsafe fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Int(status.st_size)
    }

    /// Appends what the next read gives, at most `count` bytes.
    ///
    /// - Parameters:
    ///   - count: The largest number of bytes.
    ///   - offset: The place in a regular file; without it, reading continues after what was read.
    ///   - bytes: What they are appended to.
    /// - Returns: The number of bytes that were read, 0 at the end of the file.
    /// - Throws: A ``CaptureError`` when the file cannot be read.
    package func read(
        upTo count: Int, at offset: Int? = nil, into bytes: inout [UInt8]
    ) throws(CaptureError) -> Int {
        var outcome = Result<Int, CaptureError>.success(0)
        bytes.append(addingCapacity: count) { span in
            unsafe span.withUnsafeMutableBufferPointer { buffer, initializedCount in
                do {
                    let room = UnsafeMutableRawBufferPointer(buffer)
                    initializedCount =
                        if let offset {
                            unsafe try descriptor.read(
                                fromAbsoluteOffset: Int64(offset), into: room)
                        } else {
                            unsafe try descriptor.read(into: room)
                        }
                    outcome = .success(initializedCount)
                } catch {
                    outcome = .failure(CaptureError(error as? Errno ?? .ioError))
                }
            }
        }
        return try outcome.get()
    }

    /// Appends the rest of the file.
    ///
    /// - Parameters:
    ///   - limit: The largest rest that is read.
    ///   - bytes: What it is appended to.
    /// - Returns: Whether that was all; otherwise there is more than `limit`.
    /// - Throws: A ``CaptureError`` when the file cannot be read.
    package func readToEnd(
        limit: Int, into bytes: inout [UInt8]
    ) throws(CaptureError) -> Bool {
        // One byte more than the file has shows its end without a larger array.
        var room = (byteCount ?? Self.blockSize) + 1
        var total = 0
        while total <= limit {
            let count = try read(upTo: min(room, limit - total + 1), into: &bytes)
            if count == 0 { return true }
            total += count
            room = room > count ? room - count : Self.blockSize
        }
        return false
    }

    private static let blockSize = 256 << 10
}
