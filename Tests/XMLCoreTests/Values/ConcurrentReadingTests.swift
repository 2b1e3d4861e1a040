import XCTest
import XMLCore

/// One document serves many tasks at once.
final class ConcurrentReadingTests: XCTestCase {
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
