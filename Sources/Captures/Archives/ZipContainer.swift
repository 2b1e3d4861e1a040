internal import SAMLBindings

/// A zip that stores one capture, recognized by the names of its members.
enum ZipContainer {
    /// Opens a zip whose names fit a format.
    ///
    /// - Parameters:
    ///   - reader: The bytes of the zip, none of them consumed.
    ///   - name: What it is called in the sources of its messages.
    ///   - options: How to read.
    ///   - unpacked: What counts the bytes of the members, if anything does.
    /// - Returns: What is in it; `nil` if it is not a zip, or is an archive of captures.
    /// - Throws: A ``CaptureError`` when its members cannot be read in another order than they stand.
    static func stream(
        _ reader: inout ByteReader, name: String, options: CaptureReader.Options,
        counting unpacked: UnpackedCount?
    ) throws(CaptureError) -> (any CaptureStream)? {
        guard reader.available.starts(with: [0x50, 0x4B, 3, 4]) else { return nil }
        let limits = options.decompression
        let (file, isWhole) = content(of: &reader, limit: options.entryByteCount)
        var failure: CaptureError?
        let directory: ZipDirectory
        do throws(CaptureError) {
            directory = try ZipDirectory(file, limits: limits)
            if directory.hidesBytes {
                failure = CaptureError(
                    .invalidArchive,
                    detail: "bytes of the archive are in no member of its directory")
            }
        } catch {
            failure = error
            directory = ZipDirectory(recovering: file, limits: limits)
        }
        let names = directory.entries.map(\.name) + (directory.cutOffName.map { [$0] } ?? [])
        if options.format == nil, OwnFile.isBundle(names) {
            throw .ownFile("is a bundle of samlkit; unpack it to judge its messages")
        }
        guard let open = opening(names, options.format) else { return nil }
        guard isWhole else {
            throw CaptureError(
                .convertFirst,
                detail: "its members belong together: give the file itself, outside of an archive "
                    + "and not through standard input")
        }
        // What is held came out of a file that may be smaller.
        let outerByteCount: Int? = if case .held = file { reader.fileByteCount } else { nil }
        let members = try ZipMembers(
            directory,
            unpacking: ZipUnpacking(
                file, limits: limits, counting: unpacked, fileByteCount: outerByteCount),
            failure: failure)
        let context = CaptureContext(
            source: MessageSource(file: name), options: options, file: reader.source)
        return ContainerCapture(open(members, context), members, name: name)
    }

    /// The file itself where it can be read at any place, or what of it fits into an entry.
    private static func content(
        of reader: inout ByteReader, limit: Int
    ) -> (file: RandomAccess, isWhole: Bool) {
        if let file = reader.source as? FileSource, let byteCount = file.byteCount {
            return (.file(file, byteCount: byteCount), true)
        }
        reader.lookAhead(limit + 1)
        return (.held(Array(reader.available)), reader.availableCount <= limit)
    }

    private typealias Opening = @Sendable (ZipMembers, CaptureContext) -> any CaptureStream

    /// Returns what opens the format that is given or recognized by the names.
    private static func opening(_ names: [String], _ format: CaptureFormat?) -> Opening? {
        if let format {
            if case .members(_, let open) = format.door { return open }
            return nil
        }
        for format in CaptureFormat.allCases {
            if case .members(let isContainer, let open) = format.door, isContainer(names) {
                return open
            }
        }
        return nil
    }
}

/// The capture in a zip, and after it what of the zip is not read.
private final class ContainerCapture: CaptureStream {
    private let stream: any CaptureStream
    private var failures: [CaptureEntry]

    init(_ stream: any CaptureStream, _ members: ZipMembers, name: String) {
        self.stream = stream
        var failures = members.refused.map { member in
            CaptureEntry(MessageSource(file: "\(name)/\(member.name)"), .failure(member.error))
        }
        if let failure = members.failure {
            failures.append(CaptureEntry(MessageSource(file: name), .failure(failure)))
        }
        self.failures = failures.reversed()
    }

    func next() -> CaptureStep? {
        stream.next() ?? failures.popLast().map { .entry($0) }
    }
}
