#if Sandbox
import HTTPTypes
import XCTest

@testable import PassSandbox

/// The rules of the strict sandbox about service tokens.
final class StrictServiceTests: SandboxCase {
    private func strictly(_ body: @escaping @Sendable (Subject) async throws -> Void) async throws {
        try await eachWay {
            $0.strict = true
            $0.ssoService.token = 600
        } _: {
            try await body($0)
        }
    }

    func testATokenThatWasSentOnceHasToBeOnEveryCallUntilItEnds() async throws {
        try await strictly { subject in
            let token = try await subject.serviceToken(account: "account-1")
            let first = try await subject.profiles(token)
            XCTAssertEqual(first.status, 200, first.text)
            subject.clock.advance(by: .seconds(60))
            let lost = try await subject.profiles(nil)
            XCTAssertEqual(lost.reason, "sso.tokenOnEveryCall")
            subject.clock.advance(by: .seconds(600))
            let late = try await subject.profiles(nil)
            XCTAssertEqual(late.status, 200, late.text)
        }
    }

    func testATokenThatHasEndedOrIsNotSignedIsNotSent() async throws {
        try await strictly { subject in
            let token = try await subject.serviceToken(account: "account-1")
            let unsigned = JWSText.encode(Array(#"{"alg":"none"}"#.utf8)) + ".e30."
            let answer = try await subject.profiles(unsigned)
            XCTAssertEqual(answer.reason, "sso.tokenCurrent")
            subject.clock.advance(by: .seconds(661))
            let late = try await subject.profiles(token)
            XCTAssertEqual(late.reason, "sso.tokenCurrent")
            let renewed = try await subject.sso(
                .get, "serviceToken", token: token,
                adding: ["AP-Device-Identifier": nil, "X-Device-Info": nil])
            XCTAssertEqual(renewed.status, 200, renewed.text)
        }
    }

    func testFieldsThatNoPageListsAreRefused() async throws {
        try await strictly { subject in
            let own = try await subject.sso(
                .post, "serviceToken", adding: ["X-SSO-ID": "account-1", "AP-Own": "1"])
            XCTAssertEqual(own.reason, "requests.documentedOnly")
            let token = try await subject.serviceToken(account: "account-1")
            let list = try await subject.sso(
                .get, "list", token: token, adding: ["X-SSO-ID": "account-1"])
            XCTAssertEqual(list.reason, "requests.documentedOnly")
        }
    }
}
#endif
