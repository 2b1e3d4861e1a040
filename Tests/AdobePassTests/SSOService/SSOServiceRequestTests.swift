import HTTPTypes
import TestSupport
import XCTest

@testable import AdobePass

/// Every request of the SSO Service: method, path, header fields and body.
final class SSOServiceRequestTests: XCTestCase {
    private static let base = "/api/REF30/"
    private static let common: Set = ["accept", "authorization", "user-agent"]
    private static let secret = Secret.planted("value")

    static func token(_ text: String, seconds: Int64 = 3600) -> ScriptedTransport.Answer {
        .json(
            """
            {"status":"CREATED","serviceToken":"\(text)","notBefore":1000,
             "notAfter":\(1000 + seconds * 1000)}
            """, status: 201)
    }

    static func error(
        _ code: String, _ status: Int, action: String = "get_new_token", message: String = "text"
    ) -> ScriptedTransport.Answer {
        .json(
            """
            {"status":"X","error":{"status":\(status),"code":"\(code)","message":"\(message)",
             "action":"\(action)","helpUrl":"https://example.com","trace":"t"}}
            """, status: status)
    }

    private func fixture(
        _ answers: [String: [ScriptedTransport.Answer]] = [:],
        with change: (inout Pass.Client.Configuration) -> Void = { _ in }
    ) throws -> ClientFixture {
        try ClientFixture([Self.base + "serviceToken": [Self.token("T1")]].merging(answers) { $1 })
        {
            $0.userAgent = "app/1"
            $0.visitorIdentifier = "visitor"
            change(&$0)
        }
    }

    private func assert(
        _ request: Pass.Request?, _ method: String, _ name: String, _ fields: Set<String>,
        line: UInt = #line
    ) {
        XCTAssertEqual(request?.head.method.rawValue, method, line: line)
        XCTAssertEqual(request?.head.path, Self.base + name, line: line)
        XCTAssertEqual(
            Set(request?.fields.keys.map { $0 } ?? []), Self.common.union(fields), line: line)
    }

