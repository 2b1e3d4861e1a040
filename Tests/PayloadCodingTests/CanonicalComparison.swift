import PayloadCoding
import XCTest
import XMLCore

/// Compares a document's canonical forms before and after the signature-safe normalization.
enum CanonicalComparison {
    /// Every algorithm, with and without comments.
    static let methods = XML.CanonicalizationMethod.Algorithm.allCases.flatMap { algorithm in
        [true, false].map { XML.CanonicalizationMethod(algorithm, withComments: $0) }
    }

    /// The message after the signature-safe normalization.
    static func normalized(_ message: [UInt8]) -> [UInt8] {
        PayloadEncoder(normalization: .signatureSafe).payload(encoding: message).normalized
    }

    /// Asserts that no canonical form changes and that a second normalization changes nothing.
    ///
    /// A document without canonical forms must have none afterwards, for the same reason.
    ///
    /// - Returns: The normalized document.
    @discardableResult
    static func assertUnchanged(
        _ document: [UInt8], _ name: String = "", line: UInt = #line
    ) throws -> [UInt8] {
        let normalized = normalized(document)
        let before = try XML.Document(parsing: document)
        let after = try XML.Document(parsing: normalized)
        for method in methods {
            XCTAssertTrue(
                form(of: after, using: method) == form(of: before, using: method),
                "\(name), \(method.algorithmIdentifier): \(String(decoding: document, as: UTF8.self))",
                line: line)
        }
        XCTAssertLessThanOrEqual(normalized.count, document.count, name, line: line)
        XCTAssertEqual(Self.normalized(normalized), normalized, name, line: line)
        return normalized
    }

    private static func form(
        of document: XML.Document, using method: XML.CanonicalizationMethod
    ) -> Result<XML.CanonicalForm, XML.CanonicalizationError> {
        Result { () throws(XML.CanonicalizationError) in
            try document.canonicalForm(using: method)
        }
    }
}
