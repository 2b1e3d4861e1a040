import CZlib
import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Files that are compressed by gzip.
final class GzipTests: XCTestCase, ReachesUnsafeCode {
    private let lines = "{\"SAMLResponse\":\"a\"}\n{\"SAMLResponse\":\"b\"}\n"

    func testEveryFormatMayBeInside() throws {
        let folder = try temporaryFolder()
        for (name, text, count) in [
            ("a.ndjson.gz", lines, 2), ("b.xml.gz", "<a/>", 1),
            ("c", "{\n\"SAMLResponse\":\"a\"}", 1),
            ("d.txt.gz", "SAMLResponse=x\nSAMLResponse=yz&RelayState=a\n", 2),
            (
                "e.har.gz",
                #"{"log":{"entries":[{"request":{"url":"https://e.example/?SAMLRequest=f"}}]}}"#, 1
            ),
        ] {
            try folder.write(text, to: "plain")
            try folder.write(try Tool.run("gzip", ["-c"], input: Array(text.utf8)), to: name)
            let plain = folder.read(["plain"])
            let inside = folder.read([name])
            XCTAssertEqual(inside.map(\.message), plain.map(\.message), name)
            XCTAssertEqual(inside.map(\.line), plain.map(\.line), name)
            XCTAssertEqual(inside.compactMap(\.message).count, count, name)
            XCTAssertEqual(inside.map(\.file), .init(repeating: name, count: count), name)
        }
    }

    func testWhatIsConsumedIsCountedAsItIsOnTheDisk() throws {
        let folder = try temporaryFolder()
        let packed = try Tool.run("gzip", ["-c"], input: Array("<a/>".utf8))
        try folder.write(packed, to: "1.xml.gz")
        try folder.write("<b/>\n", to: "2.xml")
        var reader = CaptureReader(inputs: [folder.path])
        XCTAssertEqual(reader.consumedByteCount, 0)
        while reader.next() != nil {}
        XCTAssertEqual(reader.consumedByteCount, packed.count + 5)
    }

    func testTheExtensionBelowTheOneOfGzipTellsTheFormat() throws {
        let folder = try temporaryFolder()
        let text = "garbage\n{\"SAMLResponse\":\"a\"}\n"
        try folder.write(try Tool.run("gzip", ["-c"], input: Array(text.utf8)), to: "a.ndjson.gz")
        XCTAssertEqual(folder.read().map(\.message), ["a"])
    }

    func testSeveralMembersAreOneContentAndZerosAfterThemAreIgnored() throws {
        let first = try Tool.run("gzip", ["-c"], input: Array("{\"SAMLResponse\":".utf8))
        let second = try Tool.run("gzip", ["-9c"], input: Array("\"a\"}\n".utf8))
        let empty = try Tool.run("gzip", ["-c"], input: [])
        let padding = [UInt8](repeating: 0, count: 700_000)
        let folder = try temporaryFolder()
        try folder.write(first + empty + second + padding, to: "a")
        XCTAssertEqual(folder.read().map(\.message), ["a"])
        XCTAssertEqual(folder.read().map(\.error), [nil])
    }

    func testWhatFollowsTheLastMemberIsReportedAfterIt() throws {
        let folder = try temporaryFolder()
        let compressed = try Tool.run("gzip", ["-c"], input: Array(lines.utf8))
        for rest: [UInt8] in [[1], [0x1F], [0, 0x1F, 0x8B], [0x1F, 0x8B, 0x00]] {
            try folder.write(compressed + rest, to: "a")
            let entries = folder.read()
            XCTAssertEqual(entries.map(\.message), ["a", "b", nil], "\(rest)")
            XCTAssertEqual(entries.last?.error?.code, .invalidCompression, "\(rest)")
        }
    }

