import AdobePass
import Foundation
import XCTest

@testable import AdobePassHTTP

final class RunningSystemTests: XCTestCase {
    private func device(
        _ machine: String, _ osName: Pass.DeviceInformation.SystemName
    ) -> [String?] {
        let device = Pass.DeviceInformation(
            machine: machine, osName: osName, osVersion: "18.0", connectionType: .wifi)
        return [
            device.primaryHardwareType?.rawValue, device.model, device.version, device.osFamily,
            device.vendor,
        ]
    }

    func testAMachineIsAModelAndItsVersion() {
        XCTAssertEqual(
            device("AppleTV14,1", .tvOS), ["SetTopBox", "AppleTV", "14,1", "tvOS", "Apple"])
        XCTAssertEqual(
            device("iPhone17,1", .iOS), ["MobilePhone", "iPhone", "17,1", "iOS", "Apple"])
        XCTAssertEqual(device("iPad16,6", .iOS), ["Tablet", "iPad", "16,6", "iOS", "Apple"])
        XCTAssertEqual(
            device("Mac14,2", .macOS), ["Desktop", "Mac", "14,2", "macOS", "Apple"])
    }

    func testAnArchitectureIsTheVersionOfTheSystemsModel() {
        XCTAssertEqual(
            device("arm64", .tvOS), ["SetTopBox", "AppleTV", "arm64", "tvOS", "Apple"])
        XCTAssertEqual(
            device("x86_64", .linux), ["Unknown", "Linux", "x86_64", "Linux", nil])
        XCTAssertEqual(device("", .macOS), ["Desktop", "Mac", "", "macOS", "Apple"])
    }

    func testTheRunningSystemHasWhatTheServerRequires() throws {
        let device = Pass.DeviceInformation(ofRunningSystemConnectedBy: .lan)
        XCTAssertFalse(device.model.isEmpty)
        XCTAssertFalse(device.version.isEmpty)
        XCTAssertNotNil(Int(device.osVersion.prefix { $0 != "." }))
        XCTAssertEqual(device.connectionType, .lan)
        #if os(Linux)
        XCTAssertEqual(device.osName, .linux)
        #endif
    }

    func testTheClockGoesWithTheSystemAndWaits() async throws {
        let clock = Pass.SystemClock()
        let before = Int64(Date().timeIntervalSince1970 * 1000)
        let start = clock.now()
        XCTAssertLessThan(abs(start.milliseconds - before), 5000)
        try await clock.sleep(for: .milliseconds(20))
        XCTAssertGreaterThanOrEqual(clock.now().milliseconds - start.milliseconds, 15)
        let waiting = Task { try await clock.sleep(for: .seconds(3600)) }
        waiting.cancel()
        do {
            try await waiting.value
            XCTFail("the pause was not cancelled")
        } catch {
            XCTAssert(error is CancellationError)
        }
    }

    func testJitterIsFromZeroUpToOne() {
        let values = (0..<1000).map { _ in Pass.systemJitter() }
        XCTAssert(values.allSatisfy { (0..<1).contains($0) })
        XCTAssertGreaterThan(Set(values).count, 900)
    }
}
