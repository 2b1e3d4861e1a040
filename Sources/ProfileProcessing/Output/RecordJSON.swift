package import WireText

extension ProfileRecord {
    /// The record as a JSON object without line breaks.
    public var json: [UInt8] { jsonValue().bytes }

    /// The record, or those of its fields that are named.
    ///
    /// An object all of whose fields are absent is null.
    package func jsonValue(fields: Set<String>? = nil) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = []
        for section in RecordColumn.sections {
            guard fields?.contains(section.name) ?? true else { continue }
            let values = section.columns.compactMap { column in
                column.value(self).map { (name: column.name, value: $0) }
            }
            if !section.isGroup {
                members += values
            } else {
                members.append((section.name, values.isEmpty ? .null : .object(values)))
            }
        }
        return .object(members)
    }
}
