public import XMLCore
public import XMLSecurity

extension SAML {
    /// Puts what is encrypted in messages back in its place (SAML Core, section 6).
    ///
    /// What is decrypted is parsed where it stands in the message, with the namespaces that are in
    /// scope there and under the limits of the whole message. Nothing is verified by it.
    public struct MessageDecryptor: Sendable {
        private let decryptor: Decryptor
        private let parsingLimits: XML.ParsingLimits

        /// A sender could list many parts, each of which costs an operation with a private key.
        static let mostParts = 16

        /// Creates a decryptor of messages.
        ///
        /// - Parameters:
        ///   - decryptor: What has the keys.
        ///   - parsingLimits: How large a message may be once it is decrypted.
        public init(_ decryptor: Decryptor, parsingLimits: XML.ParsingLimits = .standard) {
            self.decryptor = decryptor
            self.parsingLimits = parsingLimits
        }

        /// The response with everything that is encrypted in it decrypted.
        ///
        /// - Parameter root: A `samlp:Response` of a document of which nothing is known to be
        ///   signed.
        /// - Returns: The response, and what of it was encrypted.
        /// - Throws: A ``MessageVerifier/Failure``.
        public func response(
            unverified root: XML.Element
        ) throws(MessageVerifier.Failure) -> (response: Response, encryption: Encryption) {
            var encryption = Encryption()
            var element = try decrypted(EncryptedPart.assertions(of: root), &encryption) ?? root
            element = try decrypted(EncryptedPart.inside(element), &encryption) ?? element
            do {
                return (try Response(unverified: element), encryption)
            } catch {
                throw .structure(error)
            }
        }

        /// The root of the document with the parts decrypted, or `nil` when there are none.
        func decrypted(
            _ parts: [EncryptedPart], _ encryption: inout Encryption
        ) throws(MessageVerifier.Failure) -> XML.Element? {
            guard !parts.isEmpty else { return nil }
            let plaintexts = try plaintexts(of: parts)
            for (part, plaintext) in zip(parts, plaintexts) { encryption.add(part.part, plaintext) }
            return try document(with: plaintexts, inPlaceOf: parts).rootElement
        }

        /// What each part says.
        func plaintexts(
            of parts: [EncryptedPart]
        ) throws(MessageVerifier.Failure) -> [Decryptor.Plaintext] {
            if parts.count > Self.mostParts {
                throw .decryption(
                    DecryptionFailure(.tooManyParts, at: parts[Self.mostParts].element.position))
            }
            var plaintexts: [Decryptor.Plaintext] = []
            for part in parts {
                do throws(DecryptionFailure) {
                    plaintexts.append(try decryptor.plaintext(in: part.element))
                } catch {
                    throw .decryption(error)
                }
            }
            return plaintexts
        }

        /// The document the parts are in, with what they say in their place.
        func document(
            with plaintexts: [Decryptor.Plaintext], inPlaceOf parts: [EncryptedPart]
        ) throws(MessageVerifier.Failure) -> XML.Document {
            let replacements = zip(parts, plaintexts).map { part, plaintext in
                (element: part.element, octets: Self.trimmed(plaintext.octets))
            }
            // Whether the padding was wrong or the XML inside, the answer is the same.
            guard
                let document = try? XML.Document(splicing: replacements, limits: parsingLimits)
            else {
                throw .decryption(
                    DecryptionFailure(.decryptionFailed, at: parts.first?.element.position))
            }
            return document
        }

        /// The octets without white space around them.
        private static func trimmed(_ octets: [UInt8]) -> [UInt8] {
            func isSpace(_ octet: UInt8) -> Bool {
                octet == 0x20 || octet == 0x09 || octet == 0x0A || octet == 0x0D
            }
            guard let start = octets.firstIndex(where: { !isSpace($0) }),
                let last = octets.lastIndex(where: { !isSpace($0) })
            else { return [] }
            return Array(octets[start...last])
        }
    }
}
