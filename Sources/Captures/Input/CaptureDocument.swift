package import SystemPackage

/// A capture that has a name and no place in the file system, such as one that was sent.
///
/// Its name is only shown: no file is looked for under it or beside it.
package struct CaptureDocument: Sendable {
    /// The content of a document.
    package enum Content: Sendable {
        case bytes([UInt8])
        case file(HeldFile)
    }

    /// The name that the sources of its messages have.
    package let name: String
    /// The content.
    package let content: Content

    /// Creates a document.
    package init(named name: String, _ content: Content) {
        self.name = name
        self.content = content
    }

    /// The size in bytes.
    package var byteCount: Int {
        switch content {
        case .bytes(let bytes): bytes.count
        case .file(let file): file.byteCount
        }
    }

    /// Returns the bytes at the beginning, at most `count` of them.
    package func prefix(_ count: Int) throws(CaptureError) -> [UInt8] {
        switch content {
        case .bytes(let bytes): return Array(bytes.prefix(count))
        case .file(let file):
            var bytes: [UInt8] = []
            let blocks = try FileBlocks(file)
            while bytes.count < count,
                try blocks.read(upTo: count - bytes.count, at: bytes.count, into: &bytes) > 0
            {}
            return bytes
        }
    }

    /// Empties a file that nobody needs any more, so that reading it ends.
    package func stop() {
        if case .file(let file) = content { file.empty() }
    }

    /// Opens the document at its beginning.
    func source() throws(CaptureError) -> any ByteSource {
        switch content {
        case .bytes(let bytes): HeldBytes(bytes[...])
        case .file(let file): FileSource(try FileBlocks(file))
        }
    }
}

/// An open file, which may have no name any more; it is closed when nothing holds it.
package final class HeldFile: Sendable {
    /// The file, for reading and writing.
    package let descriptor: FileDescriptor
    /// The size in bytes.
    package let byteCount: Int

    /// Takes over an open file, which nobody writes any more.
    package init(_ descriptor: FileDescriptor, byteCount: Int) {
        self.descriptor = descriptor
        self.byteCount = byteCount
    }

    /// Empties the file, so that reading it ends.
    func empty() { try? descriptor.resize(to: 0) }

    deinit { try? descriptor.close() }
}
