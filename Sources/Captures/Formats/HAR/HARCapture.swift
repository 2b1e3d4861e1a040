internal import SAMLBindings
internal import WireText

/// A HAR 1.2 file, read entry by entry, whatever the order of its members.
///
/// Entries that stand alone, in an array or in an object without `log`, are read, too.
final class HARCapture: SteppedCapture {
    private var json: JSONStream
    private let extent: HAREntry.Extent
    private let folder: HARFolder
    private let attachment: HARAttachment
    private var state = State.beginning
    /// True until a name was read in each container around the entries, so that these can be left.
    private var isFirstOfFile = true
    private var isFirstOfLog = true
    private var isFirstEntry = true
    private var hasEntries = false
    private var missingComma: CaptureStep?
    private var recorder: String?
    /// The container that the entries are in.
    private var afterEntries = State.inLog

    private enum State { case beginning, inFile, inLog, inEntries, afterFile }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - reader: The bytes.
    ///   - context: The place and the options.
    ///   - attachment: What finds the files that bodies are in; without it, they are beside the file.
    init(
        _ reader: consuming ByteReader, _ context: CaptureContext,
        attachment: HARAttachment? = nil
    ) {
        json = JSONStream(reader)
        extent = context.options.givesExchanges ? .exchanges : .messages
        let folder = HARFolder(
            of: context.options.readsFilesBeside ? context.source.file : nil,
            limits: context.options.decompression)
        self.folder = folder
        self.attachment = attachment ?? { folder.content(of: $0, limit: $1) }
        super.init(context)
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        if state == .inEntries {
            if try lacksComma() {
                noteMissingComma()
                return try readEntry()
            }
            if try json.hasElement(&isFirstEntry) { return try readEntry() }
        }
        try advance()
        return hasEnded ? missingComma.map { [$0] } ?? [] : []
    }

    override func steps(after error: CaptureError) -> [CaptureStep] {
        hasEnded = true
        return [.failure(error, at: state == .inEntries ? place : context.source)]
    }

    /// Returns whether an entry comes next without the comma before it.
    private func lacksComma() throws(CaptureError) -> Bool {
        guard !isFirstEntry else { return false }
        return try json.next() == UInt8(ascii: "{")
    }

    /// Notes the first comma that is missing, which is reported once all was read.
    private func noteMissingComma() {
        guard missingComma == nil else { return }
        let error = CaptureError(
            .invalidJSON, at: json.offset,
            detail: "a comma is missing between two entries; all were read")
        missingComma = .failure(error, at: place)
    }

    /// Advances to the next entries, or to the end.
    private func advance() throws(CaptureError) {
        switch state {
        case .beginning:
            json.skipByteOrderMark()
            if try json.next() == UInt8(ascii: "[") {
                try enterEntries(then: .afterFile)
            } else {
                try json.enter(UInt8(ascii: "{"))
                state = .inFile
            }
        case .inFile:
            guard let name = try json.nextName(&isFirstOfFile) else {
                state = .afterFile
                return
            }
            if name.elementsEqual("log".utf8), try json.next() == UInt8(ascii: "{") {
                try json.enter(UInt8(ascii: "{"))
                isFirstOfLog = true
                state = .inLog
            } else {
                try readMember(name, of: .inFile)
            }
        case .inLog:
            guard let name = try json.nextName(&isFirstOfLog) else {
                state = .inFile
                return
            }
            try readMember(name, of: .inLog)
        case .inEntries: state = afterEntries
        case .afterFile:
            guard try json.next() == nil else { throw json.failure }
            guard hasEntries else { throw CaptureError(.missingEntries) }
            hasEnded = true
        }
    }

    private func readMember(_ name: [UInt8], of container: State) throws(CaptureError) {
        if name.elementsEqual("entries".utf8), try json.next() == UInt8(ascii: "[") {
            try enterEntries(then: container)
        } else if name.elementsEqual("creator".utf8) {
            var words: [String] = ["", ""]
            try json.forEachMember { name, json throws(CaptureError) in
                switch name {
                case "name": words[0] = try json.text() ?? ""
                case "version": words[1] = try json.text() ?? ""
                default: try json.skipValue()
                }
            }
            recorder = words.filter { !$0.isEmpty }.joined(separator: " ")
        } else {
            try json.skipValue()
        }
    }

    private func enterEntries(then container: State) throws(CaptureError) {
        try json.enter(UInt8(ascii: "["))
        isFirstEntry = true
        hasEntries = true
        afterEntries = container
        state = .inEntries
    }

    private func readEntry() throws(CaptureError) -> [CaptureStep] {
        let start = json.offset
        let entry = try HAREntry(reading: &json, limit: context.limit, extent: extent)
        defer { entryIndex += 1 }
        guard let entry else {
            return [.failure(CaptureError(.invalidEntry, at: start), at: place)]
        }
        var exchange = entry.exchange(in: place, context: context, attachment: attachment)
        exchange.recorder = recorder
        let failure: CaptureStep
        if let error = folder.takeFailure() {
            failure = .failure(error, at: exchange.source)
        } else if entry.hasURLAboveLimit {
            var urlPlace = exchange.source
            urlPlace.part = .url
            failure = .failure(CaptureError(.inputTooLarge), at: urlPlace)
        } else {
            return [.exchange(exchange)]
        }
        // An entry counts once.
        let isCounted = extent == .messages && exchange.messages().isEmpty
        return isCounted ? [failure] : [failure, .exchange(exchange)]
    }
}
