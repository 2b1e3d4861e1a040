import XCTest

@testable import AdobePass

final class MediaTokenCheckTests: XCTestCase {
    private func isUsable(
        until end: Duration, device: Duration = .zero, server: Duration? = .zero,
        of mvpd: String = "A"
    ) throws -> Bool {
        let body = """
            {"serializedToken":"dG9rZW4=","mvpdId":"\(mvpd)",
             "expires":\(ManualClock.start.advanced(by: end).milliseconds)}
            """
        let token = try JSONDecoder().decode(RESTv1.MediaToken.self, from: Data(body.utf8))
        return MediaTokenCheck(
            now: ManualClock.start.advanced(by: device),
            serverNow: server.map(ManualClock.start.advanced(by:)), mvpds: ["A", "B"]
        )
        .isUsable(token)
    }

    func testATokenIsOverWhereBothClocksSaySo() throws {
        let minute = Duration.seconds(60)
        XCTAssertTrue(try isUsable(until: minute))
        XCTAssertFalse(try isUsable(until: .zero))
        XCTAssertTrue(try isUsable(until: minute, device: .seconds(93_600)))
        XCTAssertTrue(try isUsable(until: minute, server: .seconds(93_600)))
        XCTAssertTrue(try isUsable(until: minute, device: .seconds(93_600), server: nil))
        XCTAssertFalse(
            try isUsable(until: minute, device: .seconds(93_600), server: .seconds(61)))
    }

    func testATokenIsOneOfTheExpectedMVPDs() throws {
        let minute = Duration.seconds(60)
        XCTAssertTrue(try isUsable(until: minute, of: "b"))
        XCTAssertFalse(try isUsable(until: minute, of: "C"))
    }
}
