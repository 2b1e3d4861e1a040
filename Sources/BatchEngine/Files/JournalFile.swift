internal import SystemPackage

/// The journal beside results that are being written, which no other run may touch meanwhile.
package final class JournalFile {
    /// The checkpoints that it held when it was opened.
    private(set) var journal: RunJournal
    private let descriptor: FileDescriptor
    private let path: FilePath
    /// The details for the report, which go when the journal goes.
    private let spool: FilePath

    /// Opens a journal and locks it.
    ///
    /// - Parameters:
    ///   - location: Where the results go.
    ///   - creating: Whether to create it; otherwise the result is `nil` when there is none.
    /// - Throws: A `ResultFileError` when another run has it, or it cannot be opened.
    init?(_ location: ResultLocation, creating: Bool) throws(ResultFileError) {
        path = location.journal
        spool = location.spool
        do {
            guard
                let descriptor = try Self.lockedFile(path, creating: creating, location)
            else { return nil }
            self.descriptor = descriptor
            journal = RunJournal(reading: try Self.content(of: descriptor))
        } catch let error as ResultFileError {
            throw error
        } catch OwnedFile.Refusal.foreign {
            throw ResultFileError(.foreignJournal, location)
        } catch {
            throw ResultFileError(.notOpened("\(path)"), location)
        }
    }

    /// Takes the journal of a run that is gone on with, or creates one for a new run.
    ///
    /// - Parameters:
    ///   - location: Where the results go.
    ///   - resumed: The journal to resume from, or `nil` for a new run.
    /// - Returns: The journal, locked.
    /// - Throws: A `ResultFileError` when another run has written one meanwhile, or it cannot be
    ///   created.
    static func opened(
        _ location: ResultLocation, resuming resumed: JournalFile?
    ) throws(ResultFileError) -> JournalFile {
        if let resumed { return resumed }
        guard let journal = try JournalFile(location, creating: true) else {
            throw ResultFileError(.notCreated("\(location.journal)"), location)
        }
        guard journal.journal.entries.isEmpty else {
            throw ResultFileError(.overtaken, location)
        }
        return journal
    }

    private static func lockedFile(
        _ path: FilePath, creating: Bool, _ location: ResultLocation
    ) throws -> FileDescriptor? {
        while true {
            let descriptor: FileDescriptor
            do throws(OwnedFile.Refusal) {
                descriptor = try OwnedFile.open(path, .readWrite)
            } catch {
                guard case .missing = error else { throw error }
                guard creating else { return nil }
                do throws(OwnedFile.Refusal) {
                    descriptor = try OwnedFile.create(
                        path, .readWrite,
                        // A redacted run keeps the key of its hashes in it.
                        permissions: [.ownerReadWrite])
                } catch {
                    guard case .exists = error else { throw error }
                    continue
                }
            }
            guard FileOperations.lock(descriptor) else {
                try descriptor.close()
                throw ResultFileError(.busy, location)
            }
            // A run that ended between the opening and the locking took the file away.
            if FileOperations.isNamed(path, descriptor) { return descriptor }
            try descriptor.close()
        }
    }

    private static func content(of descriptor: FileDescriptor) throws -> [UInt8] {
        let size = Int(try descriptor.seek(offset: 0, from: .end))
        try descriptor.seek(offset: 0, from: .start)
        return try unsafe [UInt8](unsafeUninitializedCapacity: max(size, 1)) { buffer, count in
            while count < size {
                let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count..<size])
                let read = unsafe try descriptor.read(into: UnsafeMutableRawBufferPointer(rest))
                if read == 0 { break }
                count += read
            }
        }
    }

    /// Forgets all checkpoints.
    func clear() throws {
        journal = RunJournal()
        FileOperations.remove(spool)
        try FileOperations.truncate(descriptor, to: 0)
    }

    /// Forgets the checkpoints whose results are missing, and lines that are not checkpoints.
    func keepEntries(upTo resultLength: Int) {
        journal.removeEntries(beyond: resultLength)
    }

    /// Takes away what stands after the last whole checkpoint.
    func trim() throws {
        try FileOperations.truncate(descriptor, to: journal.lastEnd)
    }

    /// Appends a checkpoint and makes it last.
    func append(_ checkpoint: [UInt8], resultLength: Int) throws {
        try descriptor.writeAll(journal.append(checkpoint, resultLength: resultLength))
        try FileOperations.synchronize(descriptor)
    }

    /// Removes the file; the lock lasts until the process ends.
    package func remove() {
        FileOperations.remove(spool)
        FileOperations.remove(path)
    }
}
