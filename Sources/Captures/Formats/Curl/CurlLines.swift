internal import SAMLBindings

/// The output of curl, read line by line.
class CurlLines: SteppedCapture {
    private(set) final var lines: TextLines

    init(_ reader: consuming ByteReader, _ context: CaptureContext, limit: Int) {
        lines = TextLines(reader, limit: limit)
        super.init(context)
    }

    final override func read() throws(CaptureError) -> [CaptureStep] {
        if let line = try lines.next() { return take(line).map { [$0] } ?? [] }
        hasEnded = true
        return finish().map { [$0] } ?? []
    }

    final override func steps(after error: CaptureError) -> [CaptureStep] {
        hasEnded = true
        return (finish().map { [$0] } ?? []) + [.failure(error, at: context.source)]
    }

    /// Takes a line; returns the exchange that ended before it.
    func take(_ line: ArraySlice<UInt8>) -> CaptureStep? { nil }

    /// Takes the exchange that is being read; `nil` if there is none.
    func finish() -> CaptureStep? { nil }
}
