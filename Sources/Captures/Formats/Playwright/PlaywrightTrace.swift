internal import SAMLBindings
internal import WireText

/// A trace of Playwright, whose network events have HAR entries.
final class PlaywrightTrace: SteppedCapture {
    /// The trace; `nil` for a list of events alone, without bodies.
    private let members: ZipMembers?
    private let attachments: PlaywrightAttachments?
    /// The members with events that were not read yet, the next one last.
    private var names: [String]
    private var events: PlaywrightEvents?

    init(_ members: ZipMembers, _ names: [String], _ context: CaptureContext) {
        self.members = members
        self.names = names.reversed()
        attachments = PlaywrightAttachments(members)
        super.init(context)
    }

    /// Reads a list of events that was taken out of its trace.
    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        members = nil
        attachments = nil
        names = []
        events = PlaywrightEvents(reader, context)
        super.init(context)
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        if let entry = try events?.next() {
            var exchange = entry.exchange(in: place, context: context) {
                self.attachments?.content(of: $0, limit: $1)
            }
            entryIndex += 1
            exchange.recorder = "Playwright"
            return [.exchange(exchange)] + (attachments?.takeFailures(of: exchange.source) ?? [])
        }
        events = nil
        guard let members, let name = names.popLast() else {
            hasEnded = true
            return []
        }
        events = PlaywrightEvents(ByteReader(try members.source(of: name)), context)
        return []
    }

    /// Returns the error; other lines and other members follow.
    override func steps(after error: CaptureError) -> [CaptureStep] {
        [.failure(error, at: place)]
    }
}

/// The lines of a file of network events.
private final class PlaywrightEvents {
    private var lines: LineReader
    private let context: CaptureContext
    private var hasEnded = false

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        lines = LineReader(reader, limit: context.limit)
        self.context = context
    }

    /// Returns the next HAR entry, `nil` at the end.
    func next() throws(CaptureError) -> HAREntry? {
        while !hasEnded {
            guard let line = try nextLine() else { return nil }
            do throws(CaptureError) {
                if let entry = try entry(in: line) { return entry }
            } catch {
                throw error.inStructure(of: CaptureFormat.playwrightNetwork.title)
            }
        }
        return nil
    }

    /// Returns the entry of a line; `nil` for other events.
    private func entry(in line: [UInt8]) throws(CaptureError) -> HAREntry? {
        var json = JSONStream(ByteReader(HeldBytes(line[...])))
        guard try json.next() != nil else { return nil }
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
