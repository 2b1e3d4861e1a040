internal import Captures
internal import SystemPackage

/// The file in which a run keeps the details for its report until the report is written.
///
/// It stands beside the journal, can be read only by its owner, and goes when the journal goes. A run whose results
/// cannot be resumed uses a file without a name.
package struct DetailSpool: Sendable {
    /// The file, which is closed with the last copy of the spool: a server makes many.
    private let file: HeldFile
    private var descriptor: FileDescriptor { file.descriptor }
    /// The bytes that count: what is behind them was written after the last checkpoint.
    private(set) var length: Int
    private var pending: [UInt8] = []

    private static let blockSize = 1 << 18

    /// Opens the spool of a run that can be resumed, once the journal is locked.
    ///
    /// - Parameters:
    ///   - location: Where the results go.
    ///   - length: The bytes that the last checkpoint counts; `nil` for a new run.
    /// - Throws: A `ResultFileError` when it cannot be opened.
    package init(_ location: ResultLocation, resumingAt length: Int?) throws(ResultFileError) {
        let path = location.spool
        do {
            if let length, let descriptor = try? OwnedFile.open(path, .readWrite) {
                let size = FileOperations.size(of: path) ?? 0
                file = HeldFile(descriptor, byteCount: size)
                // Lost details are missing from the report, which says so; the results are complete.
                self.length = min(size, length)
                try FileOperations.truncate(descriptor, to: self.length)
            } else {
                // A file of this name without a journal is not the run's, and stays.
                let descriptor = try OwnedFile.create(
                    path, .readWrite, permissions: [.ownerReadWrite])
                file = HeldFile(descriptor, byteCount: 0)
                self.length = 0
            }
        } catch {
            throw ResultFileError(.notOpened("\(path)"), location)
        }
    }

    /// Opens a spool without a name, for results that cannot be resumed.
    ///
    /// - Parameter file: The report, beside which it is made.
    /// - Throws: A `ResultFileError` when it cannot be made.
    package init(withoutNameBeside file: String) throws(ResultFileError) {
        let location = ResultLocation(file)
        let folder = location.isStream ? FilePath("/tmp") : location.final.removingLastComponent()
        do {
            self.file = HeldFile(
                try NamelessFile.create(in: folder, kind: "spool"), byteCount: 0)
            length = 0
        } catch {
            throw ResultFileError(.notOpened("\(folder)"), location)
        }
    }

    /// Appends the details of a message, which are one line.
    mutating func append(_ line: [UInt8]) throws(BatchError) {
        pending += line
        pending.append(UInt8(ascii: "\n"))
        if pending.count >= Self.blockSize { try flush() }
    }

    /// Writes what is left, and waits until it is on the disk if that matters.
    mutating func flush(isDurable: Bool = false) throws(BatchError) {
        do {
            if !pending.isEmpty {
                try descriptor.writeAll(toAbsoluteOffset: Int64(length), pending)
            }
            length += pending.count
            pending.removeAll(keepingCapacity: true)
            if isDurable { try FileOperations.synchronize(descriptor) }
        } catch {
            throw BatchError(.outputFailed, systemError: (error as? Errno)?.rawValue)
        }
    }

    /// Reads all lines.
    ///
    /// - Parameter body: Called with each line.
    /// - Throws: What `body` throws, or the error of the system.
    package func forEachLine(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var block: [UInt8] = []
        var offset = 0
        while offset < length {
            let size = min(Self.blockSize, length - offset)
            let part = try unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = unsafe try descriptor.read(
                    fromAbsoluteOffset: Int64(offset), into: UnsafeMutableRawBufferPointer(buffer))
            }
            guard !part.isEmpty else { break }
            offset += part.count
            block += part
            var rest = block[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                try body(rest[..<end])
                rest = rest[(end + 1)...]
            }
            block = Array(rest)
        }
    }
}
