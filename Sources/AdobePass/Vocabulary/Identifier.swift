extension Pass {
    /// A text that decides which provider, brand or session is meant.
    ///
    /// Identifiers are equal if their octets are. Swift's strings are equal if people would read the
    /// same, and there one character can be written in several ways.
    public protocol Identifier: RawRepresentable<String>, Hashable, Sendable, Codable {}
}

extension Pass.Identifier {
    /// Compares two identifiers by their octets.
    ///
    /// - Parameters:
    ///   - left: One identifier.
    ///   - right: Another.
    /// - Returns: Whether they have the same octets.
    public static func == (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    /// Adds the octets of the identifier to a hash.
    ///
    /// - Parameter hasher: The hash.
    public func hash(into hasher: inout Hasher) {
        for octet in rawValue.utf8 { hasher.combine(octet) }
        hasher.combine(rawValue.utf8.count)
    }
}
