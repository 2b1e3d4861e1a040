import TestSupport
import XCTest

@testable import Captures

/// Files that are known and not read.
final class ConvertFirstTests: XCTestCase {
    func testEachIsDetectedByItsContentAndSaysWhatToDo() throws {
        let folder = try temporaryFolder()
        for (bytes, advice) in [
            ([0xD4, 0xC3, 0xB2, 0xA1, 2, 0], "tshark"), ([0xA1, 0xB2, 0xC3, 0xD4], "tshark"),
            ([0x4D, 0x3C, 0xB2, 0xA1], "tshark"), ([0x0A, 0x0D, 0x0D, 0x0A, 1], "tshark"),
            ([0xAC, 0xED, 0x00, 0x05, 0x73], "charles convert"),
            (Array("SQLite format 3\0".utf8), "Pulse"), (Array("bplist00\u{1}".utf8), "plutil"),
            ([0, 0x10, 0, 0, 0x11, 0, 0, 0], "log show"),
            (Array("{\"constants\": {\"logEventTypes\":{}}, \"events\": []}".utf8), "Export HAR"),
            (
                Array("URL,Status,Response Code,Protocol\nhttps://a.example/,COMPLETE,200,h2".utf8),
                "JSON"
            ),
        ] as [([UInt8], String)] {
            try folder.write(bytes, to: "capture")
            let entries = folder.read(["capture"])
            XCTAssertEqual(entries.map(\.error?.code), [.convertFirst], advice)
            XCTAssertEqual(entries.first?.error?.description.contains(advice), true, advice)
        }
    }

    func testTheSampleOfWiresharkIsRefusedWithItsRecipe() throws {
        let folder = try temporaryFolder()
        let file = Repository.root.appending(
            path: "Tests/Captures/real/wireshark-with-tls-secrets.pcapng")
        try folder.link("capture", to: file.path)
        XCTAssertEqual(folder.read(["capture"]).map(\.error?.code), [.convertFirst])
    }

    func testFoldersThatAreOneDocumentAreNamedOnce() throws {
        let folder = try temporaryFolder()
        for name in ["a.logarchive/x", "a.logarchive/y", "b.trace/z", "c/d.xml"] {
            try folder.write("<a/>", to: name)
        }
        let entries = folder.read()
        XCTAssertEqual(entries.map(\.file), ["a.logarchive", "b.trace", "c/d.xml"])
        XCTAssertEqual(entries.map(\.error?.code), [.convertFirst, .convertFirst, nil])
        XCTAssertEqual(entries[1].error?.description.contains("xctrace export"), true)
    }
}
