import Foundation
import TestSupport
import XCTest
@_spi(Fuzzing) import XMLCore

/// The linear canonicalizer against libxml2's, which defines what it must write.
final class EngineAgreementTests: XCTestCase {
    private let methods: [XML.CanonicalizationMethod] = {
        let lists: [XML.InclusiveNamespaces?] = [
            nil, .init(prefixList: ["#default"]),
            .init(prefixList: ["a", "b", "#default", "none"]),
        ]
        return XML.CanonicalizationMethod.Algorithm.allCases.flatMap { algorithm in
            [false, true].flatMap { withComments in
                lists.prefix(algorithm == .exclusive ? lists.count : 1).map {
                    XML.CanonicalizationMethod(
                        algorithm, withComments: withComments, inclusiveNamespaces: $0)
                }
            }
        }
    }()

    /// Both engines' bytes, or both engines' refusals.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - name: Its name, for what differs.
    ///   - identifiers: The attributes that are identifiers.
    ///   - turn: `nil` to write each element by every method; otherwise each is written by two of them, which take
    ///     turns from element to element and from one number to the next.
    /// - Throws: What parsing throws.
    private func assertAgreement(
        on bytes: [UInt8], _ name: String, identifiers: [XML.QualifiedName] = [], turn: Int? = nil
    ) throws {
        let document = try XML.Document(parsing: bytes, identifierAttributes: identifiers)
        // Each element, and the last element inside, if there is one, to leave out.
        let selections = allElements(of: document.rootElement).prefix(40).map { element in
            (element, lastElement(in: element))
        }
        for (place, method) in methods.enumerated() {
            assertSame("\(name), \(method)") { engine in
                try document.canonicalForm(using: method, engine: engine).bytes
            }
            for (number, (element, last)) in selections.enumerated() {
                if let turn, (number + turn) % (methods.count / 2) != place % (methods.count / 2) {
                    continue
                }
                for excluded in last == nil ? [nil] : [nil, last] {
                    assertSame("\(name), element \(number), \(method)") { engine in
                        try element.canonicalForm(
                            using: method, excluding: excluded, engine: engine
                        ).bytes
                    }
                }
            }
        }
    }

    /// The name is written only for a difference: it takes longer than both forms.
    private func assertSame(
        _ name: @autoclosure () -> String,
        _ form: (XML.CanonicalizationEngine) throws -> [UInt8]
    ) {
        switch (Result { try form(.linear) }, Result { try form(.libxml2) }) {
        case (.success(let linear), .success(let reference)):
            // As data, since arrays are compared byte by byte where tests are not optimized.
            if Data(linear) != Data(reference) {
                let texts = [linear, reference].map { String(decoding: $0, as: UTF8.self) }
                XCTFail("\(name()): \(texts[0]) is not \(texts[1])")
            }
        case (.failure, .failure): break
        case (let linear, let reference):
            XCTFail("\(name()): \(linear) is not \(reference)")
        }
    }

    /// The last of the elements inside, in document order.
    private func lastElement(in element: XML.Element) -> XML.Element? {
        var last: XML.Element?
        while let child = Array((last ?? element).childElements).last { last = child }
        return last
    }

    private func allElements(of element: XML.Element) -> [XML.Element] {
        var elements = [element]
        for child in element.childElements { elements += allElements(of: child) }
        return elements
    }

    /// The elements inside another one, written together, are those written one by one.
    func testContentIsTheFormsOfItsElements() throws {
        var random = RandomDocument(generator: SeededGenerator("EngineAgreementTests"))
        var count = 0
        for number in 0..<200 {
            let document = try XML.Document(
                parsing: Array(random.document().utf8), identifierAttributes: [])
            let elements = Array(allElements(of: document.rootElement))
            for method in methods {
                let contents = XML.Element.canonicalContents(of: elements, using: method)
                for (element, content) in zip(elements, contents) {
                    let expected = try? element.childElements.flatMap {
                        try $0.linearCanonicalForm(using: method).bytes
                    }
                    // What has no canonical form has none anywhere in the document.
                    guard let content else {
                        XCTAssertTrue(contents.allSatisfy { $0 == nil })
                        continue
                    }
                    XCTAssertEqual(
                        Array(content), expected, "random document \(number), \(method)")
                    if !content.isEmpty { count += 1 }
                }
            }
        }
        XCTAssertGreaterThan(count, 1000)
    }

    func testContentsOfSeveralDocumentsKeepTheirOrder() throws {
        let one = try document("<r xmlns:a='u:a'><a:x><y/></a:x>t<z> <a:w/>é</z><v/></r>")
        let other = try document("<r><x><y b='1'/><y/></x></r>")
        let refused = try document("<r><x><y xmlns='relative'/></x></r>")
        let elements =
            [one, refused, other, one].map(\.rootElement) + Array(one.rootElement.childElements)
            + Array(other.rootElement.childElements)
        let contents = XML.Element.canonicalContents(of: elements, using: .init(.exclusive))
        let whole = """
            <a:x xmlns:a="u:a"><y></y></a:x><z> <a:w xmlns:a="u:a"></a:w>é</z><v></v>
            """
        XCTAssertEqual(
            contents.map { $0.map { String(decoding: $0, as: UTF8.self) } },
            [
                whole, nil, "<x><y b=\"1\"></y><y></y></x>", whole, "<y></y>",
                "<a:w xmlns:a=\"u:a\"></a:w>", "", "<y b=\"1\"></y><y></y>",
            ])
    }

