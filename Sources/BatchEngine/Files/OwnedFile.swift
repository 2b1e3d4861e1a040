internal import SystemPackage

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Files that a run makes for itself, in folders where others may write, too.
///
/// They are created where nothing existed, and opened again only if they are the files that were
/// created: links, pipes and other users' files cannot take their place.
enum OwnedFile {
    /// The reason why a file was not opened.
    enum Refusal: Error {
        /// There is something under the name already.
        case exists
        /// There is nothing under the name.
        case missing
        /// It is a link, no regular file, somebody else's, or another one than a moment ago.
        case foreign
        /// The system could not do it.
        case failed
    }

    /// Creates a file under a name that nothing has.
    static func create(
        _ path: FilePath, _ mode: FileDescriptor.AccessMode, permissions: FilePermissions
    ) throws(Refusal) -> FileDescriptor {
        do {
            return try FileDescriptor.open(
                path, mode, options: [.create, .exclusiveCreate, .noFollow],
                permissions: permissions)
        } catch Errno.fileExists {
            throw .exists
        } catch {
            throw .failed
        }
    }

    /// Opens a file that this user has made.
    static func open(
        _ path: FilePath, _ mode: FileDescriptor.AccessMode
    ) throws(Refusal) -> FileDescriptor {
        let descriptor: FileDescriptor
        do {
            // A pipe would wait for its other end.
            descriptor = try FileDescriptor.open(path, mode, options: [.noFollow, .nonBlocking])
        } catch Errno.noSuchFileOrDirectory {
            throw .missing
        } catch Errno.tooManySymbolicLinkLevels {
            throw .foreign
        } catch {
            throw .failed
        }
        guard isOwn(descriptor), FileOperations.isNamed(path, descriptor) else {
            try? descriptor.close()
            throw .foreign
        }
        return descriptor
    }

    /// Removes what has the name, which may be a link but leads nowhere by that.
    static func remove(_ path: FilePath) throws(Refusal) {
        guard unsafe path.withPlatformString({ unsafe unlink($0) }) != 0, errno != ENOENT else {
            return
        }
        throw .failed
    }

    /// Returns whether there is anything under the name, be it a link that leads nowhere.
    static func exists(_ path: FilePath) -> Bool {
        var status = stat()
        return unsafe path.withPlatformString { unsafe lstat($0, &status) } == 0
    }

    private static func isOwn(_ descriptor: FileDescriptor) -> Bool {
        var status = stat()
        guard unsafe fstat(descriptor.rawValue, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
    }
}
