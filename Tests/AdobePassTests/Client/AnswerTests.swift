import XCTest

@testable import AdobePass

final class AnswerTests: XCTestCase {
    private static let path = "/api/v2/REF30/profiles"

    private func failure(_ answer: ScriptedTransport.Answer) async throws -> Pass.ExchangeError {
        let fixture = try ClientFixture([Self.path: [answer]])
        return try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.v2.profiles()
        }
    }

    func testEveryStatusOfSuccessIsOne() async throws {
        for status in [200, 201, 203] {
            let fixture = try ClientFixture([
                Self.path: [.json(#"{"profiles":{}}"#, status: status)]
            ])
            let profiles = try await fixture.client.v2.profiles()
            XCTAssertTrue(profiles.isEmpty)
        }
    }

    func testPageInPlaceOfJSONIsReported() async throws {
        let error = try await failure(.text("<html></html>", type: "text/html"))
        XCTAssertEqual(error.code, .notJSON)
    }

    func testEmptyBodyIsNoJSON() async throws {
        let error = try await failure(.status(200))
        XCTAssertEqual(error.code, .notJSON)
    }

    /// On a thread of half a megabyte, the 512 levels that Foundation allows end the process.
    func testDeeplyNestedAnswerIsRefusedBeforeItIsDecoded() async throws {
        func nested(_ levels: Int) -> String {
            let value =
                String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            return #"{"profiles":{"A":{"type":"regular","notAfter":2,"attributes":"#
                + #"{"a":{"value":\#(value)}}}}}"#
        }
        let fixture = try ClientFixture([Self.path: [.json(nested(59))]])
        let profiles = try await fixture.client.v2.profiles()
        XCTAssertEqual(profiles.all.count, 1)
        let deep = try await failure(.json(nested(60)))
        XCTAssertEqual(deep.code, .notJSON)
        let refused = try await failure(
            .json(#"{"code":"internal_error","message":\#(nested(500))}"#, status: 400))
        XCTAssertEqual(refused.code, .unexpectedStatus)
    }

    func testBracketsOfAStringAreNoNestingAndOtherEncodingsAreRefused() {
        let brackets = String(repeating: "[", count: 100)
        XCTAssertTrue(JSONNesting.isDecodable(Array(#"{"a":"\"\#(brackets)\\"}"#.utf8)))
        XCTAssertFalse(JSONNesting.isDecodable(Array(#"{"a":"\\",\#(brackets)"#.utf8)))
        XCTAssertFalse(JSONNesting.isDecodable("[1]".utf8.flatMap { [$0, 0] }))
        let wide = Array(String(repeating: "[]", count: 100).utf8)
        XCTAssertTrue(JSONNesting.isDecodable(wide))
    }

    func testErrorNamesTheMemberAndNotTheKeysThatAreData() async throws {
        let error = try await failure(
            .json(#"{"profiles":{"SecretMVPD":{"type":"regular","notAfter":true}}}"#))
        XCTAssertEqual(error.code, .undecodableBody)
        XCTAssertEqual(error.subject, "profiles.notAfter")
        let missing = try await failure(.json(#"{"profile":{}}"#))
        XCTAssertEqual(missing.subject, "profiles")
    }

    func testEnhancedErrorIsReportedWithItsTexts() async throws {
        let error = try await failure(
            .enhanced("invalid_header_device_info", action: "none", status: 400, message: "why"))
        XCTAssertEqual(error.code, .enhancedError)
        XCTAssertEqual(error.status, 400)
        XCTAssertEqual(error.enhanced?.code, .invalidHeaderDeviceInfo)
        XCTAssertEqual(error.enhanced?.message, "why")
        XCTAssertEqual(error.enhanced?.trace, "t")
    }

    func testRedirectIsNoAnswerToACall() async throws {
        let error = try await failure(.status(302))
        XCTAssertEqual(error.code, .unexpectedStatus)
    }

    func testConfigurationIsKeptForThreeMinutes() async throws {
        let fixture = try ClientFixture([
            "/api/v2/REF30/configuration": [
                .json(#"{"requestor":{"mvpds":[{"id":"a"}]}}"#),
                .json(#"{"requestor":{"mvpds":[{"id":"b"}]}}"#),
            ]
        ])
        func first(isFresh: Bool = false) async throws -> String? {
            try await fixture.client.v2.configuration(isFresh: isFresh).mvpds.first?.id.rawValue
        }
        let fetched = try await first()
        fixture.clock.advance(by: .seconds(179))
        let kept = try await first()
        fixture.clock.advance(by: .seconds(1))
        let renewed = try await first()
        XCTAssertEqual([fetched, kept, renewed], ["a", "a", "b"])
        _ = try await first(isFresh: true)
        let calls = await fixture.transport.calls
        XCTAssertEqual(calls.count, 3)
    }

    func testConfigurationFromATimeToComeIsNotKept() async throws {
        let fixture = try ClientFixture([
            "/api/v2/REF30/configuration": [.json(#"{"requestor":{}}"#)]
        ])
        _ = try await fixture.client.v2.configuration()
        fixture.clock.advance(by: .seconds(-1))
        _ = try await fixture.client.v2.configuration()
        let calls = await fixture.transport.calls
        XCTAssertEqual(calls.count, 2)
    }

    func testEveryErrorSaysSomethingOfItsOwn() {
        let descriptions = Pass.ExchangeError.Code.allCases.map {
            Pass.ExchangeError($0, status: 400).description
        }
        XCTAssertEqual(Set(descriptions).count, Pass.ExchangeError.Code.allCases.count)
    }
}