    func testEnginesAgreeOnNamespaceSubtleties() throws {
        let documents = [
            "<a xmlns='u:1'><b xmlns=''><c xmlns='u:1'/></b></a>",
            "<a:a xmlns:a='u:1'><a:b xmlns:a='u:2'><a:c xmlns:a='u:1'/></a:b></a:a>",
            "<r xmlns:a='u:1' xmlns:b='u:1'><b:x a:p='1' b:q='2' p='3'/></r>",
            "<r xmlns='u:d' xmlns:a='u:1'><x/><a:y xmlns=''><z a:q='1'/></a:y></r>",
            "<r xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:lang='en'><s xml:space='x'/></r>",
            "<r xml:lang='en' xml:id='i' xml:base='http://e/'><s xml:lang='de'><t/></s></r>",
            "<r xmlns:a='u:1'><s><t xmlns:a='u:1'><a:u/></t></s></r>",
            "<r xmlns:z='u:z' xmlns:é='u:e' xmlns:b='u:b' b:a='1' z:a='2' é:a='3' a='4'/>",
            "<?p q?><!-- c --><r>\u{1F600}&#13;&amp;&lt;&gt;&quot;<![CDATA[<&>]]></r><?z?><!-- d -->",
            "<r a='&#9;&#10;&#13;&lt;&gt;&amp;&quot;&apos;'/>",
            "<r xmlns='relative'><s/></r>", "<r><s xmlns:a='x/y'><t/></s></r>",
        ]
        for document in documents { try assertAgreement(on: Array(document.utf8), document) }
    }

    func testEnginesAgreeOnBasesThatAreEmpty() throws {
        for document in [
            "<a xml:base=''/>", "<a xml:base=''><b/></a>", "<a xml:base=''><b xml:base=''/></a>",
            "<a xml:base='http://e/d/f'><b xml:base=''><c xml:base=''/></b></a>",
            "<a xml:base=''><b xml:base='x/'><c xml:base=''><d/></c></b></a>",
            "<a><b xml:base='' xml:lang='' xml:space=''><c xml:base=''/></b></a>",
            "<a xmlns:p='u:p' base='' p:base='' xml:base=''/>",
            "<a xml:base=' '><b xml:base=' '/></a>",
            "<a xml:base='&#32;'/>", "<a xml:base='#'><b xml:base='?'><c/></b></a>",
        ] { try assertAgreement(on: Array(document.utf8), document) }
        let document = try document("<a base='' xml:base='' xml:lang=''/>")
        for (algorithm, expected) in [
            (.canonicalXML10, #"<a base="" xml:base="" xml:lang=""></a>"#),
            (.canonicalXML11, #"<a base="" xml:lang=""></a>"#),
            (.exclusive, #"<a base="" xml:base="" xml:lang=""></a>"#),
        ] as [(XML.CanonicalizationMethod.Algorithm, String)] {
            let form = try document.canonicalForm(using: .init(algorithm))
            XCTAssertEqual(String(decoding: form.bytes, as: UTF8.self), expected)
        }
    }

    /// What is no URI is refused when it is read; behind "&" libxml2 notices it later.
    func testOnlyLibxml2RefusesANameThatIsNoURIBehindAnAmpersand() throws {
        for name in ["urn:a&amp;b]", "urn:&amp;[", "http://example.org/?a=1&amp;b=]"] {
            for written in ["<p:a xmlns:p=\"\(name)\"></p:a>", "<a xmlns=\"\(name)\"></a>"] {
                let document = try document(written)
                XCTAssertTrue(document.hasNamesThatLibxml2Refuses, name)
                for method in methods {
                    let forms = XML.EngineComparison(document, using: method)
                    XCTAssertEqual(
                        String(decoding: try forms.linear.get().bytes, as: UTF8.self), written)
                    XCTAssertThrowsError(try forms.libxml2.get(), name) {
                        XCTAssertEqual(($0 as? XML.CanonicalizationError)?.code, .failed)
                    }
                }
            }
        }
        for name in ["urn:a", "urn:a&amp;b", "http://example.org/?a=1&amp;b=2", "relative"] {
            XCTAssertFalse(try document("<a xmlns='\(name)'/>").hasNamesThatLibxml2Refuses, name)
        }
        for name in ["urn:a]", "urn:a b", "urn:é"] {
            XCTAssertThrowsError(try document("<a xmlns='\(name)'/>"), name)
        }
    }

    func testEnginesAgreeOnRandomDocuments() throws {
        var random = RandomDocument(
            generator: SeededGenerator("EngineAgreementTests"),
            bases: ["", "", " ", "x", "y/", "../z", "?q", "#f", "http://example.org/d/e", "urn:u"])
        for number in 0..<600 {
            let document = random.document()
            try assertAgreement(on: Array(document.utf8), "random document \(number): \(document)")
        }
    }

    func testEnginesAgreeOnEverySample() throws {
        let folder = Repository.samples.appending(path: "captures")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var count = 0
        for name in names where name.hasSuffix(".xml") {
            try assertAgreement(on: Repository.sample("captures/\(name)"), name)
            count += 1
        }
        XCTAssertGreaterThan(count, 30)
    }

    func testEnginesAgreeOnEveryVectorDocument() throws {
        let folder = try XCTUnwrapOrSkip(
            ReferenceData.vectors, "The folder with the public vectors is absent.")
        var paths = Set<String>()
        for kind in ["c14n", "dsig", "saml-valid", "saml-hostile", "saml-extract"] {
            paths.formUnion(try Vector.all(ofKind: kind, in: folder).map(\.path))
        }
        // Samples and random documents meet every method at each element; these are many and much alike.
        var count = 0
        for path in paths.sorted() {
            let bytes = try Array(Data(contentsOf: folder.appending(path: path)))
            guard bytes.count < 60_000, (try? XML.Document(parsing: bytes)) != nil else {
                continue
            }
            try assertAgreement(on: bytes, path, turn: count)
            count += 1
        }
        print("engines agree on \(count) of \(paths.count) vector documents, those that parse")
    }
}
