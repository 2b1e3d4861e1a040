@_spi(Fuzzing) import XMLCore

/// The cost of reading floods in two sizes.
///
/// What is done with XML is counted, the same on every machine; everything else shows in the time of this thread.
package enum FloodCost {
    /// Returns the floods that cost more than in proportion to their size, with both costs.
    ///
    /// - Parameters:
    ///   - size: The smaller size; the larger one is four times that size.
    ///   - body: What to do with a document.
    /// - Returns: A sentence for each flood, none if the cost of each is in proportion to its size.
    /// - Throws: What `body` throws.
    package static func excesses(from size: Int = 20_000, _ body: ([UInt8]) throws -> Void) throws
        -> [String]
    {
        try Flood.all().compactMap { flood in
            let small = flood.document(ofSize: size)
            let large = flood.document(ofSize: 4 * size)
            let growth = Double(large.count) / Double(small.count)
            let (one, four) = (try work(small, body), try work(large, body))
            guard Double(four) <= Double(one) * growth * 1.125 + 65_536 else {
                return "\(flood.name): \(one) events, then \(four)"
            }
            let ratio = try LinearCost.growth(from: 1) { number in
                try body(number == 1 ? small : large)
            }
            return ratio < 10 ? nil : "\(flood.name): \(ratio) times the time"
        }
    }

    private static func work(_ bytes: [UInt8], _ body: ([UInt8]) throws -> Void) throws -> Int {
        try XML.Work.measuring { try body(bytes) }.work.total
    }
}
