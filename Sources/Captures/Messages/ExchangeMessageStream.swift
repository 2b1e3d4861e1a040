internal import SAMLBindings

/// The messages of a file's exchanges, one record for each that is distinct.
///
/// A sign-on shows a message several times: in a page's form and in the POST after it, in a `Location` and in the next
/// URL. The same XML in one of the latest ``window`` messages is a further place of that one. A message is
/// therefore given late, when the window has moved on.
final class ExchangeMessageStream: CaptureStream {
    /// The number of messages that are held back.
    private static let window = 16
    /// The number of steps that are held back, most of which are exchanges without a message.
    private static let longestWait = 512

    private let exchanges: any CaptureStream
    private var held: [Held] = []
    /// The place of the first step in ``held`` that was not given yet.
    private var first = 0
    private var heldMessageCount = 0
    private var hasEnded = false
    private let decoder = EnvelopeDecoder()

    /// A step that waits, with the XML of its message.
    private struct Held {
        var step: CaptureStep
        let xml: [UInt8]?
    }

    init(_ exchanges: any CaptureStream) {
        self.exchanges = exchanges
    }

    func next() -> CaptureStep? {
        while !hasEnded, heldMessageCount < Self.window, held.count - first < Self.longestWait {
            guard let step = exchanges.next() else {
                hasEnded = true
                break
            }
            guard case .exchange(let exchange) = step else {
                // Files without exchanges have nothing to compare with.
                if first == held.count { return step }
                held.append(Held(step: step, xml: nil))
                continue
            }
            let messages = exchange.messages()
            if messages.isEmpty {
                let step = CaptureStep.passedOver(exchange.source)
                if first == held.count { return step }
                held.append(Held(step: step, xml: nil))
            } else {
                take(messages, of: exchange.source)
            }
        }
        return nextHeld()
    }

    private func nextHeld() -> CaptureStep? {
        guard first < held.count else { return nil }
        let step = held[first].step
        if held[first].xml != nil { heldMessageCount -= 1 }
        held[first] = Held(step: .passedOver(MessageSource()), xml: nil)
        first += 1
        if first == held.count || first == Self.longestWait {
            held.removeFirst(first)
            first = 0
        }
        return step
    }

    private func take(_ messages: [FoundMessage], of place: MessageSource) {
        for message in messages {
            var source = place
            source.part = message.part
            let envelope = (try? message.content.get()).flatMap { bytes in
                try? decoder.envelope(from: CapturedMessage(bytes: bytes))
            }
            let xml = envelope?.xml
            if let xml, let place = held.lastIndex(where: { $0.xml == xml }) {
                held[place].step.alsoAt(source.place)
                continue
            }
            let content = message.content.map { bytes in
                envelope.map { CapturedRecord.Content.unpacked(bytes, $0) } ?? .message(bytes)
            }
            held.append(Held(step: .entry(CaptureEntry(source, content)), xml: xml))
            if xml != nil { heldMessageCount += 1 }
        }
    }
}

extension CaptureStep {
    /// Notes a further place of the message.
    fileprivate mutating func alsoAt(_ place: MessagePlace) {
        guard case .entry(var entry) = self else { return }
        entry.source.alsoAt.append(place)
        self = .entry(entry)
    }
}
