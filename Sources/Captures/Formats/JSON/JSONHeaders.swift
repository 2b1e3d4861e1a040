internal import WireText

extension HTTPHeaders {
    /// Reads headers as recorders write them in JSON.
    ///
    /// They are an object with a value or a list of them under each name, a list of objects or of pairs, or a list or
    /// text of lines. A header that the recorder's user switched off was not sent. `nil` for any other value.
    init?(_ value: JSONValue) {
        self.init()
        switch value {
        case .object(let members):
            for (name, value) in members {
                for value in value.elements ?? [value] {
                    if let text = value.scalarText { append(name, text) }
                }
            }
        case .array(let elements): for element in elements { append(element) }
        case .string(let text):
            for line in text.split(whereSeparator: \.isNewline) { append(line: line.utf8) }
        default: return nil
        }
    }

    private mutating func append(_ field: JSONValue) {
        let pair = field.elements ?? []
        if let line = field.text {
            append(line: line.utf8)
        } else if pair.count == 2 {
            if let name = pair[0].text { append(name, pair[1].scalarText ?? "") }
        } else if !field.isSwitchedOff,
            let name = field[["name", "key.name", "key"]]?.text
        {
            append(name, field["value"]?.scalarText ?? "")
        }
    }
}

extension JSONValue {
    /// A Boolean value that indicates whether a header or parameter is only listed: Postman calls it disabled, Proxyman
    /// not enabled.
    var isSwitchedOff: Bool {
        self["disabled"]?.boolean == true || self["isEnabled"]?.boolean == false
    }
}
