import Foundation
import TestSupport
import XCTest

@testable import samlkit

final class CredentialsFileTests: XCTestCase {
    func testValueWithALineBreakIsNotWritten() async throws {
        let folder = try ScratchFolder()
        defer { try? FileManager.default.removeItem(at: folder.url) }
        let path = folder.path("credentials")
        for lineBreak in ["\n", "\r\n", "\r"] {
            let file = try CredentialsFile(path)
            do {
                _ = try await file.deviceIdentifier(orNew: { "device\(lineBreak)token: forged" })
                XCTFail("The line break was written.")
            } catch {}
            XCTAssertFalse(FileManager.default.fileExists(atPath: path))
        }
        let identifier = try await CredentialsFile(path).deviceIdentifier(orNew: { "device" })
        XCTAssertEqual(identifier, "device")
        let kept = try await CredentialsFile(path).deviceIdentifier(orNew: { "other" })
        XCTAssertEqual(kept, "device")
    }
}
