internal import SAMLBindings

/// The output of curl, read line by line.
class CurlLines: CaptureStream {
    private(set) final var lines: TextLines
    final let context: CaptureContext
    private final var hasEnded = false
    private final var failure: CaptureError?

    init(_ reader: consuming ByteReader, _ context: CaptureContext, limit: Int) {
        lines = TextLines(reader, limit: limit)
        self.context = context
    }

    final func next() -> CaptureStep? {
        while !hasEnded {
            do throws(CaptureError) {
                guard let line = try lines.next() else {
                    hasEnded = true
                    break
                }
                if let step = take(line) { return step }
            } catch {
                hasEnded = true
                failure = error
            }
        }
        if let step = finish() { return step }
        return failure.take().map { .entry(CaptureEntry(context.source, .failure($0))) }
    }

    /// Takes a line; returns the exchange that ended before it.
    func take(_ line: ArraySlice<UInt8>) -> CaptureStep? { nil }

    /// Takes the exchange that is being read; `nil` if there is none.
    func finish() -> CaptureStep? { nil }
}
