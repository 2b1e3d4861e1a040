#if Sandbox
import HTTPTypes
import WireText
import XCTest

@testable import PassSandbox

/// Devices that are linked by a code, and unlinked.
final class LinkingTests: SandboxCase {
    private static let invalid = "400 token_invalid get_new_token"

    func testTheSecondDeviceHasTheProfileOfTheFirstWithoutASession() async throws {
        try await eachWay { first in
            let one = try await first.serviceToken(account: "account-1")
            try await first.signIn()
            let code = try await first.linkCode(one)
            XCTAssertNotNil(code.wholeMatch(of: /[0-9]{6}/), code)
            let second = try await first.other("device-2")
            let before = try await second.profiles(nil)
            XCTAssertEqual(before["profiles"], [:])
            let two = try await second.serviceToken(link: code)
            XCTAssertEqual(
                JWSText(two)?.claims["sub"], JWSText(one)?.claims["sub"], "one account")
            let own = try await first.profiles(one)
            let shared = try await second.profiles(two)
            XCTAssertEqual(own["profiles", "Cablevision", "type"], "regular")
            XCTAssertEqual(shared["profiles", "Cablevision", "type"], "serviceTokenSSO")
            for name in ["issuer", "notBefore", "notAfter", "attributes"] {
                XCTAssertEqual(
                    shared["profiles", "Cablevision", name], own["profiles", "Cablevision", name],
                    name)
            }
            let decision = try await second.call(
                .post, "/api/v2/REF30/decisions/authorize/Cablevision",
                adding: ["AD-Service-Token": two], json: #"{"resources":["REF30"]}"#)
            XCTAssertEqual(decision["decisions", "0", "authorized"], true, decision.text)
            XCTAssertNotNil(decision["decisions", "0", "token", "serializedToken"])
            let without = try await second.call(
                .post, "/api/v2/REF30/decisions/authorize/Cablevision",
                json: #"{"resources":["REF30"]}"#)
            XCTAssertEqual(without.code, "authenticated_profile_missing")
            let session = try await second.call(
                .post, "/api/v2/REF30/sessions", adding: ["AD-Service-Token": two],
                form: [
                    "mvpd": "Cablevision", "domainName": "adobe.com",
                    "redirectUrl": "https://adobe.com/done",
                ])
            XCTAssertEqual(session["actionName"], "authorize")
            XCTAssertEqual(session["reasonType"], "authenticatedSSO")
        }
    }

    func testTheListTellsTheDevicesAndTheirParts() async throws {
        try await eachWay { first in
            let one = try await first.serviceToken(account: "account-1")
            try await first.signIn()
            let second = try await first.other("device-2")
            first.clock.advance(by: .seconds(5))
            _ = try await second.serviceToken(account: "account-1")
            let list = try await first.sso(.get, "list", token: one)
            let keys = ["device-1", "device-2"].map(Subject.base64)
            XCTAssertEqual(list["devices"]?.members?.count, 2)
            XCTAssertEqual(list["devices", keys[0], "type"], "regular")
            XCTAssertEqual(list["devices", keys[0], "deviceType"], "smartTV")
            XCTAssertEqual(list["devices", keys[0], "os"], "tvOS")
            XCTAssertEqual(list["devices", keys[1], "type"], "sso")
            XCTAssertEqual(list["devices", keys[1], "lastSeen"], .integer(1_768_478_405_000))
            let stranger = try await first.other("device-3")
            let alone = try await stranger.serviceToken(account: "account-2")
            let own = try await stranger.sso(.get, "list", token: alone)
            XCTAssertEqual(own["devices"]?.members?.map(\.name), [Subject.base64("device-3")])
        }
    }

    func testACodeThatIsWrongUsedOrExpiredLinksNothing() async throws {
        for tells in [false, true] {
            try await eachWay {
                $0.ssoService.tellsExpiredLinkCodes = tells
            } _: { first in
                let one = try await first.serviceToken(account: "account-1")
                let second = try await first.other("device-2")
                let code = try await first.linkCode(one)
                for wrong in ["000", "\(code)0", "%00", "ＡＢＣ"] {
                    let answer = try await second.join(link: wrong)
                    XCTAssertEqual(answer.refusal, "\(Self.invalid) unknownLinkCode", wrong)
                }
                _ = try await second.serviceToken(link: code)
                let third = try await first.other("device-3")
                let again = try await third.join(link: code)
                XCTAssertEqual(again.refusal, "\(Self.invalid) usedLinkCode")
                XCTAssertFalse(again.text.contains(code))
                let late = try await first.linkCode(one)
                first.clock.advance(by: .seconds(900))
                let expired = try await third.join(link: late)
                XCTAssertEqual(
                    expired.refusal,
                    (tells ? "401 token_expired get_new_token" : Self.invalid)
                        + " expiredLinkCode")
                let list = try await first.sso(.get, "list", token: one)
                XCTAssertEqual(list["devices"]?.members?.count, 2)
            }
        }
    }

    func testCodesCannotAllBeTried() async throws {
        try await eachWay {
            $0.throttle.isOn = true
            $0.throttle.burst = 5
            $0.ssoService.isThrottled = false
        } _: { first in
            let code = try await first.linkCode(first.serviceToken(account: "account-1"))
            var statuses: [Int] = []
            for _ in 0..<8 { statuses.append(try await first.join(link: "x").status) }
            XCTAssertEqual(statuses, [400, 400, 400, 400, 400, 400, 429, 429])
            let right = try await first.join(link: code)
            XCTAssertEqual(right.status, 429, "Not even the right one is looked at.")
            first.clock.advance(by: .seconds(60))
            _ = try await first.serviceToken(link: code)
        }
    }

    func testOnlyOneOfManyDevicesUsesACode() async throws {
        try await eachWay { first in
            let code = try await first.linkCode(first.serviceToken(account: "account-1"))
            var devices: [Subject] = []
            for number in 2..<5 { devices.append(try await first.other("device-\(number)")) }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for device in devices {
                    group.addTask { try await device.join(link: code).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            XCTAssertEqual(statuses.sorted(), [201, 400, 400])
        }
    }

    func testAnUnlinkedDeviceHasNothingUntilItJoinsAgain() async throws {
        for keeps in [false, true] {
            try await eachWay {
                $0.ssoService.keepsUnlinkedTokens = keeps
            } _: { first in
                let one = try await first.serviceToken(account: "account-1")
                try await first.signIn()
                let second = try await first.other("device-2")
                let two = try await second.serviceToken(account: "account-1")
                let key = Subject.base64("device-2")
                let answer = try await first.sso(
                    .post, "unlink", token: one,
                    json: #"{"devices":["\#(key)","bm9uZQ==","?"]}"#)
                XCTAssertEqual(answer.status, 200, answer.text)
                XCTAssertEqual(
                    answer.json, ["status": "OK", "unlinkedDevices": .strings([key])])
                let refusal = "401 header_invalid get_new_token unlinkedDevice"
                for name in ["list", "serviceToken"] {
                    let call = try await second.sso(.get, name, token: two)
                    XCTAssertEqual(call.refusal, keeps ? "200 - - -" : refusal, name)
                }
                let profiles = try await second.profiles(two)
                XCTAssertEqual(profiles["profiles"]?.members?.count, keeps ? 1 : 0)
                first.clock.advance(by: .seconds(2))
                let again = try await second.serviceToken(account: "account-1")
                let joined = try await second.profiles(again)
                XCTAssertEqual(joined["profiles"]?.members?.count, 1)
            }
        }
    }

    func testUnlinkingNeedsAListOfDevices() async throws {
        try await eachWay { subject in
            let token = try await subject.serviceToken(account: "account-1")
            for json in [#"{"devices":[]}"#, #"{"devices":null}"#, "{", "[]", #"{"devices":[1]}"#] {
                let answer = try await subject.sso(.post, "unlink", token: token, json: json)
                XCTAssertEqual(
                    answer.refusal, "400 request_invalid check_request_body noDevices", json)
            }
            let empty = try await subject.sso(.post, "unlink", token: token)
            XCTAssertEqual(empty.refusal, "400 request_null none noBody")
        }
    }

    func testAnInvalidTokenLeavesV2WithoutTheSharedProfilesUnlessItIsRefused() async throws {
        for refuses in [false, true] {
            try await eachWay {
                $0.ssoService.refusesInvalidTokensInV2 = refuses
            } _: { subject in
                let answer = try await subject.profiles("a.b.c")
                if refuses {
                    XCTAssertEqual(answer.status, 401)
                    XCTAssertEqual(answer.code, "header_invalid")
                } else {
                    XCTAssertEqual(answer.status, 200)
                    XCTAssertTrue(
                        answer.fields[.sandboxServiceToken]?.hasPrefix("foreignServiceToken")
                            ?? false)
                }
            }
        }
    }

    func testLogoutWithTheTokenEndsTheSignInOfAllDevices() async throws {
        try await eachWay { first in
            let one = try await first.serviceToken(account: "account-1")
            try await first.signIn()
            let second = try await first.other("device-2")
            let two = try await second.serviceToken(account: "account-1")
            let logout = try await second.call(
                .get, "/api/v2/REF30/logout/Cablevision?redirectUrl=https%3A%2F%2Fadobe.com%2F",
                adding: ["AD-Service-Token": two])
            XCTAssertEqual(logout.status, 200, logout.text)
            for (device, token) in [(first, one), (second, two)] {
                let profiles = try await device.profiles(token)
                XCTAssertEqual(profiles["profiles"], [:])
            }
        }
    }

    func testTheSharedProfileEndsWithTheSignIn() async throws {
        try await eachWay {
            $0.ssoService.token = 1_000_000_000
            $0.lifetimes.profile = 600
        } _: { first in
            _ = try await first.serviceToken(account: "account-1")
            try await first.signIn()
            let second = try await first.other("device-2")
            let two = try await second.serviceToken(account: "account-1")
            first.clock.advance(by: .seconds(600))
            let profiles = try await second.profiles(two)
            XCTAssertEqual(profiles["profiles"], [:])
        }
    }
}
#endif
