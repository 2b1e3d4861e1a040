/// Checks values against a JSON Schema (2020-12), as far as this package's own schema goes.
///
/// A keyword it does not know is an error, so that the schema cannot say what nobody checks.
public struct JSONSchema: Sendable {
    /// Something that does not fit, and where.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The way to the value, as in `reasons/0/code`.
        public let path: String
        /// What is wrong with it.
        public let message: String

        /// Both of them.
        public var description: String { "\(path): \(message)" }
    }

    /// The whole schema.
    public let root: JSONTree

    private static let annotations: Set = [
        "$schema", "$id", "$defs", "title", "description", "$comment", "examples",
    ]

    /// Creates a schema.
    public init(_ root: JSONTree) {
        self.root = root
    }

    /// Every way in which `value` does not fit.
    public func problems(of value: JSONTree) -> [Problem] {
        problems(of: value, against: root, at: "")
    }

    /// The schema that a local reference, such as `#/$defs/reason`, leads to.
    public func definition(_ reference: String) -> JSONTree? {
        var schema: JSONTree? = root
        for step in reference.split(separator: "/").dropFirst() { schema = schema?[String(step)] }
        return schema
    }

    private func problems(
        of value: JSONTree, against schema: JSONTree, at path: String
    ) -> [Problem] {
        guard let keywords = schema.members else { return [] }
        return keywords.sorted { $0.key < $1.key }.flatMap { keyword, argument in
            if Self.annotations.contains(keyword) { return [Problem]() }
            return problems(of: value, keyword, argument, in: schema, at: path)
        }
    }

    private func problems(
        of value: JSONTree, _ keyword: String, _ argument: JSONTree, in schema: JSONTree,
        at path: String
    ) -> [Problem] {
        func problem(_ message: String) -> [Problem] { [Problem(path: path, message: message)] }
        switch keyword {
        case "$ref":
            guard let target = argument.string.flatMap(definition) else {
                return problem("the reference leads nowhere")
            }
            return problems(of: value, against: target, at: path)
        case "type":
            let names = argument.elements?.compactMap(\.string) ?? [argument.string ?? ""]
            return names.contains { value.isOfType($0) } ? [] : problem("is no \(names)")
        case "enum":
            return argument.elements?.contains(value) ?? false ? [] : problem("is not in the list")
        case "minimum":
            guard let number = value.integer, let least = argument.integer else { return [] }
            return number >= least ? [] : problem("is below \(least)")
        case "required":
            guard let members = value.members else { return [] }
            let missing = argument.elements?.compactMap(\.string).filter { members[$0] == nil }
            return missing?.flatMap { problem("lacks \($0)") } ?? []
        case "properties":
            return properties(argument).flatMap { name, schema in
                value[name].map { problems(of: $0, against: schema, at: "\(path)/\(name)") } ?? []
            }
        case "additionalProperties":
            return additionalProperties(of: value, argument, in: schema, at: path)
        case "items":
            return value.elements?.enumerated().flatMap { index, element in
                problems(of: element, against: argument, at: "\(path)/\(index)")
            } ?? []
        case "anyOf":
            let isAny = argument.elements?.contains { schema in
                problems(of: value, against: schema, at: path).isEmpty
            }
            return isAny ?? false ? [] : problem("fits none of the alternatives")
        default:
            return problem("the keyword \(keyword) is not known")
        }
    }

    private func additionalProperties(
        of value: JSONTree, _ argument: JSONTree, in schema: JSONTree, at path: String
    ) -> [Problem] {
        let known = Set(schema["properties"]?.members?.keys.map(\.self) ?? [])
        return (value.members ?? [:]).filter { !known.contains($0.key) }
            .sorted { $0.key < $1.key }
            .flatMap { name, member in
                argument == .boolean(false)
                    ? [Problem(path: path, message: "has \(name), which is not described")]
                    : problems(of: member, against: argument, at: "\(path)/\(name)")
            }
    }

    private func properties(_ argument: JSONTree) -> [(String, JSONTree)] {
        (argument.members ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension JSONTree {
    fileprivate func isOfType(_ name: String) -> Bool {
        switch (self, name) {
        case (.null, "null"), (.boolean, "boolean"), (.integer, "integer"), (.integer, "number"),
            (.number, "number"), (.string, "string"), (.array, "array"), (.object, "object"):
            true
        default: false
        }
    }
}
