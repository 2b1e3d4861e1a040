import Foundation
import SystemPackage
import TestSupport
import XCTest

@testable import Captures

/// Archives and the compressions that only libarchive knows.
final class ArchiveTests: XCTestCase, ReachesUnsafeCode {
    #if Archives
    /// A folder to pack, with what is in it and what of it gives a message.
    private func packed(_ name: String, _ command: String) throws -> TemporaryFolder {
        let source = try temporaryFolder()
        try source.write("<a/>", to: "a.xml")
        try source.write("{\"SAMLResponse\":\"b\"}\n{\"SAMLResponse\":\"c\"}\n", to: "in/b.ndjson")
        try source.write(
            try Tool.run("gzip", ["-c"], input: Array("SAMLResponse\nd\n".utf8)), to: "in/d.csv.gz")
        try source.write("<no/>", to: ".hidden/e.xml")
        try source.write("<no/>", to: "__MACOSX/._a.xml")
        let target = try temporaryFolder()
        let archive = target.path(name).string
        _ = try Tool.run(
            "sh", ["-c", "cd \"$1\" && " + command, "sh", source.url.path, archive], input: [])
        return target
    }

    private let files = "a.xml in/b.ndjson in/d.csv.gz .hidden/e.xml __MACOSX/._a.xml"

    private func assertPacked(_ name: String, _ command: String, line: UInt = #line) throws {
        let folder = try packed(name, command)
        var reader = CaptureReader(inputs: [folder.path])
        var entries: [ReadEntry] = []
        while let record = reader.next() { entries.append(ReadEntry(record, in: folder)) }
        XCTAssertEqual(entries.map(\.error), [nil, nil, nil, nil], name, line: line)
        XCTAssertEqual(entries.map(\.message), ["<a/>", "b", "c", "d"], name, line: line)
        XCTAssertEqual(
            entries.map(\.file),
            ["a.xml", "in/b.ndjson", "in/b.ndjson", "in/d.csv.gz"].map { "\(name)/\($0)" },
            name, line: line)
        XCTAssertEqual(entries.map(\.line), [nil, 1, 2, 2], name, line: line)
        XCTAssertEqual(reader.passedOverCount, 2, name, line: line)
        XCTAssertEqual(reader.openedCount, 1, name, line: line)
    }

    func testEveryFileOfATarArchiveIsReadHoweverItIsWrittenAndCompressed() throws {
        for format in ["ustar", "gnu", "pax", "v7"] {
            try assertPacked("a.tar", "tar --format=\(format) -cf \"$2\" \(files)")
        }
        for flag in ["-z", "-j", "-J", "--zstd"] {
            try assertPacked("a.packed", "tar \(flag) -cf \"$2\" \(files)")
        }
        try assertPacked("b.tar", "tar -cf \"$2\" ./a.xml ./in/b.ndjson \(files.dropFirst(18))")
    }

    func testEmptyFilesOfAnArchiveAreCountedInBlocks() throws {
        let folder = try packed(
            "a.tar.gz", "for i in $(seq 1500); do : >e$i; done; tar -czf \"$2\" e* a.xml")
        var options = CaptureReader.Options()
        options.countsEntriesWithoutMessage = true
        var reader = CaptureReader(inputs: [folder.path], options: options)
        var counts: [Int] = []
        var messageCount = 0
        while let record = reader.next() {
            if let entries = record.entriesWithoutMessage {
                counts.append(entries.count)
            } else {
                messageCount += 1
            }
        }
        XCTAssertEqual(counts.reduce(0, +), 1500)
        XCTAssertEqual(counts.count, 2)
        XCTAssertEqual(messageCount, 1)
        XCTAssertEqual(reader.passedOverCount, 1500)
    }

    func testEveryFileOfAZipArchiveIsReadAlsoWhereItWasWrittenToAPipe() throws {
        try assertPacked("a.zip", "zip -q \"$2\" \(files)")
        try assertPacked("a.zip", "zip -q0 \"$2\" \(files)")
        try assertPacked("a.zip", "zip -q - \(files) | cat > \"$2\"")
    }

    func testLinksAreNoFiles() throws {
        let folder = try packed(
            "a.tar", "ln -s a.xml l && ln a.xml h && tar -cf \"$2\" a.xml h l in")
        var reader = CaptureReader(inputs: [folder.path])
        while reader.next() != nil {}
        XCTAssertEqual(reader.passedOverCount, 2)
    }

    func testOtherCompressionsOfOneFileAreRead() throws {
        let lines = Array("{\"SAMLResponse\":\"a\"}\n{\"SAMLResponse\":\"b\"}\n".utf8)
        let folder = try temporaryFolder()
        for tool in ["xz", "bzip2", "zstd"] {
            let compressed = try Tool.run(tool, ["-c"], input: lines)
            try folder.write(compressed, to: "a")
            XCTAssertEqual(folder.read().map(\.message), ["a", "b"], tool)
            try folder.write(Array(compressed.dropLast(6)), to: "a")
            XCTAssertEqual(folder.read().last?.error?.code, .invalidCompression, tool)
        }
    }

