import TestSupport
import XCTest
import XMLCore

/// One document serves many threads at once.
final class ConcurrentReadingTests: XCTestCase, ReachesUnsafeCode, SharesState {
    private static let threadCount = 8

    private func sample() throws -> XML.Document {
        let items = (0..<300).map {
            "<p:item ID='_\($0)' p:n='\($0)'>text &amp; <!--c--><![CDATA[<\($0)>]]></p:item>"
        }
        return try document("<p:r xmlns:p='u:p' xmlns:q='u:q'>\(items.joined())</p:r>")
    }

    func testThreadsCanonicalizeOneDocumentEqually() throws {
        let document = try sample()
        let expected = try document.canonicalForm(using: .init(.exclusive, withComments: true))
        let forms = Threads.run(Self.threadCount) { _ in
            try? document.canonicalForm(using: .init(.exclusive, withComments: true))
        }
        XCTAssertEqual(forms.count, Self.threadCount)
        XCTAssertEqual(Set(forms), [expected])
    }

    func testThreadsReadOneDocumentEqually() throws {
        let document = try sample()
        @Sendable func reading() -> [String] {
            document.rootElement.childElements.flatMap { element in
                [element.textContent, "\(element.name)", "\(element.position)"]
                    + element.attributes.map(\.value)
            }
        }
        let expected = reading()
        let readings = Threads.run(Self.threadCount) { _ in reading() }
        XCTAssertEqual(readings.count, Self.threadCount)
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
                account.append(try document.canonicalForm(using: method).bytes)
                account.append(
                    try element.canonicalForm(using: method, excluding: excluded).bytes)
            }
        }
        for child in element.childElements {
            account.append(Array("\(child.name) \(child.textContent) \(child.position)".utf8))
            let identifier = try XCTUnwrap(child[attribute: XML.QualifiedName("ID")])
            XCTAssertEqual(document.element(withID: identifier), child)
        }
        return account
    }

    func testThreadsReadAndCanonicalizeOneDocumentAtTheSameTimeEqually() throws {
        let text = try String(decoding: sample().utf8, as: UTF8.self)
        let document = try document("<o xmlns='u:o' xml:lang='en'>\(text)</o>")
        let expected = try Self.account(of: document)
        let accounts = Threads.run(Self.threadCount) { _ in try? Self.account(of: document) }
        XCTAssertEqual(accounts.count, Self.threadCount)
        XCTAssertEqual(expected.count, 14 + 300)
        XCTAssertTrue(accounts.allSatisfy { $0 == expected })
    }

    func testErrorsOfOneThreadDoNotReachAnother() throws {
        // Half of the threads canonicalize what has no canonical form.
        let good = try document("<a xmlns:p='u:p'/>")
        let bad = try document("<a xmlns:p='relative'/>")
        let outcomes = Threads.run(Self.threadCount) { number in
            let document = number.isMultiple(of: 2) ? good : bad
            return (0..<20).map { _ in
                (try? document.canonicalForm(using: .init(.exclusive))) != nil
            }
        }
        for (number, succeeded) in outcomes.enumerated() {
            XCTAssertEqual(Set(succeeded), [number.isMultiple(of: 2)], "thread \(number)")
        }
    }

    func testThreadsParseAtTheSameTime() throws {
        let contents = Threads.run(Self.threadCount) { thread in
            (0..<20).map { number in
                let name = "a\(thread)-\(number)"
                let text = "<\(name) b='\(number)'>\(name)</\(name)>"
                return try? XML.Document(parsing: text.utf8).rootElement.textContent
            }
        }
        for (thread, texts) in contents.enumerated() {
            XCTAssertEqual(texts, (0..<20).map { "a\(thread)-\($0)" })
        }
    }
}
