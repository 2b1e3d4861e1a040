import XCTest

@testable import BatchEngine

/// The numbers of checkpoints that somebody may have changed.
final class CheckpointNumbersTests: XCTestCase {
    func testNumbersThatNoRunReachesAreNoCheckpoint() {
        for text in ["{\"a\":99999999999999999}", "{\"a\":1e3}", "[1,2.5]"] {
            XCTAssertFalse(CheckpointNumbers.arePlausible(in: Array(text.utf8)), text)
        }
        for text in [
            "{\"a\":9999999999999999,\"b\":-1,\"c\":true,\"d\":false}", #"{"a\"9":"1e9"}"#,
            #""99999999999999999999""#,
        ] {
            XCTAssertTrue(CheckpointNumbers.arePlausible(in: Array(text.utf8)), text)
        }
    }
}