    func testAnEncryptedMemberIsReportedAndTheNextOneIsRead() throws {
        let folder = try packed(
            "a.zip", "zip -q -P secret \"$2\" in/b.ndjson && zip -q \"$2\" a.xml")
        let entries = folder.read()
        XCTAssertEqual(entries.map(\.error), [CaptureError(.encryptedMember), nil])
        XCTAssertEqual(entries.map(\.file), ["a.zip/in/b.ndjson", "a.zip/a.xml"])
    }

    func testArchivesInArchivesAreReadTwoDeep() throws {
        let folder = try packed(
            "a.tar",
            "tar -cf 1.tar a.xml && tar -cf 2.tar 1.tar && tar -cf \"$2\" 1.tar 2.tar a.xml")
        let entries = folder.read()
        XCTAssertEqual(
            entries.map(\.file), ["a.tar/1.tar/a.xml", "a.tar/2.tar/1.tar", "a.tar/a.xml"])
        XCTAssertEqual(entries.map(\.error), [nil, CaptureError(.nestingLimit), nil])
    }

    func testLimitsAreKept() throws {
        let folder = try packed("a.tar", "tar -cf \"$2\" \(files)")
        let members = folder.read(
            options: .init(decompression: DecompressionLimits(memberCount: 2)))
        XCTAssertEqual(members.last?.error, CaptureError(.memberLimit))
        XCTAssertEqual(members.map(\.message), ["<a/>", "b", "c", nil])
        let bomb = try packed(
            "bomb.zip", "head -c 12582912 /dev/zero > z && zip -q \"$2\" z a.xml")
        let strict = DecompressionLimits(freeByteCount: 1 << 20)
        XCTAssertEqual(
            bomb.read(options: .init(format: .lines, decompression: strict)).map(\.error),
            [CaptureError(.expansionLimit)])
    }

    func testWhereverAnArchiveIsCutOffItEndsInAtMostOneErrorAndLosesNothingBefore() throws {
        for (name, command) in [
            ("a.tar", "tar -cf \"$2\" \(files)"), ("a.zip", "zip -q \"$2\" \(files)"),
        ] {
            let whole = try Array(
                Data(contentsOf: try packed(name, command).url.appending(path: name)))
            let folder = try temporaryFolder()
            var previous = 0
            // Around every header and block, and now and then between them.
            let borders =
                name == "a.zip"
                ? whole.indices.dropLast().filter { whole[$0...].starts(with: [0x50, 0x4B]) }
                : Array(stride(from: 512, to: whole.count, by: 512))
            let cuts =
                borders.flatMap { [$0 - 1, $0, $0 + 1, $0 + 5, $0 + 29] }
                + stride(from: 600, to: whole.count, by: name == "a.zip" ? 13 : 499)
            for count in Set(cuts).sorted() where (600..<whole.count).contains(count) {
                try folder.write(Array(whole.prefix(count)), to: "x")
                let entries = folder.read()
                let messages = entries.compactMap(\.message)
                XCTAssertLessThanOrEqual(entries.count { $0.error != nil }, 1, "\(name) \(count)")
                // A message that was cut off itself counts once more than it is whole.
                XCTAssertGreaterThanOrEqual(messages.count, previous - 1, "\(name) \(count)")
                previous = messages.count
            }
            XCTAssertGreaterThan(previous, 2, name)
        }
    }
    #else
    func testWithoutTheTraitAnArchiveIsReportedWithTheBuildThatReadsIt() throws {
        let folder = try temporaryFolder()
        try folder.write([0x50, 0x4B, 3, 4, 0, 0], to: "a.zip")
        try folder.write([0x28, 0xB5, 0x2F, 0xFD, 0], to: "b.zst")
        try folder.write("<c/>", to: "c.xml")
        var reader = CaptureReader(inputs: [folder.path])
        var entries: [ReadEntry] = []
        while let record = reader.next() { entries.append(ReadEntry(record, in: folder)) }
        XCTAssertEqual(
            entries.map(\.error?.code), [.archivesUnavailable, .archivesUnavailable, nil])
        XCTAssertEqual(
            entries[0].error?.description.contains("swift build --traits Archives"), true)
        XCTAssertEqual(reader.openedCount, 3)
    }

    func testATarArchiveIsToldByItsChecksum() throws {
        let folder = try temporaryFolder()
        try folder.write("<a/>", to: "a.xml")
        for format in ["ustar", "gnu", "pax", "v7"] {
            let tar = try Tool.run(
                "tar", ["--format=\(format)", "-C", folder.url.path, "-c", "a.xml"], input: [])
            XCTAssertEqual(PackedContent(detecting: tar[...]), .archive, format)
            var changed = tar
            changed[3] ^= 1
            XCTAssertNil(PackedContent(detecting: changed[...]), format)
        }
        XCTAssertNil(PackedContent(detecting: [UInt8](repeating: 0, count: 512)[...]))
    }
    #endif
}
