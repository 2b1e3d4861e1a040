#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The check that what was named is there, before anything is read or written.
///
/// A file that vanishes later, or that a folder lists and nobody can find, gets a record of its own.
enum InputCheck {
    /// Refuses names of nothing.
    static func refuseMissing(_ files: [String]) throws(CommandFailure) {
        for file in files where file != "-" && !isThere(file) {
            throw CommandFailure(.usage, "\(file): There is no such file or folder.")
        }
    }

    /// A file that cannot be looked at for another reason is there: reading it tells why.
    private static func isThere(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }
}
