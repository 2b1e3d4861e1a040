#if SQLite
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import GRDB
internal import ProfileProcessing
internal import WireText
internal import SAML2
internal import XMLCore

/// The prepared statements that put a record into the tables.
struct SQLiteInsertion {
    private let message: Statement
    private let attribute: Statement
    private let reason: Statement

    init(_ database: Database) throws {
        message = try database.cachedStatement(sql: SQLiteSchema.messageInsertion)
        attribute = try database.cachedStatement(sql: SQLiteSchema.attributeInsertion)
        reason = try database.cachedStatement(sql: SQLiteSchema.reasonInsertion)
    }

    func insert(_ record: ProfileRecord) throws {
        let index = record.index.databaseValue
        try message.execute(
            arguments: StatementArguments(
                record.values.map { $0?.databaseValue ?? .null }))
        try insert(record.verified.attributes, isClaimed: false, of: index)
        try insert(record.claimed?.unverified.attributes ?? [], isClaimed: true, of: index)
        for (position, reason) in record.reasons.enumerated() {
            let values = reason.values.map { $0?.databaseValue ?? .null }
            try self.reason.execute(
                arguments: StatementArguments([index, position.databaseValue] + values))
        }
    }

    private func insert(
        _ attributes: [SAML.SelectedAttribute], isClaimed: Bool, of index: DatabaseValue
    ) throws {
        let texts = ValueTexts(of: attributes)
        let claimed = isClaimed.databaseValue
        for (item, texts) in zip(attributes, texts.byItem) {
            let name = Self.bytes(item.name)
            // An attribute without values is there, too.
            guard !texts.isEmpty else {
                try attribute.execute(arguments: [index, name, nil, nil, claimed])
                continue
            }
            for (position, text) in texts.enumerated() {
                let text = text.map(Self.bytes) ?? .null
                try attribute.execute(arguments: [
                    index, name, position.databaseValue, text, claimed,
                ])
            }
        }
    }

    fileprivate static func bytes(_ text: String) -> DatabaseValue {
        Data(text.utf8).databaseValue
    }
}

extension JSONValue {
    /// The value as it is bound: text as bytes, lists and maps as the bytes of their JSON.
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .boolean(let value): value.databaseValue
        case .integer(let value): value.databaseValue
        case .number(let value): value.databaseValue
        case .string(let text): SQLiteInsertion.bytes(text)
        case .plain(let text): Data(text).databaseValue
        case .array, .object: Data(bytes).databaseValue
        }
    }
}
#endif
