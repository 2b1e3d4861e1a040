internal import SwiftASN1

/// A kind of public key that is not supported, and has a common name.
struct KeyKind {
    /// The common name.
    let name: String
    private let isCurve: Bool

    /// The name as it follows "The key is".
    var words: String { isCurve ? "on the curve \(name)" : name }

    /// Creates the kind of a SubjectPublicKeyInfo; `nil` for one without a common name.
    init?(ofPublicKey spki: ASN1Node) {
        guard let fields = spki.children?.first?.children, let first = fields.first,
            let algorithm = try? ASN1ObjectIdentifier(derEncoded: first)
        else { return nil }
        if let name = Self.algorithms[algorithm] {
            (self.name, isCurve) = (name, false)
            return
        }
        guard algorithm == [1, 2, 840, 10045, 2, 1], fields.count == 2 else { return nil }
        guard let curve = try? ASN1ObjectIdentifier(derEncoded: fields[1]) else {
            (name, isCurve) = ("on a curve that is described and not named", false)
            return
        }
        guard let name = Self.curves[curve] else { return nil }
        (self.name, isCurve) = (name, true)
    }

    private static let algorithms: [ASN1ObjectIdentifier: String] = [
        [1, 2, 840, 10040, 4, 1]: "DSA",
        [1, 2, 840, 10046, 2, 1]: "for Diffie-Hellman",
        [1, 2, 840, 113549, 1, 1, 7]: "RSA for encryption alone (RSAES-OAEP)",
        [1, 3, 101, 110]: "X25519, which signs nothing",
        [1, 3, 101, 111]: "X448, which signs nothing",
        [1, 3, 101, 112]: "Ed25519",
        [1, 3, 101, 113]: "Ed448",
        [2, 16, 840, 1, 101, 3, 4, 3, 17]: "ML-DSA-44",
        [2, 16, 840, 1, 101, 3, 4, 3, 18]: "ML-DSA-65",
        [2, 16, 840, 1, 101, 3, 4, 3, 19]: "ML-DSA-87",
    ]

    private static let curves: [ASN1ObjectIdentifier: String] = [
        [1, 2, 840, 10045, 3, 1, 1]: "P-192",
        [1, 3, 132, 0, 10]: "secp256k1",
        [1, 3, 132, 0, 33]: "P-224",
        [1, 2, 156, 10197, 1, 301]: "SM2",
        [1, 3, 36, 3, 3, 2, 8, 1, 1, 3]: "brainpoolP192r1",
        [1, 3, 36, 3, 3, 2, 8, 1, 1, 5]: "brainpoolP224r1",
        [1, 3, 36, 3, 3, 2, 8, 1, 1, 7]: "brainpoolP256r1",
        [1, 3, 36, 3, 3, 2, 8, 1, 1, 8]: "brainpoolP256t1",
        [1, 3, 36, 3, 3, 2, 8, 1, 1, 9]: "brainpoolP320r1",
        [1, 3, 36, 3, 3, 2, 8, 1, 1, 11]: "brainpoolP384r1",
        [1, 3, 36, 3, 3, 2, 8, 1, 1, 13]: "brainpoolP512r1",
    ]
}
