package import SystemPackage

/// Files that only this process can reach, and that are gone when they are closed.
package enum NamelessFile {
    /// Creates one.
    ///
    /// - Parameters:
    ///   - folder: The folder whose disk it takes.
    ///   - kind: The end of the name that it has for a moment.
    /// - Returns: The file, for reading and writing.
    /// - Throws: An error of the system, or the refusal of a file that is there.
    package static func create(in folder: FilePath, kind: String) throws -> FileDescriptor {
        let path = folder.appending(".samlkit-\(UInt64.random(in: 0 ... .max)).\(kind)")
        let descriptor = try OwnedFile.create(path, .readWrite, permissions: [.ownerReadWrite])
        FileOperations.remove(path)
        return descriptor
    }
}
