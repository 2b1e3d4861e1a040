internal import CXMLShims

extension XML {
    /// An immutable XML document, read from bytes by a hardened parser.
    ///
    /// Document type declarations, external entities, recovery and network access do not exist
    /// here. The document can be shared between tasks; its elements keep it alive.
    public struct Document: Sendable {
        let storage: DocumentStorage
        private let identifiers: IdentifierIndex

        /// The names of the attributes that identify elements: `ID` as in SAML, `Id` as in XML
        /// Signature and XML Encryption, and `xml:id`.
        package static let standardIdentifierAttributes: Set<QualifiedName> = [
            QualifiedName("ID"), QualifiedName("Id"), QualifiedName("id", in: .xml),
        ]

        /// Reads a document from UTF-8 or UTF-16 bytes, with or without a byte order mark.
        ///
        /// - Parameters:
        ///   - bytes: The whole document.
        ///   - limits: How large it may be.
        /// - Throws: A ``ParsingError`` that says why the bytes are refused.
        public init(
            parsing bytes: some Collection<UInt8>, limits: ParsingLimits = .standard
        ) throws(ParsingError) {
            try self.init(
                parsing: bytes, limits: limits,
                identifierAttributes: Self.standardIdentifierAttributes)
        }

        /// Reads a document whose elements are identified by other attributes than the standard
        /// ones: there is no document type declaration to say so.
        package init(
            parsing bytes: some Collection<UInt8>, limits: ParsingLimits = .standard,
            identifierAttributes: Set<QualifiedName>
        ) throws(ParsingError) {
            let parsed = bytes.withContiguousStorageIfAvailable { buffer in
                Result { () throws(ParsingError) in
                    try unsafe Self.parse(UnsafeRawBufferPointer(buffer), limits: limits)
                }
            }
            let storage: DocumentStorage
            if let parsed {
                storage = try parsed.get()
            } else {
                let copy = Array(bytes)
                let result = unsafe copy.withUnsafeBytes { buffer in
                    Result { () throws(ParsingError) in
                        try unsafe Self.parse(buffer, limits: limits)
                    }
                }
                storage = try result.get()
            }
            self.storage = storage
            identifiers = try IdentifierIndex(of: storage, attributes: identifierAttributes)
        }

        /// Reads a document that is UTF-8 whatever encoding it claims to be in, as text that was
        /// converted from another encoding does.
        package init(
            parsingConvertedText utf8: [UInt8], limits: ParsingLimits = .standard
        ) throws(ParsingError) {
            guard utf8.count <= limits.byteCount else { throw ParsingError(.tooManyBytes) }
            let result = unsafe utf8.withUnsafeBytes { buffer in
                Result { () throws(ParsingError) in
                    let start = unsafe buffer.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
                    return try unsafe DocumentStorage(
                        parsing: UnsafeRawBufferPointer(rebasing: buffer[start...]), limits: limits)
                }
            }
            storage = try result.get()
            identifiers = try IdentifierIndex(
                of: storage, attributes: Self.standardIdentifierAttributes)
        }

        /// Reads a document from a canonical form, which is always UTF-8 without a declaration.
        ///
        /// How its markup is written is not noted, which only what was received is asked for.
        package init(
            parsing form: CanonicalForm, limits: ParsingLimits = .standard
        ) throws(ParsingError) {
            guard form.bytes.count <= limits.byteCount else {
                throw ParsingError(.tooManyBytes)
            }
            let result = unsafe form.bytes.withUnsafeBytes { buffer in
                Result { () throws(ParsingError) in
                    try unsafe DocumentStorage(parsing: buffer, limits: limits, isCanonical: true)
                }
            }
            storage = try result.get()
            identifiers = try IdentifierIndex(
                of: storage, attributes: Self.standardIdentifierAttributes)
        }

        /// A Boolean value that indicates whether the XML declaration names an encoding other than
        /// UTF-8.
        package var declaresOtherEncoding: Bool {
            unsafe storage.withSource { source in
                let name = unsafe InputEncoding.declaredName(source)
                return name != nil && name != "utf-8"
            }
        }

        private static func parse(
            _ bytes: UnsafeRawBufferPointer, limits: ParsingLimits
        ) throws(ParsingError) -> DocumentStorage {
            guard unsafe !bytes.isEmpty else { throw ParsingError(.empty) }
            guard bytes.count <= limits.byteCount else { throw ParsingError(.tooManyBytes) }
            let (encoding, markLength) = unsafe InputEncoding.detect(bytes)
            let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[markLength...])
            switch encoding {
            case .utf8:
                try unsafe encoding.check(declarationOf: content)
                return try unsafe DocumentStorage(parsing: content, limits: limits)
            case .utf16(let isBigEndian):
                let utf8 = try unsafe InputEncoding.utf8(
                    fromUTF16: content, isBigEndian: isBigEndian)
                let result = unsafe utf8.withUnsafeBytes { buffer in
                    Result { () throws(ParsingError) in
                        try unsafe encoding.check(declarationOf: buffer)
                        return try unsafe DocumentStorage(parsing: buffer, limits: limits)
                    }
                }
                return try result.get()
            }
        }

        /// The outermost element (XML Information Set: the document element).
        public var rootElement: Element {
            var index: UInt32 = 1
            while storage.node(index).kind != CXMLShims_element.rawValue {
                index = storage.node(index).end
            }
            return Element(storage: storage, index: index)
        }

        /// The document's bytes in UTF-8, without a byte order mark.
        public var utf8: [UInt8] {
            unsafe storage.withSource { source in unsafe Array(source) }
        }

        /// The element that has this identifier, which need not be one that ``Identifier`` allows:
        /// messages in use have identifiers that begin with a digit.
        package func element(withIDText identifier: String) -> Element? {
            identifiers[identifier].map { Element(storage: storage, index: $0) }
        }

        /// The element that `identifier` identifies, when there is one.
        package func element(withID identifier: Identifier) -> Element? {
            identifiers[identifier.rawValue].map { Element(storage: storage, index: $0) }
        }
    }
}
