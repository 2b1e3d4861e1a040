import XCTest

@testable import AdobePass

final class ProfileTests: XCTestCase {
    static let profiles = """
        {"profiles":{
          "Spectrum":{"notBefore":1623943955,"notAfter":1735689500000,"issuer":"Spectrum",
            "type":"regular","attributes":{"userID":{"value":"S1","state":"plain"}}},
          "Cablevision":{"notBefore":1623943955000,"notAfter":"1735689600000","issuer":"Apple",
            "type":"appleSSO","attributes":{
              "userID":{"value":"BASE64","state":"plain"},
              "zip":{"value":"ciphertext","state":"enc"},
              "zip2":{"value":"ciphertext","state":"encrypted"},
              "remaining_resources":{"value":2,"state":"plain"},
              "maxRating":{"value":{"MPAA":"PG"},"state":"plain"},
              "hba_status":{"value":"true","state":"plain"}}}}}
        """

    func testProfilesComeInTheOrderOfTheirMVPDs() throws {
        let profiles: RESTv2.Profiles = try decoded(Self.profiles)
        XCTAssertEqual(profiles.all.map(\.mvpd.rawValue), ["Cablevision", "Spectrum"])
        XCTAssertEqual(profiles.longestLived?.mvpd.rawValue, "Cablevision")
        XCTAssertEqual(profiles[Pass.MVPDIdentifier(rawValue: "Spectrum")]?.userID, "S1")
        XCTAssertEqual(try roundTrip(profiles), profiles)
    }

    func testAttributesHaveValuesOfEveryKind() throws {
        let profiles: RESTv2.Profiles = try decoded(Self.profiles)
        let profile = try XCTUnwrap(profiles.longestLived)
        XCTAssertEqual(profile.type, .appleSSO)
        XCTAssertEqual(profile.attributes["remaining_resources"]?.value, .integer(2))
        XCTAssertEqual(
            profile.attributes["maxRating"]?.value.members?["MPAA"], .string("PG"))
        XCTAssertEqual(profile.attributes["hba_status"]?.value.flag, true)
    }

    func testEveryStateButPlainIsEncrypted() throws {
        let profiles: RESTv2.Profiles = try decoded(Self.profiles)
        let attributes = try XCTUnwrap(profiles.longestLived).attributes
        XCTAssertEqual(attributes["userID"]?.state.isEncrypted, false)
        XCTAssertEqual(attributes["zip"]?.state.isEncrypted, true)
        XCTAssertEqual(attributes["zip2"]?.state.isEncrypted, true)
    }

    func testAProfileThatCannotBeReadLeavesTheOthers() throws {
        let profiles: RESTv2.Profiles = try decoded(
            #"{"profiles":{"A":{"type":"regular"},"B":7,"C":{"type":"regular","notAfter":5}}}"#)
        XCTAssertEqual(profiles.all.map(\.mvpd.rawValue), ["C"])
        XCTAssertThrowsError(
            try decoded(RESTv2.Profiles.self, #"{"profiles":{"A":{"type":"regular"},"B":7}}"#))
    }

    func testEmptyMapIsANormalAnswer() throws {
        let profiles: RESTv2.Profiles = try decoded(#"{"profiles":{}}"#)
        XCTAssertTrue(profiles.isEmpty)
        XCTAssertNil(profiles.longestLived)
    }

    func testProfileEndsAtItsEnd() throws {
        let profile = try XCTUnwrap(try decoded(RESTv2.Profiles.self, Self.profiles).longestLived)
        let end = Pass.Timestamp(milliseconds: 1_735_689_600_000)
        XCTAssertTrue(profile.isValid(at: end.advanced(by: .milliseconds(-1))))
        XCTAssertFalse(profile.isValid(at: end))
    }

    func testTruthValuesMayBeStrings() {
        XCTAssertEqual(Pass.JSONValue.bool(false).flag, false)
        XCTAssertEqual(Pass.JSONValue.string("false").flag, false)
        XCTAssertNil(Pass.JSONValue.integer(1).flag)
    }

    func testPostalCodesMayBeAListOrAString() {
        XCTAssertEqual(Pass.JSONValue.array([.string("1"), .string("2")]).texts, ["1", "2"])
        XCTAssertEqual(Pass.JSONValue.string("1").texts, ["1"])
    }
}
