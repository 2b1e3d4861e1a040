internal import ProfileProcessing

/// The tables that records are kept in, made from ``ProfileRecord/columns`` so that no field is forgotten.
enum SQLiteSchema {
    /// Marks a file as results ("SAML"), so that no other database is read as such.
    static let applicationID = 0x5341_4D4C
    /// The number of this form of the tables, which is that of the records.
    static let version = ProfileRecord.schemaVersion

    /// One row a record.
    static let messageTable =
        "CREATE TABLE message (\n    "
        + ProfileRecord.columns.map { "\($0.sqlName) \($0.sqlType)" }.joined(separator: ",\n    ")
        + ")"

    private static let messageReference =
        "message_index INTEGER NOT NULL REFERENCES message (message_index) ON DELETE CASCADE"

    /// The statements that create the schema in an empty database.
    static let creation =
        [
            "PRAGMA application_id = \(applicationID)", "PRAGMA user_version = \(version)",
            messageTable,
            """
            CREATE TABLE attribute (
                \(messageReference),
                name TEXT NOT NULL,
                position INTEGER,
                value TEXT,
                claimed INTEGER NOT NULL)
            """,
            """
            CREATE TABLE reason (
                \(messageReference),
                position INTEGER NOT NULL,
                code TEXT NOT NULL,
                message TEXT NOT NULL,
                line INTEGER,
                "column" INTEGER,
                likely_cause TEXT,
                expected TEXT,
                found TEXT,
                sentence TEXT,
                searched_briefly INTEGER,
                PRIMARY KEY (message_index, position)) WITHOUT ROWID
            """,
            "CREATE VIEW result AS SELECT\n    "
                + ProfileRecord.columns.map { "\($0.sqlCell) AS \"\($0.path)\"" }
                .joined(separator: ",\n    ") + "\nFROM message",
            "CREATE TABLE checkpoint (number INTEGER PRIMARY KEY, content BLOB NOT NULL)",
        ]

    /// The statements that complete the database: creating indexes once is cheaper than updating
    /// them, and the planner gets its statistics.
    static let completion = [
        "DROP TABLE checkpoint",
        "CREATE INDEX message_by_outcome ON message (outcome)",
        "CREATE INDEX message_by_issuer ON message (issuer, outcome)",
        "CREATE INDEX message_by_response_id ON message (response_id)",
        "CREATE INDEX message_by_not_on_or_after ON message (conditions_not_on_or_after)",
        "CREATE INDEX message_by_time ON message (source_time)",
        "CREATE INDEX attribute_by_message ON attribute (message_index)",
        "CREATE INDEX attribute_by_name ON attribute (name, value)",
        "CREATE INDEX reason_by_code ON reason (code)",
        "PRAGMA analysis_limit = 1000",
        "ANALYZE",
    ]

    static let messageInsertion =
        "INSERT INTO message VALUES ("
        + ProfileRecord.columns.map(\.sqlPlaceholder).joined(separator: ", ") + ")"
    static let attributeInsertion =
        "INSERT INTO attribute VALUES (?, \(textPlaceholder), ?, \(textPlaceholder), ?)"
    static let reasonInsertion =
        "INSERT INTO reason VALUES (?, ?, "
        + Reason.columns.map(\.sqlPlaceholder).joined(separator: ", ") + ")"
    static let checkpointInsertion =
        "INSERT OR REPLACE INTO checkpoint (number, content) VALUES (1, ?)"

    /// Texts are bound as bytes, because binding them as text ends them at a NUL.
    fileprivate static let textPlaceholder = "CAST(? AS TEXT)"
}

extension RecordColumn {
    /// The path in the spelling of SQL, such as `conditions_not_on_or_after`.
    ///
    /// `index` is a word of SQL's own, and in the other tables it is the message's.
    var sqlName: String {
        guard path != "index" else { return "message_index" }
        var name = ""
        var previous: Character = "_"
        for character in path {
            if character == "." {
                name.append("_")
            } else {
                if character.isUppercase, previous.isLowercase { name.append("_") }
                name += character.lowercased()
            }
            previous = character
        }
        return name
    }

    fileprivate var sqlType: String {
        switch form {
        case .integer: path == "index" ? "INTEGER PRIMARY KEY" : "INTEGER"
        case .boolean: "INTEGER"
        case .text, .json: "TEXT"
        }
    }

    fileprivate var sqlPlaceholder: String {
        switch form {
        case .integer, .boolean: "?"
        case .text, .json: SQLiteSchema.textPlaceholder
        }
    }

    /// The SQL expression for the text of a CSV cell.
    fileprivate var sqlCell: String {
        form == .boolean ? "CASE \(sqlName) WHEN 1 THEN 'true' WHEN 0 THEN 'false' END" : sqlName
    }
}
