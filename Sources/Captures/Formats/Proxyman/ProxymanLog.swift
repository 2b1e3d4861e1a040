internal import SAMLBindings
internal import WireText

/// A log of Proxyman, whose members are exchanges in JSON.
final class ProxymanLog: CaptureStream {
    private let members: ZipMembers
    private let names: [String]
    private let context: CaptureContext
    private var entryIndex = 0

    init(_ members: ZipMembers, _ names: [String], _ context: CaptureContext) {
        self.members = members
        self.names = names
        self.context = context
    }

    func next() -> CaptureStep? {
        guard entryIndex < names.count else { return nil }
        var source = context.source
        source.entry = entryIndex
        let name = names[entryIndex]
        entryIndex += 1
        do throws(CaptureError) {
            var json = JSONStream(ByteReader(try members.source(of: name)))
            guard let object = try json.element(limit: context.limit) else {
                throw CaptureError(.inputTooLarge)
            }
            guard let flow = ProxymanFlow(object, at: source, with: context.bodies) else {
                throw CaptureError(.invalidCapture, detail: CaptureFormat.proxymanTitle)
            }
            // Everything after the object, and the checksum, is checked.
            guard try json.valueStart() == nil else { throw json.failure }
            return .exchange(flow.exchange)
        } catch {
            let named =
                error.code == .invalidJSON
                ? CaptureError(
                    .invalidCapture, at: error.offset, detail: CaptureFormat.proxymanTitle) : error
            return .entry(CaptureEntry(source, .failure(named)))
        }
    }
}
