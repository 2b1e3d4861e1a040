import AdobePass
import XCTest

final class RepresentedDeviceTests: XCTestCase {
    private func device(_ name: String, _ address: String) -> Pass.RepresentedDevice {
        var information = HeaderValueTests.device
        information.model = name
        return Pass.RepresentedDevice(
            identifier: Pass.DeviceIdentifier(name), information: information, address: address)
    }

    func testCallsNameTheDeviceAndShareTheRegistration() async throws {
        let fixture = try ClientFixture(
            ["/api/v2/REF30/profiles": [.json(#"{"profiles":{}}"#)]]
        ) { $0.forwardedFor = "192.0.2.1" }
        let devices = [device("one", "198.51.100.1"), device("two", "198.51.100.2")]
        for device in devices {
            _ = try await fixture.client.onBehalf(of: device).v2.profiles()
        }
        _ = try await fixture.client.v2.profiles()
        let calls = await fixture.transport.calls
        XCTAssertEqual(
            calls.map { $0.fields["x-forwarded-for"] },
            ["198.51.100.1", "198.51.100.2", "192.0.2.1"])
        XCTAssertEqual(
            calls.prefix(2).map { $0.fields["ap-device-identifier"] },
            devices.map(\.identifier.fingerprint))
        XCTAssertEqual(
            calls.prefix(2).map { $0.fields["x-device-info"] },
            devices.map { $0.information.base64() })
        let registrations = await fixture.transport.count("/o/client/register")
        let tokens = await fixture.transport.count("/o/client/token")
        XCTAssertEqual([registrations, tokens], [1, 1])
    }

    func testARegistrationForOneDeviceNamesItsAddress() async throws {
        let fixture = try ClientFixture(
            ["/api/v2/REF30/profiles": [.json(#"{"profiles":{}}"#)]]
        ) { $0.forwardedFor = "192.0.2.1" }
        _ = try await fixture.client.v2.profiles()
        let sent = await fixture.transport.sent
        XCTAssertEqual(sent.map(\.path).prefix(2), ["/o/client/register", "/o/client/token"])
        XCTAssertEqual(
            sent.map { $0.fields["x-forwarded-for"] }, Array(repeating: "192.0.2.1", count: 3))
    }

    func testEachDeviceHasItsOwnLimit() async throws {
        let fixture = try ClientFixture(
            ["/api/v2/REF30/profiles": [.json(#"{"profiles":{}}"#)]]
        ) { $0.pacing = Pass.Pacing(burst: 2) }
        for name in ["one", "two", "three", "four"] {
            _ = try await fixture.client.onBehalf(of: device(name, "198.51.100.1")).v2.profiles()
        }
        XCTAssertEqual(fixture.clock.sleeps, [])
        let one = fixture.client.onBehalf(of: device("one", "198.51.100.1"))
        for _ in 0..<4 { _ = try await one.v2.profiles() }
        XCTAssertEqual(fixture.clock.sleeps, [.seconds(1)])
    }
}