    func testEachCallHasTheFieldsOfItsTableAndNoOthers() async throws {
        let fixture = try fixture([
            Self.base + "link": [.json(#"{"code":"012345"}"#, status: 201)],
            Self.base + "list": [.json(#"{"devices":{}}"#)],
            Self.base + "unlink": [.json(#"{"status":"OK","unlinkedDevices":["b"]}"#)],
        ])
        let service = fixture.client.ssoService
        try await service.join(.account("account"))
        try await service.join(.linkCode(" 012345\n"))
        _ = try await service.linkCode()
        _ = try await service.devices()
        let unlinked = try await service.unlink([
            SSOService.DeviceKey(rawValue: "a"), SSOService.DeviceKey(rawValue: "b"),
        ])
        XCTAssertEqual(unlinked.map(\.rawValue), ["b"])
        fixture.clock.advance(by: .seconds(3590))
        try await service.token()
        let calls = await fixture.transport.calls
        XCTAssertEqual(calls.count, 6)
        let device = "ap-device-identifier"
        assert(calls[0], "POST", "serviceToken", [device, "x-device-info", "x-sso-id"])
        assert(calls[1], "POST", "serviceToken", [device, "x-device-info", "x-sso-link"])
        assert(calls[2], "POST", "link", [device, "ad-service-token"])
        assert(calls[3], "GET", "list", [device, "ad-service-token"])
        assert(calls[4], "POST", "unlink", [device, "ad-service-token", "content-type"])
        assert(calls[5], "GET", "serviceToken", ["ad-service-token"])
        XCTAssertEqual(calls[1].fields["x-sso-link"], "012345")
        XCTAssertEqual(calls[4].text, #"{"devices":["a","b"]}"#)
        XCTAssertEqual(calls[4].fields["content-type"], "application/json")
        XCTAssertEqual(calls[5].fields["accept"], "application/json")
        XCTAssertEqual(calls[5].fields["ad-service-token"], "T1")
    }

    func testTheServiceHasAHostOfItsOwnIfOneIsSet() async throws {
        let fixture = try fixture {
            // The base URL is well formed.
            if let url = try? Pass.BaseURL("http://localhost:9000") {
                $0.environment.ssoService = url
            }
        }
        try await fixture.client.ssoService.join(.account("account"))
        let call = try await fixture.call()
        XCTAssertEqual(call.head.authority, "localhost:9000")
    }

    func testNothingIsSentWithoutAMembershipOrWithAnUnusableOne() async throws {
        let fixture = try fixture()
        let service = fixture.client.ssoService
        for membership in [SSOService.Membership.account(" "), .linkCode(""), .account("a\nb")] {
            let error = try await thrownError { () async throws(Pass.ExchangeError) in
                try await service.join(membership)
            }
            XCTAssertEqual(error.code, .invalidArgument)
        }
        let errors = [
            try await thrownError { () async throws(Pass.ExchangeError) in
                try await service.linkCode()
            },
            try await thrownError { () async throws(Pass.ExchangeError) in
                try await service.unlink([])
            },
            try await thrownError { () async throws(Pass.ExchangeError) in
                try await service.token()
            },
        ]
        XCTAssertEqual(Set(errors.map(\.code)), [.invalidArgument])
        let calls = await fixture.transport.calls
        XCTAssertEqual(calls.count, 0)
    }

    func testServiceProvidersThatArePathsOfTheRESTAPIAreRefused() async throws {
        let fixture = try fixture { $0.serviceProvider = Pass.ServiceProvider(rawValue: "v2") }
        let error = try await thrownError { () async throws(Pass.ExchangeError) in
            try await fixture.client.ssoService.join(.account("account"))
        }
        XCTAssertEqual(error.code, .invalidArgument)
    }

    func testErrorsAndValuesShowNoSecret() async throws {
        let secret = Self.secret
        let fixture = try fixture([
            Self.base + "serviceToken": [
                Self.error("token_invalid", 400, message: secret), Self.token(secret),
            ],
            Self.base + "link": [.json(#"{"code":"\#(secret)"}"#, status: 201)],
            Self.base + "list": [
                .json(#"{"devices":{"\#(secret)":{"model":"\#(secret)"}}}"#),
                Self.error("header_invalid", 401, message: secret),
            ],
        ])
        let service = fixture.client.ssoService
        var texts: [Any] = [service, SSOService.Membership.linkCode(secret)]
        texts.append(
            try await thrownError { () async throws(Pass.ExchangeError) in
                try await service.join(.linkCode(secret))
            })
        texts.append(SSOService.Membership.token(try await service.join(.account(secret))))
        texts.append(try await service.linkCode())
        texts.append(try await service.devices())
        texts.append(
            try await thrownError { () async throws(Pass.ExchangeError) in
                try await service.devices()
            })
        for value in texts {
            for text in printings(of: value) + printings(of: [value]) {
                XCTAssertFalse(Secret.inMessages.shows(in: text), "\(type(of: value))")
            }
        }
    }

    func testNamesOfTheTablesAndOfTheSamplesAreRead() throws {
        for name in ["serviceToken", "jws"] {
            let answer: SSOService.TokenAnswer = try decoded(
                #"{"\#(name)":"T","notBefore":"1000","notAfter":"61000"}"#)
            XCTAssertEqual(answer.token, "T", name)
            XCTAssertEqual(answer.validity, .seconds(60), name)
        }
        for name in ["code", "link"] {
            let answer: SSOService.LinkAnswer = try decoded(
                #"{"\#(name)":"012A","notBefore":0,"notAfter":0}"#)
            XCTAssertEqual(answer.code, "012A", name)
            XCTAssertNil(answer.validity, name)
        }
        for json in ["{}", #"{"jws":""}"#, #"{"jws":"a\nb"}"#, #"{"serviceToken":7}"#] {
            XCTAssertThrowsError(try decoded(json) as SSOService.TokenAnswer, json)
        }
        let devices: SSOService.DevicesAnswer = try decoded(
            #"{"devices":{"b":{"type":"sso","lastSeen":5,"new":[1]},"a":{}}}"#)
        XCTAssertEqual(devices.devices.map(\.key.rawValue), ["a", "b"])
        XCTAssertEqual(devices.devices[1].type, .sso)
        XCTAssertEqual(devices.devices[1].lastSeen, Pass.Timestamp(milliseconds: 5))
        XCTAssertNil(devices.devices[0].type)
    }
}
