internal import Crypto
package import XMLSecurity

extension XMLDSig {
    /// A secret that signer and verifier share, for HMAC (XML Signature, section 6.3).
    ///
    /// It is no ``TrustedKey`` and cannot be made from one: who can name a public key as the secret of
    /// an HMAC can sign anything.
    package struct SharedSecret: Sendable, CustomStringConvertible {
        private let key: SymmetricKey

        /// Creates a secret from its bytes, or `nil` when there are none.
        package init?(bytes: [UInt8]) {
            guard !bytes.isEmpty else { return nil }
            key = SymmetricKey(data: bytes)
        }

        /// Whether this secret made `code` over `bytes`; the comparison takes constant time.
        func isValid(_ code: [UInt8], over bytes: [UInt8], method: MACMethod) -> Bool {
            switch method.digest {
            case .sha1: isValid(code, over: bytes, length: method.byteCount, Insecure.SHA1.self)
            case .sha256: isValid(code, over: bytes, length: method.byteCount, SHA256.self)
            case .sha384: isValid(code, over: bytes, length: method.byteCount, SHA384.self)
            case .sha512: isValid(code, over: bytes, length: method.byteCount, SHA512.self)
            default: false
            }
        }

        private func isValid<Hash: HashFunction>(
            _ code: [UInt8], over bytes: [UInt8], length: Int, _ hash: Hash.Type
        ) -> Bool {
            guard code.count == length else { return false }
            let expected = Array(HMAC<Hash>.authenticationCode(for: bytes, using: key))
                .prefix(length)
            // A truncated code has no comparison of its own; the codes of both are compared, which
            // are equal only when both are.
            return HMAC<Hash>.isValidAuthenticationCode(
                HMAC<Hash>.authenticationCode(for: Array(expected), using: key),
                authenticating: code, using: key)
        }

        /// That it is a secret, and nothing of it.
        package var description: String { "SharedSecret" }
    }
}
