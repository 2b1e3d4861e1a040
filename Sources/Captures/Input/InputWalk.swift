package import SystemPackage

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Lists the files of the inputs in order, one directory at a time.
///
/// Inside directories, symbolic links to files are followed, unless those are empty, and links to directories are not,
/// so that no link leads in a circle. Entries that are neither files nor directories are skipped and counted.
package struct InputWalk {
    /// The next step of the walk.
    package enum Step: Sendable {
        /// A file, which may still turn out to be unreadable.
        case file(FilePath)
        /// The path could not be listed.
        case unreadable(FilePath, CaptureError)
    }

    /// The number of directory entries skipped because they are not regular files.
    package private(set) var skippedCount = 0

    /// The paths still to visit, the next one last.
    private var pending: [Entry]
    private let excludedFiles: [FileIdentity]

    private struct Entry {
        let path: FilePath
        let kind: Kind
    }

    private enum Kind {
        /// Named by the user: anything that can be opened.
        case input
        case file
        case directory
    }

    /// Begins a walk over files and directories.
    package init(inputs: [FilePath], excluding excludedFiles: [FilePath] = []) {
        self.excludedFiles = excludedFiles.compactMap(FileIdentity.init)
        pending = inputs.reversed().map { Entry(path: $0, kind: .input) }
    }

    /// The next file, or what could not be listed; `nil` at the end.
    package mutating func next() -> Step? {
        while let entry = pending.popLast() {
            let isDirectory =
                switch entry.kind {
                case .file: false
                case .directory: true
                case .input: entry.path != Self.standardInput && FileStatus.isDirectory(entry.path)
                }
            guard isDirectory else { return .file(entry.path) }
            if let recipe = CaptureFormat.recipe(forFolder: entry.path.extension) {
                return .unreadable(entry.path, CaptureError(.convertFirst, detail: recipe))
            }
            do throws(CaptureError) {
                pending += try contents(of: entry.path).reversed()
            } catch {
                return .unreadable(entry.path, error)
            }
        }
        return nil
    }

    /// The name of standard input.
    package static let standardInput = FilePath("-")

    /// The size of a regular file; `nil` for everything else, and for what is missing.
    package static func byteCount(of path: FilePath) -> Int? { FileStatus.byteCount(of: path) }

    /// Returns whether an input, as it was named, is a directory.
    package static func isDirectory(_ input: String) -> Bool {
        input != standardInput.string && FileStatus.isDirectory(FilePath(input))
    }

    /// The entries of a directory, in the order of their paths' bytes.
    private mutating func contents(of directory: FilePath) throws(CaptureError) -> [Entry] {
        var entries: [(key: [UInt8], entry: Entry)] = []
        for name in try DirectoryListing.names(in: directory) where name.first != UInt8(ascii: ".")
        {
            let path = directory.appending(bytes: name)
            switch FileStatus.kind(of: path) {
            case .regular:
                if !excludedFiles.isEmpty, let identity = FileIdentity(path),
                    excludedFiles.contains(identity)
                {
                    continue
                }
                entries.append((name, Entry(path: path, kind: .file)))
            case .directory:
                // A file "a.b" sorts before what is in a directory "a", as "." sorts before "/".
                entries.append(
                    (name + [UInt8(ascii: "/")], Entry(path: path, kind: .directory)))
            // A broken link is a file that cannot be read, and is reported as one.
            case .missing: entries.append((name, Entry(path: path, kind: .file)))
            case .other: skippedCount += 1
            }
        }
        entries.sort { $0.key.lexicographicallyPrecedes($1.key) }
        return entries.map(\.entry)
    }
}

/// The device and the number of a file, which are the same under all its names.
package struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let number: ino_t

    /// Looks up what a path leads to; `nil` when that is nothing.
    package init?(_ path: FilePath) {
        var status = stat()
        guard unsafe path.withPlatformString({ unsafe stat($0, &status) }) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}

/// The kind of file at a path.
private enum FileStatus {
    case regular, directory, missing, other

    static func isDirectory(_ path: FilePath) -> Bool {
        mode(of: path, followingLinks: true).map { $0 & S_IFMT == S_IFDIR } ?? false
    }

    static func kind(of path: FilePath) -> FileStatus {
        guard let own = mode(of: path, followingLinks: false) else { return .missing }
        switch own & S_IFMT {
        case S_IFREG: return .regular
        case S_IFDIR: return .directory
        case S_IFLNK:
            guard let target = status(of: path, followingLinks: true) else { return .missing }
            // A file of /proc claims to be regular, has no size, and may never end.
            return target.st_mode & S_IFMT == S_IFREG && target.st_size > 0 ? .regular : .other
        default: return .other
        }
    }

    static func byteCount(of path: FilePath) -> Int? {
        guard let status = status(of: path, followingLinks: true),
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Int(status.st_size)
    }

    private static func mode(of path: FilePath, followingLinks: Bool) -> mode_t? {
        status(of: path, followingLinks: followingLinks)?.st_mode
    }

    private static func status(of path: FilePath, followingLinks: Bool) -> stat? {
        var status = stat()
        let result = unsafe path.withPlatformString { path in
            unsafe followingLinks ? stat(path, &status) : lstat(path, &status)
        }
        return result == 0 ? status : nil
    }
}

private enum DirectoryListing {
    static func names(in directory: FilePath) throws(CaptureError) -> [[UInt8]] {
        guard let stream = unsafe directory.withPlatformString({ unsafe opendir($0) }) else {
            throw CaptureError(Errno(rawValue: errno))
        }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            unsafe names.append(name(of: entry))
        }
        guard errno == 0 else { throw CaptureError(Errno(rawValue: errno)) }
        return names
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            unsafe Array(bytes.prefix { $0 != 0 })
        }
    }
}

extension FilePath {
    fileprivate func appending(bytes name: [UInt8]) -> FilePath {
        let terminated = name.map { CChar(bitPattern: $0) } + [0]
        let component = unsafe terminated.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe FilePath(platformString: $0) } ?? FilePath()
        }
        return appending(component.components)
    }
}

extension CaptureError {
    init(_ error: Errno) {
        let code: Code =
            switch error {
            case .noSuchFileOrDirectory, .notDirectory: .inputNotFound
            case .permissionDenied, .notPermitted: .inputNotPermitted
            default: .inputUnreadable
            }
        self.init(code)
    }
}
