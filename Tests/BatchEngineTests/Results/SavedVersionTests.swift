import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import BatchEngine
@testable import ProfileProcessing

/// Results and journals say which version they have, and what another one wrote is known as that.
final class SavedVersionTests: XCTestCase {
    private func entries(
        _ name: String, in folder: URL = SavedResultsFixture.folder
    ) throws -> [ResultEntry] {
        var entries: [ResultEntry] = []
        let path = folder.appending(path: name).path
        let account = try SavedResults(path: path).forEach { entries.append($0) }
        XCTAssertEqual(account.brokenCount, 0)
        return entries
    }

    func testResultsOfTheFirstReleaseAreRead() throws {
        let lines = try entries("results.ndjson")
        XCTAssertEqual(lines.count, 25)
        XCTAssertEqual(Set(lines.map(\.outcome)), [.accepted, .rejected, .malformed])
        XCTAssertEqual(try entries("results.csv"), lines)
        #if SQLite
        XCTAssertEqual(try entries("results.sqlite"), lines)
        #endif
    }

    func testAPartOfATableOfTheFirstReleaseIsRead() throws {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let table = try Data(
            contentsOf: SavedResultsFixture.folder.appending(path: "results.csv"))
        let rows = table.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        var entries: [ResultEntry] = []
        _ = try SavedResults(path: folder.write(rows, to: "part.csv")).forEach {
            entries.append($0)
        }
        XCTAssertEqual(entries, try self.entries("results.ndjson"))
    }

    func testResultsOfVersion3AreReadAndAcceptedIsUnverifiedWhereNoKeyWasTrusted() throws {
        func entries(_ name: String) throws -> [ResultEntry] {
            try self.entries(name, in: SavedResultsFixture.third)
        }
        let verified = try entries("verified.ndjson")
        XCTAssertEqual(
            verified.map(\.outcome), [.accepted, .rejected, .rejected, .notJudged, .malformed])
        let unverified = try entries("unverified.ndjson")
        XCTAssertEqual(
            unverified.map(\.outcome),
            [.unverified, .unverified, .unverified, .notJudged, .malformed])
        XCTAssertEqual(try entries("verified.csv"), verified)
        XCTAssertEqual(try entries("unverified.csv"), unverified)
        #if SQLite
        XCTAssertEqual(try entries("verified.sqlite"), verified)
        XCTAssertEqual(try entries("unverified.sqlite"), unverified)
        #endif
    }

    func testAPartOfATableOfVersion3IsRead() throws {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let table = try Data(
            contentsOf: SavedResultsFixture.third.appending(path: "unverified.csv"))
        let rows = table.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        let path = try folder.write(rows, to: "part.csv")
        XCTAssertEqual(
            try entries("part.csv", in: URL(filePath: path).deletingLastPathComponent()),
            try entries("unverified.ndjson", in: SavedResultsFixture.third))
    }

    func testRecordsOfALaterVersionAreRefused() throws {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        for text in [
            #"{"schema":5,"index":0,"outcome":"accepted"}"#, "schema,index,outcome\r\n5,0,accepted",
            #"{"schema":99999999999999999999,"index":0,"outcome":"accepted"}"#,
        ] {
            let path = try folder.write(Array(text.utf8), to: "results")
            XCTAssertThrowsError(try SavedResults(path: path).forEach { _ in }, text) { error in
                XCTAssertEqual((error as? SavedResultsError)?.code, .newerVersion)
            }
        }
    }

    func testJournalsOfTheFirstReleaseAreKnownAsSuch() throws {
        for name in ["unfinished.ndjson.journal", "unfinished.sqlite.journal"] {
            let journal = try RunJournal(
                reading: Array(
                    Data(contentsOf: SavedResultsFixture.folder.appending(path: name))))
            XCTAssertEqual(journal.entries.count, 2)
            for entry in journal.entries {
                XCTAssertEqual(CheckpointOutline.version(of: entry.checkpoint), 1)
                XCTAssertNil(CheckpointOutline(reading: entry.checkpoint))
            }
        }
    }

    func testEveryFormatSaysItsVersion() {
        let record = ProfileRecord(index: 0, source: .init(), byteCount: 0)
        XCTAssertTrue(
            String(decoding: record.json, as: UTF8.self).hasPrefix(#"{"schema":4,"index":0,"#))
        XCTAssertTrue(RecordFormat.csv.header.starts(with: "schema,index,".utf8))
        XCTAssertEqual(SQLiteSchema.version, 4)
    }
}
