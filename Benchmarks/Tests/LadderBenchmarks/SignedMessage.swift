import Foundation
import XMLCore
@_spi(Measurement) import XMLSecurity

/// A signed response of an exact size: what a larger one has more of is attributes.
struct SignedMessage {
    /// The response, whose assertion is signed with RSA-SHA256 and a key of 2048 bits.
    let bytes: [UInt8]
    /// The key that signed it.
    let key: TrustedKey

    static let issuer = "https://idp-one.example/saml"
    static let audience = "https://sp.example"
    static let now = "2026-01-15T12:00:00Z"

    /// The message does not fit into the size that was asked for.
    struct TooSmall: Error {
        let byteCount: Int
    }

    /// Makes and signs a message.
    ///
    /// - Parameter byteCount: How long it is.
    /// - Throws: ``TooSmall``, or what reading the key or signing throws.
    init(byteCount: Int) throws {
        let folder = Self.root.appending(path: "Samples/keys")
        let text = try String(
            contentsOf: folder.appending(path: "sample-idp-one.key.pem"), encoding: .utf8)
        let signer = try MessageSigner(pemEncoded: text)
        let namespace = XML.Namespace(rawValue: "urn:oasis:names:tc:SAML:2.0:assertion")
        func signed(_ xml: String) throws -> [UInt8] {
            try signer.signed(
                "_a", in: Array(xml.utf8),
                after: XML.QualifiedName("Issuer", in: namespace))
        }

        // A signature is as long whatever it signs.
        var room = byteCount - (try signed(Self.xml(attributes: ""))).count
        var attributes = ""
        while room >= 2 * Self.attribute(number: 0, value: "").utf8.count {
            let next = Self.attribute(
                number: room, value: "a value of an attribute")
            attributes += next
            room -= next.utf8.count
        }
        let filler = Self.attribute(number: 0, value: "")
        guard room >= filler.utf8.count else { throw TooSmall(byteCount: byteCount) }
        attributes += Self.attribute(
            number: 0, value: String(repeating: "x", count: room - filler.utf8.count))
        bytes = try signed(Self.xml(attributes: attributes))
        guard bytes.count == byteCount,
            let key = try TrustedKey.keys(pemEncoded: signer.publicKeyPEM).first
        else { throw TooSmall(byteCount: bytes.count) }
        self.key = key
    }

    /// The package that is measured.
    private static var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
    }

    private static func attribute(number: Int, value: String) -> String {
        """
        <a:Attribute Name="attribute-\(String(format: "%06d", number))">\
        <a:AttributeValue xsi:type="xs:string">\(value)</a:AttributeValue></a:Attribute>
        """
    }

    /// A response that says no more than it must, so that it fits into 2 KB with its signature.
    private static func xml(attributes: String) -> String {
        """
        <p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r" Version="2.0" \
        IssueInstant="\(now)"><p:Status><p:StatusCode \
        Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status>\
        <a:Assertion xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" \
        xmlns:xs="http://www.w3.org/2001/XMLSchema" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ID="_a" Version="2.0" \
        IssueInstant="\(now)"><a:Issuer>\(issuer)</a:Issuer>\
        <a:Conditions NotOnOrAfter="2026-01-15T12:10:00Z"><a:AudienceRestriction>\
        <a:Audience>\(audience)</a:Audience></a:AudienceRestriction></a:Conditions>\
        <a:AttributeStatement>\(attributes)</a:AttributeStatement></a:Assertion>\
        </p:Response>
        """
    }
}
