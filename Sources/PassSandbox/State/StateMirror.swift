/// The storage of a sandbox's state besides memory.
package protocol StateMirror: Sendable {
    /// Every record that was kept.
    func load() throws -> [MirroredRecord]
    /// Keeps a record in place of an earlier one with the same key; removes it without content.
    func put(_ content: [UInt8]?, kind: String, key: String) throws
    /// Removes every record but those of one kind.
    func removeAll(but kind: String) throws
}

/// A record as a mirror keeps it.
package struct MirroredRecord: Sendable {
    package let kind: String
    package let key: String
    package let content: [UInt8]
}
