import XCTest

@testable import AdobePass

final class DecisionTests: XCTestCase {
    static let decisions = """
        {"decisions":[
          {"resource":"REF30","serviceProvider":"REF30","mvpd":"Cablevision","source":"mvpd",
           "authorized":true,"token":{"issuedAt":1,"notBefore":1,"notAfter":2,
           "serializedToken":"PHNpZ25hdHVyZUluZm8+"}},
          {"resource":"denied","serviceProvider":"REF30","mvpd":"Cablevision","source":"other",
           "authorized":false,"error":{"action":"none","status":403,
           "code":"authorization_denied_by_mvpd","message":"no","helpUrl":"https://example.com"}},
          {"resource":"slow","authorized":false,"error":{"action":"retry","status":403,
           "code":"network_connection_timeout","message":{"message":"slow"}}}]}
        """

    func testErrorsOfItemsAreDataOfTheAnswer() throws {
        let decisions: RESTv2.Decisions = try decoded(Self.decisions)
        XCTAssertEqual(decisions["REF30"]?.token?.serializedToken, "PHNpZ25hdHVyZUluZm8+")
        XCTAssertEqual(decisions["denied"]?.error?.code, .authorizationDeniedByMVPD)
        XCTAssertEqual(decisions["denied"]?.isWorthRetrying, false)
        XCTAssertEqual(decisions["denied"]?.source?.rawValue, "other")
        XCTAssertEqual(decisions["slow"]?.isWorthRetrying, true)
        XCTAssertNil(decisions["absent"])
        XCTAssertEqual(try roundTrip(decisions), decisions)
    }

    func testMessageMayBeAnObject() throws {
        let decisions: RESTv2.Decisions = try decoded(Self.decisions)
        XCTAssertEqual(decisions["slow"]?.error?.message, "slow")
    }

    func testResourcesAreComparedByTheirBytes() throws {
        let decisions: RESTv2.Decisions = try decoded(
            #"{"decisions":[{"resource":"caf\u00e9","authorized":true}]}"#)
        XCTAssertNotNil(decisions["caf\u{e9}"])
        XCTAssertNil(decisions["cafe\u{301}"])
    }

    func testLogoutsKeepTheKeyAsTheirMVPD() throws {
        let logouts: RESTv2.Logouts = try decoded(
            """
            {"logouts":{"Cablevision":{"actionName":"partner_logout",
             "actionType":"partner_interactive","mvpd":"Another"},
             "Spectrum":{"actionName":"logout","actionType":"interactive","mvpd":"Spectrum",
             "url":"/adobe-services/logout?x=1"}}}
            """)
        let apple = try XCTUnwrap(logouts[Pass.MVPDIdentifier(rawValue: "Cablevision")])
        XCTAssertEqual(apple.actionName, .partnerLogout)
        XCTAssertEqual(apple.actionType, .partnerInteractive)
        XCTAssertNil(apple.url)
        XCTAssertEqual(logouts.all.last?.url, "/adobe-services/logout?x=1")
    }

    func testErrorWithoutAnActionHasTheDocumentedOne() throws {
        let error: Pass.EnhancedError = try decoded(#"{"code":"network_received_error"}"#)
        XCTAssertEqual(error.action, .retry)
    }

    func testOwnActionOfAnErrorWinsOverTheDocumentedOne() throws {
        let error: Pass.EnhancedError = try decoded(
            #"{"code":"network_received_error","action":"none","status":"403"}"#)
        XCTAssertEqual(error.action, Pass.ErrorAction.none)
        XCTAssertEqual(error.status, 403)
    }
}
