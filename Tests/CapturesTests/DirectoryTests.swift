import Captures
import Foundation
import SystemPackage
import TestSupport
import XCTest

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Which files of a directory are read, and in which order.
final class DirectoryTests: XCTestCase, ReachesUnsafeCode {
    func testFilesAreReadRecursivelyInTheOrderOfTheirPathsBytes() throws {
        let folder = try temporaryFolder()
        let names = [
            "a-b", "a.b", "a/b/c", "a/x", "a/é", "a0", "B", "a/b.c", "z", "é", "\u{1F600}",
        ]
        for name in names { try folder.write("<\(name.utf8.count)/>", to: name) }
        let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        XCTAssertEqual(folder.read().map(\.file), sorted)
        XCTAssertEqual(
            sorted,
            ["B", "a-b", "a.b", "a/b.c", "a/b/c", "a/x", "a/é", "a0", "z", "é", "\u{1F600}"])
    }

    func testInputsAreReadInTheOrderGivenWithConsecutiveIndices() throws {
        let folder = try temporaryFolder()
        try folder.write("<b/>", to: "b/1.xml")
        try folder.write("{\"SAMLResponse\":\"x\"}\n{\"SAMLResponse\":\"y\"}\n", to: "b/2.ndjson")
        try folder.write("<a/>", to: "a.xml")
        let entries = folder.read(["b", "missing", "a.xml", "b/1.xml"])
        XCTAssertEqual(entries.map(\.index), [0, 1, 2, 3, 4, 5])
        XCTAssertEqual(
            entries.map(\.file),
            ["b/1.xml", "b/2.ndjson", "b/2.ndjson", "missing", "a.xml", "b/1.xml"])
        XCTAssertEqual(entries.map(\.line), [nil, 1, 2, nil, nil, nil])
        XCTAssertEqual(entries.map(\.message), ["<b/>", "x", "y", nil, "<a/>", "<b/>"])
        XCTAssertEqual(entries[3].error, CaptureError(.inputNotFound))
    }

    func testHiddenFilesAndFoldersAreLeftOutUnlessNamed() throws {
        let folder = try temporaryFolder()
        for name in [".hidden", ".git/a", "b/.c", "b/d"] { try folder.write("<x/>", to: name) }
        XCTAssertEqual(folder.read().map(\.file), ["b/d"])
        XCTAssertEqual(folder.read([".hidden", ".git"]).map(\.file), [".hidden", ".git/a"])
    }

    func testAnEmptyDirectoryHasNoEntries() throws {
        let folder = try temporaryFolder()
        try folder.createFolder("a/b")
        XCTAssertEqual(folder.read(), [])
    }

    func testLinksToFilesAreFollowedAndLinksToDirectoriesAreNot() throws {
        let folder = try temporaryFolder()
        try folder.write("<a/>", to: "inside/a.xml")
        try folder.link("inside/link.xml", to: "a.xml")
        try folder.link("inside/loop", to: "..")
        try folder.link("inside/self", to: ".")
        var reader = CaptureReader(inputs: [folder.path])
        var files: [ReadEntry] = []
        while let record = reader.next() { files.append(ReadEntry(record, in: folder)) }
        XCTAssertEqual(files.map(\.file), ["inside/a.xml", "inside/link.xml"])
        XCTAssertEqual(files.map(\.message), ["<a/>", "<a/>"])
        XCTAssertEqual(reader.skippedCount, 2)
        XCTAssertEqual(reader.openedCount, 2)
    }

    func testALinkToADirectoryThatIsNamedIsFollowed() throws {
        let folder = try temporaryFolder()
        try folder.write("<a/>", to: "inside/a.xml")
        try folder.link("link", to: "inside")
        XCTAssertEqual(folder.read(["link"]).map(\.file), ["link/a.xml"])
    }

    func testLinksThatLeadNowhereAreReported() throws {
        let folder = try temporaryFolder()
        try folder.link("circle", to: "circle")
        try folder.link("dangling", to: "nothing")
        let entries = folder.read()
        XCTAssertEqual(entries.map(\.file), ["circle", "dangling"])
        XCTAssertEqual(entries[0].error, CaptureError(.inputUnreadable))
        XCTAssertEqual(entries[1].error, CaptureError(.inputNotFound))
    }

    func testAPipeInADirectoryIsPassedOverAndCounted() throws {
        let folder = try temporaryFolder()
        try folder.write("<a/>", to: "a.xml")
        let pipe = folder.path("pipe")
        XCTAssertEqual(unsafe pipe.withPlatformString { unsafe mkfifo($0, 0o600) }, 0)
        try folder.link("toPipe", to: "pipe")
        var reader = CaptureReader(inputs: [folder.path])
        var count = 0
        while reader.next() != nil { count += 1 }
        XCTAssertEqual(count, 1)
        XCTAssertEqual(reader.skippedCount, 2)
    }

    func testALinkToAFileWithoutSizeIsPassedOver() throws {
        let folder = try temporaryFolder()
        try folder.write("<a/>", to: "a.xml")
        try folder.write("", to: ".empty")
        // As a link to a file of /proc, which may never end.
        try folder.link("log", to: ".empty")
        var reader = CaptureReader(inputs: [folder.path])
        var count = 0
        while reader.next() != nil { count += 1 }
        XCTAssertEqual(count, 1)
        XCTAssertEqual(reader.skippedCount, 1)
    }

    func testFileNamesThatAreNotUTF8AreReadToo() throws {
        let folder = try temporaryFolder()
        let bytes = folder.url.path.utf8.map { CChar(bitPattern: $0) } + [0x2F, -1, 0x61, 0]
        let path = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe FilePath(platformString: $0) }
        }
        do {
            let descriptor = try FileDescriptor.open(
                XCTUnwrap(path), .writeOnly, options: [.create], permissions: .ownerReadWrite)
            try descriptor.closeAfter { _ = try descriptor.writeAll(Array("<a/>".utf8)) }
        } catch is Errno {
            throw XCTSkip("This file system allows no file names that are not UTF-8.")
        }
        XCTAssertEqual(folder.read().map(\.message), ["<a/>"])
    }
}
