import Foundation
import SystemPackage
import TestSupport
import XCTest

@testable import Captures

#if Archives
/// Formats whose files are zips, by the samples and the separate reader's list of what is in them.
final class ZipContainerTests: XCTestCase, ReachesUnsafeCode {
    private let samples = [
        "synthetic/synthetic-charles.chlz", "synthetic/synthetic-proxyman.proxymanlogv2",
        "synthetic/synthetic-proxyman.proxymansessionv2", "real/playwright-1.65-attach.har.zip",
        "real/playwright-1.65-trace.zip",
    ]

    func testTheExchangesOfEverySampleAreThoseOfTheList() throws {
        for sample in samples { try SampleOracle.check(sample, readAs: "capture") }
    }

    func testTheExchangesOfFiddlerAreThoseOfTheListButForItsOwnAnswer() throws {
        let name = "synthetic/synthetic-fiddler.saz"
        // The list has status 502 where Fiddler says that there was no response.
        try SampleOracle.check(name, readAs: "capture", unanswered: [4])
        let failed = try SampleOracle.exchanges(of: name)[4]
        XCTAssertEqual(failed.outcome, .failed("Fiddler - Connection Failed"))
        XCTAssertEqual(failed.responseBody.bytes.count, 572)
        XCTAssertEqual(failed.comment, "failed")
        XCTAssertEqual(failed.client, "192.0.2.77")
        XCTAssertEqual(failed.server, "192.0.2.10")
    }

    func testAFileAndItsBytesInPiecesGiveTheSame() throws {
        let folder = try temporaryFolder()
        for sample in samples + ["synthetic/synthetic-fiddler.saz"] {
            let bytes = try captureSample(sample)
            try folder.write(bytes, to: "capture")
            let file = folder.read().map(\.message)
            XCTAssertGreaterThan(file.compactMap { $0 }.count, 1, sample)
            XCTAssertEqual(file.count, file.compactMap { $0 }.count, sample)
            for size in [1, 7, 4096, .max] {
                XCTAssertEqual(
                    steps(of: bytes, pieceSize: size).count, file.count + passedOver(bytes),
                    "\(sample) in pieces of \(size)")
            }
        }
    }

    private func passedOver(_ bytes: [UInt8]) -> Int {
        steps(of: bytes).count { if case .passedOver = $0 { true } else { false } }
    }

    private func steps(
        of bytes: [UInt8], pieceSize: Int = .max, options: CaptureReader.Options = .init()
    ) -> [CaptureStep] {
        guard
            let stream = try? OpenCapture.stream(
                ByteReader(PieceSource(bytes, pieceSize: pieceSize)), name: "capture",
                archiveDepth: 0, options: options)
        else { return [] }
        var steps: [CaptureStep] = []
        while let step = stream.next() { steps.append(step) }
        return steps
    }

    private func errors(_ steps: [CaptureStep]) -> [CaptureError] {
        steps.compactMap { step in
            if case .entry(let entry) = step, case .failure(let error) = entry.content {
                error
            } else {
                nil
            }
        }
    }

    func testACaptureThatIsCutOffGivesWhatCameBeforeAndOneError() throws {
        var options = CaptureReader.Options()
        options.givesExchanges = true
        let fiddler = "synthetic/synthetic-fiddler.saz"
        for sample in [fiddler, "synthetic/synthetic-proxyman.proxymanlogv2"] {
            let bytes = try captureSample(sample)
            let whole = steps(of: bytes, options: options).count
            var most = 0
            for count in stride(from: 3000, to: bytes.count, by: 211) {
                let steps = steps(of: Array(bytes.prefix(count)), options: options)
                let exchanges = steps.count { if case .exchange = $0 { true } else { false } }
                XCTAssertEqual(errors(steps), [CaptureError(.invalidArchive)], "\(sample) \(count)")
                XCTAssertGreaterThanOrEqual(exchanges, most, "\(sample) \(count)")
                most = exchanges
            }
            XCTAssertEqual(most, whole, sample)
        }
    }

