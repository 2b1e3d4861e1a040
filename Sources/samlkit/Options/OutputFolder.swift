import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The folder that a command writes several files to.
enum OutputFolder {
    /// Makes the folder, unless it is there.
    static func make(_ path: String) throws(CommandFailure) {
        guard unsafe mkdir(path, 0o777) != 0, errno != EEXIST else { return }
        throw CommandFailure(
            .outputFailed, "\(path): The folder could not be made: \(Errno(rawValue: errno)).")
    }
}
