internal import SAML2
internal import WireText

/// A value that a field may have: as a value of JSON, and as the same bytes without making that first.
protocol RecordValue: Sendable {
    var json: JSONValue { get }
    func append(to output: inout [UInt8])
    /// A Boolean value that indicates whether it is more than null, or a list or a map of nothing.
    var saysSomething: Bool { get }
}

extension RecordValue {
    var saysSomething: Bool { true }
}

/// An object that tells its fields.
protocol RecordObject: RecordValue {
    func tellFields(to visitor: inout some RecordVisitor)
}

extension RecordObject {
    var json: JSONValue {
        var visitor = RecordMembers(onlyStated: false)
        tellFields(to: &visitor)
        return .object(visitor.members)
    }

    func append(to output: inout [UInt8]) {
        RecordWriter.append(to: &output, onlyStated: false) { tellFields(to: &$0) }
    }
}

extension JSONValue: RecordValue {
    var json: JSONValue { self }

    var saysSomething: Bool {
        switch self {
        case .null: false
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        default: true
        }
    }
}

extension Int: RecordValue {
    var json: JSONValue { .integer(self) }
    func append(to output: inout [UInt8]) { output += String(self).utf8 }
}

extension Bool: RecordValue {
    var json: JSONValue { .boolean(self) }
    func append(to output: inout [UInt8]) { output += (self ? "true" : "false").utf8 }
}

extension String: RecordValue {
    var json: JSONValue { .string(self) }
    func append(to output: inout [UInt8]) { JSONValue.append(self, to: &output) }
}

/// Null without a value.
extension Optional: RecordValue where Wrapped: RecordValue {
    var json: JSONValue { self?.json ?? .null }
    var saysSomething: Bool { self?.saysSomething ?? false }

    func append(to output: inout [UInt8]) {
        switch self {
        case let value?: value.append(to: &output)
        case nil: output += "null".utf8
        }
    }
}

extension Array: RecordValue where Element: RecordValue {
    var json: JSONValue { .array(map(\.json)) }
    var saysSomething: Bool { !isEmpty }

    func append(to output: inout [UInt8]) {
        output.append(UInt8(ascii: "["))
        for (number, element) in enumerated() {
            if number > 0 { output.append(UInt8(ascii: ",")) }
            element.append(to: &output)
        }
        output.append(UInt8(ascii: "]"))
    }
}

/// Attributes by their names, each with its values.
struct RecordAttributes: RecordValue {
    let items: [SAML.SelectedAttribute]

    var saysSomething: Bool { !items.isEmpty }

    var json: JSONValue {
        .object(zip(items, ValueTexts(of: items).byItem).map { ($0.name, $1.json) })
    }

    func append(to output: inout [UInt8]) {
        guard !items.contains(where: { $0.values.contains(where: \.isXML) }) else {
            return json.append(to: &output)
        }
        output.append(UInt8(ascii: "{"))
        for (number, item) in items.enumerated() {
            if number > 0 { output.append(UInt8(ascii: ",")) }
            item.name.append(to: &output)
            output += ":[".utf8
            for (number, value) in item.values.enumerated() {
                if number > 0 { output.append(UInt8(ascii: ",")) }
                value.text.append(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        }
        output.append(UInt8(ascii: "}"))
    }
}

/// What a message claims: the fields that say something.
struct RecordClaims: RecordValue {
    let content: MessageContent

    var json: JSONValue {
        var visitor = RecordMembers(onlyStated: true)
        content.tellFields(to: &visitor)
        return .object(visitor.members)
    }

    func append(to output: inout [UInt8]) {
        RecordWriter.append(to: &output, onlyStated: true) { content.tellFields(to: &$0) }
    }
}
