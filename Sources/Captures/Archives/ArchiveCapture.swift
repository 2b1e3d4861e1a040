#if Archives
internal import SAMLBindings

/// An archive, each of whose files is read as a capture of its own.
final class ArchiveCapture: CaptureStream {
    private let stream: ArchiveStream
    private let name: String
    private let options: CaptureReader.Options
    private let depth: Int
    private var member: (any CaptureStream)?
    private let unpacked: UnpackedCount?
    private var hasEnded = false

    /// Begins to read an archive.
    ///
    /// - Parameters:
    ///   - reader: The bytes of the archive.
    ///   - name: What the archive is called in the sources of its messages.
    ///   - depth: How many archives it stands in, and itself.
    ///   - options: How to read.
    ///   - unpacked: What counts the bytes of the members, if anything does.
    /// - Throws: A ``CaptureError`` when libarchive cannot begin.
    init(
        _ reader: consuming ByteReader, name: String, depth: Int, options: CaptureReader.Options,
        counting unpacked: UnpackedCount? = nil
    ) throws(CaptureError) {
        stream = try ArchiveStream(reader, kind: .archive, limits: options.decompression)
        self.name = name
        self.depth = depth
        self.options = options
        self.unpacked = unpacked
    }

    /// The next message of a member, or a member that has none; `nil` at the end.
    func next() -> CaptureStep? {
        while true {
            if let step = member?.next() { return step }
            member = nil
            guard !hasEnded, !stream.isBroken else { return nil }
            do throws(CaptureError) {
                guard let found = try stream.nextMember() else {
                    hasEnded = true
                    return nil
                }
                if found.isDirectory { continue }
                guard found.isFile, !Self.isHidden(found.name) else {
                    return .passedOver(MessageSource(file: name, entry: stream.memberNumber))
                }
                let name = "\(name)/\(Self.cleaned(found.name))"
                guard !found.isEncrypted else {
                    return Self.failure(CaptureError(.encryptedMember), of: name)
                }
                do throws(CaptureError) {
                    let source = MemberSource(stream)
                    var reader = ByteReader(unpacked.map { CountedSource(source, $0) } ?? source)
                    reader.lookAhead(1)
                    if reader.isAtEnd, reader.availableCount == 0 {
                        return .passedOver(
                            MessageSource(file: self.name, entry: stream.memberNumber))
                    }
                    member = try OpenCapture.stream(
                        reader, name: name, archiveDepth: depth, options: options)
                } catch {
                    return Self.failure(error, of: name)
                }
            } catch {
                hasEnded = true
                return Self.failure(error, of: name)
            }
        }
    }

    private static func failure(_ error: CaptureError, of name: String) -> CaptureStep {
        .entry(CaptureEntry(MessageSource(file: name), .failure(error)))
    }

    /// The name without what says that it is relative to the archive.
    private static func cleaned(_ name: String) -> String {
        name.split(separator: "/").drop { $0 == "." }.joined(separator: "/")
    }

    /// Returns whether the file would be hidden in a directory, or is what macOS puts beside files.
    private static func isHidden(_ name: String) -> Bool {
        name.split(separator: "/").contains {
            $0 == "__MACOSX" || ($0.hasPrefix(".") && $0 != "." && $0 != "..")
        }
    }
}
#endif
