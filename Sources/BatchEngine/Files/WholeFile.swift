internal import SystemPackage

/// Writes a file that is made in one piece, such as a report.
package enum WholeFile {
    /// Writes the file beside its place and moves it there, or writes to a stream.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - name: The file; `-` is standard output.
    ///   - isDurable: Whether to wait until the content is on the disk, which is slow for many small files.
    /// - Throws: A `ResultFileError` when it cannot be written; a file that was there stays.
    package static func write(
        _ bytes: [UInt8], to name: String, isDurable: Bool = true
    ) throws(ResultFileError) {
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
                if isDurable { try FileOperations.synchronize(descriptor) }
            }
            try FileOperations.rename(location.partial, to: location.final)
        } catch let error as ResultFileError {
            throw error
        } catch {
            throw ResultFileError(.notWritten(name), location)
        }
    }
}
