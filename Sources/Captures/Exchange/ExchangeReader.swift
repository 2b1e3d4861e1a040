package import SAMLBindings
package import SystemPackage

/// Reads whole exchanges from captures, one at a time.
///
/// It opens files as ``CaptureReader`` does, in any format, compressed or in an archive. At most one
/// exchange is held.
package struct ExchangeReader: ~Copyable {
    /// The result of reading on.
    package enum Step: Sendable {
        case exchange(HTTPExchange)
        /// A file, or a part of one, that could not be read.
        case unreadable(MessageSource, CaptureError)
    }

    /// The number of input files that could be opened.
    package private(set) var openedCount = 0
    private let options: CaptureReader.Options
    private var walk: InputWalk
    private var stream: (any CaptureStream)?

    /// Creates a reader of files and directories, read in this order; `-` is standard input.
    package init(inputs: [FilePath], entryByteCount: Int = 32 << 20) {
        var options = CaptureReader.Options(entryByteCount: entryByteCount)
        options.givesExchanges = true
        self.options = options
        walk = InputWalk(inputs: inputs)
    }

    /// Creates a reader of documents, without any file beside them.
    package init(documents: [CaptureDocument]) {
        var options = CaptureReader.Options()
        options.readsFilesBeside = false
        options.givesExchanges = true
        self.options = options
        walk = InputWalk(inputs: [])
        self.documents = documents[...]
    }

    private var documents: ArraySlice<CaptureDocument> = []

    /// The next exchange, or what could not be read; `nil` at the end.
    package mutating func next() -> Step? {
        while true {
            while let step = stream?.next() {
                switch step {
                case .exchange(let exchange): return .exchange(exchange)
                case .entry(let entry):
                    // Messages outside exchanges are not traffic.
                    guard case .failure(let error) = entry.content else { continue }
                    return .unreadable(entry.source, error)
                case .passedOver: continue
                }
            }
            stream = nil
            if let document = documents.popFirst() {
                let failure = open(document.name) { () throws(CaptureError) in
                    try document.source()
                }
                if let failure { return failure }
                continue
            }
            switch walk.next() {
            case .file(let path):
                let failure = open(path.string) { () throws(CaptureError) in try FileSource(path) }
                if let failure { return failure }
            case .unreadable(let path, let error):
                return .unreadable(MessageSource(file: path.string), error)
            case nil: return nil
            }
        }
    }

    /// Begins to read a file; returns the step that says why it cannot be.
    private mutating func open(
        _ name: String, _ source: () throws(CaptureError) -> any ByteSource
    ) -> Step? {
        do throws(CaptureError) {
            stream = try OpenCapture.stream(
                ByteReader(source()), name: name, archiveDepth: 0, options: options)
            openedCount += 1
            return nil
        } catch {
            return .unreadable(MessageSource(file: name), error)
        }
    }
}

extension HTTPExchange {
    /// The SAML messages in the exchange that can be taken out of it.
    package var capturedMessages: [CapturedMessage] {
        messages().compactMap { found in
            guard case .success(let bytes) = found.content else { return nil }
            var source = source
            source.part = found.part
            return CapturedMessage(bytes: bytes, source: source)
        }
    }
}
