internal import BatchEngine
internal import XMLCore

/// Values by names that senders choose, never more of them than a limit.
///
/// Which names are kept depends on the names alone: those whose digests are the smallest. A name
/// that is kept in the end was never given up on the way, so that its value is exact, and neither
/// the order of the messages nor the way they were divided shows in the result.
struct TopNTable<Value: Addable>: Mergeable {
    private struct Row: Hashable, Sendable {
        let rank: UInt64
        var value: Value
    }

    private var rows: [ByteExactName: Row] = [:]
    /// The sum of values under names that are not kept; `nil` while all are.
    private(set) var others: Value?
    private let limit: Int
    /// The kept name that goes first, once the table is full.
    private var last: ByteExactName?

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    var isEmpty: Bool { rows.isEmpty && others == nil }

    subscript(name: ByteExactName) -> Value? { rows[name]?.value }

    /// Names and values, ordered by the bytes of the names.
    var sorted: [(name: ByteExactName, value: Value)] {
        rows.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) }
    }

    /// Names and values, in descending order of `measure`.
    func sorted(by measure: (Value) -> Int) -> [(name: ByteExactName, value: Value)] {
        sorted.enumerated().sorted { one, other in
            let (first, second) = (measure(one.element.value), measure(other.element.value))
            return first == second ? one.offset < other.offset : first > second
        }.map(\.element)
    }

    /// Changes the value of a name, which is made if there is room for it.
    mutating func update(_ name: String, _ body: (inout Value) -> Void) {
        update(ByteExactName(shortening: name), with: ()) { value, _ in body(&value) }
    }

    /// Adds something to the value of a name, which is made if there is room for it.
    ///
    /// It is passed on, as a closure that has it inside would hold a copy.
    mutating func update<Addend>(
        _ name: String, with addend: Addend, _ add: (inout Value, Addend) -> Void
    ) {
        update(ByteExactName(shortening: name), with: addend, add)
    }

    private mutating func update<Addend>(
        _ name: ByteExactName, with addend: Addend, _ add: (inout Value, Addend) -> Void
    ) {
        if let place = rows.index(forKey: name) {
            add(&rows.values[place].value, addend)
        } else if makeRoom(for: name) {
            var value = Value()
            add(&value, addend)
            rows[name] = Row(rank: name.rank, value: value)
        } else {
            updateOthers { add(&$0, addend) }
        }
    }

    private mutating func updateOthers(_ body: (inout Value) -> Void) {
        // Taken out, so that it is changed where it is and not copied.
        var value = others.take() ?? Value()
        body(&value)
        others = value
    }

    mutating func merge(_ other: TopNTable) {
        for (name, row) in other.rows { update(name, with: row.value) { $0.merge($1) } }
        if let rest = other.others { updateOthers { $0.merge(rest) } }
    }

    /// Returns whether a new name is among those to keep; the one that has to go for it is gone
    /// then.
    private mutating func makeRoom(for name: ByteExactName) -> Bool {
        guard rows.count >= limit else { return true }
        let last =
            self.last ?? rows.max { ($0.value.rank, $0.key) < ($1.value.rank, $1.key) }?.key
            ?? name
        self.last = last
        guard let row = rows[last], (name.rank, name) < (row.rank, last) else { return false }
        rows[last] = nil
        self.last = nil
        updateOthers { $0.merge(row.value) }
        return true
    }

    static func == (one: TopNTable, other: TopNTable) -> Bool {
        one.limit == other.limit && one.others == other.others && one.rows == other.rows
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(rows)
        hasher.combine(others)
    }
}

extension TopNTable: Codable {
    private enum CodingKeys: String, CodingKey {
        case limit, names, values, others
    }

    /// Writes the names in order, so that equal tables are written equally.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let sorted = sorted
        try container.encode(limit, forKey: .limit)
        try container.encode(sorted.map(\.name.text), forKey: .names)
        try container.encode(sorted.map(\.value), forKey: .values)
        try container.encodeIfPresent(others, forKey: .others)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(limit: try container.decode(Int.self, forKey: .limit))
        let names = try container.decode([String].self, forKey: .names)
        let values = try container.decode([Value].self, forKey: .values)
        guard names.count == values.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .values, in: container, debugDescription: "There is not a value a name.")
        }
        others = try container.decodeIfPresent(Value.self, forKey: .others)
        for (name, value) in zip(names, values) {
            update(ByteExactName(name), with: value) { $0.merge($1) }
        }
    }
}

extension ByteExactName {
    private static let maximumBytes = 512

    /// The name, or its beginning and a digest where it is longer than anybody reads.
    init(shortening text: String) {
        let bytes = text.utf8
        guard bytes.count > Self.maximumBytes else {
            self.init(text)
            return
        }
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        self.init("\(start)… (\(bytes.count) bytes, \(String(Self.digest(bytes), radix: 16)))")
    }

    /// The place of the name among those to keep, the same in every process.
    var rank: UInt64 { Self.digest(text.utf8) }

    /// FNV-1a, with its bits mixed.
    private static func digest(_ bytes: String.UTF8View) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 32)) &* 0xD6E8_FEB8_6659_FD93
        return hash ^ (hash >> 32)
    }
}
