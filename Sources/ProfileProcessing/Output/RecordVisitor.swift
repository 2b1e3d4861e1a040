internal import WireText

/// A reader of every field of a record, or of what a message says, in the order in which they are written.
///
/// Functions pass the fields, not a table of closures, as records are written by the million.
protocol RecordVisitor {
    /// Takes a field; a `value` of `nil` means that it is absent.
    mutating func visit(_ name: StaticString, _ form: RecordForm, _ value: (some RecordValue)?)
    /// Takes the fields of one object, which is null where all of them are absent.
    mutating func visitGroup(_ name: StaticString, _ fields: (inout Self) -> Void)
}

extension RecordVisitor {
    /// Takes a field that is a string, or null.
    mutating func visit(_ name: StaticString, _ value: String?) {
        visit(name, .text, Optional.some(value))
    }
}

/// Collects values, each at the place of its column.
struct RecordValues: RecordVisitor {
    private(set) var values: [JSONValue?] = []

    mutating func visit(_ name: StaticString, _ form: RecordForm, _ value: (some RecordValue)?) {
        values.append(value?.json)
    }

    mutating func visitGroup(_ name: StaticString, _ fields: (inout Self) -> Void) { fields(&self) }
}

/// Collects the members of an object.
struct RecordMembers: RecordVisitor {
    private(set) var members: [(name: String, value: JSONValue)] = []
    /// Leaves out fields that say nothing, and groups without a field that says something.
    let onlyStated: Bool
    private var saysSomething = false
    private var isInGroup = false

    init(onlyStated: Bool) { self.onlyStated = onlyStated }

    mutating func visit(_ name: StaticString, _ form: RecordForm, _ value: (some RecordValue)?) {
        guard let value else { return }
        saysSomething = saysSomething || value.saysSomething
        if isInGroup || !onlyStated || value.saysSomething {
            members.append(("\(name)", value.json))
        }
    }

    mutating func visitGroup(_ name: StaticString, _ fields: (inout Self) -> Void) {
        var group = RecordMembers(onlyStated: onlyStated)
        group.isInGroup = true
        fields(&group)
        guard group.saysSomething || !onlyStated else { return }
        members.append(("\(name)", group.members.isEmpty ? .null : .object(group.members)))
    }
}
