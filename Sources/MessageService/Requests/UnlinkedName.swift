internal import SystemPackage

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension FilePath {
    /// Removes the name of a file that is open; its content goes when it is closed.
    func removeName() throws(Errno) {
        let result = unsafe withPlatformString { unsafe unlink($0) }
        guard result == 0 else { throw Errno(rawValue: errno) }
    }
}
