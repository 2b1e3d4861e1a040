/// A HAR of Playwright in a zip.
final class PlaywrightArchive: SteppedCapture {
    private let entries: any CaptureStream
    private let attachments: PlaywrightAttachments

    init(_ members: ZipMembers, _ name: String, _ context: CaptureContext) {
        let attachments = PlaywrightAttachments(members)
        self.attachments = attachments
        entries = MemberStream(of: name, in: members, context) { source in
            HARCapture(ByteReader(source), context) { attachments.content(of: $0, limit: $1) }
        }
        super.init(context)
    }

    override func read() -> [CaptureStep] {
        guard let step = entries.next() else {
            hasEnded = true
            return []
        }
        guard case .exchange(let exchange) = step else { return [step] }
        return [step] + attachments.takeFailures(of: exchange.source)
    }
}
