internal import BatchEngine
internal import Captures
internal import SystemPackage

/// Bytes that were sent: in memory, or in a file without a name once they are many.
struct UploadedBody {
    private let folder: String
    private let limit: Int
    private var held: [UInt8] = []
    private var file: FileDescriptor?
    private(set) var byteCount = 0

    /// Creates a body that is held in memory up to a size.
    init(folder: String, upTo limit: Int = ServiceLimits.bodyInMemory) {
        self.folder = folder
        self.limit = limit
    }

    /// Appends bytes.
    mutating func append(_ bytes: some Sequence<UInt8>) throws(ServiceProblem) {
        let before = held.count
        held.append(contentsOf: bytes)
        byteCount += held.count - before
        if held.count > limit { try flush() }
    }

    /// Returns the content; nothing may be appended after.
    mutating func content() throws(ServiceProblem) -> CaptureDocument.Content {
        guard file != nil else { return .bytes(held) }
        try flush()
        guard let file = file.take() else { return .bytes([]) }
        return .file(HeldFile(file, byteCount: byteCount))
    }

    /// Closes the file of a body that is not read.
    mutating func discard() {
        try? file.take()?.close()
    }

    private mutating func flush() throws(ServiceProblem) {
        do {
            let file =
                try self.file ?? NamelessFile.create(in: FilePath(folder), kind: "body")
            self.file = file
            try file.writeAll(held)
            held.removeAll(keepingCapacity: true)
        } catch {
            discard()
            throw .outOfSpace
        }
    }
}

extension ServiceProblem {
    static let outOfSpace = ServiceProblem(
        .outOfSpace,
        "The temporary folder of the server has no room for the request. Send less, or use samlkit batch."
    )
}
