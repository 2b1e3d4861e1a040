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
        try write(to: name, isDurable: isDurable) { try $0(bytes) }
    }

    /// Writes the file piece by piece beside its place and moves it there, or writes to a stream.
    ///
    /// - Parameters:
    ///   - name: The file; `-` is standard output.
    ///   - isDurable: Whether to wait until the content is on the disk.
    ///   - body: Called with what takes the pieces.
    /// - Throws: A `ResultFileError` when it cannot be written; a file that was there stays.
    package static func write(
        to name: String, isDurable: Bool = true, _ body: (([UInt8]) throws -> Void) throws -> Void
    ) throws(ResultFileError) {
        let location = ResultLocation(name)
        do {
            guard !location.isStream else {
                var stream = try ResultStream(location)
                try body { try stream.write(.bytes($0)) }
                return try stream.flush()
            }
            try OwnedFile.remove(location.partial)
            let descriptor = try OwnedFile.create(
                location.partial, .writeOnly,
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try descriptor.closeAfter {
                try body { _ = try descriptor.writeAll($0) }
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
