internal import CXMLShims

extension XML {
    /// The cost of reading and canonicalizing, in units that depend on the input alone.
    ///
    /// Tests and fuzzers hold it against the size of the input, which they could not do with time.
    @_spi(Fuzzing)
    public struct Work: Hashable, Sendable {
        /// The events of the parser and the nodes that were canonicalized.
        public let events: Int
        /// The bytes written, moved or prepared, and those that ``XML/spend(bytes:)`` counts.
        public let bytesCopied: Int
        /// The names, each with the namespace declarations that were searched for its prefix.
        public let namesLookedUp: Int

        /// All of it.
        public var total: Int { events + bytesCopied + namesLookedUp }
    }
}

extension XML {
    /// Counts bytes that other code read as work of the calling thread.
    ///
    /// Code that reads ahead, or reads a text again, calls it, so that tests see how often it does.
    package static func spend(bytes count: Int) {
        CXMLShims_spendBytes(count)
    }
}

@_spi(Fuzzing)
extension XML.Work {
    /// Returns what `body` returns, and what it spent on the calling thread.
    public static func measuring<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> (value: Value, work: XML.Work) {
        let before = CXMLShims_workOfThread()
        let value = try body()
        let after = CXMLShims_workOfThread()
        let work = XML.Work(
            events: Int(after.events - before.events),
            bytesCopied: Int(after.bytesCopied - before.bytesCopied),
            namesLookedUp: Int(after.namesLookedUp - before.namesLookedUp))
        return (value, work)
    }

    /// The most that reading `byteCount` bytes may cost with the standard limits.
    public static func bound(forByteCount byteCount: Int) -> Int {
        let limits = XML.ParsingLimits.standard
        return limits.workBase + limits.workPerByte * byteCount
    }
}
