package import XMLCore

extension SAML {
    /// The reason why a document is not the expected SAML message.
    ///
    /// It names elements and attributes and tells where they are, and holds no value but one of a time.
    package struct StructureError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The reason, stable across releases.
        @nonexhaustive
        package enum Code: String, Hashable, Sendable, CaseIterable {
            /// The root element is not the one asked for.
            case unexpectedRoot
            /// An element stands where the schema has no place for it.
            case unexpectedElement
            /// An element occurs again where the schema allows it once.
            case repeatedElement
            /// An element holds text where the schema allows only elements.
            case unexpectedText
            /// An attribute that the schema requires is absent.
            case missingAttribute
            /// An attribute has a value that its type does not allow.
            case invalidValue
            /// Two descriptors in metadata describe one entity, and differ.
            case repeatedEntity
            /// A wrapper carries no message.
            case emptyWrapper
            /// A wrapper carries more than one message.
            case severalMessages
            /// A message stands in the header of a SOAP envelope.
            case messageInHeader
            /// A signed query string carries a wrapper, where the binding has the message itself.
            case wrapperInSignedQuery
        }

        /// The reason.
        package let code: Code
        /// The local name of the element it is about.
        package let element: String
        /// The local name of the attribute it is about.
        package let attribute: String?
        /// A Boolean value that indicates whether that attribute is there, and empty or white space.
        private let isBlank: Bool
        /// The attribute's fault and the expected value, in words.
        private let fault: String?
        /// The beginning of the element.
        package let position: XML.SourcePosition
        /// The beginning of the earlier element that this one contradicts.
        package let earlierPosition: XML.SourcePosition?

        init(
            _ code: Code, _ element: XML.Element, attribute: String? = nil, fault: String? = nil
        ) {
            self.code = code
            // A name is structure, not content, but its length is the sender's choice.
            // Characters would not bound it: combining marks are name characters.
            self.element = String(element.name.localName.unicodeScalars.prefix(64))
            self.attribute = attribute
            isBlank =
                attribute.flatMap { element.attribute($0) }
                .map { Discrepancy.blankness(of: $0) != nil } ?? false
            self.fault = fault ?? Self.fault(of: element, code)
            position = element.position
            earlierPosition = nil
        }

        /// Says what an element is that is named like a message or part of another protocol; `nil` for others.
        private static func fault(of element: XML.Element, _ code: Code) -> String? {
            guard code == .unexpectedRoot || code == .unexpectedElement else { return nil }
            if let other = OtherProtocol(of: element) { return other.fault }
            guard code == .unexpectedRoot else { return nil }
            let names = ["Response", "Assertion", "AttributeQuery", "AuthnRequest"]
            guard names.contains(element.name.localName), !element.isIn(.protocol),
                !element.isIn(.assertion)
            else { return nil }
            return "is in no namespace of SAML 2.0;"
        }

        init(
            _ code: Code, element: String, attribute: String, at position: XML.SourcePosition,
            after earlierPosition: XML.SourcePosition
        ) {
            self.code = code
            self.element = element
            self.attribute = attribute
            isBlank = false
            fault = nil
            self.position = position
            self.earlierPosition = earlierPosition
        }

        /// A sentence that says what is wrong and where.
        package var description: String {
            let attribute = attribute ?? ""
            let reason =
                switch code {
                case .unexpectedRoot where fault != nil:
                    "The root element \(element) \(fault ?? "") it stands"
                case .unexpectedRoot: "The root element \(element) is not the expected message"
                case .emptyWrapper: "The element \(element) carries no message; it must carry one"
                case .severalMessages:
                    "The wrapper carries more than one message; it may carry one, and \(element) is "
                        + "another"
                case .messageInHeader:
                    "The SOAP header carries a message, \(element); only the body may carry one"
                case .wrapperInSignedQuery:
                    "The HTTP-Redirect binding carries the message itself; this signed query string "
                        + "carries it in a wrapper, \(element),"
                case .unexpectedElement where fault != nil:
                    "The element \(element) \(fault ?? "") it stands"
                case .unexpectedElement: "The element \(element) is not allowed here"
                case .repeatedElement: "The element \(element) occurs more than once"
                case .unexpectedText: "The element \(element) may not contain text"
                case .missingAttribute: "The element \(element) lacks its \(attribute) attribute"
                case .invalidValue where isBlank:
                    "The \(attribute) attribute of \(element) is empty"
                case .invalidValue where fault != nil:
                    "The \(attribute) attribute of \(element) \(fault ?? "")"
                case .invalidValue: "The \(attribute) attribute of \(element) has an invalid value"
                case .repeatedEntity:
                    "Two descriptors name the same entityID and differ; remove one: the first at "
                        + "\(earlierPosition.map(String.init) ?? "an earlier place"), the other"
                }
            return "\(reason) at \(position)."
        }
    }
}
