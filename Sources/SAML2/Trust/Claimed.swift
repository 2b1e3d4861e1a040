internal import XMLCore

extension SAML {
    /// Content of a message that was not verified.
    ///
    /// Whatever is reached through it is claimed, too: `claimed.issuer` is the name somebody put there. Only texts,
    /// numbers and instants can be taken out, by a name that says what they are (`unverifiedValue`), so that nothing
    /// a message merely claims is ever handed to code that expects what was signed.
    @dynamicMemberLookup
    public struct Claimed<Value: Sendable>: Sendable, CustomStringConvertible {
        /// The value itself, for code that keeps apart what it makes of it.
        package let unverified: Value

        package init(_ value: Value) {
            unverified = value
        }

        /// A part of what is claimed.
        public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Claimed<Member> {
            Claimed<Member>(unverified[keyPath: path])
        }

        /// A part that is optional in the message.
        public subscript<Member>(dynamicMember path: KeyPath<Value, Member?>) -> Claimed<Member>? {
            unverified[keyPath: path].map(Claimed<Member>.init)
        }

        /// Each element of a list, in its order.
        public func elements<Element>() -> [Claimed<Element>] where Value == [Element] {
            unverified.map(Claimed<Element>.init)
        }

        /// The word "claimed"; never the content.
        public var description: String { "Claimed<\(Value.self)>" }
    }
}

extension SAML.Claimed: Equatable where Value: Equatable {}
extension SAML.Claimed: Hashable where Value: Hashable {}

extension SAML.Claimed where Value == String {
    /// The text, which anybody may have written.
    public var unverifiedValue: String { unverified }
}

extension SAML.Claimed where Value == SAML.Instant {
    /// The instant, which anybody may have written.
    public var unverifiedValue: SAML.Instant { unverified }
}

extension SAML.Claimed where Value == Bool {
    /// The value, which anybody may have chosen.
    public var unverifiedValue: Bool { unverified }
}

extension SAML.Claimed where Value == Int {
    /// The number, which anybody may have chosen.
    public var unverifiedValue: Int { unverified }
}

extension SAML.Claimed<SAML.Response> {
    /// Reads a response without verifying it.
    ///
    /// - Parameter xml: The bytes of the XML, in UTF-8 or UTF-16.
    /// - Throws: A ``SAML/Rejection`` when they are not a response.
    public init(_ xml: some Sequence<UInt8>) throws(SAML.Rejection) {
        let document = try SAML.Rejection.document(xml)
        self.init(
            try SAML.Rejection.unless(SAML.Rejection.Reason.init) {
                () throws(SAML.StructureError) in
                try SAML.Response(unverified: SAML.CarriedMessage(in: document).element)
            })
    }

    /// The texts of an attribute's values, as ``SAML/AcceptedResponse`` finds them; of the subject's identifier for
    /// `NameID`.
    ///
    /// - Parameter name: The `Name`, or where no attribute has that, the `FriendlyName`.
    public subscript(name: String) -> [SAML.Claimed<String>] {
        guard let assertion = unverified.assertion else { return [] }
        return assertion.texts(named: name).map(SAML.Claimed<String>.init)
    }
}

extension SAML.Claimed<SAML.AttributeQuery> {
    /// Reads a query without verifying it.
    ///
    /// - Parameter xml: The bytes of the XML, in UTF-8 or UTF-16.
    /// - Throws: A ``SAML/Rejection`` when they are not a query.
    public init(_ xml: some Sequence<UInt8>) throws(SAML.Rejection) {
        let document = try SAML.Rejection.document(xml)
        self.init(
            try SAML.Rejection.unless(SAML.Rejection.Reason.init) {
                () throws(SAML.StructureError) in
                try SAML.AttributeQuery(unverified: SAML.CarriedMessage(in: document).element)
            })
    }
}
