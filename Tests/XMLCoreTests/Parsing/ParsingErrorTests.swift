import TestSupport
import XCTest
import XMLCore

/// An error says what is wrong and where, and nothing of what the document holds.
final class ParsingErrorTests: XCTestCase, ReachesUnsafeCode {
    /// A document for every code, each with a secret in it.
    private static let refusals: [(XML.ParsingError.Code, [UInt8], XML.ParsingLimits)] = [
        refusal(.empty, ""),
        refusal(.tooManyBytes, "<a>hunter2</a>", .init(byteCount: 4)),
        refusal(.unsupportedEncoding, "<?xml version='1.0' encoding='hunter2'?><hunter2/>"),
        refusal(.contradictoryEncoding, "<?xml version='1.0' encoding='utf-16'?><hunter2/>"),
        (.invalidEncoding, Array("<a>hunter2".utf8) + [0xFF], .standard),
        refusal(.nulByte, "<hunter2/>\0hunter2"),
        refusal(.documentTypeDeclaration, "<!DOCTYPE hunter2 SYSTEM 'hunter2'><hunter2/>"),
        refusal(.notWellFormed, "<hunter2>hunter2</hunter3>"),
        refusal(.notNamespaceWellFormed, "<hunter2:hunter2 hunter2='hunter2'/>"),
        refusal(.undeclaredEntity, "<a>&hunter2;</a>"),
        refusal(.tooDeep, "<a><hunter2/></a>", .init(depth: 1)),
        refusal(.tooManyNodes, "<a>hunter2<hunter2/></a>", .init(nodeCount: 2)),
        refusal(.tooManyAttributes, "<a hunter2='hunter2'/>", .init(attributesPerElement: 0)),
        refusal(.tooManyNamespaces, "<a xmlns:hunter2='hunter2:'/>", .init(namespacesInScope: 0)),
        refusal(.nameTooLong, "<hunter2/>", .init(nameLength: 6)),
        refusal(.tooMuchWork, "<hunter2/>", unworkable),
        refusal(.duplicateIdentifier, "<a ID='hunter2'><b ID='hunter2'/></a>"),
    ]

    private static let unworkable: XML.ParsingLimits = {
        var limits = XML.ParsingLimits.standard
        limits.workBase = 0
        limits.workPerByte = 0
        return limits
    }()

    private static func refusal(
        _ code: XML.ParsingError.Code, _ text: String, _ limits: XML.ParsingLimits = .standard
    ) -> (XML.ParsingError.Code, [UInt8], XML.ParsingLimits) {
        (code, Array(text.utf8), limits)
    }

    private func error(
        _ bytes: [UInt8], _ limits: XML.ParsingLimits
    ) throws -> XML.ParsingError {
        do {
            _ = try XML.Document(parsing: bytes, limits: limits)
        } catch {
            return error
        }
        return try XCTUnwrap(nil, "the document was read")
    }

    func testEveryCodeIsProducedExceptTheOneThatNeedsMemoryToRunOut() throws {
        var produced: Set<XML.ParsingError.Code> = []
        for (code, bytes, limits) in Self.refusals {
            XCTAssertEqual(try error(bytes, limits).code, code)
            produced.insert(code)
        }
        XCTAssertEqual(
            Set(XML.ParsingError.Code.allCases).subtracting(produced), [.outOfMemory])
    }

    func testErrorsNeverHoldContent() throws {
        for (code, bytes, limits) in Self.refusals {
            let error = try error(bytes, limits)
            var dumped = ""
            dump(error, to: &dumped)
            for text in [error.description, "\(error)", String(reflecting: error), dumped] {
                XCTAssertFalse(text.lowercased().contains("hunter"), "\(code)")
            }
        }
    }

    func testDescriptionNamesThePlaceAndTheLibrarysNumber() throws {
        let error = try error(Array("<a>\n</b>".utf8), .standard)
        XCTAssertEqual(
            error.description,
            "The document is not well-formed XML at line 2, column 5: an end tag has another name "
                + "than its start tag (libxml2 error 76).")
        XCTAssertEqual(error.libraryCode, 76)
    }

    func testOwnRefusalsHaveNoLibraryNumber() throws {
        for (code, bytes, limits) in Self.refusals
        where ![.notWellFormed, .notNamespaceWellFormed, .undeclaredEntity].contains(code) {
            XCTAssertNil(try error(bytes, limits).libraryCode, "\(code)")
        }
    }

    func testDescriptionsOfAllCodesDiffer() {
        let codes = XML.ParsingError.Code.allCases
        XCTAssertEqual(Set(codes.map { XML.ParsingError($0).description }).count, codes.count)
    }

    func testErrorsAreEqualWhenTheirCodesAre() {
        let here = XML.ParsingError(.tooDeep, at: XML.SourcePosition(line: 1, column: 2))
        XCTAssertEqual(here, XML.ParsingError(.tooDeep))
        XCTAssertEqual(here.hashValue, XML.ParsingError(.tooDeep).hashValue)
        XCTAssertNotEqual(here, XML.ParsingError(.tooManyNodes))
    }
}
