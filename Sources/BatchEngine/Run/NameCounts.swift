internal import XMLCore

extension Dictionary where Key == ByteExactName {
    /// The name itself, or `others` where it would be one name more than `limit`.
    ///
    /// Senders can make up names without end, so that their number has to be bounded.
    func key(_ name: ByteExactName, limit: Int, others: ByteExactName) -> ByteExactName {
        self[name] != nil || count < limit ? name : others
    }

    /// The names of `other` in the order they are merged in: sorted when not all may find room, so
    /// that every run with the same input drops the same ones.
    func mergingOrder(_ other: [ByteExactName: Value], limit: Int) -> [ByteExactName] {
        count + other.count < limit ? Array(other.keys) : other.keys.sorted()
    }
}
