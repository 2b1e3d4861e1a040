import BatchEngine
import SAML2
import XCTest

/// That runs that would judge otherwise are told apart.
final class RunIdentityTests: XCTestCase {
    func testTheSameValuesAreTheSameRun() {
        XCTAssertEqual(identity(["a", "b"]).differences(from: identity(["a", "b"])), [])
        XCTAssertEqual(
            identity(["a"], now: 1).differences(from: identity(["a"], now: 2)), [],
            "the time is taken from the run that is resumed")
    }

    func testAnyOtherValueIsADifferenceOfItsKind() {
        let one = identity(["a", "b"])
        for values in [["a"], ["b", "a"], ["ab"], ["a", "b", ""], ["a", "B"], [], ["1:a1:b"]] {
            XCTAssertEqual(one.differences(from: identity(values)), ["the values"], "\(values)")
        }
    }

    func testWhatOnlyOneRunHasIsADifference() {
        var more = identity(["a"])
        more.add("the other thing", [])
        XCTAssertEqual(more.differences(from: identity(["a"])), ["the other thing"])
        XCTAssertEqual(identity(["a"]).differences(from: more), ["the other thing"])
    }

    private func identity(_ values: [String], now: Int64 = 0) -> RunIdentity {
        var identity = RunIdentity(now: SAML.Instant(secondsSinceEpoch: now))
        identity.add("something", ["x"])
        identity.add("the values", values)
        return identity
    }
}
