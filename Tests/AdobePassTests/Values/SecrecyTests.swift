import HTTPTypes
import TestSupport
import XCTest

@testable import AdobePass

final class SecrecyTests: XCTestCase {
    private let secret = Secret.planted("value")

    private func assertSecret(
        _ values: [Any], file: StaticString = #filePath, line: UInt = #line
    ) {
        for value in values {
            for text in printings(of: value) + printings(of: [value]) {
                XCTAssertFalse(
                    Secret.inMessages.shows(in: text), "\(type(of: value))", file: file, line: line)
            }
        }
    }

    func testValuesFromTheServerPrintNothingOfTheUser() throws {
        let session =
            #"{"actionName":"resume","actionType":"direct","reasonType":"none","code":"\#(secret)","#
            + #""url":"/\#(secret)","authenticationRequest":{"request":"\#(secret)"}}"#
        let profiles =
            #"{"profiles":{"M":{"notAfter":1,"type":"regular","attributes":{"userID":"#
            + #"{"value":"\#(secret)","state":"plain"}}}}}"#
        let decisions =
            #"{"decisions":[{"resource":"\#(secret)","authorized":true,"token":"#
            + #"{"serializedToken":"\#(secret)"},"error":{"code":"\#(secret)","message":"\#(secret)"}}]}"#
        let session2: RESTv2.Session = try decoded(session)
        let profiles2: RESTv2.Profiles = try decoded(profiles)
        let decisions2: RESTv2.Decisions = try decoded(decisions)
        assertSecret([
            session2, try XCTUnwrap(session2.authenticationRequest), profiles2,
            try XCTUnwrap(profiles2.longestLived),
            try XCTUnwrap(profiles2.longestLived?.attributes["userID"]),
            try XCTUnwrap(profiles2.longestLived?.attributes["userID"]?.value), decisions2,
            decisions2.all[0], try XCTUnwrap(decisions2.all[0].token),
            try XCTUnwrap(decisions2.all[0].error),
        ])
    }

    func testFormerValuesPrintNothingOfTheUser() throws {
        assertSecret([
            try decoded(
                RESTv1.AuthenticationToken.self,
                #"{"mvpd":"M","userId":"\#(secret)","expires":1}"#),
            try decoded(
                RESTv1.MediaToken.self, #"{"userId":"\#(secret)","serializedToken":"\#(secret)"}"#),
            try decoded(RESTv1.UserMetadata.self, #"{"data":{"zip":["\#(secret)"]}}"#),
            try decoded(
                RESTv1.RegistrationRecord.self,
                #"{"code":"\#(secret)","info":{"deviceId":"\#(secret)"}}"#),
            try decoded(RESTv1.Refusal.self, #"{"status":1,"message":"\#(secret)"}"#),
            try decoded(
                DCR.TokenResponse.self, #"{"access_token":"\#(secret)","expires_in":1}"#),
        ])
    }

    func testRequestsAndResponsesPrintNoContent() throws {
        let head = HTTPRequest(
            method: .post, scheme: "https", authority: "example.com", path: "/\(secret)",
            headerFields: [.authorization: "Bearer \(secret)"])
        let logouts: RESTv2.Logouts = try decoded(
            #"{"logouts":{"M":{"actionName":"logout","url":"/\#(secret)"}}}"#)
        assertSecret([
            Pass.Request(head: head, body: Array(secret.utf8)),
            Pass.Response(
                head: HTTPResponse(status: .ok, headerFields: [.setCookie: secret]),
                body: Array(secret.utf8)), logouts, logouts.all[0],
        ])
    }

    func testClientsPrintNothingTheyWereTold() async throws {
        let fixture = try ClientFixture {
            $0.softwareStatement = self.secret
            $0.deviceIdentifier = Pass.DeviceIdentifier(self.secret)
        }
        _ = try await fixture.client.accessToken()
        assertSecret([fixture.client, fixture.client.v1, fixture.client.v2, fixture.storage])
    }

    func testWhatTheClientHoldsIsNotPrinted() {
        var device = HeaderValueTests.device
        device.model = secret
        var tokens = Pass.SignOnTokens()
        tokens.subject = secret
        tokens.rokuConnect = secret
        tokens.service = secret
        assertSecret([
            DCR.ClientCredentials(clientID: secret, clientSecret: secret),
            DCR.AccessToken(token: secret, expiresAt: Pass.Timestamp(milliseconds: 0)),
            Pass.DeviceIdentifier(secret), device, Pass.TemporaryAccessIdentity(secret),
            tokens,
            Pass.PartnerFrameworkStatus(
                accessStatus: .granted,
                provider: Pass.PlatformMappingIdentifier(rawValue: secret)),
        ])
    }
}
