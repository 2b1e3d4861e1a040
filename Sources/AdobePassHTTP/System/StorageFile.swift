internal import AdobePass

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file that is replaced as a whole and that only its owner can read.
struct StorageFile: StoragePlace {
    let path: String

    /// More than any storage has.
    static let largest = 1 << 20

    func read() throws(Pass.StorageError) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            guard errno != ENOENT else { return nil }
            throw Pass.StorageError(.unreadable, systemError: errno)
        }
        defer { close(file) }
        // Neither a folder nor a device is moved or replaced.
        var properties = stat()
        guard unsafe fstat(file, &properties) == 0 else {
            throw Pass.StorageError(.unreadable, systemError: errno)
        }
        let kind = properties.st_mode & S_IFMT
        guard kind == S_IFREG else {
            throw Pass.StorageError(
                .unreadable, systemError: kind == S_IFDIR ? EISDIR : EINVAL)
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe systemRead(file, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Pass.StorageError(.unreadable, systemError: errno) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= Self.largest else { throw Pass.StorageError(.notAStorage) }
        }
    }

    func setAside() throws(Pass.StorageError) {
        guard unsafe rename(path, path + ".damaged") != 0, errno != ENOENT else { return }
        throw Pass.StorageError(.unwritable, systemError: errno)
    }

    /// Writes a new file, which then takes the place of the former one.
    func write(_ bytes: [UInt8]) throws(Pass.StorageError) {
        // A new name each time, so that no other process's half-written file is renamed.
        let partial = path + ".\(UInt64.random(in: 0 ... .max)).partial"
        let file = unsafe open(
            partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR)
        guard file >= 0 else { throw Pass.StorageError(.unwritable, systemError: errno) }
        var error = Self.write(bytes, to: file)
        if error == 0, fsync(file) != 0 { error = errno }
        if close(file) != 0, error == 0 { error = errno }
        if error == 0, unsafe rename(partial, path) != 0 { error = errno }
        guard error != 0 else { return }
        unsafe unlink(partial)
        throw Pass.StorageError(.unwritable, systemError: error)
    }

    /// Returns the system's error, 0 if all was written.
    private static func write(_ bytes: [UInt8], to file: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe systemWrite(file, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}

// The system's functions, which the methods' names hide.
private let systemRead = unsafe read
private let systemWrite = unsafe write
