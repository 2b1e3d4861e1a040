import Reports

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The check that inputs exist, before anything is read or written.
///
/// A file that vanishes later, and a broken link in a folder, still get a record of their own.
enum InputCheck {
    /// Fails for the first name that belongs to no file and no folder.
    static func refuseMissing(_ files: [String]) throws(CommandFailure) {
        for file in files where file != "-" && !isThere(file) {
            try refuseAddress(file, fetchedAs: "capture")
            throw CommandFailure(.usage, "\(file): There is no such file or folder.")
        }
    }

    /// Fails for an address of the web, with the command that fetches what is there.
    static func refuseAddress(
        _ name: String, fetchedAs file: String = "metadata.xml"
    ) throws(CommandFailure) {
        let isAddress = ["https://", "http://"].contains { name.lowercased().hasPrefix($0) }
        guard isAddress, !isThere(name) else { return }
        throw CommandFailure(
            .usage,
            "\(name): samlkit loads nothing from the network. Fetch the file, and pass its name:\n"
                + "  curl --fail --location --output \(file) \(ShellWord.quoted(name))")
    }

    /// A file that cannot be looked at for another reason is there: reading it tells why.
    private static func isThere(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }
}
