import XCTest

@testable import AdobePass

final class ConfigurationTests: XCTestCase {
    func testMVPDWithoutPlatformConfigurationTakesNoPart() throws {
        let configuration: Pass.Configuration = try decoded(
            """
            {"device":"unknown","clientType":"html5","os":"Unknown","time":17,
             "requestor":{"id":"REF30","name":"Reference","domains":[
             {"name":"adobe.com","mvpdInitiated":false}],"mvpds":[
             {"id":"Other","displayName":"Other","logoUrl":"https://example.com/l.png"},
             {"id":"Cablevision","displayName":"Optimum","boardingStatus":"SUPPORTED",
              "platformMappingId":"Cablevision_apple","enablePlatformServices":true,
              "displayInPlatformPicker":"true","isTempPass":false}]}}
            """)
        XCTAssertEqual(configuration.requestor.domains.map(\.name), ["adobe.com"])
        XCTAssertNil(configuration.mvpds[0].boardingStatus)
        XCTAssertFalse(configuration.mvpds[0].enablePlatformServices)
        XCTAssertEqual(configuration.mvpds[1].boardingStatus, .supported)
        XCTAssertEqual(configuration.mvpds[1].platformMappingID?.rawValue, "Cablevision_apple")
        XCTAssertTrue(configuration.mvpds[1].displayInPlatformPicker)
        XCTAssertEqual(try roundTrip(configuration), configuration)
    }

    func testFormerConfigurationHasTheRequiredMetadataFields() throws {
        let configuration: Pass.Configuration = try decoded(
            """
            {"requestor":{"id":"REF30","mvpds":[{"id":"Cablevision","boardingStatus":"PICKER",
             "requiredMetadataFields":["uid","NameID"]}]}}
            """)
        XCTAssertEqual(configuration.mvpds[0].boardingStatus, .picker)
        XCTAssertEqual(configuration.mvpds[0].requiredMetadataFields, ["uid", "NameID"])
    }

    func testConfigurationWithoutARequestorIsRefused() {
        XCTAssertThrowsError(try decoded(Pass.Configuration.self, "{}"))
        XCTAssertThrowsError(try decoded(Pass.Configuration.self, "[]"))
    }
}
