import Captures
import Foundation
import SystemPackage
import XCTest

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whatever cannot be read becomes an entry that says so, and reading goes on.
final class UnreadableInputTests: XCTestCase {
    func testAMissingInputIsReportedAndTheNextOneIsRead() throws {
        let folder = try temporaryFolder()
        try folder.write("<a/>", to: "a.xml")
        let entries = folder.read(["nothing", "a.xml/below", "a.xml"])
        XCTAssertEqual(
            entries.map(\.error), [.init(.inputNotFound), .init(.inputNotFound), nil])
        XCTAssertEqual(entries.map(\.message), [nil, nil, "<a/>"])
    }

    func testAFileThatVanishesAfterItWasListedIsReported() throws {
        let folder = try temporaryFolder()
        for name in ["a", "b", "c"] { try folder.write("<\(name)/>", to: name) }
        var reader = CaptureReader(inputs: [folder.path])
        let first = try ReadEntry(XCTUnwrap(reader.next()), in: folder)
        try folder.remove("b")
        let second = try ReadEntry(XCTUnwrap(reader.next()), in: folder)
        let third = try ReadEntry(XCTUnwrap(reader.next()), in: folder)
        XCTAssertEqual(first.message, "<a/>")
        XCTAssertEqual(second.file, "b")
        XCTAssertEqual(second.error, CaptureError(.inputNotFound))
        XCTAssertEqual(third.message, "<c/>")
        XCTAssertNil(reader.next())
        XCTAssertEqual(reader.openedCount, 2)
    }

    func testAFolderThatVanishesAfterItWasListedIsReported() throws {
        let folder = try temporaryFolder()
        for name in ["a", "b/x", "c"] { try folder.write("<a/>", to: name) }
        var reader = CaptureReader(inputs: [folder.path])
        XCTAssertNotNil(reader.next())
        try folder.remove("b")
        let second = try ReadEntry(XCTUnwrap(reader.next()), in: folder)
        XCTAssertEqual(second.file, "b")
        XCTAssertEqual(second.error, CaptureError(.inputNotFound))
        XCTAssertEqual(try ReadEntry(XCTUnwrap(reader.next()), in: folder).file, "c")
    }

    func testAFileThatBecomesAFolderAfterItWasListedIsReported() throws {
        let folder = try temporaryFolder()
        for name in ["a", "b"] { try folder.write("<a/>", to: name) }
        var reader = CaptureReader(inputs: [folder.path])
        XCTAssertNotNil(reader.next())
        try folder.remove("b")
        try folder.createFolder("b")
        let second = try ReadEntry(XCTUnwrap(reader.next()), in: folder)
        XCTAssertEqual(second.error, CaptureError(.inputUnreadable))
    }

    func testFilesAndFoldersThatMayNotBeReadAreReported() throws {
        let folder = try temporaryFolder()
        try folder.write("<a/>", to: "a.xml")
        try folder.write("<b/>", to: "b.xml")
        try folder.write("<c/>", to: "c/c.xml")
        try setPermissions(0o755, of: folder.url)
        try setPermissions(0o644, of: folder.url.appending(path: "b.xml"))
        try setPermissions(0, of: folder.url.appending(path: "a.xml"))
        try setPermissions(0, of: folder.url.appending(path: "c"))
        let entries = try withoutPrivileges { folder.read() }
        try setPermissions(0o755, of: folder.url.appending(path: "c"))
        XCTAssertEqual(entries.map(\.file), ["a.xml", "b.xml", "c"])
        XCTAssertEqual(
            entries.map(\.error), [.init(.inputNotPermitted), nil, .init(.inputNotPermitted)])
        XCTAssertEqual(entries[1].message, "<b/>")
    }

    func testErrorsSayWhatToDoAndNothingOfTheContent() {
        XCTAssertEqual(
            CaptureError(.inputNotPermitted).description,
            "The input is not readable; check its permissions.")
        XCTAssertEqual(
            CaptureError(.invalidJSON, at: 3).description,
            "The line, body or file is not a JSON object, is cut off, or nests deeper than 64 "
                + "levels (at byte 3).")
        let descriptions = CaptureError.Code.allCases.map { CaptureError($0).description }
        XCTAssertEqual(Set(descriptions).count, descriptions.count)
        XCTAssertTrue(descriptions.allSatisfy { $0.hasSuffix(".") })
    }

    private func setPermissions(_ permissions: Int, of url: URL) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions], ofItemAtPath: url.path)
    }

    /// Runs `body` as a user whom permissions bind; the superuser reads everything.
    private func withoutPrivileges<Value>(_ body: () throws -> Value) throws -> Value {
        guard geteuid() == 0 else { return try body() }
        let nobody: uid_t = 65_534
        guard seteuid(nobody) == 0 else {
            throw XCTSkip("The superuser reads every file and may not become someone else here.")
        }
        defer { XCTAssertEqual(seteuid(0), 0) }
        return try body()
    }
}
