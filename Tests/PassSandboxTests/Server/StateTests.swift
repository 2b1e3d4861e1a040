#if Sandbox
import Foundation
import HTTPTypes
import TestSupport
import WireText
import XCTest

@testable import PassSandbox
import XMLCore

final class StateTests: SandboxCase {
    func testAStateFileSurvivesARestart() async throws {
        #if SQLite
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sandbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("state.sqlite").path
        var configuration = SandboxConfiguration.standard
        configuration.throttle.isOn = false
        let clock = TestClock()

        func subject() async throws -> Subject {
            let sandbox = try await Self.make(configuration, clock: clock, file: file)
            let transport = sandbox.transport
            return Subject(sandbox: sandbox, clock: clock, way: "file") {
                try await transport.send($0)
            }
        }
        var first = try await subject()
        try await first.register()
        try await first.signIn()
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        XCTAssertEqual(mode as? Int, 0o600)

        var second = try await subject()
        second.token = first.token
        let profiles = try await second.call(.get, "/api/v2/REF30/profiles")
        XCTAssertEqual(profiles["profiles", "Cablevision", "type"], "regular")
        _ = try await second.call(.post, "/sandbox/reset", headers: [:])

        var third = try await subject()
        third.token = first.token
        let after = try await third.call(.get, "/api/v2/REF30/profiles")
        XCTAssertEqual(after.status, 401)
        #else
        throw XCTSkip("needs the trait SQLite")
        #endif
    }

    func testAFullTableForgetsTheOldestRecords() throws {
        var table = RecordTable<ClientRecord>("client")
        for number in 0..<25 {
            try table.put(
                ClientRecord(id: "\(number)", secret: "", statement: "", issued: 0),
                ByteExactName("\(number)"), limit: 10, mirror: nil)
        }
        XCTAssertLessThanOrEqual(table.records.count, 10)
        XCTAssertNil(table[ByteExactName("0")])
        XCTAssertNotNil(table[ByteExactName("24")])
    }

    func testRecordsWithSecretsDoNotPrintThem() {
        let secret = Secret.planted("record")
        let records: [Any] = [
            ClientRecord(id: "a", secret: secret, statement: secret, issued: 0),
            AccessTokenRecord(token: secret, clientID: "a", expires: 0), KeyRecord(pem: secret),
        ]
        for record in records {
            for text in printings(of: record) {
                XCTAssertFalse(Secret.inMessages.shows(in: text), text)
            }
        }
    }

    func testKeysAreComparedByTheirBytes() {
        XCTAssertNotEqual(ByteExactName("\u{E9}"), ByteExactName("e\u{301}"))
        XCTAssertNotEqual(ByteExactName("a", "bc"), ByteExactName("ab", "c"))
        XCTAssertFalse(isSame("\u{E9}", "e\u{301}"))
    }

    func testCompletingASessionNeedsTheRightProviderAndSubscriber() async throws {
        try await eachWay { subject in
            let session = try await subject.call(
                .post, "/api/v2/REF30/sessions", form: ["mvpd": "Comcast"])
            let code = try XCTUnwrap(session["code"]?.text)
            for (code, mvpd, subscriber, refusal) in [
                ("ABC1234", "Comcast", "edsger", CompletionRefusal.noSession),
                (code, "None", "edsger", .noIntegration),
                (code, "InactiveMVPD", "edsger", .noIntegration),
                (code, "TempPass", "edsger", .noIntegration),
                (code, "Cablevision", "ada", .otherMVPD), (code, "Comcast", "ada", .noSubscriber),
            ] {
                do {
                    try await subject.sandbox.state.complete(
                        code: code, mvpd: mvpd, subscriber: subscriber)
                    XCTFail(refusal.rawValue)
                } catch { XCTAssertEqual(error as? CompletionRefusal, refusal) }
            }
        }
    }

