internal import SAMLBindings

/// A zip each of whose exchanges is in a member, or in several.
final class MemberExchanges<Names>: SteppedCapture {
    typealias Reading = (Names, MessageSource) throws(CaptureError) -> [CaptureStep]

    private let exchanges: [Names]
    private let readExchange: Reading

    /// Begins to read a zip.
    ///
    /// - Parameters:
    ///   - exchanges: The names of the members of each exchange.
    ///   - context: The place of the zip.
    ///   - read: The steps of an exchange.
    init(of exchanges: [Names], _ context: CaptureContext, read: @escaping Reading) {
        self.exchanges = exchanges
        readExchange = read
        super.init(context)
    }

    override func read() throws(CaptureError) -> [CaptureStep] {
        guard entryIndex < exchanges.count else {
            hasEnded = true
            return []
        }
        let steps = try readExchange(exchanges[entryIndex], place)
        entryIndex += 1
        return steps
    }

    /// Returns the error; after it come further exchanges.
    override func steps(after error: CaptureError) -> [CaptureStep] {
        defer { entryIndex += 1 }
        return [.failure(error, at: place)]
    }
}
