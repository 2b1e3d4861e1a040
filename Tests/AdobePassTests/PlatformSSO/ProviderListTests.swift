import AdobePass
import XCTest

final class ProviderListTests: XCTestCase {
    func testOnlyProvidersThatAreEnabledAndShownAreOffered() {
        var hidden = FlowFixture.provider("hidden", mapping: "apple-hidden", boarding: .supported)
        hidden.displayInPlatformPicker = false
        var nameless = FlowFixture.supported
        nameless.platformMappingIdentifier = nil
        let lists = PlatformSSO.ProviderLists(
            of: FlowFixture.providers + [hidden, nameless], featuring: [])
        XCTAssertEqual(lists.supported, ["apple-supported", "apple-picker"])
        XCTAssertEqual(lists.featured, [])
    }

    func testFeaturedProvidersKeepTheProgrammersOrder() {
        let lists = PlatformSSO.ProviderLists(
            of: FlowFixture.providers,
            featuring: ["pickerOnly", "unknown", "off", "supported", "pickerOnly"])
        XCTAssertEqual(lists.featured, ["apple-picker", "apple-supported"])
    }

    func testTwoMVPDsOfOneProviderAreOfferedOnce() {
        var twin = FlowFixture.supported
        twin.mvpd = "twin"
        let lists = PlatformSSO.ProviderLists(
            of: [FlowFixture.supported, twin], featuring: ["twin", "supported"])
        XCTAssertEqual(lists.supported, ["apple-supported"])
        XCTAssertEqual(lists.featured, ["apple-supported"])
    }
}