    func testAConfigurationKeepsTheStandardWhereItSaysNothing() throws {
        let bytes = Array(
            #"{"throttle":{"isOn":false},"mvpds":[{"id":"X","platform":{"mappingID":"X_a"}}]}"#
                .utf8)
        let configuration = try SandboxConfiguration(document: bytes)
        XCTAssertEqual(configuration.serviceProviders[0].id, "REF30")
        XCTAssertFalse(configuration.throttle.isOn)
        XCTAssertEqual(configuration.throttle.burst, 10)
        XCTAssertEqual(configuration.mvpds.map(\.id), ["X"])
        XCTAssertEqual(configuration.mvpds[0].platform?.boardingStatus, "SUPPORTED")
        let whole = try JSONEncoder().encode(SandboxConfiguration.standard)
        XCTAssertEqual(
            try JSONDecoder().decode(SandboxConfiguration.self, from: whole), .standard)
    }

    func testNumbersThatCannotBeReckonedWithAreRefusedByName() {
        for (member, rest) in [
            ("lifetimes.session", ""), ("limits.records", ""), ("limits.logLines", ""),
            ("throttle.burst", ""), ("mvpds.[0].temporaryAccess.seconds", #""id":"X","#),
        ] {
            for number in ["9223372036854775807", "-1"] {
                let names = member.split(separator: ".").map(String.init)
                let inner =
                    names.count == 2
                    ? #"{"\#(names[0])":{"\#(names[1])":\#(number)}}"#
                    : #"{"mvpds":[{\#(rest)"temporaryAccess":{"seconds":\#(number)}}]}"#
                XCTAssertThrowsError(try SandboxConfiguration(document: Array(inner.utf8))) {
                    let error = $0 as? SandboxError
                    XCTAssertEqual(error?.code, .unusableConfiguration)
                    let name = member.split(separator: ".").last.map(String.init) ?? ""
                    XCTAssertEqual(error?.message.contains(".\(name) "), true, member)
                }
            }
        }
    }

    func testAMemberThatNothingReadsIsRefusedWhereverItStands() {
        for (document, place) in [
            (#"{"mvpd":[]}"#, "The document has"), (#"{"throttle":{"on":false}}"#, "throttle of"),
            (
                #"{"mvpds":[{"id":"X"},{"id":"Y","platform":{"mappingID":"Y_a","enabled":true}}]}"#,
                "mvpds[1].platform of"
            ),
            (#"{"faults":{"rules":[{"kind":"html","chance":1}]}}"#, "faults.rules[0] of"),
        ] {
            XCTAssertThrowsError(
                try SandboxConfiguration(document: Array(document.utf8)), document
            ) {
                let error = $0 as? SandboxError
                XCTAssertEqual(error?.code, .unusableConfiguration)
                XCTAssertEqual(error?.message.contains(place), true, "\($0)")
            }
        }
        XCTAssertThrowsError(
            try FaultPlan(document: Array(#"{"rules":[{"kind":"html","chance":1}]}"#.utf8)))
    }

    func testWhatEveryMemberMayHoldIsTaken() throws {
        let standard = SandboxConfiguration.standard
        XCTAssertEqual(try SandboxConfiguration(document: standard.document), standard)
        // Names of one's own, and null for what may be left out.
        let document = #"""
            {"metadataEncryption":null,"mvpds":[{"id":"X","proxy":null,
             "resourceErrors":{"one":"network_received_error"},
             "subscribers":[{"name":"a","samlAttributes":{"b":["c"]},
              "metadata":{"d":{"e":null,"f":[{"g":1.5}]}}}]}]}
            """#
        XCTAssertNoThrow(try SandboxConfiguration(document: Array(document.utf8)))
    }

    func testXMLIsEscaped() {
        XCTAssertEqual(
            XMLText.write(root: "a", ["b": "<&>\"'\u{1}\n", "c": .null]),
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
                + "<a><b>&lt;&amp;&gt;&quot;&apos;\u{FFFD}&#10;</b><c></c></a>\n")
    }
}
#endif
