internal import Crypto

extension XMLDSig {
    /// A way to digest bytes (XML Signature, section 6.2), by its algorithm identifier.
    package struct DigestMethod: RawRepresentable, Hashable, Sendable {
        /// The algorithm identifier.
        package let rawValue: String

        /// Creates the method with this identifier, whether or not it is supported.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// SHA-1, which is broken.
        package static let sha1 = DigestMethod(rawValue: "http://www.w3.org/2000/09/xmldsig#sha1")
        /// SHA-256.
        package static let sha256 = DigestMethod(
            rawValue: "http://www.w3.org/2001/04/xmlenc#sha256")
        /// SHA-384.
        package static let sha384 = DigestMethod(
            rawValue: "http://www.w3.org/2001/04/xmldsig-more#sha384")
        /// SHA-512.
        package static let sha512 = DigestMethod(
            rawValue: "http://www.w3.org/2001/04/xmlenc#sha512")

        /// The digest of `bytes`, or `nil` for a method that is not supported.
        package func digest(of bytes: [UInt8]) -> [UInt8]? {
            unsafe bytes.withUnsafeBytes { unsafe digest(of: $0) }
        }

        /// Returns whether a value is the digest of `bytes`; `false` for a method that is not supported.
        func isDigest(_ value: [UInt8], of bytes: UnsafeRawBufferPointer) -> Bool {
            switch self {
            case .sha256: unsafe Self.digest(SHA256.self, bytes) == value
            case .sha384: unsafe Self.digest(SHA384.self, bytes) == value
            case .sha512: unsafe Self.digest(SHA512.self, bytes) == value
            case .sha1: unsafe Self.digest(Insecure.SHA1.self, bytes) == value
            default: false
            }
        }

        private func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8]? {
            switch self {
            case .sha256: unsafe Array(Self.digest(SHA256.self, bytes))
            case .sha384: unsafe Array(Self.digest(SHA384.self, bytes))
            case .sha512: unsafe Array(Self.digest(SHA512.self, bytes))
            case .sha1: unsafe Array(Self.digest(Insecure.SHA1.self, bytes))
            default: nil
            }
        }

        static func digest<Function: HashFunction>(
            _ type: Function.Type, _ bytes: UnsafeRawBufferPointer
        ) -> Function.Digest {
            var function = Function()
            unsafe function.update(bufferPointer: bytes)
            return function.finalize()
        }
    }
}
