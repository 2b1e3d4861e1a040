import TestSupport
import XCTest

@testable import XMLCore

/// Where there is no canonical form there is an error, and never a short or empty one.
final class CanonicalizationErrorTests: XCTestCase, ReachesUnsafeCode {
    private let exclusive = XML.CanonicalizationMethod(.exclusive)

    func testRelativeNamespaceNameHasNoCanonicalForm() throws {
        for name in ["x", "../x", "/x", "//example.org/x", "#x", "?x"] {
            for written in [
                "<a xmlns='\(name)'/>", "<a xmlns:p='\(name)'/>",
                "<a><b xmlns:p='\(name)'/></a>",
            ] {
                for algorithm in XML.CanonicalizationMethod.Algorithm.allCases {
                    assertNoCanonicalForm(.relativeNamespaceName) {
                        try document(written).canonicalForm(using: .init(algorithm))
                    }
                }
            }
        }
    }

    func testRelativeNamespaceNameAfterMuchOutputGivesNoOutput() throws {
        let much = String(repeating: "<b>text</b>", count: 5_000)
        let read = try document("<a>\(much)<c xmlns='relative'/></a>")
        assertNoCanonicalForm(.relativeNamespaceName) { try read.canonicalForm(using: exclusive) }
        assertNoCanonicalForm(.relativeNamespaceName) {
            try read.rootElement.canonicalForm(using: exclusive)
        }
        assertNoCanonicalForm(.relativeNamespaceName) {
            try read.canonicalForm(
                ofNodesSelectedBy: "//. | //namespace::*", using: exclusive)
        }
    }

    func testBytesAreCountedToTheLast() throws {
        let read = try document("<a>text</a>")
        XCTAssertNoThrow(
            try read.canonicalForm(using: exclusive, limits: .init(byteCount: 11)))
        for count in [10, 1, 0, -1] {
            assertNoCanonicalForm(.tooManyBytes) {
                try read.canonicalForm(using: exclusive, limits: .init(byteCount: count))
            }
        }
    }

    func testByteLimitHoldsForLongForms() throws {
        let read = try document("<a>\(String(repeating: "&lt;", count: 50_000))</a>")
        XCTAssertEqual(
            try read.canonicalForm(using: exclusive, limits: .init(byteCount: 200_007))
                .bytes.count, 200_007)
        assertNoCanonicalForm(.tooManyBytes) {
            try read.canonicalForm(using: exclusive, limits: .init(byteCount: 200_006))
        }
        assertNoCanonicalForm(.tooManyBytes) {
            try read.rootElement.canonicalForm(using: exclusive, limits: .init(byteCount: 9_000))
        }
        assertNoCanonicalForm(.tooManyBytes) {
            try read.canonicalForm(
                ofNodesSelectedBy: "//text()", using: exclusive, limits: .init(byteCount: 9_000))
        }
    }

    func testPrefixListHasALimit() throws {
        let read = try document("<a/>")
        func method(_ count: Int) -> XML.CanonicalizationMethod {
            .init(
                .exclusive,
                inclusiveNamespaces: .init(prefixList: (0..<count).map { "p\($0)" }))
        }
        let limits = XML.CanonicalizationLimits(prefixCount: 3)
        XCTAssertNoThrow(try read.canonicalForm(using: method(3), limits: limits))
        assertNoCanonicalForm(.tooManyPrefixes) {
            try read.canonicalForm(using: method(4), limits: limits)
        }
        XCTAssertNoThrow(try read.canonicalForm(using: method(64)))
        assertNoCanonicalForm(.tooManyPrefixes) {
            try read.rootElement.canonicalForm(using: method(65))
        }
    }

    func testPrefixListDoesNotMatterForInclusiveMethods() throws {
        let method = XML.CanonicalizationMethod(
            .canonicalXML10, inclusiveNamespaces: .init(prefixList: ["a", "b"]))
        XCTAssertNoThrow(
            try document("<a/>").canonicalForm(using: method, limits: .init(prefixCount: 0)))
    }

    func testStandardLimitsAreTheDocumentedOnes() {
        let standard = XML.CanonicalizationLimits.standard
        XCTAssertEqual([standard.byteCount, standard.prefixCount], [67_108_864, 64])
    }

    func testErrorsAreWordsWithoutContent() {
        let codes = XML.CanonicalizationError.Code.allCases
        let descriptions = codes.map { XML.CanonicalizationError(code: $0).description }
        XCTAssertEqual(Set(descriptions).count, codes.count)
        for description in descriptions { XCTAssertTrue(description.hasSuffix(".")) }
    }
}
