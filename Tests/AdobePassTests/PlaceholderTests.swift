import XCTest

@testable import AdobePass

final class PlaceholderTests: XCTestCase {}