    func testAContainerInAnArchiveIsReadAsOne() throws {
        let folder = try temporaryFolder()
        let outer = try temporaryFolder()
        try folder.write(try captureSample("synthetic/synthetic-fiddler.saz"), to: "a.saz")
        try folder.write(try captureSample("synthetic/synthetic-charles.chlz"), to: "b.chlz")
        _ = try Tool.run(
            "tar",
            ["-C", folder.url.path, "-czf", outer.path("c.tar.gz").string, "a.saz", "b.chlz"],
            input: [])
        let entries = outer.read()
        XCTAssertEqual(entries.compactMap(\.error), [])
        XCTAssertEqual(
            entries.map(\.file),
            [String](repeating: "c.tar.gz/a.saz", count: 3)
                + [String](repeating: "c.tar.gz/b.chlz", count: 2))
    }

    func testAContainerThatCannotBeHeldIsRefusedWithWhatToDo() throws {
        let bytes = try captureSample("synthetic/synthetic-fiddler.saz")
        let options = CaptureReader.Options(entryByteCount: 10_000)
        let errors = errors(steps(of: bytes, options: options))
        XCTAssertEqual(errors.map(\.code), [.convertFirst])
        XCTAssertEqual(errors[0].description.contains("standard input"), true)
        // As a file it can be read, but for the messages that are larger.
        let folder = try temporaryFolder()
        try folder.write(bytes, to: "a.saz")
        XCTAssertEqual(folder.read(options: options).count, 3)
    }

    func testAnyOtherZipIsAnArchiveOfCaptures() throws {
        let folder = try temporaryFolder()
        let outer = try temporaryFolder()
        try folder.write("<a/>", to: "raw/1.txt")
        try folder.write("<b/>", to: "1-meta.txt")
        try folder.write("<c/>", to: "request_x_1")
        _ = try Tool.run(
            "sh",
            [
                "-c", "cd \"$1\" && zip -qr \"$2\" raw 1-meta.txt request_x_1", "sh",
                folder.url.path, outer.path("a.zip").string,
            ], input: [])
        XCTAssertEqual(outer.read().map(\.message), ["<a/>", "<b/>", "<c/>"])
    }

    func testAForcedFormatNeedsAZip() throws {
        let folder = try temporaryFolder()
        try folder.write("<a/>", to: "a.saz")
        XCTAssertEqual(
            folder.read(options: .init(format: .fiddlerArchive)).map(\.error?.code),
            [.invalidCapture])
    }

    func testNamesWithTheSeparatorOfWindowsAreRead() throws {
        let sample = try captureSample("synthetic/synthetic-fiddler.saz")
        var bytes = sample
        for place in bytes.indices where bytes[place...].starts(with: "raw/".utf8) {
            bytes[place + 3] = UInt8(ascii: "\\")
        }
        XCTAssertEqual(errors(steps(of: bytes)), [])
        XCTAssertEqual(steps(of: bytes).count, steps(of: sample).count)
    }

    // MARK: Hostile files

    func testNamesThatLeadOutOrComeTwiceAreRefusedOneByOne() throws {
        let folder = try temporaryFolder()
        try folder.write(try captureSample("hostile/hostile-zip-slip.saz"), to: "a.saz")
        let entries = folder.read()
        XCTAssertEqual(
            entries.map(\.error?.code), [nil, .invalidArchive, .invalidArchive, .invalidArchive])
        XCTAssertEqual(
            entries.dropFirst().map(\.file),
            ["raw/../../../../tmp/evil_c.txt", "/raw/2_c.txt", "raw/1_C.TXT"].map { "a.saz/\($0)" })
        XCTAssertEqual(
            entries.last?.error?.description,
            "A part of the archive is not read: another member has its name.")
        XCTAssertFalse(FileManager.default.fileExists(atPath: "/tmp/evil_c.txt"))
    }