    func testWhereverAFileIsCutOffTheLinesBeforeAreGivenAndOneErrorFollows() throws {
        let text = (0..<50).map { "{\"SAMLResponse\":\"\($0 * 7919)\"}\n" }.joined()
        let compressed = try Tool.run("gzip", ["-c"], input: Array(text.utf8))
        let folder = try temporaryFolder()
        var previousCount = 0
        // In the header and the trailer at every byte.
        let last = compressed.count - 1
        let cuts = Array(2...20) + stride(from: 23, to: last - 12, by: 7) + ((last - 12)...last)
        for count in cuts {
            try folder.write(Array(compressed.prefix(count)), to: "a")
            let entries = folder.read()
            XCTAssertEqual(
                entries.last?.error, CaptureError(.invalidCompression, at: count), "\(count)")
            let messages = entries.dropLast().map(\.message)
            XCTAssertEqual(messages, messages.indices.map { "\($0 * 7919)" }, "\(count)")
            XCTAssertGreaterThanOrEqual(messages.count, previousCount)
            previousCount = messages.count
        }
        XCTAssertEqual(previousCount, 50)
    }

    func testADamagedChecksumIsReportedAfterTheLines() throws {
        let folder = try temporaryFolder()
        var compressed = try Tool.run("gzip", ["-c"], input: Array(lines.utf8))
        compressed[compressed.count - 8] ^= 1
        try folder.write(compressed, to: "a")
        XCTAssertEqual(folder.read().map(\.message), ["a", "b", nil])
        XCTAssertEqual(folder.read().last?.error?.code, .invalidCompression)
    }

    func testEverySplitIntoBlocksGivesTheSame() throws {
        let compressed = try Tool.run("gzip", ["-c"], input: Array(lines.utf8))
        let twice = compressed + compressed + [0, 0]
        for place in 1..<twice.count {
            for source: any ByteSource in [
                SplitSource(twice, at: place), PieceSource(twice, pieceSize: place),
            ] {
                let gzip = try GzipSource(ByteReader(source), limits: .standard)
                var output: [UInt8] = []
                while try gzip.read(upTo: place, into: &output) > 0 {}
                XCTAssertEqual(String(decoding: output, as: UTF8.self), lines + lines, "\(place)")
            }
        }
    }

    func testABombIsDefused() throws {
        let folder = try temporaryFolder()
        try folder.write(try Self.bomb(megabytes: 72), to: "bomb")
        // What is free by the standard limits comes to the same as less that is free.
        let limits = DecompressionLimits.standard
        XCTAssertEqual([limits.expansionRatio, limits.freeByteCount], [500, 64 << 20])
        XCTAssertEqual(
            folder.read(options: .init(format: .lines)).map(\.error),
            [CaptureError(.expansionLimit)])
        XCTAssertEqual(
            folder.read(options: .init(format: .message)).map(\.error?.code),
            [.inputTooLarge])
        try folder.write(try Self.bomb(megabytes: 12), to: "bomb")
        let strict = DecompressionLimits(freeByteCount: 1 << 20)
        XCTAssertEqual(
            folder.read(options: .init(decompression: strict)).map(\.error?.code),
            [.expansionLimit])
        XCTAssertEqual(
            folder.read(options: .init(format: .ndjson, decompression: strict)).map(\.error),
            [CaptureError(.expansionLimit)])
        let free = DecompressionLimits(expansionRatio: 2000, freeByteCount: 1 << 20)
        XCTAssertEqual(
            folder.read(
                options: .init(format: .lines, entryByteCount: 8 << 20, decompression: free)
            ).map(\.error?.code), [.inputTooLarge])
    }

    func testLayersOfCompressionCountTogetherAndAreLimited() throws {
        let folder = try temporaryFolder()
        var layers = try Self.bomb(megabytes: 12)
        layers = try Tool.run("gzip", ["-c"], input: layers)
        try folder.write(layers, to: "bomb")
        // Neither layer alone unfolds as much.
        let strict = DecompressionLimits(expansionRatio: 1100, freeByteCount: 1 << 20)
        XCTAssertEqual(
            folder.read(options: .init(format: .lines, decompression: strict)).map(\.error),
            [CaptureError(.expansionLimit)])
        var text = Array(lines.utf8)
        for depth in 1...5 {
            text = try Tool.run("gzip", ["-c"], input: text)
            try folder.write(text, to: "layers")
            XCTAssertEqual(
                folder.read(["layers"]).map(\.error),
                depth <= 4 ? [nil, nil] : [CaptureError(.nestingLimit)])
        }
    }

    /// Many zeros, compressed as far as gzip can.
    private static func bomb(megabytes: Int) throws -> [UInt8] {
        try Tool.run(
            "sh", ["-c", "head -c \(megabytes << 20) /dev/zero | gzip -9"], input: [])
    }
}
