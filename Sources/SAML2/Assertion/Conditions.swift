internal import WireText
internal import XMLCore

extension SAML {
    /// The time and the audience for which an assertion is valid (SAML Core, section 2.5.1).
    public struct Conditions: Hashable, Sendable, CustomStringConvertible {
        /// `NotBefore`: the first valid instant.
        public let notBefore: Instant?
        /// `NotOnOrAfter`: the first instant that is too late.
        public let notOnOrAfter: Instant?
        /// The audiences of each `AudienceRestriction`; one of each must be met.
        package let audienceRestrictions: [[String]]
        /// A Boolean value that indicates whether white space stood around an audience.
        let hasPaddedAudience: Bool
        /// A Boolean value that indicates whether the assertion may be used only once.
        package let isOneTimeUse: Bool
        /// A Boolean value that indicates whether a `Condition` of a type this library does not
        /// know is present.
        ///
        /// A receiver that does not understand a condition cannot say that it is met.
        package var hasUnknownCondition: Bool { unknownCondition != nil }
        /// The first condition that is not known.
        let unknownCondition: UnknownCondition?

        /// A condition by the name of its type.
        struct UnknownCondition: Hashable, Sendable {
            /// The local name of its `xsi:type`, or else of the element.
            let name: String
            let position: XML.SourcePosition

            init(_ element: XML.Element) {
                // Canonicalization may have taken the declaration of its prefix away.
                let type = element[attribute: .schemaType]?.split(separator: ":").last
                let name = type.map(String.init) ?? element.name.localName
                self.name = String(name.unicodeScalars.prefix(64))
                position = element.position
            }

            /// Two are equal when their names are, wherever they stand.
            static func == (one: Self, other: Self) -> Bool { one.name == other.name }

            func hash(into hasher: inout Hasher) { hasher.combine(name) }
        }

        /// All audiences, in document order.
        public var audiences: [String] { audienceRestrictions.flatMap(\.self) }

        init?(_ element: XML.Element?) throws(StructureError) {
            guard let element else { return nil }
            notBefore = try element.instant("NotBefore")
            notOnOrAfter = try element.instant("NotOnOrAfter")
            var reader = try ElementReader(element)
            var audienceRestrictions: [[String]] = []
            var hasPaddedAudience = false
            var isOneTimeUse = false
            var hasProxyRestriction = false
            var unknownCondition: UnknownCondition?
            try reader.forEach(of: Self.names) { choice, child throws(StructureError) in
                switch choice {
                case 0: audienceRestrictions.append(try Self.audiences(child, &hasPaddedAudience))
                // There may be one of each (SAML Core, sections 2.5.1.5 and 2.5.1.6).
                case 1:
                    guard !isOneTimeUse else { throw StructureError(.repeatedElement, child) }
                    try child.refuseContent()
                    isOneTimeUse = true
                // It limits whom the receiver may vouch to, not the receiver.
                case 2:
                    guard !hasProxyRestriction else {
                        throw StructureError(.repeatedElement, child)
                    }
                    try Self.checkProxyRestriction(child)
                    hasProxyRestriction = true
                default: unknownCondition = unknownCondition ?? UnknownCondition(child)
                }
            }
            self.audienceRestrictions = audienceRestrictions
            self.hasPaddedAudience = hasPaddedAudience
            self.isOneTimeUse = isOneTimeUse
            self.unknownCondition = unknownCondition
            try reader.finish()
        }

        private static let names: [XML.QualifiedName] = [
            .audienceRestriction, .oneTimeUse, .proxyRestriction, .condition,
        ]

        /// Refuses a restriction that cannot be read.
        ///
        /// Nothing of it is kept: it limits whom the receiver may vouch to, not the receiver.
        private static func checkProxyRestriction(_ element: XML.Element) throws(StructureError) {
            var isPadded = false
            _ = try audiences(element, &isPadded)
            guard let count = element.attribute("Count")?.trimmingXMLSpace().utf8 else { return }
            // xs:nonNegativeInteger, of any length; it knows -0.
            let digits =
                count.first == UInt8(ascii: "+") || count.first == UInt8(ascii: "-")
                ? count.dropFirst() : count[...]
            let isNegative =
                count.first == UInt8(ascii: "-") && digits.contains { $0 != UInt8(ascii: "0") }
            guard !digits.isEmpty, digits.allSatisfy(\.isDigit), !isNegative else {
                throw StructureError(.invalidValue, element, attribute: "Count")
            }
        }

        /// The audiences without white space around them, which is noted.
        private static func audiences(
            _ element: XML.Element, _ isPadded: inout Bool
        ) throws(StructureError) -> [String] {
            try element.refuseContent(besides: .audience)
            var audiences: [String] = []
            for child in element.childElements {
                let text = try child.simpleText()
                isPadded = isPadded || text.isPadded
                audiences.append(text.trimmingXMLSpace())
            }
            return audiences
        }

        /// The number of audience restrictions; never the audiences.
        public var description: String {
            "Conditions(\(audienceRestrictions.count) audience restrictions)"
        }
    }
}
