#if SQLite
internal import Foundation
internal import GRDB

/// Keeps the state of a sandbox in an SQLite file, which only its owner may read.
struct SQLiteMirror: StateMirror {
    private let database: DatabaseQueue

    /// Opens a file, or makes it.
    init(path: String) throws {
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        // A file that was there may have been anybody's to read.
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        database = try DatabaseQueue(path: path)
        try database.write { connection in
            try connection.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS record (
                        kind TEXT NOT NULL, key BLOB NOT NULL, content BLOB NOT NULL,
                        PRIMARY KEY (kind, key))
                    """)
        }
    }

    func load() throws -> [MirroredRecord] {
        try database.read { connection in
            try Row.fetchAll(
                connection, sql: "SELECT kind, key, content FROM record ORDER BY rowid"
            ).map { row in
                let key: Data = row["key"]
                let content: Data = row["content"]
                return MirroredRecord(
                    kind: row["kind"], key: String(decoding: key, as: UTF8.self),
                    content: [UInt8](content))
            }
        }
    }

    func put(_ content: [UInt8]?, kind: String, key: String) throws {
        let key = Data(key.utf8)
        try database.write { connection in
            if let content {
                try connection.execute(
                    sql: """
                        INSERT INTO record (kind, key, content) VALUES (?, ?, ?)
                        ON CONFLICT (kind, key) DO UPDATE SET content = excluded.content
                        """,
                    arguments: [kind, key, Data(content)])
            } else {
                try connection.execute(
                    sql: "DELETE FROM record WHERE kind = ? AND key = ?", arguments: [kind, key])
            }
        }
    }

    func removeAll(but kind: String) throws {
        try database.write {
            try $0.execute(sql: "DELETE FROM record WHERE kind <> ?", arguments: [kind])
        }
    }
}
#endif
