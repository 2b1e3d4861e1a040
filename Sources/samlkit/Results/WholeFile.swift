import BatchEngine
import SystemPackage

/// Writes a file that is made in one piece, such as a report.
enum WholeFile {
    /// Writes the file beside its place and moves it there, or writes to a stream.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - name: The file; `-` is standard output.
    /// - Throws: A `CommandFailure` when it cannot be written; a file that was there stays.
    static func write(_ bytes: [UInt8], to name: String) throws(CommandFailure) {
        let location = ResultLocation(name)
        do {
            guard !location.isStream else {
                var stream = try ResultStream(location)
                try stream.write(.bytes(bytes))
                return try stream.flush()
            }
            try OwnedFile.remove(location.partial)
            let descriptor = try OwnedFile.create(
                location.partial, .writeOnly,
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try descriptor.closeAfter {
                _ = try descriptor.writeAll(bytes)
                try FileOperations.synchronize(descriptor)
            }
            try Console.rename(location.partial, to: location.final)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.outputFailed, "\(name) could not be written.")
        }
    }
}
