internal import WireText

/// A customer of a simulated MVPD.
package struct Subscriber: Hashable, Sendable {
    /// The customer's user name.
    package var username: String
    /// The opaque, persistent name under which the MVPD knows the customer towards Adobe Pass.
    package var nameID: String
    /// The customer's attributes, in the order of statements.
    package var attributes: [Attribute]

    /// Something that can be said of a customer.
    package struct Attribute: Hashable, Sendable {
        /// `Name`.
        package var name: String
        /// The values, one for each `AttributeValue`.
        package var values: [String]

        /// Creates an attribute.
        ///
        /// - Parameters:
        ///   - name: `Name`.
        ///   - values: The values.
        package init(_ name: String, _ values: String...) {
            self.name = name
            self.values = values
        }
    }

    /// Creates a customer.
    ///
    /// - Parameters:
    ///   - username: What the customer signs in with.
    ///   - nameID: The opaque, persistent name.
    ///   - attributes: What the MVPD can say.
    package init(username: String, nameID: String, attributes: [Attribute]) {
        self.username = username
        self.nameID = nameID
        self.attributes = attributes
    }

    /// The customers an MVPD has when none are given.
    package static let examples = [
        Subscriber(
            username: "alice", nameID: "5f0c1b9e-37a4-4d52-9a46-0d6c1f7be2a8",
            attributes: [
                Attribute("uid", "u-7f3a91c2"), Attribute("uniqueId", "7f3a91c2-household"),
                Attribute("zip", "10001"), Attribute("MaxTVRating", "tv-ma"),
                Attribute("MaxMovieRating", "nc-17"), Attribute("hba_status", "false"),
            ]),
        Subscriber(
            username: "bob", nameID: "c2d8a4f6-9b1e-4c07-8f53-6e2b7a9d0c14",
            attributes: [
                Attribute("uid", "u-19be44d0"), Attribute("uniqueId", "19be44d0-household"),
                Attribute("zip", "94103"), Attribute("MaxTVRating", "tv-pg"),
                Attribute("MaxMovieRating", "pg"), Attribute("hba_status", "true"),
            ]),
    ]
}

extension Subscriber: Redacted {
    /// The number of attributes; never who it is.
    package var description: String { "Subscriber(\(attributes.count) attributes)" }
}

extension Subscriber.Attribute: Redacted {
    /// The number of values; never the values.
    package var description: String { "Attribute(\(values.count) values)" }
}
