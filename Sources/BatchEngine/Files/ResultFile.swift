internal import SystemPackage

/// Results in a file that appears under its name only when it is whole.
///
/// Results are written to `FILE.partial`. A checkpoint first makes them last, and then a line of
/// `FILE.journal` that says how many of them count; whatever comes after the last whole line is cut
/// off when the run is resumed.
package struct ResultFile: ResultSink {
    private let location: ResultLocation
    private let descriptor: FileDescriptor
    private let journal: JournalFile
    private var pending: [UInt8] = []
    private var length: Int

    private static let blockSize = 1 << 20

    package var keepsCheckpoints: CheckpointKeeping { .all }

    /// Opens the files of a run.
    ///
    /// - Parameters:
    ///   - location: Where the results go.
    ///   - resumed: The journal to resume from, or `nil` for a new run.
    /// - Throws: A `ResultFileError` when they cannot be written.
    package init(_ location: ResultLocation, resuming resumed: JournalFile?) throws(ResultFileError)
    {
        self.location = location
        let path = location.partial
        journal = try JournalFile.opened(location, resuming: resumed)
        length = journal.journal.entries.last?.resultLength ?? 0
        do {
            descriptor = try Self.opened(path, isNew: length == 0)
            // First the checkpoints go and then their results: the other way round, a run that ends
            // in between would leave checkpoints without results.
            try journal.trim()
            try FileOperations.truncate(descriptor, to: length)
            try FileOperations.synchronizeFolder(of: path)
        } catch OwnedFile.Refusal.foreign {
            throw ResultFileError(.foreignPartial, location)
        } catch {
            throw ResultFileError(.notOpened("\(path)"), location)
        }
    }

    /// Opens the results that the journal counts, or begins new ones that replace what no journal
    /// counts.
    private static func opened(
        _ path: FilePath, isNew: Bool
    ) throws(OwnedFile.Refusal) -> FileDescriptor {
        guard isNew else { return try OwnedFile.open(path, .writeOnly) }
        try OwnedFile.remove(path)
        return try OwnedFile.create(
            path, .writeOnly, permissions: [.ownerReadWrite, .groupRead, .otherRead])
    }

    package mutating func write(_ results: BatchResults) throws(BatchError) {
        guard case .bytes(let bytes) = results else { return }
        pending += bytes
        if pending.count >= Self.blockSize { try flush() }
    }

    package mutating func save(_ checkpoint: [UInt8]) throws(BatchError) {
        try flush()
        do {
            try FileOperations.synchronize(descriptor)
            try journal.append(checkpoint, resultLength: length)
        } catch {
            throw BatchError(.outputFailed, systemError: (error as? Errno)?.rawValue)
        }
    }

    /// Gives the file its name, after the last checkpoint.
    package func finish() throws(ResultFileError) {
        try Self.finish(location)
        journal.remove()
    }

    /// Gives the file its name, once its last checkpoint says that it is whole.
    package static func finish(_ location: ResultLocation) throws(ResultFileError) {
        do {
            try FileOperations.rename(location.partial, to: location.final)
            try FileOperations.synchronizeFolder(of: location.final)
        } catch {
            throw ResultFileError(.notRenamed, location)
        }
    }

    /// Leaves an existing file of that name unchanged, because there are no results to replace it.
    package func discard() {
        FileOperations.remove(location.partial)
        journal.remove()
    }

    private mutating func flush() throws(BatchError) {
        do {
            try descriptor.writeAll(pending)
            length += pending.count
            pending.removeAll(keepingCapacity: true)
        } catch {
            throw BatchError(.outputFailed, systemError: (error as? Errno)?.rawValue)
        }
    }
}
