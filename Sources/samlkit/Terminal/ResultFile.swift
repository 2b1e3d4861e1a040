import ProfileProcessing
import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Where results go: a file that appears under its name only when it is whole, or a stream.
struct ResultFile: ResultSink, ~Copyable {
    private let descriptor: FileDescriptor
    private let final: FilePath?
    /// The file that is written, when the results go to a file.
    let path: FilePath?
    private var pending: [UInt8] = []

    private static let blockSize = 1 << 20

    /// Opens the output.
    ///
    /// Results for a file are written to `FILE.partial`, which takes the file's place at the end.
    /// What exists and is no regular file, such as a pipe, is written to directly.
    init(_ path: String) throws(CommandFailure) {
        guard path != "-" else {
            descriptor = .standardOutput
            final = nil
            self.path = nil
            return
        }
        let isStream = Self.isStream(path)
        let target = isStream ? FilePath(path) : Self.partial(of: FilePath(path))
        do {
            descriptor = try FileDescriptor.open(
                target, .writeOnly, options: isStream ? [] : [.create, .truncate],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
        } catch {
            throw CommandFailure(.outputFailed, "\(target) could not be opened for writing.")
        }
        final = isStream ? nil : FilePath(path)
        self.path = isStream ? nil : target
    }

    mutating func write(_ octets: [UInt8]) throws(BatchError) {
        pending += octets
        if pending.count >= Self.blockSize { try flush() }
    }

    /// Writes what is left, makes it last, and gives the file its name.
    mutating func finish() throws(BatchError) {
        try flush()
        guard let final else { return }
        do {
            if fsync(descriptor.rawValue) != 0 { throw Errno(rawValue: errno) }
            try descriptor.close()
            let result = unsafe Self.partial(of: final).withPlatformString { partial in
                unsafe final.withPlatformString { unsafe rename(partial, $0) }
            }
            if result != 0 { throw Errno(rawValue: errno) }
        } catch {
            throw BatchError(.outputFailed, systemError: (error as? Errno)?.rawValue)
        }
    }

    /// Leaves a file that has the name already as it is, because there are no results to take its
    /// place.
    mutating func discard() {
        guard let final else { return }
        try? descriptor.close()
        _ = unsafe Self.partial(of: final).withPlatformString { unsafe unlink($0) }
    }

    private mutating func flush() throws(BatchError) {
        do {
            try descriptor.writeAll(pending)
            pending.removeAll(keepingCapacity: true)
        } catch {
            let number = error as? Errno
            throw BatchError(
                number == .brokenPipe ? .outputClosed : .outputFailed,
                systemError: number?.rawValue)
        }
    }

    private static func partial(of path: FilePath) -> FilePath {
        FilePath(path.string + ".partial")
    }

    private static func isStream(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG
    }
}
