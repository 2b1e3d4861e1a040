import XCTest
import XMLCore

/// Reads a document written as text.
func document(
    _ text: String, limits: XML.ParsingLimits = .standard
) throws(XML.ParsingError) -> XML.Document {
    try XML.Document(parsing: text.utf8, limits: limits)
}

/// Expects bytes to be refused for a reason and, where `position` is given, at a place.
func assertRefused(
    _ bytes: some Collection<UInt8>, _ code: XML.ParsingError.Code,
    at position: (line: Int, column: Int)? = nil, limits: XML.ParsingLimits = .standard,
    file: StaticString = #filePath, line: UInt = #line
) {
    do {
        _ = try XML.Document(parsing: bytes, limits: limits)
        XCTFail("the document was read", file: file, line: line)
    } catch {
        XCTAssertEqual(error.code, code, file: file, line: line)
        guard let position else { return }
        XCTAssertEqual(
            error.position, XML.SourcePosition(line: position.line, column: position.column),
            file: file, line: line)
    }
}

/// Expects a document written as text to be refused.
func assertRefused(
    _ text: String, _ code: XML.ParsingError.Code,
    at position: (line: Int, column: Int)? = nil, limits: XML.ParsingLimits = .standard,
    file: StaticString = #filePath, line: UInt = #line
) {
    assertRefused(
        Array(text.utf8), code, at: position, limits: limits, file: file, line: line)
}

/// A text in UTF-16, without a byte order mark.
func utf16(_ text: String, isBigEndian: Bool = true) -> [UInt8] {
    text.utf16.flatMap { unit in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBigEndian ? bytes : bytes.reversed()
    }
}

/// The bytes of a canonical form as text.
func text(_ form: XML.CanonicalForm) -> String {
    String(decoding: form.bytes, as: UTF8.self)
}

/// Expects canonicalization to fail for a reason.
func assertNoCanonicalForm(
    _ code: XML.CanonicalizationError.Code, file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> XML.CanonicalForm
) {
    XCTAssertThrowsError(try body(), file: file, line: line) { error in
        XCTAssertEqual(
            (error as? XML.CanonicalizationError)?.code, code, file: file, line: line)
    }
}
