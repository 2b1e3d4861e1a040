package import WireText

extension ProfileRecord {
    /// The record as a JSON object without line breaks.
    public var json: [UInt8] {
        var output: [UInt8] = []
        appendJSON(to: &output)
        return output
    }

    /// The record, or those of its fields that are named.
    ///
    /// An object all of whose fields are absent is null.
    package func jsonValue(fields: Set<String>? = nil) -> JSONValue {
        var visitor = RecordMembers(onlyStated: false)
        tellFields(to: &visitor)
        return .object(visitor.members.filter { fields?.contains($0.name) ?? true })
    }

    /// Appends ``json``, without making the values first, as records are written by the million.
    package func appendJSON(to output: inout [UInt8]) {
        RecordWriter.append(to: &output, onlyStated: false) { tellFields(to: &$0) }
    }
}
