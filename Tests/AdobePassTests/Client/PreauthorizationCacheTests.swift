import AdobePass
import XCTest

final class PreauthorizationCacheTests: XCTestCase {
    private static let path = "/api/v2/REF30/decisions/preauthorize/Cablevision"

    private static func answer(_ decisions: [String: Bool], seconds: Int? = nil)
        -> ScriptedTransport.Answer
    {
        let life = seconds.map { #","notBefore":1000,"notAfter":\#(1000 + $0 * 1000)"# } ?? ""
        let items = decisions.sorted { $0.key < $1.key }.map {
            #"{"resource":"\#($0.key)","authorized":\#($0.value)\#(life)}"#
        }
        return .json(#"{"decisions":[\#(items.joined(separator: ","))]}"#)
    }

    private func fixture(
        _ answers: [ScriptedTransport.Answer], lifetime: Duration = .seconds(3600)
    ) throws -> ClientFixture {
        try ClientFixture([
            Self.path: answers,
            "/api/v2/REF30/decisions/authorize/Cablevision": [Self.answer(["a": false])],
            "/api/v2/REF30/logout/Cablevision": [.json(#"{"logouts":{}}"#)],
        ]) { $0.preauthorizationLifetime = lifetime }
    }

    private func ask(_ fixture: ClientFixture, isFresh: Bool = false) async throws -> [String] {
        try await fixture.client.v2.preauthorize(
            mvpd: ClientFixture.mvpd, resources: ["a", "b"], isFresh: isFresh
        ).all.map { "\($0.resource) \($0.authorized)" }
    }

    private func bodies(_ fixture: ClientFixture) async -> [String] {
        await fixture.transport.calls.filter { $0.path == Self.path }.map(\.text)
    }

    private static let both = #"{"resources":["a","b"]}"#

    func testAPermitIsKeptAndADenialIsAskedForAgain() async throws {
        let fixture = try fixture([
            Self.answer(["a": true, "b": false]), Self.answer(["b": true]),
        ])
        let first = try await ask(fixture)
        let second = try await ask(fixture)
        let third = try await ask(fixture)
        XCTAssertEqual(first, ["a true", "b false"])
        XCTAssertEqual(second, ["a true", "b true"])
        XCTAssertEqual(third, second)
        let bodies = await bodies(fixture)
        XCTAssertEqual(bodies, [Self.both, #"{"resources":["b"]}"#])
    }

    func testAPermitEndsWithItsLifeCountedFromReceipt() async throws {
        let fixture = try fixture([Self.answer(["a": true, "b": true], seconds: 60)])
        _ = try await ask(fixture)
        fixture.clock.advance(by: .seconds(59))
        _ = try await ask(fixture)
        let before = await bodies(fixture).count
        fixture.clock.advance(by: .seconds(1))
        _ = try await ask(fixture)
        let after = await bodies(fixture).count
        XCTAssertEqual([before, after], [1, 2])
    }

    func testNothingIsKeptWithoutALifetimeOrWhereAFreshAnswerIsWanted() async throws {
        let none = try fixture([Self.answer(["a": true, "b": true])], lifetime: .zero)
        _ = try await ask(none)
        _ = try await ask(none)
        let unkept = await bodies(none)
        XCTAssertEqual(unkept, [Self.both, Self.both])
        let fixture = try fixture([Self.answer(["a": true, "b": true])])
        _ = try await ask(fixture)
        _ = try await ask(fixture, isFresh: true)
        let fresh = await bodies(fixture)
        XCTAssertEqual(fresh, [Self.both, Self.both])
    }

    func testSignOutADeniedPlayAndAnotherDeviceHaveNoneOfIt() async throws {
        let fixture = try fixture([Self.answer(["a": true, "b": true])])
        let client = fixture.client
        _ = try await ask(fixture)
        _ = try await client.v2.logout(mvpd: ClientFixture.mvpd)
        _ = try await ask(fixture)
        _ = try await client.v2.authorize(mvpd: ClientFixture.mvpd, resources: ["a"])
        _ = try await ask(fixture)
        let other = client.onBehalf(
            of: Pass.RepresentedDevice(
                identifier: Pass.DeviceIdentifier("other"), information: HeaderValueTests.device,
                address: nil))
        _ = try await other.v2.preauthorize(mvpd: ClientFixture.mvpd, resources: ["a", "b"])
        _ = try await client.register()
        _ = try await ask(fixture)
        let bodies = await bodies(fixture)
        XCTAssertEqual(bodies, Array(repeating: Self.both, count: 5))
    }
}