    func testABombEndsAtTheLimits() throws {
        let bytes = try captureSample("hostile/hostile-zip-bomb-8MiB.chlz")
        let limits = DecompressionLimits(freeByteCount: 1 << 20)
        let steps = steps(of: bytes, options: .init(decompression: limits))
        XCTAssertEqual(errors(steps), [CaptureError(.expansionLimit)])
        XCTAssertEqual(errors(self.steps(of: bytes)), [])
    }

    func testTheRatioOfABombInAnotherFileIsThatOfTheOutermostFile() throws {
        let bomb = try captureSample("hostile/hostile-zip-bomb-8MiB.chlz")
        // By itself, the bomb is not much larger than what this allows.
        let limits = DecompressionLimits(
            expansionRatio: (9 << 20) / bomb.count, freeByteCount: 1 << 20)
        XCTAssertEqual(errors(steps(of: bomb, options: .init(decompression: limits))), [])
        let packed = try Tool.run("gzip", ["-9nc"], input: bomb)
        XCTAssertLessThan(packed.count, bomb.count / 2)
        XCTAssertEqual(
            errors(steps(of: packed, options: .init(decompression: limits))),
            [CaptureError(.expansionLimit)])
    }

    func testMembersThatOverlapRefuseTheArchive() throws {
        var bytes = try captureSample("synthetic/synthetic-fiddler.saz")
        // The second member of the directory is said to stand where the first does.
        let ends = bytes.indices.dropLast(4).filter { bytes.littleEndian(at: $0, 4) == 0x0201_4B50 }
        for offset in 42..<46 { bytes[ends[2] + offset] = bytes[ends[3] + offset] }
        let errors = errors(steps(of: bytes))
        XCTAssertEqual(errors.map(\.code), [.invalidArchive])
        XCTAssertEqual(errors[0].description.contains("overlaps"), true)
    }

    func testAMemberWhoseHeaderDiffersFromTheDirectoryIsRefused() throws {
        var bytes = try captureSample("synthetic/synthetic-charles.chlz")
        // The name in the first local header.
        bytes[30] = UInt8(ascii: "9")
        XCTAssertEqual(
            errors(steps(of: bytes)).map(\.detail), ["its header differs from the directory"])
    }

    func testADamagedMemberIsFoundByItsChecksum() throws {
        var bytes = try captureSample("hostile/hostile-zip-slip.saz")
        let place = try XCTUnwrap(
            bytes.indices.first { bytes[$0...].starts(with: "raw/1_s.txtHTTP".utf8) })
        bytes[place + 60] ^= 1
        XCTAssertEqual(errors(steps(of: bytes)).first?.detail, "its content is damaged")
    }

    func testAnEncryptedCaptureSaysHowToSaveIt() throws {
        let folder = try temporaryFolder()
        let outer = try temporaryFolder()
        try folder.write("GET http://a.example/ HTTP/1.1\r\n\r\n", to: "raw/1_c.txt")
        try folder.write("HTTP/1.1 200 OK\r\n\r\n", to: "raw/1_s.txt")
        _ = try Tool.run(
            "sh",
            [
                "-c", "cd \"$1\" && zip -qr -P secret \"$2\" raw", "sh", folder.url.path,
                outer.path("a.saz").string,
            ], input: [])
        XCTAssertEqual(outer.read().map(\.error), [CaptureError(.encryptedMember)])
    }

    func testAFlippedByteIsNeverMoreThanAnError() throws {
        let bytes = try captureSample("synthetic/synthetic-charles.chlz")
        var generator = SeededGenerator("ZipContainer")
        for _ in 0..<300 {
            var changed = bytes
            let place = Int.random(in: 4..<bytes.count, using: &generator)
            changed[place] = UInt8.random(in: 0...255, using: &generator)
            XCTAssertLessThan(steps(of: changed).count, 40, "byte \(place)")
        }
    }
}
#endif
