import Foundation
import SystemPackage
import TestSupport
import XCTest

@testable import Captures

/// The directory of zip files.
final class ZipDirectoryTests: XCTestCase, ReachesUnsafeCode {
    /// A zip with zip64 records, written by Python.
    private func zip64() throws -> [UInt8] {
        let folder = try temporaryFolder()
        _ = try Tool.run(
            "python3",
            [
                "-c",
                """
                import sys, zipfile
                z = zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED)
                for n in range(3):
                    with z.open(f"request_{n}_1", "w", force_zip64=True) as f: f.write(b"{}" * n)
                z.comment = b"a comment"
                zipfile.ZIP64_LIMIT = 0
                z.close()
                """, folder.path("a.zip").string,
            ], input: [])
        var bytes = Array(try Data(contentsOf: folder.url.appending(path: "a.zip")))
        // Python writes numbers that fit into the old record, too.
        let end = try XCTUnwrap(
            bytes.indices.last { bytes[$0...].starts(with: [0x50, 0x4B, 5, 6]) })
        for offset in 8..<20 { bytes[end + offset] = 0xFF }
        return bytes
    }

    func testTheRecordsOfZip64AreRead() throws {
        let bytes = try zip64()
        XCTAssertTrue(
            bytes.indices.contains { bytes[$0...].starts(with: [0x50, 0x4B, 6, 6]) }, "no zip64")
        let file = RandomAccess.held(bytes)
        let directory = try ZipDirectory(file, limits: .standard)
        XCTAssertEqual(directory.entries.map(\.unpackedCount), [0, 2, 4])
        let members = try ZipMembers(
            directory, unpacking: ZipUnpacking(file, limits: .standard))
        XCTAssertEqual(
            try members.content(of: "request_2_1", limit: 10).bytes, Array("{}{}".utf8))
        let short = try members.content(of: "request_2_1", limit: 3)
        XCTAssertEqual(short.bytes, Array("{}{".utf8))
        XCTAssertFalse(short.isWhole)
    }

    func testMoreMembersThanTheLimitAreRefused() throws {
        let file = RandomAccess.held(try zip64())
        XCTAssertThrowsError(
            try ZipDirectory(file, limits: DecompressionLimits(memberCount: 2))
        ) { XCTAssertEqual($0 as? CaptureError, CaptureError(.memberLimit)) }
    }

    func testAnnouncedNumbersAreNeverBelieved() throws {
        let bytes = try zip64()
        let end = try XCTUnwrap(
            bytes.indices.last { bytes[$0...].starts(with: [0x50, 0x4B, 6, 6]) })
        for field in [32, 40, 48] {
            var changed = bytes
            for offset in 0..<8 { changed[end + field + offset] = 0x7F }
            XCTAssertThrowsError(try ZipDirectory(.held(changed), limits: .standard), "\(field)")
        }
    }

    func testNamesAreSortedByTheNumbersInThem() {
        let names = ["10-a", "2-b", "2-a", "010-b", "x", "", "2", "request_9_1", "request_10_0"]
        XCTAssertEqual(
            names.sorted { $0.isNumbered(before: $1) },
            ["", "2", "2-a", "2-b", "10-a", "010-b", "request_9_1", "request_10_0", "x"])
    }
}
