/// One change to a message as it is written.
extension String {
    /// The message with its first `old` replaced, which must be there.
    public func changing(_ old: String, to new: String) throws -> String {
        let range = try found(firstRange(of: old), "There is no \(old) to change.")
        return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }

    /// The first element of this name as it is written, which must not hold another of its name.
    public func part(_ name: String) throws -> String {
        let start = try found(firstRange(of: "<\(name)")?.lowerBound, "There is no \(name).")
        return try element(name, from: start)
    }

    /// The first element of exactly this name as it is written.
    public func wholePart(_ name: String) throws -> String {
        let start = try found(
            firstRange(of: "<\(name) ")?.lowerBound ?? firstRange(of: "<\(name)>")?.lowerBound,
            "There is no \(name).")
        return try element(name, from: start)
    }

    /// The message with another text in the first element of this name.
    public func settingText(of name: String, to text: String) throws -> String {
        try changing(part(name), to: "<\(name)>\(text)</\(name)>")
    }

    /// The text of the first element of this name.
    public func text(of name: String) throws -> String {
        let part = try part(name)
        let start = try found(part.firstIndex(of: ">"), "\(name) has no start tag.")
        return String(part[part.index(after: start)...].dropLast(name.utf8.count + 3))
    }

    private func element(_ name: String, from start: Index) throws -> String {
        let end = try found(
            self[start...].firstRange(of: "</\(name)>")?.upperBound, "\(name) does not end.")
        return String(self[start..<end])
    }
}

/// A fixture lacks something that a test relies on.
struct FixtureError: Error, CustomStringConvertible {
    let description: String
}

/// The value, which must be there.
func found<Value>(_ value: Value?, _ message: @autoclosure () -> String) throws -> Value {
    guard let value else { throw FixtureError(description: message()) }
    return value
}
