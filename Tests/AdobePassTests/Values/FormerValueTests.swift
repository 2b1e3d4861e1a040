import XCTest

@testable import AdobePass

final class FormerValueTests: XCTestCase {
    func testInstantsOfTokensAreStrings() throws {
        let token: RESTv1.AuthenticationToken = try decoded(
            #"{"requestor":"REF30","mvpd":"Cablevision","userId":"u","expires":"1348039219000"}"#)
        XCTAssertEqual(token.expires.milliseconds, 1_348_039_219_000)
        XCTAssertEqual(token.userID, "u")
        let media: RESTv1.MediaToken = try decoded(
            """
            {"resource":"r","requestor":"REF30","mvpdId":"Cablevision","userId":"u",
             "expires":"1348649569000","serializedToken":"PHNp"}
            """)
        XCTAssertEqual(media.mvpd?.rawValue, "Cablevision")
        XCTAssertEqual(media.serializedToken, "PHNp")
        let authorization: RESTv1.Authorization = try decoded(
            #"{"mvpd":"A","resource":"r","requestor":"R","expires":"1","proxyMvpd":"B"}"#)
        XCTAssertEqual(authorization.proxyMVPD?.rawValue, "B")
    }

    func testInstantsOfRegistrationRecordsAreNumbers() throws {
        let record: RESTv1.RegistrationRecord = try decoded(
            """
            {"id":"i","code":"TJJCFK","requestor":"REF30","mvpd":"sampleMvpd",
             "generated":1348039615266,"expires":1348043215266,"info":{"deviceId":"dGhpcw==",
             "authorizationType":"OAUTH2","sourceApplicationInformation":{"id":"1","name":"n",
             "version":"v"}}}
            """)
        XCTAssertEqual(record.code.rawValue, "TJJCFK")
        XCTAssertEqual(record.expires?.milliseconds, 1_348_043_215_266)
        XCTAssertEqual(record.info?.sourceApplicationInformation?.name, "n")
    }

    func testMetadataCountSecondsAndTellTheirSource() throws {
        let metadata: RESTv1.UserMetadata = try decoded(
            """
            {"updated":1334243471,"encrypted":["encryptedProp"],"data":{"zip":["12345"],
             "maxRating":{"MPAA":"PG"},"tokenSource":"Apple"}}
            """)
        XCTAssertEqual(metadata.updated?.milliseconds, 1_334_243_471_000)
        XCTAssertEqual(metadata.encrypted, ["encryptedProp"])
        XCTAssertEqual(metadata.data["zip"]?.texts, ["12345"])
        XCTAssertTrue(metadata.isFromApple)
        XCTAssertEqual(try roundTrip(metadata), metadata)
    }

    func testOnlyTheExactSourceIsApple() throws {
        for source in [#""apple""#, #"["Apple"]"#, "null"] {
            let metadata: RESTv1.UserMetadata = try decoded(
                #"{"data":{"tokenSource":\#(source)}}"#)
            XCTAssertFalse(metadata.isFromApple)
        }
    }

    func testResourceWithoutAnAnswerIsNotAuthorized() throws {
        let answer: RESTv1.Preauthorization = try decoded(
            """
            {"resources":[{"id":"a","authorized":true},{"id":"b","authorized":"false",
             "error":{"action":"retry","code":"network_received_error"}}]}
            """)
        XCTAssertTrue(answer.isAuthorized("a"))
        XCTAssertFalse(answer.isAuthorized("b"))
        XCTAssertFalse(answer.isAuthorized("c"))
        XCTAssertTrue(answer.resources[1].isWorthRetrying)
    }

    func testRegistrationCountsInSecondsAndMilliseconds() throws {
        let credentials: DCR.ClientCredentials = try decoded(
            """
            {"client_id":"i","client_secret":"s","client_id_issued_at":1723471234,
             "redirect_uris":["scheme://"],"grant_types":["client_credentials"],
             "scopes":["api:client:v2"]}
            """)
        XCTAssertEqual(credentials.issuedAt?.milliseconds, 1_723_471_234_000)
        XCTAssertEqual(try roundTrip(credentials), credentials)
        for created in ["1723471234", "1723471234000", #""1723471234000""#] {
            let token: DCR.TokenResponse = try decoded(
                """
                {"id":"1","access_token":"t","created_at":\(created),"expires_in":"21600",
                 "token_type":"bearer"}
                """)
            XCTAssertEqual(token.createdAt?.milliseconds, 1_723_471_234_000)
            XCTAssertEqual(token.lifetime, .seconds(21600))
        }
    }

    func testPlainErrorNeedsAStatusOrAMessage() throws {
        let refusal: RESTv1.Refusal = try decoded(
            #"{"status":410,"message":"expired","details":null}"#)
        XCTAssertEqual(refusal.status, 410)
        XCTAssertThrowsError(try decoded(RESTv1.Refusal.self, "{}"))
    }
}
