import Foundation
import FuzzSupport
import SAML2
import XMLCore
@_spi(Fuzzing) import XMLSecurity

// Property: no certificate, key or metadata crashes. The certificates of `KeyInfo` are the
// sender's choice and are read before anything is verified.

let status = Fuzzing.run { bytes in
    if let key = try? TrustedKey(derEncoded: bytes) {
        guard key.keySHA256.utf8.count == 64 else { Fuzzing.fail("the digest is not one") }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let keys = try? TrustedKey.keys(pemEncoded: text), keys.isEmpty {
        Fuzzing.fail("PEM text gives no key and no error")
    }
    if let key = try? MessageSigner(pemEncoded: text) {
        guard let own = try? TrustedKey.keys(pemEncoded: key.publicKeyPEM), own.count == 1 else {
            Fuzzing.fail("a private key has no public half")
        }
    }
    _ = try? SAML.TrustStore(metadata: bytes)
}
exit(status)
