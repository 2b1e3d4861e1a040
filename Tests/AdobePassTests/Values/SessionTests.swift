import XCTest

@testable import AdobePass

final class SessionTests: XCTestCase {
    static let partnerProfile = """
        {"actionName":"partner_profile","actionType":"direct","reasonType":"none",
         "url":"/api/v2/REF30/profiles/sso/Apple","sessionId":"83c046be-ea4b-4581-b5f2-13e56e69dee9",
         "mvpd":"Cablevision","serviceProvider":"REF30",
         "authenticationRequest":{"type":"saml","request":"PD94bWwg","attributesNames":["uid","NameID"]}}
        """

    func testPartnerSessionHasTheRequestAndAttributeNames() throws {
        let session: RESTv2.Session = try decoded(Self.partnerProfile)
        XCTAssertEqual(session.actionName, .partnerProfile)
        XCTAssertEqual(session.actionType, .direct)
        XCTAssertEqual(session.reasonType, .none)
        XCTAssertEqual(session.mvpd?.rawValue, "Cablevision")
        XCTAssertEqual(session.authenticationRequest?.request, "PD94bWwg")
        XCTAssertEqual(session.authenticationRequest?.attributeNames, ["uid", "NameID"])
        XCTAssertNil(session.code)
        XCTAssertEqual(try roundTrip(session), session)
    }

    func testAttributeNamesMayBeSpeltInTheSingular() throws {
        let request: RESTv2.AuthenticationRequest = try decoded(
            #"{"request":"x","attributeNames":["uid"]}"#)
        XCTAssertEqual(request.attributeNames, ["uid"])
    }

    func testInstantsOfSessionsMayBeStringsOrNumbers() throws {
        for instant in [#""1735689600000""#, "1735689600000"] {
            let session: RESTv2.Session = try decoded(
                """
                {"actionName":"resume","actionType":"direct","reasonType":"none","code":"8ER640M",
                 "missingParameters":["mvpd","domain","redirectUrl"],"notAfter":\(instant)}
                """)
            XCTAssertEqual(session.notAfter?.milliseconds, 1_735_689_600_000)
            XCTAssertEqual(session.missingParameters, [.mvpd, .domainName, .redirectURL])
        }
    }

    func testUnknownWordsAreKept() throws {
        let session: RESTv2.Session = try decoded(
            #"{"actionName":"dance","actionType":"slow","reasonType":"music"}"#)
        XCTAssertEqual(session.actionName.rawValue, "dance")
        XCTAssertEqual(session.actionType.rawValue, "slow")
        XCTAssertEqual(session.reasonType.rawValue, "music")
    }

    func testEveryDocumentedWordIsInTheVocabulary() throws {
        let pairs: [(String, RESTv2.ReasonType)] = [
            ("authenticated", .authenticated), ("authenticatedSSO", .authenticatedSSO),
            ("temporary", .temporary), ("degraded", .degraded),
            ("pfs_fallback", .partnerStatusFallback),
            ("configuration_fallback", .configurationFallback),
            ("missing_parameters_fallback", .missingParametersFallback),
        ]
        for (word, reason) in pairs {
            let session: RESTv2.Session = try decoded(
                #"{"actionName":"authorize","actionType":"direct","reasonType":"\#(word)"}"#)
            XCTAssertEqual(session.reasonType, reason)
        }
    }

    func testDetailsTakeDomainForDomainName() throws {
        let details: RESTv2.SessionDetails = try decoded(
            """
            {"existingParameters":{"mvpd":"Cablevision","domain":"adobe.com",
             "serviceProvider":"REF30"},"missingParameters":["redirectUrl"],
             "device":{"type":"TV","model":"AppleTV","version":{"major":6,"minor":"2"},
             "connection":{"ipAddress":null,"port":"443","secure":false},"applicationId":"REF30"},
             "notBefore":"1","notAfter":"2"}
            """)
        XCTAssertEqual(details.mvpd?.rawValue, "Cablevision")
        XCTAssertEqual(details.existingParameters[.domainName], "adobe.com")
        XCTAssertEqual(details.missingParameters, [.redirectURL])
        XCTAssertEqual(details.device?.type, .television)
        XCTAssertEqual(details.device?.version?.major, "6")
        XCTAssertEqual(details.device?.connection?.port, "443")
        XCTAssertEqual(details.device?.connection?.secure, "false")
        XCTAssertNil(details.device?.connection?.ipAddress)
        XCTAssertEqual(try roundTrip(details), details)
    }

    func testDomainNameWinsOverDomain() throws {
        for _ in 0..<20 {
            let details: RESTv2.SessionDetails = try decoded(
                #"{"existingParameters":{"domain":"old","domainName":"new"}}"#)
            XCTAssertEqual(details.existingParameters[.domainName], "new")
        }
    }

    func testSessionWithoutAnActionIsRefused() {
        XCTAssertThrowsError(try decoded(RESTv2.Session.self, #"{"url":"/api/v2/x"}"#))
    }
}
