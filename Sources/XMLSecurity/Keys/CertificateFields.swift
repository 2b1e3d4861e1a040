internal import SwiftASN1

/// The parts of a certificate (RFC 5280, section 4.1), cut out without judging any.
struct CertificateFields {
    /// The part that the issuer signed.
    let body: ASN1Node
    let issuer: ASN1Node
    let validity: ASN1Node
    let subject: ASN1Node
    let publicKey: ASN1Node
    /// The algorithm and the signature.
    let rest: [ASN1Node]

    /// Reads SEQUENCE { SEQUENCE { [0]? …, … }, … }; `nil` for anything else.
    init?(_ node: ASN1Node) {
        guard let parts = node.children, let body = parts.first, var fields = body.children?[...]
        else { return nil }
        // The version is optional: certificates of version 1 do not have it.
        if fields.first?.identifier.tagClass == .contextSpecific { fields = fields.dropFirst() }
        // serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo
        guard fields.count >= 6 else { return nil }
        let first = fields.startIndex
        self.body = body
        issuer = fields[first + 2]
        validity = fields[first + 3]
        subject = fields[first + 4]
        publicKey = fields[first + 5]
        rest = Array(parts.dropFirst())
    }
}

extension ASN1Node {
    /// The nodes inside; `nil` for a primitive one.
    var children: [ASN1Node]? {
        guard case .constructed(let children) = content else { return nil }
        return Array(children)
    }
}
