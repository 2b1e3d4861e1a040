extension Pass {
    /// A text that decides which provider, brand or session is meant.
    ///
    /// Identifiers are equal if their bytes are. Swift's strings are equal if people would read the
    /// same, and there one character can be written in several ways.
    public protocol Identifier: Word {}
}

extension Pass.Identifier {
    /// Compares two identifiers by their bytes.
    ///
    /// - Parameters:
    ///   - left: One identifier.
    ///   - right: Another.
    /// - Returns: Whether they have the same bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    /// Adds the bytes of the identifier to a hash.
    ///
    /// - Parameter hasher: The hash.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
        hasher.combine(rawValue.utf8.count)
    }
}
