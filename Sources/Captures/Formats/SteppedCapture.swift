internal import SAMLBindings

/// A capture of which one reading may give several steps; they wait until they are asked for.
class SteppedCapture: CaptureStream {
    final let context: CaptureContext
    /// The number of entries that were read.
    final var entryIndex = 0
    final var hasEnded = false
    /// The steps that were read and not returned yet, the next one last.
    private final var pending: [CaptureStep] = []

    init(_ context: CaptureContext) {
        self.context = context
    }

    final func next() -> CaptureStep? {
        while pending.isEmpty {
            guard !hasEnded else { return nil }
            do throws(CaptureError) {
                pending = try read()
            } catch {
                pending = steps(after: error)
            }
            pending.reverse()
        }
        return pending.popLast()
    }

    /// The place of the entry that comes next.
    final var place: MessageSource { context.place(entry: entryIndex) }

    /// Reads on and returns the steps that are known then; at the end of the file it sets ``hasEnded``.
    func read() throws(CaptureError) -> [CaptureStep] {
        hasEnded = true
        return []
    }

    /// Returns the steps of an error, after which nothing is read where it sets ``hasEnded``.
    func steps(after error: CaptureError) -> [CaptureStep] {
        hasEnded = true
        return [.failure(error, at: place)]
    }
}
