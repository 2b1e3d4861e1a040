import InteroperabilitySupport
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// References that the verifier of any layout refuses, and by which name.
final class ReferenceRefusalTests: XCTestCase {
    private typealias Reference = HandmadeSignature.Reference
    private typealias Code = XMLDSig.InteroperabilityFailure.Code
    private let exclusive = HandmadeSignature.canonicalization(.init(.exclusive))
    private let detached = HandmadeSignature.detached

    private func document(
        _ change: (inout HandmadeSignature) throws -> Void = { _ in }
    ) throws -> String {
        try HandmadeSignature.detachedDocument(change)
    }

    /// A document whose one reference has other transforms.
    private func document(
        transforms: [String], uri: String? = "#s", bytes: String = ""
    ) throws -> String {
        try document {
            $0.references = [Reference(uri: uri, transforms: transforms, bytes: bytes)]
        }
    }

    func testBadDigestInAnyReferenceIsRefused() throws {
        for bad in 0..<3 {
            let document = try document { signature in
                signature.references = (0..<3).map { index in
                    Reference(
                        uri: "#s", transforms: [exclusive],
                        bytes: index == bad ? "something else" : detached)
                }
            }
            try assertRefused(document, .digestMismatch, "reference \(bad)")
        }
    }

    func testReferencesOutsideOfTheDocumentAreRefusedBeforeAnythingElse() throws {
        let uris = [
            "http://www.example.com/", "file:///etc/passwd", "other.xml", "other.xml#s", " #s",
            "./",
            "?", "s",
        ]
        for uri in uris {
            try assertRefused(
                document(transforms: [exclusive], uri: uri), .externalReference, secrets: [], uri)
        }
    }

    func testOtherPointersAreRefused() throws {
        let pointers = [
            "#xpointer(//s)", "#element(/1/1)", "#xpointer(id('s'))xpointer(/)", "#xpointer()",
            "#xpointer(id('s')/..)", "#xpointer(id('s' ))", "#xpointer(id(s))", "#xpointer(id(''))",
            "#xpointer(id('s')|id('s'))", "#xpointer( / )", "#xmlns(a=b)xpointer(/)", "#(",
        ]
        for pointer in pointers {
            try assertRefused(
                document(transforms: [exclusive], uri: pointer), .pointerNotSupported, pointer)
        }
    }

    func testIdentifierOfNoElementIsRefused() throws {
        for uri in ["#", "#t", "#S", "#xpointer(id('t'))", "##s", "#s%20", "#\u{301}s"] {
            try assertRefused(
                document(transforms: [exclusive], uri: uri), .identifierNotFound, uri)
        }
    }

    func testIdentifiersThatTwoElementsShareAreRefused() throws {
        let twice = try document().changing("<r>", to: "<r><s ID=\"s\"/>")
        XCTAssertThrowsError(try verifiedSignature(in: twice)) {
            XCTAssertEqual(($0 as? XML.ParsingError)?.code, .duplicateIdentifier)
        }
    }

    func testTransformsThatAreProgramsAreRefusedByName() throws {
        let refused: [(String, Code)] = [
            ("http://www.w3.org/TR/1999/REC-xpath-19991116", .xpathTransform),
            ("http://www.w3.org/2002/06/xmldsig-filter2", .xpathFilterTransform),
            ("http://www.w3.org/TR/1999/REC-xslt-19991116", .xsltTransform),
            ("http://www.w3.org/2002/07/decrypt#XML", .transformNotSupported),
            ("", .transformNotSupported),
        ]
        for (algorithm, code) in refused {
            let transform = HandmadeSignature.transform(algorithm)
            for transforms in [[transform], [exclusive, transform], [transform, exclusive]] {
                try assertRefused(
                    document(transforms: transforms), code, secrets: [], algorithm)
            }
        }
    }

    func testParametersOfTransformsAreRefused() throws {
        for algorithm in ["enveloped-signature", "base64"] {
            let transform = HandmadeSignature.transform(
                HandmadeSignature.ds + algorithm, "<ds:XPath>true()</ds:XPath>")
            try assertRefused(document(transforms: [transform]), .transformNotSupported, algorithm)
        }
    }

    func testTransformsOutOfPlaceAreRefused() throws {
        let (base64, enveloped) = (HandmadeSignature.base64, HandmadeSignature.enveloped)
        for transforms in [
            [exclusive, enveloped], [base64, enveloped], [exclusive, base64], [enveloped, base64],
        ] {
            let document = try document(transforms: transforms)
                .changing(">text<", to: ">dGV4dA==<")
            try assertRefused(document, .transformOutOfPlace, transforms.joined())
        }
    }

    func testTransformsWithoutAResultAreRefused() throws {
        try assertRefused(
            document(transforms: [HandmadeSignature.base64]).changing(">text<", to: ">t<"),
            .transformFailed)
        try assertRefused(
            document(transforms: [HandmadeSignature.base64, exclusive]), .transformFailed)
    }

    func testNothingIsNeverSigned() throws {
        try assertRefused(
            document(transforms: [HandmadeSignature.base64]).changing(">text<", to: "><"),
            .nothingSigned)
        let around = HandmadeSignature(
            references: [Reference(transforms: [HandmadeSignature.enveloped], bytes: "")])
        try assertRefused(around.xml, .nothingSigned)
        let inside = HandmadeSignature(
            references: [
                Reference(uri: "#o", transforms: [HandmadeSignature.enveloped], bytes: "")
            ], rest: "<ds:Object Id=\"o\"/>")
        try assertRefused("<r>\(inside.xml)</r>", .nothingSigned)
    }

    func testCountsAreBounded() throws {
        func document(references: Int, transforms: Int) throws -> String {
            try self.document { signature in
                signature.references = Array(
                    repeating: Reference(
                        uri: "#s", transforms: Array(repeating: exclusive, count: transforms),
                        bytes: detached), count: references)
            }
        }
        XCTAssertNoThrow(try verifiedSignature(in: document(references: 30, transforms: 5)))
        try assertRefused(
            document(references: 31, transforms: 1), .tooManyReferences, secrets: [])
        try assertRefused(
            document(references: 1, transforms: 6), .tooManyTransforms, secrets: [])
    }

    func testReferenceWithoutURIIsRefused() throws {
        try assertRefused(document(transforms: [exclusive], uri: nil), .referenceWithoutURI)
    }
}
