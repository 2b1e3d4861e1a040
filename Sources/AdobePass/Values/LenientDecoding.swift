// How the wire values are read: a member whose type differs between Adobe's tables, samples and
// figures is read in every one of those types.

/// The name of a documented member.
///
/// An error may quote it, unlike a key that is data itself.
protocol WireKey: CodingKey {}

/// The name of a documented member that may be of another type, or absent.
///
/// What the compiler writes for a type with such keys reads its members by the rules below.
protocol LenientKey: WireKey {}

/// A key that is data: the MVPD in a map of profiles.
struct MapKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer {
    /// The text of a member, a string or a number or truth value as text; `nil` if it is absent or
    /// none of them.
    func text(_ key: Key) throws -> String? {
        switch try decodeIfPresent(Pass.JSONValue.self, forKey: key) {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .bool(let flag): String(flag)
        case .null, .array, .object, nil: nil
        }
    }

    /// The truth value of a member, a Boolean or a string with one; `nil` if it is absent or none.
    func flag(_ key: Key) throws -> Bool? {
        try decodeIfPresent(Pass.JSONValue.self, forKey: key)?.flag
    }

    /// The integer of a member, a number or a string with one.
    func integer(_ key: Key) throws -> Int64 {
        try decode(LenientInteger.self, forKey: key).value
    }

    /// The integer of a member; `nil` if it is absent.
    func integerIfPresent(_ key: Key) throws -> Int64? {
        try decodeIfPresent(LenientInteger.self, forKey: key)?.value
    }

    /// A vocabulary's word; `nil` if the member is absent.
    func word<Word: Pass.Word>(_ key: Key) throws -> Word? {
        try text(key).map(Word.init(rawValue:))
    }

    /// The items of a list; none if the member is absent or null.
    func list<Item: Decodable>(_ key: Key) throws -> [Item] {
        try decodeIfPresent([Item].self, forKey: key) ?? []
    }
}

extension KeyedDecodingContainer where Key: LenientKey {
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try text(key) }

    func decodeIfPresent<Word: Pass.Word>(_ type: Word.Type, forKey key: Key) throws -> Word? {
        try word(key)
    }

    /// A switch that is absent is off.
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try flag(key) ?? false }

    func decode<Item: Decodable>(_ type: [Item].Type, forKey key: Key) throws -> [Item] {
        try list(key)
    }
}
