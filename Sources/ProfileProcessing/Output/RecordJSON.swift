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
        .object(
            Self.sections.flatMap { section in
                fields?.contains(section.name) ?? true ? section.members(of: self) : []
            })
    }

    /// Appends ``json``, without making the values first, as records are written by the million.
    package func appendJSON(to output: inout [UInt8]) {
        let start = output.count
        for section in Self.sections { section.append(of: self, to: &output) }
        // The first comma stands where the object begins.
        output[start] = UInt8(ascii: "{")
        output.append(UInt8(ascii: "}"))
    }
}
