import AdobePass
import MetricsTestKit
import TestSupport
import XCTest

final class MetricsTests: XCTestCase {
    func testExchangesRepetitionsAndRegistrationsAreCounted() async throws {
        let metrics = TestMetrics()
        let fixture = try ClientFixture(
            [
                "/api/v2/REF30/profiles": [
                    .throttled(), .status(500), .json(#"{"profiles":{}}"#),
                ]
            ], metrics: metrics)
        _ = try await fixture.client.v2.profiles()
        let call = [("method", "GET"), ("path", "/api/v2/{serviceProvider}/profiles")]
        for status in ["429", "500", "200"] {
            let counter = try metrics.expectCounter(
                "adobe_pass_exchanges", call + [("status", status)])
            XCTAssertEqual(counter.totalValue, 1, status)
        }
        for reason in ["throttled", "failed"] {
            let counter = try metrics.expectCounter(
                "adobe_pass_repetitions", call + [("reason", reason)])
            XCTAssertEqual(counter.totalValue, 1, reason)
        }
        XCTAssertEqual(try metrics.expectCounter("adobe_pass_registrations").totalValue, 1)
        XCTAssertEqual(
            try metrics.expectTimer("adobe_pass_exchange_duration", call).values.count, 3)
    }

    func testNoDimensionHasASecret() async throws {
        let secret = Secret.planted("metrics")
        let metrics = TestMetrics()
        let fixture = try ClientFixture(
            [
                "/api/v2/REF30/profiles/code/\(secret)": [
                    .enhanced(secret, action: secret, status: 403, message: secret)
                ]
            ], metrics: metrics)
        _ = try? await fixture.client.v2.profile(
            code: Pass.AuthenticationCode(rawValue: secret))
        XCTAssertGreaterThanOrEqual(metrics.counters.count, 3)
        for counter in metrics.counters {
            let text = "\(counter.label) \(counter.dimensions)"
            XCTAssertFalse(Secret.inMessages.shows(in: text), text)
        }
    }
}
