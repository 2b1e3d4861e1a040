import XCTest

@testable import AdobePass

final class PassIdentifierTests: XCTestCase {
    /// A character and the two it may be written as.
    private let texts = ("caf\u{e9}", "cafe\u{301}")

    private func assertDistinct<Value: Pass.Identifier>(
        _ type: Value.Type, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        XCTAssertEqual(texts.0, texts.1)
        let first = try XCTUnwrap(Value(rawValue: texts.0))
        let second = try XCTUnwrap(Value(rawValue: texts.1))
        XCTAssertNotEqual(first, second, file: file, line: line)
        XCTAssertEqual(Set([first, second, first]).count, 2, file: file, line: line)
        XCTAssertEqual(first, Value(rawValue: texts.0), file: file, line: line)
        XCTAssertEqual(try roundTrip([first]), [first], file: file, line: line)
    }

    func testIdentifiersAreEqualOnlyIfTheirBytesAre() throws {
        try assertDistinct(Pass.ServiceProvider.self)
        try assertDistinct(Pass.MVPDIdentifier.self)
        try assertDistinct(Pass.PlatformMappingIdentifier.self)
        try assertDistinct(Pass.AuthenticationCode.self)
    }

    func testIdentifierIsReadFromABareString() throws {
        let identifiers = try decoded([Pass.MVPDIdentifier].self, #"["Cablevision"]"#)
        XCTAssertEqual(identifiers.map(\.rawValue), ["Cablevision"])
    }

    func testTypedCodeIsTrimmedAndMadeCapitals() {
        XCTAssertEqual(Pass.AuthenticationCode(typed: " 8er640m\n").rawValue, "8ER640M")
        XCTAssertEqual(Pass.AuthenticationCode(rawValue: " 8er ").rawValue, " 8er ")
    }

    func testInstantsDoNotLeaveTime() {
        XCTAssertEqual(Pass.Timestamp(seconds: .max).milliseconds, .max)
        XCTAssertEqual(Pass.Timestamp(seconds: .min).milliseconds, .min)
        XCTAssertEqual(Pass.Timestamp(secondsOrMilliseconds: .min).milliseconds, .min)
        XCTAssertEqual(
            Pass.Timestamp(secondsOrMilliseconds: 99_999_999_999).milliseconds,
            99_999_999_999_000)
        XCTAssertEqual(
            Pass.Timestamp(secondsOrMilliseconds: 100_000_000_000).milliseconds, 100_000_000_000)
    }
}
