import Foundation
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

@testable import SAML2

/// What is found wrong in metadata, and what is not.
final class MetadataLintTests: XCTestCase {
    private static let now = SAML.Instant(secondsSinceEpoch: 1_768_478_400)  // 2026-01-15T12:00:00Z

    private func certificate() throws -> String {
        let text = String(
            decoding: try Repository.sample("metadata/idp-one.xml"), as: UTF8.self)
        let start = try XCTUnwrap(text.range(of: "<ds:X509Certificate>")).upperBound
        return String(text[start...].prefix { $0 != "<" })
    }

    /// An identity provider about which there is nothing to say.
    private func entity(
        _ name: String = "https://idp.example/saml", change: (String) -> String = { $0 }
    ) throws -> String {
        change(
            """
            <md:EntityDescriptor entityID="\(name)" validUntil="2027-01-01T00:00:00Z"><md:IDPSSODescriptor \
            protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing">\
            <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>\
            \(try certificate())</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>\
            <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" \
            Location="https://idp.example/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>
            """)
    }

    private func findings(
        _ entities: String..., isSigned: Bool = true
    ) throws -> [SAML.MetadataFinding] {
        let xml = """
            <md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">\
            \(entities.joined())</md:EntitiesDescriptor>
            """
        let document = try XML.Document(parsing: Array(xml.utf8), identifierAttributes: [])
        return SAML.MetadataLint.findings(
            in: SAML.EntityDescription.all(in: document.rootElement), isSigned: isSigned,
            now: Self.now)
    }

    func testNothingIsSaidOfMetadataThatIsInOrder() throws {
        XCTAssertEqual(try findings(entity()), [])
    }

    func testEachDefectIsFoundOnce() throws {
        let defects:
            [(part: String, change: String, severity: SAML.MetadataFinding.Severity, word: String)] =
                [
                    (
                        " validUntil=\"2027-01-01T00:00:00Z\"", "", .warning,
                        "neither validUntil nor cacheDuration"
                    ),
                    ("2027-01-01", "2026-01-01", .error, "ended on 2026-01-01"),
                    ("2027-01-01", "2026-01-20", .warning, "in 4 days"),
                    ("entityID=\"https", "entityID=\" https", .error, "white space"),
                    ("2.0:protocol\"", "1.1:protocol\"", .warning, "does not list urn:oasis"),
                    ("use=\"signing\"", "use=\"encryption\"", .error, "use=\"encryption\" only"),
                    ("use=\"signing\"", "use=\"Signing\"", .error, "in lower case"),
                    (
                        "<ds:X509Certificate>MII", "<ds:X509Certificate>AII", .error,
                        "holds no certificate"
                    ),
                    ("Location=\"https:", "Location=\"http:", .warning, "not reached by https"),
                    (
                        "SingleSignOnService", "SingleLogoutService", .warning,
                        "has no SingleSignOnService"
                    ),
                ]
        for defect in defects {
            let found = try findings(
                entity { $0.replacingOccurrences(of: defect.part, with: defect.change) })
            XCTAssertEqual(
                found.map(\.severity), [defect.severity], "\(defect.word) \(found.map(\.text))")
            XCTAssertTrue(found.first?.text.contains(defect.word) ?? false, "\(found)")
        }
    }

    func testWhatConcernsTheWholeFileHasNoEntity() throws {
        XCTAssertEqual(try findings(entity(), isSigned: false).map(\.entity), [nil])
        XCTAssertEqual(try findings().map(\.text), ["It describes no entity."])
    }

    func testNamesAndKeysThatTwoEntitiesShareAreFound() throws {
        let same = try findings(entity(), entity())
        XCTAssertEqual(same.map(\.entity), [1, 1])
        XCTAssertTrue(same[0].text.contains("entity 1"))
        let key = try findings(entity(), entity("https://other.example/saml"))
        XCTAssertEqual(key.map(\.severity), [.warning])
        XCTAssertTrue(key[0].text.contains("each can speak for the other"))
    }

    func testCertificatesAreDescribedAsOpenSSLDoes() throws {
        let document = try XML.Document(
            parsing: try Repository.sample("metadata/idp-one.xml"), identifierAttributes: [])
        let entity = try XCTUnwrap(
            SAML.EntityDescription.all(in: document.rootElement).first)
        let certificate = try XCTUnwrap(entity.roles.first?.keys.first?.certificate)
        XCTAssertEqual(certificate.subject, "CN=idp-one.example")
        // openssl x509 -noout -fingerprint -sha256, and -sha1
        XCTAssertEqual(
            certificate.sha256,
            "2D:B3:C9:F0:EB:9B:F8:30:FC:35:F2:0B:4F:DA:38:D8:92:97:CD:C2:D7:67:B4:E3:97:16:A6:ED:06:B3:CA:FD"
        )
        XCTAssertEqual(
            certificate.sha1, "DE:6D:E0:DB:5D:21:5B:E6:ED:EB:BF:2B:69:A2:3B:BB:24:5C:24:21")
    }
}
