import XCTest

@testable import PassSandbox

final class PlaceholderTests: XCTestCase {}
