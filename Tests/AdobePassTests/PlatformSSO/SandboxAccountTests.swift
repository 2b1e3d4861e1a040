import AdobePass
import HTTPTypes
import XCTest

final class SandboxAccountTests: XCTestCase {
    private func account(
        _ answer: ScriptedTransport.Answer,
        chosenProvider: Pass.PlatformMappingIdentifier? = nil, simulation: String? = nil,
        style: String? = nil
    ) -> (SandboxSubscriberAccount, ScriptedTransport) {
        let transport = ScriptedTransport(["/sandbox/platform-sso": [answer]])
        let account = SandboxSubscriberAccount(
            transport: transport, deviceIdentifier: "device-1", platform: .tvOS,
            chosenProvider: chosenProvider, simulation: simulation, style: style)
        return (account, transport)
    }

    private let granted = ScriptedTransport.Answer.json(
        """
        {"accessStatus":"granted","metadata":{"accountProviderIdentifier":"apple-supported",
         "authenticationExpirationDate":2000000}}
        """)

    func testARequestIsSentWithEverythingItAsksFor() async throws {
        let (account, transport) = account(
            granted, chosenProvider: "apple-x", simulation: "noResponse", style: "single-line")
        var request = PlatformSSO.MetadataRequest.attributeQuery(
            attributeNames: ["uid"], verificationToken: "token", isInterruptionAllowed: true)
        request.supportedAccountProviderIdentifiers = ["a", "b"]
        request.featuredAccountProviderIdentifiers = ["b"]
        let answer = await account.answer(to: request, prompting: true)
        XCTAssertEqual(answer, FlowFixture.signedIn())
        let requests = await transport.sent
        let sent = try XCTUnwrap(requests.first)
        XCTAssertEqual(sent.head.method, .post)
        XCTAssertEqual(sent.head.authority, "127.0.0.1:8765")
        XCTAssertEqual(sent.fields["content-type"], "application/json")
        let body = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(sent.body)) as? NSDictionary)
        let expected: NSDictionary = [
            "deviceIdentifier": "device-1", "platform": "tvOS",
            "channelIdentifier": "https://saml.sp.auth.adobe.com",
            "supportedAccountProviderIdentifiers": ["a", "b"],
            "featuredAccountProviderIdentifiers": ["b"], "verificationToken": "token",
            "includeAccountProviderIdentifier": true,
            "includeAuthenticationExpirationDate": true, "isInterruptionAllowed": true,
            "attributeNames": ["uid"], "simulate": "noResponse", "chosenProvider": "apple-x",
            "style": "single-line",
        ]
        XCTAssertEqual(body, expected)
    }

    func testOneQueryIsOneCall() async {
        let (account, transport) = account(granted)
        _ = await account.answer(to: .currentSignIn(), prompting: false)
        let count = await transport.sent.count
        XCTAssertEqual(count, 1)
    }

    func testAccessAndMetadataCanBeAskedForApart() async throws {
        let (account, _) = account(granted)
        let access = await account.checkAccessStatus(prompting: true)
        XCTAssertEqual(access, PlatformSSO.Access(.granted))
        let metadata = try await account.metadata(for: .currentSignIn())
        XCTAssertEqual(metadata, FlowFixture.signedIn().metadata)
        let (denied, _) = self.account(.json("{\"accessStatus\":\"denied\"}"))
        do {
            _ = try await denied.metadata(for: .currentSignIn())
            XCTFail("nothing was thrown")
        } catch {
            XCTAssertEqual(error.code, .accessNotGranted)
        }
    }

    func testASandboxThatDoesNotAnswerHasNoAccessToGive() async {
        for answer in [
            .error(.cannotConnect, mayHaveReachedServer: false), .status(500), .json("[]"),
        ] as [ScriptedTransport.Answer] {
            let (account, _) = account(answer)
            let silence = await account.answer(to: .currentSignIn(), prompting: false)
            XCTAssertEqual(silence.access.status, .notDetermined)
            XCTAssertEqual(silence.error?.code, .serviceTemporarilyUnavailable)
        }
    }
}
