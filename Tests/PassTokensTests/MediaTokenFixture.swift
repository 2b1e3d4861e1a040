import Foundation
import TestSupport
import XMLSecurity

/// A media token made with one of the sample keys, which may be laid out wrongly.
struct MediaTokenFixture {
    var fields: [(name: String, text: String)] = [
        ("sessionGUID", "4b2c"), ("requestorID", "REF30"), ("resourceID", "channel &amp; film"),
        ("ttl", "420000"), ("issueTime", "1768478400000"), ("mvpdId", "Cablevision"),
    ]
    /// What stands between the signature and the signed element.
    var separator = ""

    /// The element that is signed.
    var element: String {
        let content = fields.map { "<\($0.name)>\($0.text)</\($0.name)>" }.joined()
        return "<shortAuthorizationToken>\(content)</shortAuthorizationToken>"
    }

    /// The token as it is sent, signed by a sample key.
    func serialized(signedBy name: String = "sample-idp-one") throws -> String {
        let key = try SigningKey(
            pemEncoded: String(
                decoding: Repository.sample("keys/\(name).key.pem"), as: UTF8.self))
        let signature = Data(try key.signature(over: Array(element.utf8))).base64EncodedString()
        return Self.base64("<signatureInfo>\(signature)</signatureInfo>\(separator)\(element)")
    }

    static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    static func keys(_ name: String = "sample-idp-one") throws -> [TrustedKey] {
        try TrustedKey.keys(
            pemEncoded: String(
                decoding: Repository.sample("keys/\(name).cert.pem"), as: UTF8.self))
    }
}
