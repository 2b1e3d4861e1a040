@_spi(Fuzzing) @_spi(Measurement) public import XMLCore
@_spi(Fuzzing) @_spi(Measurement) public import XMLSecurity

extension SAML {
    /// The steps behind the front door, for fuzzers that compare what they accept with what was signed, and for
    /// benchmarks of one step.
    @_spi(Fuzzing) @_spi(Measurement) public struct Ladder: Sendable {
        private let verifier: MessageVerifier
        private let decryptor: MessageDecryptor?

        /// The content of a message that a trusted key signed.
        public struct Finding: Sendable {
            /// The canonical bytes of each element that carries a verified signature.
            public let signedForms: [[UInt8]]
            fileprivate let assertions: [Assertion]

            /// The subject's identifier and the attributes of each assertion, with all texts.
            ///
            /// Values that are XML are equal only in the same document, hence not the values themselves.
            public var statements: [[String?]] {
                assertions.map { assertion in
                    [assertion.id, assertion.issuer?.value, assertion.subject?.nameID?.value]
                        + assertion.attributes.flatMap {
                            [$0.name, $0.friendlyName] + $0.values.map(\.text)
                        }
                }
            }
        }

        /// Creates a ladder; the widest policy is the one under which most can go wrong.
        public init(
            trusting trust: TrustStore, policy: XMLDSig.Policy, decryptor: Decryptor? = nil,
            now: Instant? = nil
        ) {
            verifier = MessageVerifier(
                trusting: trust, policy: policy, decryptor: decryptor, now: now)
            self.decryptor = decryptor.map { MessageDecryptor($0) }
        }

        /// Returns the verified content of a response or a query; `nil` if it was refused.
        public func finding(in document: XML.Document) -> Finding? {
            if let response = try? verifier.verifiedResponse(in: document) {
                return Finding(
                    signedForms: ([response.verifiedResponse].compactMap(\.self)
                        + response.verifiedAssertions).map(\.bytes),
                    assertions: response.assertions)
            }
            guard let query = try? verifier.verifiedQuery(in: document) else { return nil }
            return Finding(signedForms: [query.element.bytes], assertions: [])
        }

        /// Returns the claims of a document as a response; `nil` if it is not one.
        public static func claims(in document: XML.Document) -> Claimed<Response>? {
            (try? Response(unverified: CarriedMessage(in: document).element)).map(Claimed.init)
        }

        /// Returns the claims of a document as a query; `nil` if it is not one.
        public static func query(in document: XML.Document) -> Claimed<AttributeQuery>? {
            (try? AttributeQuery(unverified: CarriedMessage(in: document).element)).map(
                Claimed.init)
        }

        /// Returns the claims of an unverified response after decryption, and whether anything in
        /// it was encrypted.
        public func decryptedClaims(
            of document: XML.Document
        ) -> (response: Claimed<Response>, isDecrypted: Bool)? {
            guard let decryptor,
                let (response, encryption) = try? decryptor.response(
                    unverified: CarriedMessage(in: document).element)
            else { return nil }
            return (Claimed(response), !encryption.parts.isEmpty)
        }
    }
}
