extension XML {
    /// The limits on the size of a document.
    ///
    /// Each limit has its own ``ParsingError/Code-swift.enum``. The standard limits leave a wide
    /// margin above any SAML message seen in practice and bound the work a hostile one can cause.
    public struct ParsingLimits: Hashable, Sendable {
        /// The largest number of bytes, before and after conversion to UTF-8.
        public var byteCount: Int
        /// The largest number of elements inside each other; the root is at depth 1.
        public var depth: Int
        /// The largest number of nodes: elements, attributes, namespace declarations, texts,
        /// comments and processing instructions together.
        public var nodeCount: Int
        /// The largest number of attributes on one element, namespace declarations included.
        public var attributesPerElement: Int
        /// The largest number of namespace declarations in scope at one element.
        public var namespacesInScope: Int
        /// The longest qualified name, in bytes.
        public var nameLength: Int
        /// The largest number of different prefixes, local names and namespace names.
        ///
        /// libxml2's dictionary stops growing at some thousand places.
        package var distinctNameCount = 65_536
        /// The largest cost of reading, as ``XML/Work`` counts it, apart from ``workPerByte``.
        package var workBase = 65_536
        /// The largest cost of reading for each byte.
        ///
        /// It grows with the limits on attributes and namespaces where these are raised.
        package var workPerByte = 64

        /// Creates limits; what is not given is as in ``standard``.
        ///
        /// - Parameters:
        ///   - byteCount: 8 MiB unless given, and at most 1 GiB.
        ///   - depth: 128 unless given, and at most 250: libxml2 itself stops at 256.
        ///   - nodeCount: 250,000 unless given.
        ///   - attributesPerElement: 256 unless given, and at most 16,384.
        ///   - namespacesInScope: 128 unless given, and at most 4,096.
        ///   - nameLength: 1,024 unless given.
        public init(
            byteCount: Int = 8 << 20, depth: Int = 128, nodeCount: Int = 250_000,
            attributesPerElement: Int = 256, namespacesInScope: Int = 128, nameLength: Int = 1024
        ) {
            self.byteCount = byteCount
            self.depth = depth
            self.nodeCount = nodeCount
            self.attributesPerElement = attributesPerElement
            self.namespacesInScope = namespacesInScope
            self.nameLength = nameLength
        }

        /// The limits for one SAML message.
        public static let standard = ParsingLimits()
    }
}
