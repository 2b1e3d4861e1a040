internal import XMLCore

extension SAML {
    /// The status of a response (SAML Core, section 3.2.2.1).
    public struct Status: Hashable, Sendable, CustomStringConvertible {
        /// `StatusCode`, with the codes below it.
        package let code: StatusCode?
        /// `StatusMessage`.
        public let message: String?
        /// The message where it stands in another place, so that receivers do not find it.
        package let misplacedMessage: MisplacedMessage?

        /// `StatusDetail`: its text where that is plain, and empty where it has a structure of its own.
        let detail: String?

        /// The status codes, the top-level one first (SAML Core, section 3.2.2.2); empty if there is no status.
        public var codes: [String] { code?.values ?? [] }

        /// A Boolean value that indicates whether the top-level code is the one for success.
        public var isSuccess: Bool { code?.value?.hasSameBytes(as: StatusCode.success) ?? false }

        init?(_ element: XML.Element?) throws(StructureError) {
            guard let element else { return nil }
            var reader = try ElementReader(element)
            code = try StatusCode(reader.optional(.statusCode))
            message = try reader.optional(.statusMessage)?.simpleText()
            detail = try reader.optional(.statusDetail).map(Self.text)
            try reader.finish()
            // Most responses report success.
            let isSuccess = code?.value?.hasSameBytes(as: StatusCode.success) ?? false
            misplacedMessage = isSuccess ? nil : MisplacedMessage(besides: message, in: element)
        }

        /// Reads a status as far as it can be read.
        init(readable element: XML.Element) {
            code = StatusCode(readable: element.firstChild(named: .statusCode))
            message = element.firstChild(named: .statusMessage)?.textContent
            detail = element.firstChild(named: .statusDetail).map(Self.text)
            misplacedMessage = MisplacedMessage(besides: message, in: element)
        }

        /// Returns the only text in a `StatusDetail`, whatever elements are around it; an empty text for more.
        private static func text(of detail: XML.Element) -> String {
            var element = detail
            while true {
                var children = element.childElements.makeIterator()
                guard let only = children.next() else { break }
                guard children.next() == nil, !element.hasOwnText else { return "" }
                element = only
            }
            return element.textContent.trimmingXMLSpace()
        }

        /// A note whether it is success; never the message.
        public var description: String { "Status(\(isSuccess ? "success" : "not success"))" }
    }

    /// A status code and what refines it (SAML Core, section 3.2.2.2).
    package struct StatusCode: Hashable, Sendable, CustomStringConvertible {
        /// The codes' values, the top-level one first.
        ///
        /// The schema nests them; a list says the same.
        package let values: [String]

        /// The top-level value.
        package var value: String? { values.first }

        /// The value that says the request succeeded.
        package static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"

        init?(_ element: XML.Element?) throws(StructureError) {
            guard let element else { return nil }
            var values: [String] = []
            var current: XML.Element? = element
            while let code = current {
                guard let value = code.uriAttribute("Value") else {
                    throw StructureError(.missingAttribute, code, attribute: "Value")
                }
                values.append(value)
                var reader = try ElementReader(code)
                current = try reader.optional(.statusCode)
                try reader.finish()
            }
            self.values = values
        }

        /// Reads the codes that have a value; `nil` if none has.
        init?(readable element: XML.Element?) {
            var values: [String] = []
            var current = element
            while let code = current {
                if let value = code.uriAttribute("Value") { values.append(value) }
                current = code.firstChild(named: .statusCode)
            }
            guard !values.isEmpty else { return nil }
            self.values = values
        }

        /// The number of codes; never the codes, which the sender may choose.
        package var description: String { "StatusCode(\(values.count) codes)" }
    }
}
