import XCTest

/// The value, or a skipped test that says why.
func XCTUnwrapOrSkip<Value>(_ value: Value?, _ reason: String) throws -> Value {
    guard let value else { throw XCTSkip(reason) }
    return value
}
