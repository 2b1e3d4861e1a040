internal import SAMLBindings

/// The context of a format's reader, besides the bytes.
struct CaptureContext {
    /// The place of the file.
    let source: MessageSource
    let options: CaptureReader.Options
    /// The decoder of the content codings of bodies.
    let bodies: BodyDecoder

    init(
        source: MessageSource, options: CaptureReader.Options, file: (any ByteSource)? = nil
    ) {
        self.source = source
        self.options = options
        bodies = BodyDecoder(
            limit: options.entryByteCount, limits: options.decompression, file: file)
    }

    /// The largest entry, in bytes.
    var limit: Int { options.entryByteCount }

    /// Returns the place of an entry, or of a line on which something begins.
    func place(entry: Int? = nil, line: Int? = nil) -> MessageSource {
        var place = source
        place.entry = entry ?? place.entry
        place.line = line ?? place.line
        return place
    }
}

/// The beginning of a file, from which its format is told.
struct CaptureHead {
    /// The first bytes, after a byte order mark.
    let text: ArraySlice<UInt8>
    /// A Boolean value that indicates whether ``text`` is all there is.
    let isWhole: Bool
    /// The extension of the file's name, in lower case.
    let fileExtension: String?
    /// The field that holds the message, when one was named.
    let field: String?

    init(_ head: ArraySlice<UInt8>, isWhole: Bool, fileExtension: String?, field: String? = nil) {
        text = head.withoutByteOrderMark
        self.isWhole = isWhole
        self.fileExtension = fileExtension?.lowercased()
        self.field = field
    }

    /// The first byte that is not white space.
    var first: UInt8? { text.first { $0 > 0x20 } }

    /// Returns whether the bytes without white space begin with a text.
    func begins(_ beginning: String) -> Bool {
        text.lazy.filter { $0 > 0x20 }.starts(with: beginning.utf8)
    }
}
