import Foundation
import TestSupport
import XCTest

enum EncodedFile {
    /// More than is held at a time, so that it is encoded while it is read.
    static let large = (4 << 20) + 7
}

/// Encoding of large files.
final class EncodeLargeFileTests: XCTestCase {
    func testALargeFileIsAJSONObjectLikeOthers() throws {
        let folder = try scratchFolder()
        let text = String(repeating: "<a> </a>\n", count: EncodedFile.large / 9)
        let path = try folder.write(Array(text.utf8), to: "large")
        let result = try Samlkit.run(["encode", "--json", "--form", path])
        let object = try XCTUnwrap(try JSONTree.lines(result.output).first)
        XCTAssertEqual(object["file"]?.string, path)
        XCTAssertEqual(object["error"], .null)
        let payload = try XCTUnwrap(CookbookSnippet.payload(text))
        XCTAssertTrue(object["payload"]?.string == "SAMLResponse=" + payload)
    }

    func testALargeFileThatIsNotUTF8IsRepairedWithOneWarning() throws {
        let folder = try scratchFolder()
        var bytes = [UInt8](repeating: 0x61, count: EncodedFile.large)
        bytes[10] = 0xFF
        bytes[EncodedFile.large - 1] = 0xE2
        let path = try folder.write(bytes, to: "large")
        let result = try Samlkit.run(["encode", path])
        XCTAssertEqual(result.status, 0)
        let text = String(decoding: bytes, as: UTF8.self)
        XCTAssertTrue(result.lines == [CookbookSnippet.payload(text)])
        XCTAssertEqual(result.errors.split(separator: "\n").count, 1, result.errors)
        XCTAssertTrue(result.errors.contains("U+FFFD"), result.errors)
    }
}
