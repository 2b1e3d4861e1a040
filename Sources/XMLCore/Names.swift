internal import WireText

extension XML {
    /// A namespace name, the URI reference that identifies a vocabulary.
    ///
    /// Two namespaces are equal when their bytes are: no normalization of URIs takes place
    /// (Namespaces in XML 1.0, section 2.3).
    public struct Namespace: RawRepresentable, Hashable, Sendable {
        /// The URI reference as it is written in the declaration.
        public let rawValue: String

        /// Creates the namespace with the given name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The namespace that the prefix `xml` is always bound to.
        public static let xml = Namespace(rawValue: "http://www.w3.org/XML/1998/namespace")

        /// Returns whether the bytes of both are the same.
        public static func == (one: Namespace, other: Namespace) -> Bool {
            one.rawValue.hasSameBytes(as: other.rawValue)
        }

        /// Feeds the bytes into the hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(bytesOf: rawValue)
        }
    }

    /// An expanded name: a local name together with the namespace it belongs to.
    ///
    /// Prefixes are not part of it (Namespaces in XML 1.0, section 2.1). An unprefixed attribute is
    /// in no namespace.
    public struct QualifiedName: Hashable, Sendable, CustomStringConvertible {
        /// The part of the name after the prefix.
        public let localName: String
        /// The namespace, or `nil` for a name in no namespace.
        public let namespace: Namespace?

        /// Creates a name.
        public init(_ localName: String, in namespace: Namespace? = nil) {
            self.localName = localName
            self.namespace = namespace
        }

        /// Returns whether both are the same name, byte for byte.
        public static func == (one: QualifiedName, other: QualifiedName) -> Bool {
            one.namespace == other.namespace && one.localName.hasSameBytes(as: other.localName)
        }

        /// Feeds the bytes into the hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(namespace)
            hasher.combine(bytesOf: localName)
        }

        /// The name in James Clark's notation, `{namespace}local`.
        public var description: String {
            namespace.map { "{\($0.rawValue)}\(localName)" } ?? localName
        }
    }
}

extension String {
    /// A Boolean value that indicates whether the string is an NCName, the grammar of `xs:ID` (XML Schema Part 2,
    /// section 3.3.8).
    ///
    /// It is restricted to what can be checked without a table of Unicode classes: not empty, no white space,
    /// no colon, and no ASCII character that an NCName may not contain.
    package var isNCName: Bool {
        func isNameByte(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "_"), 0x80...:
                true
            default: false
            }
        }
        guard let first = utf8.first, isNameByte(first) else { return false }
        let others = [UInt8(ascii: "-"), UInt8(ascii: ".")]
        return utf8.allSatisfy { isNameByte($0) || $0.isDigit || others.contains($0) }
    }

    /// Returns whether both strings are the same code points, as XML compares them.
    ///
    /// Swift's own equality takes canonically equivalent strings for equal, and so do its hashes.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = unsafe utf8.withContiguousStorageIfAvailable { own in
            unsafe other.utf8.withContiguousStorageIfAvailable { other in
                unsafe UnsafeRawBufferPointer(own)
                    .hasSameBytes(as: UnsafeRawBufferPointer(other))
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

extension Hasher {
    /// Feeds the bytes of a string into the hasher.
    ///
    /// The string's own hash is that of its normalized form, under which a sender can make any
    /// number of different names collide.
    package mutating func combine(bytesOf string: String) {
        var contiguous = string
        contiguous.withUTF8 { bytes in
            unsafe combine(bytes: UnsafeRawBufferPointer(bytes))
        }
    }
}
