import AdobePass
import XCTest

final class AnswerDocumentTests: XCTestCase {
    private func answer(_ text: String) throws -> PlatformSSO.Answer {
        try PlatformSSO.Answer(document: Array(text.utf8))
    }

    func testADocumentWithMetadataIsRead() throws {
        let answer = try answer(
            """
            {"accessStatus":"granted","metadata":{"accountProviderIdentifier":"Cablevision_apple",
             "authenticationExpirationDate":1735689600000,"samlAttributeQueryResponse":"<a/>\\n"}}
            """)
        XCTAssertEqual(answer.access, PlatformSSO.Access(.granted))
        XCTAssertEqual(answer.metadata?.accountProviderIdentifier, "Cablevision_apple")
        XCTAssertEqual(answer.metadata?.authenticationExpirationDate, ManualClock.start)
        XCTAssertEqual(answer.metadata?.samlAttributeQueryResponse, "<a/>\n")
        XCTAssertNil(answer.error)
    }

    func testAnExpirationMayBeAStringOfDigits() throws {
        let answer = try answer(
            """
            {"accessStatus":"granted","metadata":{"authenticationExpirationDate":"1735689600000"}}
            """)
        XCTAssertEqual(answer.metadata?.authenticationExpirationDate, ManualClock.start)
    }

    func testADocumentWithAnErrorIsReadWithTheKeysWorthReading() throws {
        let answer = try answer(
            """
            {"accessStatus":"granted","error":{"code":4,"userInfo":{
             "VSErrorInfoKeySAMLResponse":"<a/>","VSErrorInfoKeySAMLResponseStatus":"denied",
             "VSErrorInfoKeyAccountProviderResponse":"body","other":[1]}}}
            """)
        XCTAssertEqual(
            answer.error,
            PlatformSSO.AccountError(
                .providerRejected, samlResponse: "<a/>", samlResponseStatus: "denied",
                providerResponse: .init(authenticationScheme: nil, status: nil, body: "body")))
        XCTAssertEqual(
            try self.answer(
                """
                {"accessStatus":"granted","error":{"code":1,"userInfo":{
                 "VSErrorInfoKeyUnsupportedProviderIdentifier":"x"}}}
                """
            ).error?.unsupportedProvider, "x")
    }

    func testWordsAndNumbersNobodyKnowsAreKept() throws {
        let answer = try answer("{\"accessStatus\":\"new\",\"error\":{\"code\":99}}")
        XCTAssertEqual(answer.access.status.rawValue, "new")
        XCTAssertEqual(answer.error?.code.rawValue, 99)
        XCTAssertNil(answer.error?.code.name)
    }

    func testAnythingElseIsRefusedWithoutQuotingIt() {
        for text in [
            "", "[]", "{}", "{\"accessStatus\":1}", "secret",
            "{\"accessStatus\":\"granted\",\"metadata\":{\"authenticationExpirationDate\":\"no\"}}",
            "{\"accessStatus\":\"granted\",\"metadata\":{\"authenticationExpirationDate\":1e300}}",
        ] {
            XCTAssertThrowsError(try answer(text), text) {
                XCTAssertEqual(
                    $0 as? PlatformSSO.AnswerDocumentError, .unreadableDocument, text)
                XCTAssertFalse("\($0)".contains("secret"))
            }
        }
    }
}
