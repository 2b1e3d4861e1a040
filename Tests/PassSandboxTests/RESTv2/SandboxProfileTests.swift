#if Sandbox
import CryptoExtras
import Foundation
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

final class SandboxProfileTests: SandboxCase {
    func testAProfileIsFoundByListByMVPDAndByCode() async throws {
        try await eachWay { subject in
            let session = try await subject.call(
                .post, "/api/v2/REF30/sessions",
                form: [
                    "mvpd": "Comcast", "domainName": "adobe.com", "redirectUrl": "app://done",
                ])
            let code = try XCTUnwrap(session["code"]?.text)
            let polled = try await subject.call(.get, "/api/v2/REF30/profiles/code/\(code)")
            XCTAssertEqual(polled.json, ["profiles": [:]])
            try await subject.sandbox.state.complete(
                code: code, mvpd: "Comcast", subscriber: "edsger")
            for path in ["profiles", "profiles/Comcast", "profiles/code/\(code)"] {
                let answer = try await subject.call(.get, "/api/v2/REF30/\(path)")
                XCTAssertEqual(answer["profiles", "Comcast", "type"], "regular", path)
                XCTAssertEqual(answer["profiles", "Comcast", "issuer"], "Comcast")
                XCTAssertEqual(
                    answer["profiles", "Comcast", "notBefore"], .integer(1_768_478_400_000))
                XCTAssertEqual(
                    answer["profiles", "Comcast", "attributes", "userID"],
                    ["state": "plain", "value": "subscriber-4"])
            }
            var other = subject
            other.device = "device-2"
            let foreign = try await other.call(.get, "/api/v2/REF30/profiles")
            XCTAssertEqual(foreign["profiles"], [:], "another device")
            other.device = subject.device
            try await other.register()
            let renewed = try await other.call(.get, "/api/v2/REF30/profiles")
            XCTAssertEqual(renewed["profiles"], [:], "another client")
        }
    }

    func testProfilesOfUnknownMVPDsAreRefused() async throws {
        try await eachWay { subject in
            let unknown = try await subject.call(.get, "/api/v2/REF30/profiles/None")
            XCTAssertEqual(unknown.code, "invalid_parameter_mvpd")
            let inactive = try await subject.call(.get, "/api/v2/REF30/profiles/InactiveMVPD")
            XCTAssertEqual(inactive.code, "invalid_integration")
            let bare = try await subject.call(
                .get, "/api/v2/REF30/profiles", adding: ["AP-Device-Identifier": nil])
            XCTAssertEqual(bare.code, "invalid_header_device_identifier")
        }
    }

