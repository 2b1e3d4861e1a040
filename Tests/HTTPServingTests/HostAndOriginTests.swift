import HTTPTypes
import XCTest

@testable import HTTPServing

/// Who may send requests to a server on this computer.
final class HostAndOriginTests: XCTestCase {
    private func refusal(
        _ method: HTTPRequest.Method, to authority: String?, bound: String = "127.0.0.1",
        _ fields: HTTPFields = [:]
    ) -> String? {
        HostAndOrigin.refusal(
            HTTPRequest(
                method: method, scheme: "http", authority: authority, path: "/",
                headerFields: fields), boundHost: bound)?.reason
    }

    func testOnlyNamesOfThisComputerAndTheBoundAddressAreTaken() {
        XCTAssertNil(refusal(.get, to: "localhost:8766"))
        XCTAssertNil(refusal(.get, to: "[::1]:8766"))
        XCTAssertEqual(refusal(.get, to: "rebound.example:8766"), "foreignHost")
        XCTAssertEqual(refusal(.get, to: "10.0.0.1:8766"), "foreignHost")
        XCTAssertNil(refusal(.get, to: "10.0.0.1:8766", bound: "0.0.0.0"))
        XCTAssertEqual(refusal(.get, to: "rebound.example", bound: "0.0.0.0"), "foreignHost")
        XCTAssertEqual(refusal(.get, to: nil), "missingHost")
    }

    func testAPageOfAnotherOriginMaySendNothing() {
        let host = "127.0.0.1:8766"
        XCTAssertNil(refusal(.post, to: host, [.origin: "http://127.0.0.1:8766"]))
        for origin in ["http://evil.example", "null", "http://127.0.0.1:8767"] {
            XCTAssertEqual(refusal(.post, to: host, [.origin: origin]), "crossSite", origin)
        }
        XCTAssertNil(refusal(.get, to: host, [.origin: "http://evil.example"]))
    }
}
