internal import SAMLBindings

/// The messages of a file's exchanges, one record for each that is distinct.
///
/// A sign-on shows a message several times: in a page's form and in the POST after it, in a `Location` and in the next
/// URL. The same XML in one of the latest ``window`` messages is a further place of that one. A message is
/// therefore given late, when the window has moved on.
final class ExchangeMessageStream: CaptureStream {
    /// The number of messages that are compared with the next one.
    private static let window = 16
    /// The bytes that are held back, above which the window is shorter.
    private static let largestWindow = 16 << 20
    /// The number of steps that are held back; most are exchanges without a message.
    private static let longestWait = 512

    private let exchanges: any CaptureStream
    private let bodies: BodyDecoder
    private var held: [Held] = []
    /// The place of the first step in ``held`` that was not given yet.
    private var first = 0
    /// The number of steps that were given and are no longer in ``held``.
    private var givenCount = 0
    /// The messages to compare with, counted among all steps.
    private var compared: ArraySlice<Int> = []
    private var heldByteCount = 0
    private var hasEnded = false
    private let decoder = EnvelopeDecoder()

    /// A step that waits, with the XML of its message while others are compared with it.
    private struct Held {
        var step: CaptureStep
        var xml: [UInt8]?
        var byteCount = 0
    }

    init(_ exchanges: any CaptureStream, _ bodies: BodyDecoder = BodyDecoder()) {
        self.exchanges = exchanges
        self.bodies = bodies
    }

    func next() -> CaptureStep? {
        while !hasEnded, compared.count < Self.window, heldByteCount < Self.largestWindow,
            held.count - first < Self.longestWait
        {
            guard let step = exchanges.next() else {
                hasEnded = true
                break
            }
            guard case .exchange(var exchange) = step else {
                // Files without exchanges have nothing to compare with.
                if first == held.count { return step }
                held.append(Held(step: step))
                continue
            }
            count(exchange)
            exchange.requestBody = exchange.requestBody.outOfCharacters(bodies)
            exchange.responseBody = exchange.responseBody.outOfCharacters(bodies)
            let messages = exchange.allMessages()
            if messages.isEmpty {
                let step = CaptureStep.passedOver(exchange.source)
                if first == held.count { return step }
                held.append(Held(step: step))
            } else {
                take(messages, of: exchange.source)
            }
        }
        return nextHeld()
    }

    // MARK: What the exchanges lack

    private var exchangeCount = 0
    private var tunnelCount = 0
    private var bodyCount = 0

    private func count(_ exchange: HTTPExchange) {
        exchangeCount += 1
        if exchange.kind == .tunnel { tunnelCount += 1 }
        if !exchange.requestBody.bytes.isEmpty || !exchange.responseBody.bytes.isEmpty {
            bodyCount += 1
        }
    }

    /// The remark on a file without messages, to follow the name of the format.
    var remark: String {
        if exchangeCount == 0 { return "" }
        let all = " with \(exchangeCount) \(exchangeCount == 1 ? "exchange" : "exchanges")"
        if tunnelCount == exchangeCount {
            return all + ", each an encrypted tunnel; let the recorder decrypt TLS for the host"
        }
        if bodyCount == 0 {
            return all
                + " and no bodies; save it with content, and read files that bodies are in as files"
        }
        return tunnelCount == 0 ? all : all + ", \(tunnelCount) of them encrypted tunnels"
    }

    // MARK: Steps that wait

    private func nextHeld() -> CaptureStep? {
        guard first < held.count else { return nil }
        if compared.first == givenCount + first { compared.removeFirst() }
        heldByteCount -= held[first].byteCount
        let step = held[first].step
        held[first] = Held(step: .passedOver(MessageSource()))
        first += 1
        if first == held.count || (first >= Self.longestWait && first > held.count / 2) {
            givenCount += first
            held.removeFirst(first)
            first = 0
        }
        return step
    }

    private func take(_ messages: [FoundMessage], of place: MessageSource) {
        for message in messages {
            var source = place
            source.part = message.part
            let bytes = try? message.content.get()
            let envelope = bytes.flatMap { bytes in
                try? decoder.envelope(from: CapturedMessage(bytes: bytes))
            }
            let xml = envelope?.xml
            let identity = xml?.messageIdentity
            if identity != nil,
                let same = compared.last(where: {
                    held[$0 - givenCount].xml?.messageIdentity == identity
                })
            {
                held[same - givenCount].step.alsoAt(source.place)
                continue
            }
            let content = message.content.map { bytes in
                envelope.map { CapturedRecord.Content.unpacked(bytes, $0) } ?? .message(bytes)
            }
            let byteCount = (bytes?.count ?? 0) + (xml?.count ?? 0)
            held.append(
                Held(step: .entry(CaptureEntry(source, content)), xml: xml, byteCount: byteCount))
            heldByteCount += byteCount
            if xml != nil { compared.append(givenCount + held.count - 1) }
            while compared.count > Self.window
                || (compared.count > 1 && heldByteCount > Self.largestWindow)
            {
                pack(compared.removeFirst() - givenCount)
            }
        }
    }

    /// Gives up the XML of a message of an exchange with very many; it is unpacked again when it is judged.
    private func pack(_ place: Int) {
        heldByteCount -= held[place].xml?.count ?? 0
        held[place].byteCount -= held[place].xml?.count ?? 0
        held[place].xml = nil
        held[place].step.pack()
    }
}

extension CaptureStep {
    /// Notes a further place of the message.
    fileprivate mutating func alsoAt(_ place: MessagePlace) {
        guard case .entry(var entry) = self else { return }
        entry.source.alsoAt.append(place)
        self = .entry(entry)
    }

    fileprivate mutating func pack() {
        guard case .entry(let entry) = self, case .success(.unpacked(let bytes, _)) = entry.content
        else { return }
        self = .entry(CaptureEntry(entry.source, .success(.message(bytes))))
    }
}
