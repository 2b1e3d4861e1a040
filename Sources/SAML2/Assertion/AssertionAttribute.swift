package import XMLCore

extension SAML {
    /// A named property of a subject (SAML Core, section 2.7.3.1).
    public struct Attribute: Hashable, Sendable, CustomStringConvertible {
        /// `Name`.
        public let name: String
        /// The element; everything else is read from it on demand, as most receivers want a few attributes of many.
        private let element: XML.Element

        /// `NameFormat`, how to understand the name.
        public var nameFormat: String? { element.attribute("NameFormat") }
        /// `FriendlyName`, for people.
        public var friendlyName: String? { element.attribute("FriendlyName") }
        /// The values, in document order, read each time.
        public var values: [AttributeValue] { element.childElementList.map(AttributeValue.init) }
        /// A Boolean value that indicates whether there is a value.
        var hasValues: Bool { element.childElementCount > 0 }

        /// The number of values; never the values.
        public var description: String { "Attribute(\(element.childElementCount) values)" }

        init(_ element: XML.Element) throws(StructureError) {
            guard let name = element.attribute("Name") else {
                throw StructureError(.missingAttribute, element, attribute: "Name")
            }
            self.name = name
            self.element = element
            try element.refuseContent(besides: .attributeValue)
        }

        /// Returns whether both state the same values under the same name.
        public static func == (one: Self, other: Self) -> Bool {
            one.name == other.name && one.nameFormat == other.nameFormat
                && one.friendlyName == other.friendlyName && one.values == other.values
        }

        /// Feeds the name into the hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }
    }

    /// A value of an attribute (SAML Core, section 2.7.3.1.1); its content model is open.
    public struct AttributeValue: Hashable, Sendable, CustomStringConvertible {
        /// The content of a value.
        @nonexhaustive
        package enum Content: Hashable, Sendable, CustomStringConvertible {
            /// Text, which may be empty.
            case text(String)
            /// No value at all: `xsi:nil` is true.
            case null
            /// The element that holds XML.
            case xml(XML.Element)

            /// The kind of the value; never the value.
            package var description: String {
                switch self {
                case .text(let text): "\(text.utf8.count) bytes"
                case .null: "nil"
                case .xml: "XML"
                }
            }
        }

        /// The value itself.
        package let content: Content
        /// The `AttributeValue`, which also keeps its document alive; `nil` for a value that was
        /// not read from one.
        private let element: XML.Element?

        /// `xsi:type`, as an expanded name, when the prefix it uses is declared.
        package var type: XML.QualifiedName? { element?.schemaType }

        /// A Boolean value that indicates whether it is an encrypted identifier.
        package var isEncrypted: Bool {
            guard case .xml(let element) = content else { return false }
            return element.firstChild(named: .encryptedID) != nil
        }

        /// The text of the value, for XML all its character data; `nil` where `xsi:nil` says that there is none.
        public var text: String? {
            switch content {
            case .text(let text): text
            case .null: nil
            case .xml(let element): element.textContent
            }
        }

        /// The kind of the value; never the value.
        public var description: String { "AttributeValue(\(content))" }

        init(_ element: XML.Element) {
            self.element = element
            let hasElements = !element.childElements.makeIterator().isEmpty
            let text = hasElements ? "" : element.textContent
            // What claims to be nil and is not empty breaks the schema; what it holds is kept.
            if !hasElements, text.trimmingXMLSpace().isEmpty, element.isNil {
                content = .null
            } else {
                content = hasElements ? .xml(element) : .text(text)
            }
        }
    }
}

extension SAML.AttributeValue {
    /// A value that is text, or null without any, and was not read from an `AttributeValue`.
    package init(text: String?) {
        content = text.map { .text($0) } ?? .null
        element = nil
    }

    /// Returns whether both are the same value of the same type.
    public static func == (one: Self, other: Self) -> Bool {
        one.content == other.content && one.type == other.type
    }

    /// Feeds the content into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(content)
    }
}

extension XML.Element {
    /// A Boolean value that indicates whether the element says that it is nil (XML Schema Part 1,
    /// section 2.6.2).
    fileprivate var isNil: Bool {
        let text = self[attribute: .schemaNil]?.trimmingXMLSpace()
        return text == "true" || text == "1"
    }

    fileprivate var schemaType: XML.QualifiedName? {
        guard let text = self[attribute: .schemaType]?.trimmingXMLSpace() else { return nil }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return XML.QualifiedName(text, in: namespace(forPrefix: ""))
        }
        guard let namespace = namespace(forPrefix: String(text[..<colon])) else { return nil }
        return XML.QualifiedName(String(text[text.utf8.index(after: colon)...]), in: namespace)
    }
}

extension XML.Element.Children.Iterator {
    fileprivate var isEmpty: Bool {
        var copy = self
        return copy.next() == nil
    }
}
