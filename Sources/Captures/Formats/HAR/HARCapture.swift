internal import SAMLBindings

/// A HAR 1.2 file, read entry by entry, whatever the order of its members.
final class HARCapture: CaptureStream {
    private var json: JSONStream
    private let source: MessageSource
    private let limit: Int
    private var state = State.beginning
    /// Which names were read of the containers around the entries, so that they can be left.
    private var isFirstOfFile = true
    private var isFirstOfLog = true
    private var isFirstEntry = true
    private var hasEntries = false
    private var entryIndex = 0
    /// The messages of the latest entry that were not returned yet, the next one last.
    private var pending: [CaptureEntry] = []

    private enum State { case beginning, inFile, inLog, inEntries, ended }

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        json = JSONStream(reader)
        source = context.source
        limit = context.limit
    }

    /// The next message, or an entry that has none; `nil` at the end.
    func next() -> CaptureStep? {
        if let entry = pending.popLast() { return .entry(entry) }
        do throws(CaptureError) {
            while state != .ended {
                if state == .inEntries, try json.hasElement(&isFirstEntry) {
                    return try readEntry()
                }
                try advance()
            }
            return nil
        } catch {
            var place = source
            if state == .inEntries { place.entry = entryIndex }
            state = .ended
            return .entry(CaptureEntry(place, .failure(error)))
        }
    }

    /// Goes on to the next entries, or to the end.
    private func advance() throws(CaptureError) {
        switch state {
        case .beginning:
            json.skipByteOrderMark()
            try json.enter(UInt8(ascii: "{"))
            state = .inFile
        case .inFile:
            guard let name = try json.nextName(&isFirstOfFile) else { return try end() }
            guard name.elementsEqual("log".utf8), try json.valueStart() == UInt8(ascii: "{") else {
                return try json.skipValue()
            }
            try json.enter(UInt8(ascii: "{"))
            isFirstOfLog = true
            state = .inLog
        case .inLog:
            guard let name = try json.nextName(&isFirstOfLog) else {
                state = .inFile
                return
            }
            guard name.elementsEqual("entries".utf8), try json.valueStart() == UInt8(ascii: "[")
            else { return try json.skipValue() }
            try json.enter(UInt8(ascii: "["))
            isFirstEntry = true
            hasEntries = true
            state = .inEntries
        case .inEntries: state = .inLog
        case .ended: break
        }
    }

    private func end() throws(CaptureError) {
        guard try json.valueStart() == nil else { throw json.failure }
        guard hasEntries else { throw CaptureError(.missingEntries) }
        state = .ended
    }

    private func readEntry() throws(CaptureError) -> CaptureStep {
        var place = source
        place.entry = entryIndex
        let start = json.offset
        guard let entry = try HAREntry(reading: &json, limit: limit) else {
            entryIndex += 1
            return .entry(CaptureEntry(place, .failure(CaptureError(.invalidEntry, at: start))))
        }
        entryIndex += 1
        place.time = entry.time.map { String(decoding: $0, as: UTF8.self) }
        place.host = entry.host
        pending = entry.messages().reversed().map { message in
            CaptureEntry(place, message.map { CapturedRecord.Content.message($0) })
        }
        return pending.popLast().map { .entry($0) } ?? .passedOver(place)
    }
}
