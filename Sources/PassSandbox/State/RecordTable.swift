internal import XMLCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Records of one kind by key; the oldest make room for new ones.
struct RecordTable<Record: Codable & Sendable>: Sendable {
    let kind: String
    private var entries: [ByteExactName: (order: Int, record: Record)] = [:]
    private var next = 0

    init(_ kind: String) { self.kind = kind }

    subscript(key: ByteExactName) -> Record? { entries[key]?.record }

    /// Every record, in the order they were first put.
    var records: [Record] {
        entries.values.sorted { $0.order < $1.order }.map(\.record)
    }

    mutating func put(
        _ record: Record, _ key: ByteExactName, limit: Int, mirror: (any StateMirror)?
    )
        throws
    {
        try mirror?.put([UInt8](JSONEncoder().encode(record)), kind: kind, key: key.text)
        insert(record, key)
        guard entries.count > max(1, limit) else { return }
        // A tenth at once, so that a full table is not searched for every new record.
        let oldest = entries.sorted { $0.value.order < $1.value.order }
            .prefix(entries.count - max(1, limit * 9 / 10))
        for entry in oldest where entry.key != key { try remove(entry.key, mirror: mirror) }
    }

    mutating func remove(_ key: ByteExactName, mirror: (any StateMirror)?) throws {
        guard entries.removeValue(forKey: key) != nil else { return }
        try mirror?.put(nil, kind: kind, key: key.text)
    }

    mutating func removeAll() { entries = [:] }

    /// Takes back a record of this kind; one that cannot be read is skipped.
    mutating func restore(_ mirrored: MirroredRecord) {
        guard mirrored.kind == kind,
            let record = try? JSONDecoder().decode(Record.self, from: Data(mirrored.content))
        else { return }
        insert(record, ByteExactName(mirrored.key))
    }

    private mutating func insert(_ record: Record, _ key: ByteExactName) {
        entries[key] = (entries[key]?.order ?? next, record)
        next += 1
    }
}
