/// The storage of a sandbox's state besides memory.
protocol StateMirror: Sendable {
    /// Every record that was kept.
    func load() throws -> [MirroredRecord]
    /// Keeps a record, replacing an earlier one with the same key; removes it without content.
    func put(_ content: [UInt8]?, kind: String, key: String) throws
    /// Removes every record but those of one kind.
    func removeAll(but kind: String) throws
}

/// A record as a mirror keeps it.
struct MirroredRecord: Sendable {
    let kind: String
    let key: String
    let content: [UInt8]
}
