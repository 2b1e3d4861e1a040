/// A HAR of Playwright in a zip.
final class PlaywrightArchive: CaptureStream {
    private let entries: any CaptureStream
    private let attachments: PlaywrightAttachments
    /// The failures of the latest exchange, the next one last.
    private var pending: [CaptureStep] = []

    init(_ members: ZipMembers, _ name: String, _ context: CaptureContext) {
        let attachments = PlaywrightAttachments(members)
        self.attachments = attachments
        entries = MemberStream(of: name, in: members, context) { source in
            HARCapture(ByteReader(source), context) { attachments.content(of: $0, limit: $1) }
        }
    }

    func next() -> CaptureStep? {
        if let step = pending.popLast() { return step }
        let step = entries.next()
        if case .exchange(let exchange) = step {
            pending = attachments.takeFailures(of: exchange.source).reversed()
        }
        return step
    }
}
