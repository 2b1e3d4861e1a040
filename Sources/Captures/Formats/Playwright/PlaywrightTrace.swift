internal import SAMLBindings

/// A trace of Playwright, whose network events have HAR entries.
final class PlaywrightTrace: CaptureStream {
    private let members: ZipMembers
    private let attachments: PlaywrightAttachments
    private let context: CaptureContext
    /// The members with events that were not read yet, the next one last.
    private var names: [String]
    private var events: PlaywrightEvents?
    private var entryIndex = 0
    private var pending: [CaptureStep] = []

    init(_ members: ZipMembers, _ names: [String], _ context: CaptureContext) {
        self.members = members
        self.context = context
        self.names = names.reversed()
        attachments = PlaywrightAttachments(members)
    }

    func next() -> CaptureStep? {
        if let step = pending.popLast() { return step }
        var source = context.source
        source.entry = entryIndex
        do throws(CaptureError) {
            while true {
                if let entry = try events?.next() {
                    entryIndex += 1
                    var exchange = entry.exchange(in: source, context: context) {
                        self.attachments.content(of: $0, limit: $1)
                    }
                    exchange.recorder = "Playwright"
                    pending = attachments.takeFailures(of: exchange.source).reversed()
                    return .exchange(exchange)
                }
                events = nil
                guard let name = names.popLast() else { return nil }
                events = PlaywrightEvents(try members.source(of: name), context)
            }
        } catch {
            return .entry(CaptureEntry(source, .failure(error)))
        }
    }
}

/// The lines of a file of network events.
private final class PlaywrightEvents {
    private var lines: LineReader
    private let context: CaptureContext
    private var hasEnded = false

    init(_ source: any ByteSource, _ context: CaptureContext) {
        lines = LineReader(ByteReader(source), limit: context.limit)
        self.context = context
    }

    /// Returns the next HAR entry, `nil` at the end.
    func next() throws(CaptureError) -> HAREntry? {
        while !hasEnded {
            guard let line = try nextLine() else { return nil }
            do throws(CaptureError) {
                if let entry = try entry(in: line) { return entry }
            } catch {
                throw CaptureError(
                    .invalidCapture, at: error.offset, detail: CaptureFormat.playwrightTrace.title)
            }
        }
        return nil
    }

    /// Returns the entry of a line; `nil` for other events.
    private func entry(in line: [UInt8]) throws(CaptureError) -> HAREntry? {
        var json = JSONStream(ByteReader(HeldBytes(line[...])))
        guard try json.valueStart() != nil else { return nil }
        var entry: HAREntry?
        try json.forEachMember { name, json throws(CaptureError) in
            guard name == "snapshot" else { return try json.skipValue() }
            entry = try HAREntry(
                reading: &json, limit: context.limit,
                extent: context.options.givesExchanges ? .exchanges : .messages)
        }
        return entry
    }

    private func nextLine() throws(CaptureError) -> [UInt8]? {
        do throws(CaptureError) {
            return try lines.next()
        } catch {
            // After a line that is too long, others follow.
            hasEnded = error.code != .inputTooLarge
            throw error
        }
    }
}
