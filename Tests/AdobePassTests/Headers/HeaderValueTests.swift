import XCTest

@testable import AdobePass

final class HeaderValueTests: XCTestCase {
    static var device: Pass.DeviceInformation {
        var device = Pass.DeviceInformation(
            primaryHardwareType: .television, model: "AppleTV", version: "14,1", osName: .tvOS,
            osVersion: "18.0", connectionType: .wifi)
        device.osVendor = "Apple"
        device.connectionSecure = true
        device.displayWidth = 1920
        return device
    }

    func testDeviceInformationIsJSONWithTheDocumentedNames() throws {
        let object = try jsonObject(base64: Self.device.base64())
        XCTAssertEqual(
            Set(object.keys),
            [
                "primaryHardwareType", "model", "version", "osName", "osVersion", "osVendor",
                "connectionType", "connectionSecure", "displayWidth",
            ])
        XCTAssertEqual(object["primaryHardwareType"] as? String, "TV")
        XCTAssertEqual(object["connectionType"] as? String, "WiFi")
        XCTAssertEqual(object["displayWidth"] as? Int, 1920)
        XCTAssertEqual(object["connectionSecure"] as? Bool, true)
    }

    func testFormerDeviceInformationIsPercentEncodedToo() {
        var device = Self.device
        device.model = "~~~???>>>"
        let plain = device.base64()
        XCTAssertNotEqual(device.percentEncodedBase64(), plain)
        XCTAssertEqual(device.percentEncodedBase64().removingPercentEncoding, plain)
        XCTAssertFalse(device.percentEncodedBase64().contains("="))
    }

    func testSameDeviceIsAlwaysTheSameText() {
        XCTAssertEqual(Self.device.base64(), Self.device.base64())
    }

    func testFingerprintIsBase64OfTheText() {
        XCTAssertEqual(Pass.DeviceIdentifier("abc").fingerprint, "fingerprint YWJj")
    }

    func testStatusOfAProviderHasItsEndAsAString() throws {
        let status = Pass.PartnerFrameworkStatus(
            accessStatus: .granted,
            provider: Pass.PlatformMappingIdentifier(rawValue: "Cablevision_apple"),
            expirationDate: Pass.Timestamp(milliseconds: 1_735_689_600_000))
        let object = try jsonObject(base64: status.headerValue)
        let permission = try XCTUnwrap(object["frameworkPermissionInfo"] as? [String: Any])
        let provider = try XCTUnwrap(object["frameworkProviderInfo"] as? [String: Any])
        XCTAssertEqual(permission["accessStatus"] as? String, "granted")
        XCTAssertEqual(provider["id"] as? String, "Cablevision_apple")
        XCTAssertEqual(provider["expirationDate"] as? String, "1735689600000")
    }

    func testStatusWithoutAProviderHasAnEmptyObject() throws {
        let status = Pass.PartnerFrameworkStatus(
            accessStatus: .denied,
            permissionError: .init(code: "0", message: "accessNotGranted"))
        let object = try jsonObject(base64: status.headerValue)
        let permission = try XCTUnwrap(object["frameworkPermissionInfo"] as? [String: Any])
        XCTAssertEqual((permission["error"] as? [String: String])?["code"], "0")
        XCTAssertEqual((object["frameworkProviderInfo"] as? [String: Any])?.count, 0)
    }

    func testStatusIsValidUntilTheSignInEnds() {
        let now = Pass.Timestamp(milliseconds: 1_735_689_600_000)
        let provider = Pass.PlatformMappingIdentifier(rawValue: "p")
        func status(
            _ access: Pass.AccessStatus, _ provider: Pass.PlatformMappingIdentifier?,
            _ end: Pass.Timestamp?
        ) -> Pass.PartnerFrameworkStatus {
            Pass.PartnerFrameworkStatus(
                accessStatus: access, provider: provider, expirationDate: end)
        }
        let later = now.advanced(by: .milliseconds(1))
        XCTAssertTrue(status(.granted, provider, later).isValid(at: now))
        XCTAssertTrue(status(.granted, provider, nil).isValid(at: now))
        XCTAssertFalse(status(.granted, provider, nil).isValidForDecisions(at: now))
        XCTAssertTrue(status(.granted, provider, later).isValidForDecisions(at: now))
        XCTAssertFalse(status(.granted, provider, now).isValid(at: now))
        XCTAssertFalse(status(.granted, nil, later).isValid(at: now))
        for access: Pass.AccessStatus in [.denied, .restricted, .notDetermined] {
            XCTAssertFalse(status(access, provider, later).isValid(at: now))
        }
    }

    func testIdentityForTemporaryAccessIsBase64() {
        XCTAssertEqual(
            Pass.TemporaryAccessIdentity(#"{"email":"x"}"#).headerValue, "eyJlbWFpbCI6IngifQ==")
    }
}
