internal import SAMLBindings

/// A file of mitmproxy's flows, read one flow at a time.
///
/// A flow says its length first: one that is larger than the limit is passed without being held, and none takes memory
/// before its bytes are there.
final class MitmproxyCapture: SteppedCapture {
    private var reader: ByteReader

    init(_ reader: consuming ByteReader, _ context: CaptureContext) {
        self.reader = reader
        super.init(context)
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        let start = reader.consumedCount
        guard let bytes = try nextFlow() else { return [] }
        var rest = bytes[...]
        guard let value = Tnetstring(takenFrom: &rest), value.isDictionary else {
            throw Self.damage(at: start)
        }
        defer { entryIndex += 1 }
        guard let flow = MitmproxyFlow(value) else {
            return [.failure(Self.damage(at: start), at: place)]
        }
        return [
            flow.isHTTP
                ? .exchange(flow.exchange(at: place, decoder: context.bodies)) : .passedOver(place)
        ]
    }

    override func steps(after error: CaptureError) -> [CaptureStep] {
        // After a flow over the limit come further ones.
        hasEnded = hasEnded || error.code != .inputTooLarge
        defer { entryIndex += 1 }
        return [.failure(error, at: place)]
    }

    private static func damage(at offset: Int) -> CaptureError {
        CaptureError(.invalidCapture, at: offset, detail: CaptureFormat.mitmproxy.title)
    }

    /// The bytes of the next flow, `nil` at the end.
    private func nextFlow() throws(CaptureError) -> [UInt8]? {
        let start = reader.consumedCount
        while true {
            switch Tnetstring.announcement(in: reader.available) {
            case .length(let length, let prefixCount):
                let count = prefixCount + length + 1
                guard length <= context.limit else {
                    try pass(count, from: start)
                    throw CaptureError(.inputTooLarge, at: start)
                }
                try fill(count, from: start)
                defer { reader.consume(count) }
                return Array(reader.available.prefix(count))
            case .unfinished:
                if reader.isAtEnd {
                    hasEnded = true
                    guard reader.availableCount > 0 else { return nil }
                    throw Self.damage(at: start)
                }
                try reader.readMore()
            case .invalid: throw Self.damage(at: start)
            }
        }
    }

    private func fill(_ count: Int, from start: Int) throws(CaptureError) {
        while reader.availableCount < count {
            guard !reader.isAtEnd else { throw Self.damage(at: start) }
            try reader.readMore()
        }
    }

    /// Passes a flow without holding it.
    private func pass(_ count: Int, from start: Int) throws(CaptureError) {
        var rest = count
        while true {
            let passed = min(rest, reader.availableCount)
            reader.consume(passed)
            rest -= passed
            if rest == 0 { return }
            guard !reader.isAtEnd else { throw Self.damage(at: start) }
            try reader.readMore()
        }
    }
}