    func testSensitiveMetadataIsEncryptedForTheProgrammer() async throws {
        let key = try _RSA.Encryption.PrivateKey(keySize: .bits2048)
        let pem = key.publicKey.pemRepresentation
        let privatePEM = key.pemRepresentation
        for padding in SandboxConfiguration.MetadataEncryption.Padding.allCases {
            try await eachWay {
                $0.metadataEncryption = SandboxConfiguration.MetadataEncryption(
                    publicKey: pem, padding: padding)
            } _: { subject in
                try await subject.signIn()
                let answer = try await subject.call(.get, "/api/v2/REF30/profiles")
                let zip = answer["profiles", "Cablevision", "attributes", "zip"]
                XCTAssertEqual(zip?["state"], "enc")
                let bytes = try XCTUnwrap(Data(base64Encoded: zip?["value"]?.text ?? ""))
                let plain = try _RSA.Encryption.PrivateKey(
                    pemRepresentation: privatePEM
                ).decrypt(
                    bytes, padding: padding == .oaep ? .PKCS1_OAEP : ._WEAK_AND_INSECURE_PKCS_V1_5)
                XCTAssertEqual(String(decoding: plain, as: UTF8.self), #"["12345","34567"]"#)
            }
        }
    }

    func testMetadataThatCannotBeEncryptedSaysSo() async throws {
        try await eachWay {
            $0.metadataEncryption = SandboxConfiguration.MetadataEncryption(publicKey: "none")
        } _: { subject in
            try await subject.signIn()
            let answer = try await subject.call(.get, "/api/v2/REF30/profiles")
            let zip = answer["profiles", "Cablevision", "attributes", "zip"]
            XCTAssertEqual(zip?["error"], "invalid_configuration_user_metadata_certificate")
            XCTAssertEqual(zip?["value"], .null)
        }
    }

    func testLogoutDeletesFirstAndSaysWhatIsLeftToDo() async throws {
        try await eachWay {
            $0.choices.requiresLogoutRedirect = true
        } _: { subject in
            let path = "/api/v2/REF30/logout/Comcast"
            let bare = try await subject.call(.get, path)
            XCTAssertEqual(bare.code, "invalid_parameter_redirect_url")
            let query = "?redirectUrl=app%3A%2F%2Fdone"
            let nobody = try await subject.call(.get, path + query)
            XCTAssertEqual(nobody["logouts", "Comcast", "actionName"], "invalid")
            XCTAssertEqual(nobody["logouts", "Comcast", "actionType"], "none")
            try await subject.signIn("Comcast", as: "edsger")
            let answer = try await subject.call(.get, path + query)
            XCTAssertEqual(answer["logouts", "Comcast", "actionName"], "logout")
            XCTAssertEqual(answer["logouts", "Comcast", "actionType"], "interactive")
            let url = try XCTUnwrap(answer["logouts", "Comcast", "url"]?.text)
            let browser = try await subject.call(.get, url, headers: [:])
            XCTAssertEqual(browser.status, 302)
            XCTAssertEqual(browser.fields[.location], "app://done")
            let profiles = try await subject.call(.get, "/api/v2/REF30/profiles")
            XCTAssertEqual(profiles["profiles"], [:])
            try await subject.signIn("ProxiedMVPD", as: "barbara")
            let complete = try await subject.call(
                .get, "/api/v2/REF30/logout/ProxiedMVPD" + query)
            XCTAssertEqual(complete["logouts", "ProxiedMVPD", "actionName"], "complete")
            let free = try await subject.call(.get, "/api/v2/REF30/logout/TempPass" + query)
            XCTAssertEqual(free["logouts", "TempPass", "actionName"], "complete")
            let bad = try await subject.call(
                .get, "/adobe-services/logout?redirect_url=javascript%3Aalert(1)", headers: [:])
            XCTAssertEqual(bad.status, 400)
        }
    }

    func testABrowserIsSentOnlyWhereALogoutSaid() async throws {
        try await eachWay { subject in
            try await subject.signIn("Comcast", as: "edsger")
            let logout = try await subject.call(
                .get, "/api/v2/REF30/logout/Comcast?redirectUrl=app%3A%2F%2Fdone")
            let named = try XCTUnwrap(logout["logouts", "Comcast", "url"]?.text)
            let foreign = "/adobe-services/logout?redirect_url=https%3A%2F%2Fexample.com%2F"
            for (url, status) in [(named, 302), (foreign, 200), ("/adobe-services/logout", 200)] {
                let browser = try await subject.call(.get, url, headers: [:])
                XCTAssertEqual(browser.status, status, url)
                XCTAssertEqual(browser.fields[.location], status == 302 ? "app://done" : nil, url)
            }
            subject.clock.advance(by: .seconds(1_800))
            let late = try await subject.call(.get, named, headers: [:])
            XCTAssertEqual(late.status, 200)
            XCTAssertNil(late.fields[.location])
        }
    }

    func testTheConfigurationDependsOnTheDevicesSystem() async throws {
        try await eachWay {
            $0.mvpds[2].systems = ["Android", "tvOS"]
        } _: { subject in
            func mvpds(_ system: String?) async throws -> [String: JSONValue] {
                let device = system.map { Subject.base64(#"{"osName":"\#($0)"}"#) }
                let answer = try await subject.call(
                    .get, "/api/v2/REF30/configuration", adding: ["X-Device-Info": device])
                XCTAssertEqual(answer.status, 200)
                let list = answer["requestor", "mvpds"]?.elements ?? []
                return Dictionary(uniqueKeysWithValues: list.map { ($0["id"]?.text ?? "", $0) })
            }
            for system in ["tvOS", "iOS", nil] {
                let found = try await mvpds(system)
                XCTAssertEqual(found["Cablevision"]?["boardingStatus"]?.text, "SUPPORTED")
                XCTAssertEqual(found["Comcast"] == nil, system == "iOS", system ?? "none")
            }
            let android = try await mvpds("Android")
            XCTAssertNotNil(android["Comcast"])
            for member in [
                "boardingStatus", "platformMappingId", "enablePlatformServices",
                "displayInPlatformPicker", "enforcePlatformPermissions",
            ] { XCTAssertNil(android["Cablevision"]?[member], member) }
        }
    }
}
#endif
