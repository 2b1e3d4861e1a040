import TestSupport
import XCTest
import XMLCore

/// One document serves many tasks at once.
final class ConcurrentReadingTests: XCTestCase, ReachesUnsafeCode, SharesState {
    private static let taskCount = 16

    private func sample() throws -> XML.Document {
        let items = (0..<300).map {
            "<p:item ID='_\($0)' p:n='\($0)'>text &amp; <!--c--><![CDATA[<\($0)>]]></p:item>"
        }
        return try document("<p:r xmlns:p='u:p' xmlns:q='u:q'>\(items.joined())</p:r>")
    }

    func testSixteenTasksCanonicalizeOneDocumentEqually() async throws {
        let document = try sample()
        let expected = try document.canonicalForm(using: .init(.exclusive, withComments: true))
        let forms = try await withThrowingTaskGroup(of: XML.CanonicalForm.self) { group in
            for _ in 0..<Self.taskCount {
                group.addTask {
                    try document.canonicalForm(using: .init(.exclusive, withComments: true))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        XCTAssertEqual(forms.count, Self.taskCount)
        XCTAssertEqual(Set(forms), [expected])
    }

    func testSixteenTasksReadOneDocumentEqually() async throws {
        let document = try sample()
        @Sendable func reading() -> [String] {
            document.rootElement.childElements.flatMap { element in
                [element.textContent, "\(element.name)", "\(element.position)"]
                    + element.attributes.map(\.value)
            }
        }
        let expected = reading()
        let readings = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<Self.taskCount { group.addTask { reading() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        XCTAssertEqual(readings.count, Self.taskCount)
        XCTAssertEqual(Set(readings), [expected])
    }

    /// Reads and canonicalizes in every way, a part with something left out of it included.
    @Sendable private static func account(of document: XML.Document) throws -> [[UInt8]] {
        let element = try XCTUnwrap(document.rootElement.childElements.first { _ in true })
        let excluded = try XCTUnwrap(element.childElements.first { _ in true })
        var account: [[UInt8]] = [Array(element.textContent.utf8), document.utf8]
        for algorithm in XML.CanonicalizationMethod.Algorithm.allCases {
            for withComments in [false, true] {
                let method = XML.CanonicalizationMethod(algorithm, withComments: withComments)
                account.append(try document.canonicalForm(using: method).octets)
                account.append(
                    try element.canonicalForm(using: method, excluding: excluded).octets)
            }
        }
        for child in element.childElements {
            account.append(Array("\(child.name) \(child.textContent) \(child.position)".utf8))
            let identifier = try XCTUnwrap(
                child[attribute: XML.QualifiedName("ID")].flatMap(XML.Identifier.init(rawValue:)))
            XCTAssertEqual(document.element(withID: identifier), child)
        }
        return account
    }

    func testSixteenTasksReadAndCanonicalizeOneDocumentAtTheSameTimeEqually() async throws {
        let text = try String(decoding: sample().utf8, as: UTF8.self)
        let document = try document("<o xmlns='u:o' xml:lang='en'>\(text)</o>")
        let expected = try Self.account(of: document)
        let accounts = try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
            for _ in 0..<Self.taskCount { group.addTask { try Self.account(of: document) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        XCTAssertEqual(accounts.count, Self.taskCount)
        XCTAssertEqual(expected.count, 14 + 300)
        XCTAssertTrue(accounts.allSatisfy { $0 == expected })
    }

    func testErrorsOfOneTaskDoNotReachAnother() async throws {
        // Half of the tasks canonicalize what has no canonical form.
        let good = try document("<a xmlns:p='u:p'/>")
        let bad = try document("<a xmlns:p='relative'/>")
        let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
            for index in 0..<64 {
                group.addTask {
                    let document = index.isMultiple(of: 2) ? good : bad
                    return (index, (try? document.canonicalForm(using: .init(.exclusive))) != nil)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for (index, succeeded) in outcomes {
            XCTAssertEqual(succeeded, index.isMultiple(of: 2), "task \(index)")
        }
    }

    func testTasksParseAtTheSameTime() async throws {
        let texts = (0..<64).map { "<a\($0) b='\($0)'>\($0)</a\($0)>" }
        let contents = try await withThrowingTaskGroup(of: String.self) { group in
            for text in texts {
                group.addTask { try XML.Document(parsing: text.utf8).rootElement.textContent }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        XCTAssertEqual(contents, Set((0..<64).map { "\($0)" }))
    }
}
