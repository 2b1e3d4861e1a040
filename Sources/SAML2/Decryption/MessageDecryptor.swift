internal import WireText
package import XMLCore
package import XMLSecurity

extension SAML {
    /// Puts what is encrypted in messages back in its place (SAML Core, section 6).
    ///
    /// What is decrypted is parsed where it stands in the message, with the namespaces that are in
    /// scope there and under the limits of the whole message. Nothing is verified by it.
    package struct MessageDecryptor: Sendable {
        private let decryptor: Decryptor
        private let parsingLimits: XML.ParsingLimits

        /// A sender could list many parts, each of which costs an operation with a private key.
        static let mostParts = 16
        /// Each of them costs such an operation for every private key there is.
        static let mostEncryptedKeys = 32
        /// The number of keys that are tried for each of many parts.
        static let fewestEncryptedKeys = 4

        /// Creates a decryptor of messages.
        ///
        /// - Parameters:
        ///   - decryptor: What has the keys.
        ///   - parsingLimits: How large a message may be once it is decrypted.
        package init(_ decryptor: Decryptor, parsingLimits: XML.ParsingLimits = .standard) {
            self.decryptor = decryptor
            self.parsingLimits = parsingLimits
        }

        /// Returns the step at which the decryption of a response fails, for the holder of the keys; `nil` where none is
        /// found.
        ///
        /// It is for messages that were refused as ``DecryptionFailure/Code/decryptionFailed``.
        package func fault(of root: XML.Element) -> DecryptionFault? {
            let outer = EncryptedPart.assertions(of: root)
            let parts = outer + EncryptedPart.inside(root)
            var unexpected: DecryptionFault?
            for part in parts.prefix(Self.mostParts) {
                guard
                    let content = try? decryptor.content(
                        in: part.element, tryingAtMost: Self.keyLimit(of: parts))
                else { continue }
                let fault = decryptor.fault(of: content)
                guard fault == .notExpectedContent else { return fault }
                unexpected = fault
            }
            // All of them open, so that the fault may be in what they hold.
            guard unexpected != nil, !outer.isEmpty, let plain = try? plaintexts(of: outer),
                plain.allSatisfy(\.isAuthenticated),
                let clear = try? document(with: plain, inPlaceOf: outer),
                let message = try? CarriedMessage(in: clear).element
            else { return unexpected }
            return fault(of: message)
        }

        /// The number of keys that are tried for each of some parts.
        private static func keyLimit(of parts: [EncryptedPart]) -> Int {
            min(
                EncryptedContent.mostEncryptedKeys,
                max(fewestEncryptedKeys, mostEncryptedKeys / max(1, parts.count)))
        }

        /// The response with everything that is encrypted in it decrypted.
        ///
        /// - Parameter root: A `samlp:Response` of a document that is not verified.
        /// - Returns: The response, and what of it was encrypted.
        /// - Throws: A ``MessageVerifier/Failure``.
        package func response(
            unverified root: XML.Element
        ) throws(MessageVerifier.Failure) -> (response: Response, encryption: Encryption) {
            var encryption = Encryption()
            let response = try reading(EncryptedPart.assertions(of: root), &encryption) {
                (clear, encryption: inout Encryption) throws(MessageVerifier.Failure) in
                let message = try clear.map(MessageVerifier.Failure.message) ?? root
                return try reading(EncryptedPart.inside(message), &encryption) {
                    (clear, encryption: inout Encryption) throws(MessageVerifier.Failure) in
                    var message = try clear.map(MessageVerifier.Failure.message) ?? message
                    let opened = documentOpeningValues(
                        in: message, &encryption, mustBeAuthenticated: true)
                    message = try opened.map(MessageVerifier.Failure.message) ?? message
                    return try MessageVerifier.Failure.reading { () throws(StructureError) in
                        try Response(unverified: message)
                    }
                }
            }
            return (response, encryption)
        }

        /// Reads a message with its encrypted parts in their place.
        ///
        /// - Parameters:
        ///   - parts: Parts of one document.
        ///   - encryption: Records what was encrypted.
        ///   - body: Reads from the document with what the parts say in their place, `nil` when there are no parts.
        ///     Where their content could have been changed, everything it throws is reported as a part that could not
        ///     be decrypted.
        /// - Returns: What `body` reads.
        /// - Throws: A ``MessageVerifier/Failure``.
        func reading<Value>(
            _ parts: [EncryptedPart], _ encryption: inout Encryption,
            by body: (XML.Document?, inout Encryption) throws(MessageVerifier.Failure) -> Value
        ) throws(MessageVerifier.Failure) -> Value {
            guard !parts.isEmpty else { return try body(nil, &encryption) }
            let plaintexts = try plaintexts(of: parts)
            for (part, plaintext) in zip(parts, plaintexts) { encryption.add(part.part, plaintext) }
            do throws(MessageVerifier.Failure) {
                return try body(document(with: plaintexts, inPlaceOf: parts), &encryption)
            } catch {
                throw plaintexts.allSatisfy(\.isAuthenticated) ? error : Self.failure(of: parts)
            }
        }

        /// The root of the document with the parts decrypted, which were signed as they are.
        func decrypted(
            _ parts: [EncryptedPart], _ encryption: inout Encryption
        ) throws(MessageVerifier.Failure) -> XML.Element {
            let plaintexts = try plaintexts(of: parts)
            for (part, plaintext) in zip(parts, plaintexts) { encryption.add(part.part, plaintext) }
            return try document(with: plaintexts, inPlaceOf: parts).rootElement
        }

        /// Returns the document with the identifiers in attribute values decrypted that a given key decrypts; `nil`
        /// where there is none.
        ///
        /// - Parameters:
        ///   - message: The root of a message.
        ///   - encryption: Records what was encrypted.
        ///   - mustBeAuthenticated: Whether their content could have been changed, so that the outcome must not be
        ///     disclosed.
        /// - Returns: The document.
        func documentOpeningValues(
            in message: XML.Element, _ encryption: inout Encryption, mustBeAuthenticated: Bool
        ) -> XML.Document? {
            var rest = Self.mostEncryptedKeys
            var opened: [(part: EncryptedPart, plaintext: Decryptor.Plaintext)] = []
            for part in EncryptedPart.values(in: message).prefix(Self.mostParts) where rest > 0 {
                guard
                    let content = try? decryptor.content(
                        in: part.element,
                        tryingAtMost: min(rest, EncryptedContent.mostEncryptedKeys))
                else { continue }
                rest -= content.keySourceCount
                guard let plaintext = try? decryptor.plaintext(of: content),
                    plaintext.isAuthenticated || !mustBeAuthenticated
                else { continue }
                opened.append((part, plaintext))
            }
            guard !opened.isEmpty,
                let document = try? document(
                    with: opened.map(\.plaintext), inPlaceOf: opened.map(\.part))
            else { return nil }
            for (part, plaintext) in opened { encryption.add(part.part, plaintext) }
            return document
        }

        /// Returns the plaintext of each part.
        func plaintexts(
            of parts: [EncryptedPart]
        ) throws(MessageVerifier.Failure) -> [Decryptor.Plaintext] {
            if parts.count > Self.mostParts {
                throw .decryption(
                    DecryptionFailure(.tooManyParts, at: parts[Self.mostParts].element.position))
            }
            // All of them are checked before a key is used: what is wrong with a later one must not tell that an
            // earlier one could be decrypted.
            let limit = Self.keyLimit(of: parts)
            let contents = try parts.map { part throws(MessageVerifier.Failure) in
                do throws(DecryptionFailure) {
                    return try decryptor.content(in: part.element, tryingAtMost: limit)
                } catch {
                    throw .decryption(error)
                }
            }
            if contents.reduce(0, { $0 + $1.keySourceCount }) > Self.mostEncryptedKeys {
                throw .decryption(DecryptionFailure(.tooManyParts, at: parts[0].element.position))
            }
            do {
                return try contents.map(decryptor.plaintext)
            } catch {
                // Of all parts, as which of them could be decrypted is not told.
                throw Self.failure(
                    of: parts, untried: contents.map(\.untriedKeyCount).max() ?? 0)
            }
        }

        /// The document the parts are in, with what they say in their place.
        func document(
            with plaintexts: [Decryptor.Plaintext], inPlaceOf parts: [EncryptedPart]
        ) throws(MessageVerifier.Failure) -> XML.Document {
            let bytes = plaintexts.map { Array($0.bytes.trimmingWhiteSpace()) }
            if let document = document(with: bytes, inPlaceOf: parts) { return document }
            let declaring = zip(parts, bytes).map { part, bytes in
                part.declaringNamespaces(in: bytes) ?? bytes
            }
            guard declaring != bytes, let document = document(with: declaring, inPlaceOf: parts)
            else { throw Self.failure(of: parts) }
            return document
        }

        private func document(
            with bytes: [[UInt8]], inPlaceOf parts: [EncryptedPart]
        ) -> XML.Document? {
            let replacements = zip(parts, bytes).map { part, bytes in
                XML.Document.Replacement(
                    of: part.element, by: bytes, named: part.part.elementNames)
            }
            return try? XML.Document(splicing: replacements, limits: parsingLimits)
        }

        /// The failure to decrypt one of the parts.
        ///
        /// Whether the padding was wrong or the XML inside, and in which part, the failure is the same to the last
        /// detail: a difference would help a sender of changed messages to find out what they say.
        static func failure(
            of parts: [EncryptedPart], untried: Int = 0
        ) -> MessageVerifier.Failure {
            .decryption(
                DecryptionFailure(
                    .decryptionFailed, at: parts.first?.element.position, untried: untried))
        }
    }
}
