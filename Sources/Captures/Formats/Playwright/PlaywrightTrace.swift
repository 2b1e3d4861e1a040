internal import SAMLBindings
internal import WireText

/// A trace of Playwright, whose network events have HAR entries.
final class PlaywrightTrace: CaptureStream {
    private let members: ZipMembers
    private let attachments: PlaywrightAttachments
    private let context: CaptureContext
    private var names: [String]
    private var member: PlaywrightEvents?
    private var entryIndex = 0
    private var pending: CaptureStep?

    init(_ members: ZipMembers, _ names: [String], _ context: CaptureContext) {
        self.members = members
        self.context = context
        self.names = names.reversed()
        attachments = PlaywrightAttachments(members, context)
    }

    func next() -> CaptureStep? {
        if let step = pending.take() { return step }
        var source = context.source
        source.entry = entryIndex
        do throws(CaptureError) {
            while true {
                if let entry = try member?.next() {
                    entryIndex += 1
                    guard let found = HARExchange(entry, at: source, attachments) else {
                        throw CaptureError(
                            .invalidCapture, detail: CaptureFormat.playwrightTrace.title)
                    }
                    let steps = found.steps
                    pending = steps.dropFirst().first
                    return steps.first
                }
                member = nil
                guard let name = names.popLast() else { return nil }
                member = PlaywrightEvents(try members.source(of: name), limit: context.limit)
            }
        } catch {
            return .entry(CaptureEntry(source, .failure(error)))
        }
    }
}

/// The lines of a file of network events.
private final class PlaywrightEvents {
    private var lines: LineReader
    private let limit: Int
    private var hasEnded = false

    init(_ source: any ByteSource, limit: Int) {
        lines = LineReader(ByteReader(source), limit: limit)
        self.limit = limit
    }

    /// Returns the next HAR entry, `nil` at the end.
    func next() throws(CaptureError) -> JSONValue? {
        while !hasEnded {
            guard let line = try nextLine() else { return nil }
            var json = JSONStream(ByteReader(HeldBytes(line[...])))
            let event: JSONValue?
            do throws(CaptureError) {
                event = try json.valueStart() == nil ? .null : try json.element(limit: limit)
            } catch {
                throw CaptureError(
                    .invalidCapture, at: error.offset, detail: CaptureFormat.playwrightTrace.title)
            }
            guard let event else { throw CaptureError(.inputTooLarge) }
            if let snapshot = event["snapshot"], event["type"]?.text == "resource-snapshot" {
                return snapshot
            }
        }
        return nil
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
