import XCTest

@testable import AdobePassHTTP

final class PlaceholderTests: XCTestCase {}
