import TestSupport
import XCTest

@testable import AdobePass

final class TokenTests: XCTestCase, SharesState {
    private static let path = "/api/v2/REF30/profiles"
    private static let profiles = ScriptedTransport.Answer.json(#"{"profiles":{}}"#)
    private static let foreignToken = ScriptedTransport.Answer.foreignToken

    func testClientRegistersWithJSONAndObtainsATokenWithAForm() async throws {
        let fixture = try ClientFixture { $0.redirectURI = "app://x" }
        let token = try await fixture.client.accessToken()
        XCTAssertEqual(token.token, "token1")
        XCTAssertEqual(token.expiresAt, ManualClock.start.advanced(by: .seconds(21600)))
        let sent = await fixture.transport.sent
        XCTAssertEqual(sent.map(\.path), ["/o/client/register", "/o/client/token"])
        XCTAssertEqual(
            sent[0].text, #"{"redirect_uri":"app://x","software_statement":"statement"}"#)
        XCTAssertEqual(sent[0].fields["content-type"], "application/json;charset=utf-8")
        XCTAssertEqual(
            sent[1].text, "client_id=id1&client_secret=secret1&grant_type=client_credentials")
        XCTAssertEqual(sent[1].fields["content-type"], "application/x-www-form-urlencoded")
        for request in sent {
            XCTAssertEqual(request.fields["x-device-info"], HeaderValueTests.device.base64())
            XCTAssertNil(request.fields["authorization"])
        }
    }

    func testCallersAtTheSameTimeShareOneRegistrationAndOneToken() async throws {
        let fixture = try ClientFixture([Self.path: [Self.profiles]], turns: 20)
        let client = fixture.client
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await client.v2.profiles() } }
            try await group.waitForAll()
        }
        let registrations = await fixture.transport.count("/o/client/register")
        let tokens = await fixture.transport.count("/o/client/token")
        let calls = await fixture.transport.calls
        XCTAssertEqual(registrations, 1)
        XCTAssertEqual(tokens, 1)
        XCTAssertEqual(calls.count, 20)
    }

    func testTokenAndCredentialsOutliveTheClient() async throws {
        let storage = Pass.InMemoryStorage()
        _ = try await ClientFixture(storage: storage).client.accessToken()
        let second = try ClientFixture([Self.path: [Self.profiles]], storage: storage)
        _ = try await second.client.v2.profiles()
        let sent = await second.transport.sent
        XCTAssertEqual(sent.map(\.path), [Self.path])
        XCTAssertEqual(sent[0].fields["authorization"], "Bearer token1")
    }

    func testExpiredTokenIsRenewedWithTheStoredCredentials() async throws {
        let storage = Pass.InMemoryStorage()
        let fixture = try ClientFixture(storage: storage)
        _ = try await fixture.client.accessToken()
        fixture.clock.advance(by: .seconds(21600))
        let token = try await fixture.client.accessToken()
        XCTAssertEqual(token.token, "token2")
        let registrations = await fixture.transport.count("/o/client/register")
        XCTAssertEqual(registrations, 1)
    }

    func testTokenIsRenewedBeforeItEnds() async throws {
        let fixture = try ClientFixture()
        _ = try await fixture.client.accessToken()
        fixture.clock.advance(by: .seconds(21600 - 61))
        let first = try await fixture.client.accessToken()
        XCTAssertEqual(first.token, "token1")
        fixture.clock.advance(by: .seconds(1))
        let second = try await fixture.client.accessToken()
        XCTAssertEqual(second.token, "token2")
    }

    func testShortLivedTokenIsNotRenewedWithEveryCall() async throws {
        let fixture = try ClientFixture([
            "/o/client/token": [ScriptedTransport.token("short", lifetime: 10)]
        ])
        for _ in 0..<3 { _ = try await fixture.client.accessToken() }
        let tokens = await fixture.transport.count("/o/client/token")
        XCTAssertEqual(tokens, 1)
    }

    func testRefusedTokenIsRenewedOnceAndTheCallRepeatedOnce() async throws {
        let fixture = try ClientFixture([Self.path: [Self.foreignToken, Self.profiles]])
        _ = try await fixture.client.v2.profiles()
        let calls = await fixture.transport.calls
        XCTAssertEqual(
            calls.map { $0.fields["authorization"] }, ["Bearer token1", "Bearer token2"])
        let registrations = await fixture.transport.count("/o/client/register")
        XCTAssertEqual(registrations, 1)
    }

    func testClientNeverRegistersAgainByItself() async throws {
        let fixture = try ClientFixture([Self.path: [Self.foreignToken]])
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.v2.profiles()
        }
        XCTAssertEqual(error.code, .unauthorized)
        XCTAssertEqual(error.action, .applicationRegistration)
        XCTAssertEqual(error.enhanced?.code, .invalidAccessTokenClientApplication)
        let paths = await fixture.transport.sent.map(\.path)
        XCTAssertEqual(
            paths,
            ["/o/client/register", "/o/client/token", Self.path, "/o/client/token", Self.path])
    }

    func testCallersWithTheSameRefusedTokenShareItsRenewal() async throws {
        let fixture = try ClientFixture(
            [Self.path: [Self.profiles]], turns: 20, refusing: "token1")
        let client = fixture.client
        _ = try await client.accessToken()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { _ = try await client.v2.profiles() } }
            try await group.waitForAll()
        }
        let tokens = await fixture.transport.count("/o/client/token")
        XCTAssertEqual(tokens, 2)
    }

    func testLateRefusalOfAnOldTokenLeavesTheNewOne() async throws {
        let fixture = try ClientFixture()
        let keeper = fixture.client.exchange.keeper
        let old = try await keeper.validToken()
        fixture.clock.advance(by: .seconds(21600))
        let new = try await keeper.validToken()
        try await keeper.discard(old)
        let kept = try await keeper.validToken()
        XCTAssertEqual(kept, new)
        try await keeper.discard(new)
        let renewed = try await keeper.validToken()
        XCTAssertEqual(renewed.token, "token3")
    }

    func testStoredTokenOfALostClientIsNotUsed() async throws {
        let storage = Pass.InMemoryStorage()
        await storage.store(
            DCR.AccessToken(
                token: "lost", expiresAt: ManualClock.start.advanced(by: .seconds(3600))),
            for: Pass.StorageKey(
                registration: try Pass.BaseURL("http://localhost:8765"),
                softwareStatement: "statement"))
        let token = try await ClientFixture(storage: storage).client.accessToken()
        XCTAssertEqual(token.token, "token1")
    }

    func testUnknownClientIsToldToRegisterAndNotRegistered() async throws {
        let fixture = try ClientFixture([
            "/o/client/token": [.json(#"{"error":"invalid_client"}"#, status: 400)]
        ])
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.accessToken()
        }
        XCTAssertEqual(error.code, .registrationRefused)
        XCTAssertEqual(error.registrationRefusal, .invalidClient)
        XCTAssertEqual(error.status, 400)
        _ = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.accessToken()
        }
        let registrations = await fixture.transport.count("/o/client/register")
        XCTAssertEqual(registrations, 1)
    }

    func testUnauthorizedTokenRequestIsNoRefusalOfAToken() async throws {
        let fixture = try ClientFixture(["/o/client/token": [.status(401)]])
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.accessToken()
        }
        XCTAssertEqual(error.code, .unexpectedStatus)
        XCTAssertEqual(error.status, 401)
    }

    func testExplicitRegistrationReplacesCredentialsAndToken() async throws {
        let second = ScriptedTransport.credentials.replacing("id1", with: "id2")
        let storage = Pass.InMemoryStorage()
        let fixture = try ClientFixture(
            [
                "/o/client/register": [
                    .json(ScriptedTransport.credentials, status: 201), .json(second, status: 201),
                ]
            ], storage: storage)
        _ = try await fixture.client.accessToken()
        let credentials = try await fixture.client.register()
        XCTAssertEqual(credentials.clientID, "id2")
        let token = try await fixture.client.accessToken()
        XCTAssertEqual(token.token, "token2")
        let sent = await fixture.transport.sent
        XCTAssertTrue(try XCTUnwrap(sent.last).text.hasPrefix("client_id=id2&"))
        let kept = await storage.credentials(
            for: Pass.StorageKey(
                registration: try Pass.BaseURL("http://localhost:8765"),
                softwareStatement: "statement"))
        XCTAssertEqual(kept, credentials)
    }

    func testRefusedStatementIsReportedByItsCode() async throws {
        let fixture = try ClientFixture([
            "/o/client/register": [.json(#"{"error":"invalid_software_statement"}"#, status: 400)]
        ])
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.v2.profiles()
        }
        XCTAssertEqual(error.registrationRefusal, .invalidSoftwareStatement)
    }

    func testCredentialsThatCouldNotBeStoredAreStoredWithTheNextCall() async throws {
        let storage = StorageThatFailsOnce()
        let fixture = try ClientFixture(storage: storage)
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.accessToken()
        }
        XCTAssertEqual(error.code, .storageFailed)
        _ = try await fixture.client.accessToken()
        let registrations = await fixture.transport.count("/o/client/register")
        XCTAssertEqual(registrations, 1)
        let isStored = await storage.hasCredentials
        XCTAssertTrue(isStored)
    }

    func testStorageThatFailsIsReported() async throws {
        struct BrokenStorage: Pass.Storage {
            struct Failure: Error {}
            func credentials(for key: Pass.StorageKey) async throws -> DCR.ClientCredentials? {
                throw Failure()
            }
            func store(_ credentials: DCR.ClientCredentials?, for key: Pass.StorageKey) async throws
            {}
            func accessToken(for key: Pass.StorageKey) async throws -> DCR.AccessToken? { nil }
            func store(_ token: DCR.AccessToken?, for key: Pass.StorageKey) async throws {}
        }
        let configuration = Pass.Client.Configuration(
            environment: try Pass.Environment(baseURL: "http://localhost"),
            serviceProvider: Pass.ServiceProvider(rawValue: "REF30"), softwareStatement: "s",
            device: HeaderValueTests.device, deviceIdentifier: Pass.DeviceIdentifier("d"))
        let transport = ScriptedTransport()
        let client = Pass.Client(
            configuration: configuration, transport: transport, storage: BrokenStorage(),
            clock: ManualClock(), jitter: { 0 })
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await client.accessToken()
        }
        XCTAssertEqual(error.code, .storageFailed)
        let sent = await transport.sent
        XCTAssertEqual(sent.count, 0)
    }
}

/// Refuses the first credentials it is given.
private actor StorageThatFailsOnce: Pass.Storage {
    private struct Failure: Error {}
    private var hasFailed = false
    private var credentials: DCR.ClientCredentials?
    private var token: DCR.AccessToken?

    var hasCredentials: Bool { credentials != nil }

    func credentials(for key: Pass.StorageKey) async throws -> DCR.ClientCredentials? {
        credentials
    }

    func store(_ credentials: DCR.ClientCredentials?, for key: Pass.StorageKey) async throws {
        guard hasFailed else {
            hasFailed = true
            throw Failure()
        }
        self.credentials = credentials
    }

    func accessToken(for key: Pass.StorageKey) async throws -> DCR.AccessToken? { token }

    func store(_ token: DCR.AccessToken?, for key: Pass.StorageKey) async throws {
        self.token = token
    }
}
