import BatchEngine
import Foundation
import ProfileProcessing
import SAML2
import XCTest

/// That runs that would judge otherwise are told apart.
final class RunIdentityTests: XCTestCase {
    private struct Something: Encodable {
        var something = "x"
        var values: [String]
        var other: Int?
        var inner: [String: Bool] = ["b": true, "a": false]
    }

    func testTheSameValuesAreTheSameRun() throws {
        XCTAssertEqual(try identity(["a", "b"]).differences(from: identity(["a", "b"])), [])
        XCTAssertEqual(
            try identity(["a"], now: 1).differences(from: identity(["a"], now: 2)), [],
            "the time is taken from the run that is resumed")
    }

    func testAnyOtherValueIsADifferenceOfItsMember() throws {
        let one = try identity(["a", "b"])
        for values in [["a"], ["b", "a"], ["ab"], ["a", "b", ""], ["a", "B"], [], ["1:a1:b"]] {
            XCTAssertEqual(try one.differences(from: identity(values)), ["values"], "\(values)")
        }
    }

    func testWhatOnlyOneRunHasIsADifference() throws {
        let more = try RunIdentity(of: Something(values: ["a"], other: 0))
        XCTAssertEqual(try more.differences(from: identity(["a"])), ["other"])
        XCTAssertEqual(try identity(["a"]).differences(from: more), ["other"])
    }

    func testASavedIdentityIsTheSameRun() throws {
        let one = try identity(["a"])
        let saved = try JSONDecoder().decode(
            RunIdentity.self, from: JSONEncoder().encode(one))
        XCTAssertEqual(saved, one)
    }

    /// An option that is added has to be described, or it has to be said here why not.
    func testEveryOptionIsDescribedOrKnownNotToMatter() {
        let options = ProfileProcessor.Options(context: .unchecked)
        let described: Set = [
            "policy", "decryptor", "context", "judgesQueries", "requiredAttributes",
            "normalization", "includesPayload", "redaction", "includesAllAttributes",
            "judgesWhenCaptured",
        ]
        // Batches leave these as they are.
        let constant: Set = ["replayGuard", "envelopeLimits", "parsingLimits"]
        XCTAssertEqual(
            Set(Mirror(reflecting: options).children.compactMap(\.label)),
            described.union(constant))
    }

    func testEveryValueOfTheContextIsAnotherRun() throws {
        let changes: [(inout SAML.ProcessingContext) -> Void] = [
            { $0.acceptedAbsences = [.end] }, { $0.clockSkew = 61 }, { $0.audience = "urn:x" },
            { $0.issuer = "urn:x" }, { $0.recipient = "urn:x" }, { $0.inResponseTo = "_1" },
            { $0.isUnsolicited = true }, { $0.profile = .webSSO }, { $0.isTimeOfIssue = true },
        ]
        let unchanged = try identity(of: .unchecked)
        for (number, change) in changes.enumerated() {
            var context = SAML.ProcessingContext.unchecked
            change(&context)
            XCTAssertEqual(
                try identity(of: context).differences(from: unchanged), ["conditions"], "\(number)")
        }
    }

    private func identity(of context: SAML.ProcessingContext) throws -> RunIdentity {
        try RunIdentity(
            now: SAML.Instant(secondsSinceEpoch: 0),
            of: RunDescription(
                options: ProfileProcessor.Options(context: context), now: nil, version: "1",
                inputs: [], reading: .init(format: nil, field: nil), resultFormat: "ndjson"))
    }

    private func identity(_ values: [String], now: Int64 = 0) throws -> RunIdentity {
        try RunIdentity(
            now: SAML.Instant(secondsSinceEpoch: now), of: Something(values: values))
    }
}
