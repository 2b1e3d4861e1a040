package import SystemPackage

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The location of results, and the files beside them during the run.
package struct ResultLocation: Hashable, Sendable {
    /// The file as it was named; `-` is standard output.
    package let name: String
    /// A Boolean value that indicates whether it is standard output, or exists and is not a regular
    /// file, such as a pipe.
    package let isStream: Bool

    /// Takes the name of a file.
    ///
    /// - Parameter name: The file; `-` is standard output.
    package init(_ name: String) {
        self.name = name
        isStream = name == "-" || Self.isSpecial(name)
    }

    /// A Boolean value that indicates whether results are rows of an SQLite file, by its name.
    package var isDatabase: Bool {
        !isStream && ["sqlite", "sqlite3", "db"].contains(final.extension?.lowercased())
    }

    /// The size of unfinished results as journals count it: bytes, or checkpoints of a database;
    /// `nil` if there are none.
    var savedLength: Int? {
        #if SQLite
        if isDatabase { return ResultDatabaseFile.savedNumber(self) }
        #endif
        return FileOperations.size(of: partial)
    }

    /// Returns whether the finished results can be those that a journal's last line stands for.
    func isFinal(length: Int?) -> Bool {
        let size = FileOperations.size(of: final)
        return isDatabase ? size != nil : size == length
    }

    /// The file as a path.
    package var final: FilePath { FilePath(name) }
    /// The file that is written, and takes the final one's place at the end.
    package var partial: FilePath { FilePath(name + ".partial") }
    /// The files that a run writes.
    package var files: [String] {
        isStream ? [name] : [name, partial.string, journal.string, spool.string]
    }
    /// The journal, which holds the progress of the run.
    package var journal: FilePath { FilePath(name + ".journal") }
    /// The details that a report of the run will show.
    package var spool: FilePath { FilePath(name + ".spool") }

    /// A Boolean value that indicates whether something is there that can be read only once.
    package var isPipe: Bool {
        var status = stat()
        guard unsafe stat(name, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG
    }
}

/// The file operations besides reading and writing.
package enum FileOperations {
    /// Makes what was written to a file last.
    static func synchronize(_ descriptor: FileDescriptor) throws {
        try check(fsync(descriptor.rawValue))
    }

    /// Makes the names in the folder of a file last.
    static func synchronizeFolder(of path: FilePath) throws {
        let folder = path.removingLastComponent()
        let descriptor = try FileDescriptor.open(folder.isEmpty ? "." : folder, .readOnly)
        defer { try? descriptor.close() }
        // Some file systems do not do this for folders, and need it no less than others.
        if fsync(descriptor.rawValue) != 0, errno != EINVAL { throw Errno(rawValue: errno) }
    }

    static func truncate(_ descriptor: FileDescriptor, to length: Int) throws {
        try check(ftruncate(descriptor.rawValue, off_t(length)))
        try descriptor.seek(offset: 0, from: .end)
    }

    /// The size of a file, or `nil` when there is none.
    package static func size(of path: FilePath) -> Int? {
        var status = stat()
        guard unsafe path.withPlatformString({ unsafe stat($0, &status) }) == 0 else { return nil }
        return Int(status.st_size)
    }

    /// Removes a file if it is there.
    package static func remove(_ path: FilePath) {
        _ = unsafe path.withPlatformString { unsafe unlink($0) }
    }

    /// Renames a file, replacing one that has the new name.
    package static func rename(_ path: FilePath, to other: FilePath) throws {
        let result = unsafe path.withPlatformString { old in
            unsafe other.withPlatformString { new in
                #if canImport(Darwin)
                unsafe Darwin.rename(old, new)
                #elseif canImport(Glibc)
                unsafe Glibc.rename(old, new)
                #else
                unsafe Musl.rename(old, new)
                #endif
            }
        }
        try check(result)
    }

    /// Takes a file for this process alone until it ends.
    ///
    /// - Returns: Whether no other process has it.
    static func lock(_ descriptor: FileDescriptor) -> Bool {
        flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0
    }

    /// Returns whether an open file is still the one under the name.
    static func isNamed(_ path: FilePath, _ descriptor: FileDescriptor) -> Bool {
        var named = stat()
        var opened = stat()
        guard unsafe path.withPlatformString({ unsafe lstat($0, &named) }) == 0,
            unsafe fstat(descriptor.rawValue, &opened) == 0
        else { return false }
        return named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
    }

    private static func check(_ result: Int32) throws {
        if result != 0 { throw Errno(rawValue: errno) }
    }
}
