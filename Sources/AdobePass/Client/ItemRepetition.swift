extension Sender {
    /// Asks again for those items of a list that are worth it, as often as other requests are repeated.
    ///
    /// - Parameters:
    ///   - items: The items of the first answer.
    ///   - attempts: How often a request may still be sent.
    ///   - isWorthRetrying: Whether to ask for an item again.
    ///   - isSame: Whether two items answer the same question.
    ///   - ask: Asks for the items that are worth it.
    /// - Returns: The items, each as it was answered last.
    /// - Throws: What asking throws.
    func repeating<Item: Sendable>(
        _ items: [Item], attempts: inout Int, isWorthRetrying: (Item) -> Bool,
        isSame: (Item, Item) -> Bool,
        ask: ([Item], inout Int) async throws(Pass.ExchangeError) -> [Item]
    ) async throws(Pass.ExchangeError) -> [Item] {
        var items = items
        var retries = 0
        while retries < retry.maximumRetries, attempts > 0 {
            let open = items.filter(isWorthRetrying)
            guard !open.isEmpty else { break }
            retries += 1
            try await pause(retry.delay(before: retries, jitter: jitter()))
            let answers = try await ask(open, &attempts)
            items = items.map { item in
                guard isWorthRetrying(item) else { return item }
                return answers.first { isSame($0, item) } ?? item
            }
        }
        return items
    }
}
