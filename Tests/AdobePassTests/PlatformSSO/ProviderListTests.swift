import AdobePass
import XCTest

final class ProviderListTests: XCTestCase {
    func testOnlyProvidersThatAreEnabledAndShownAreOffered() {
        let hidden = FlowFixture.provider(
            "hidden", mapping: "apple-hidden", boarding: .supported, isShown: false)
        let nameless = FlowFixture.provider("nameless", mapping: nil, boarding: .supported)
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
        let twin = FlowFixture.provider(
            "twin", mapping: "apple-supported", boarding: .supported)
        let lists = PlatformSSO.ProviderLists(
            of: [FlowFixture.supported, twin], featuring: ["twin", "supported"])
        XCTAssertEqual(lists.supported, ["apple-supported"])
        XCTAssertEqual(lists.featured, ["apple-supported"])
    }
}
