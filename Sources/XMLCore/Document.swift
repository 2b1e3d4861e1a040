internal import CXMLShims

extension XML {
    /// An immutable XML document, read from bytes by a hardened parser.
    ///
    /// Document type declarations, external entities, recovery and network access do not exist
    /// here. The document can be shared between tasks; its elements keep it alive.
    public struct Document: Sendable, CustomStringConvertible {
        let storage: DocumentStorage
        private let identifiers: IdentifierIndex

        /// The names of the attributes that identify elements: `ID` as in SAML, `Id` as in XML
        /// Signature and XML Encryption, and `xml:id`.
        package static let standardIdentifierAttributes: [QualifiedName] = [
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
            identifierAttributes: [QualifiedName]
        ) throws(ParsingError) {
            let bytes = Array(bytes)
            guard bytes.count <= limits.byteCount else { throw ParsingError(.tooManyBytes) }
            let (encoding, markLength) = InputEncoding.detect(bytes)
            var content = bytes[markLength...]
            if case .utf16(let isBigEndian) = encoding {
                content = try InputEncoding.utf8(fromUTF16: content, isBigEndian: isBigEndian)[...]
            }
            try encoding.check(declarationOf: content)
            try self.init(
                DocumentStorage(parsing: content, limits: limits),
                identifierAttributes: identifierAttributes)
        }

        private init(
            _ storage: DocumentStorage,
            identifierAttributes: [QualifiedName] = Self.standardIdentifierAttributes
        ) throws(ParsingError) {
            self.storage = storage
            identifiers = try IdentifierIndex(of: storage, attributes: identifierAttributes)
        }

        /// Reads a document that is UTF-8 whatever encoding it claims to be in, as text that was
        /// converted from another encoding does.
        package init(
            parsingConvertedText utf8: [UInt8], limits: ParsingLimits = .standard
        ) throws(ParsingError) {
            guard utf8.count <= limits.byteCount else { throw ParsingError(.tooManyBytes) }
            let start = utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            try self.init(DocumentStorage(parsing: utf8[start...], limits: limits))
        }

        /// Reads an element from its canonical form, as the linear engine wrote it.
        ///
        /// The reader knows nothing else than such forms, and says what libxml2 would say.
        ///
        /// - Throws: A ``ParsingError`` where a limit is met; `notWellFormed` means that our own engine wrote what is
        ///   not a canonical form, which never happens.
        package init(
            rereading form: borrowing LinearForm, limits: ParsingLimits = .standard
        ) throws(ParsingError) {
            try self.init(DocumentStorage(rereading: form, limits: limits))
        }

        /// A Boolean value that indicates whether the XML declaration names an encoding other than
        /// UTF-8.
        package var declaresOtherEncoding: Bool {
            unsafe storage.withSource { source in
                let name = unsafe InputEncoding.declaredName(source)
                return name != nil && name != "utf-8" && name != "utf8"
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

        /// The element that has this identifier, which need not be an NCName: messages in use have
        /// identifiers that begin with a digit.
        package func element(withID identifier: String) -> Element? {
            var identifier = identifier
            return identifier.withUTF8 { bytes in
                unsafe element(withID: UnsafeRawBufferPointer(bytes))
            }
        }

        /// Returns the element that a reference such as `#id` names: its first byte is not part of the identifier.
        package func element(withIDAfterFirstByteOf reference: String) -> Element? {
            var reference = reference
            return reference.withUTF8 { bytes in
                let bytes = UnsafeRawBufferPointer(bytes)
                return unsafe element(withID: UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
            }
        }

        private func element(withID identifier: UnsafeRawBufferPointer) -> Element? {
            unsafe identifiers[identifier].map { Element(storage: storage, index: $0) }
        }

        /// The size of the document; never what it says.
        public var description: String { "Document(\(storage.sourceCount) bytes)" }
    }
}
