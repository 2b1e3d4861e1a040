#if Sandbox
internal import Hummingbird
internal import XMLCore

/// The fields of a form or a query, decoded once by the decoder that Hummingbird's own servers use.
struct FormFields: Sendable {
    private var fields: [ByteExactName: String] = [:]

    init() {}

    /// Decodes `name=value&…`; throws what the decoder throws, for a repeated field for instance.
    init(decoding text: String) throws {
        for (name, value) in try URLEncodedFormDecoder().decode([String: String].self, from: text) {
            fields[ByteExactName(name)] = value
        }
    }

    /// A field's value, whatever it is.
    subscript(name: String) -> String? { fields[ByteExactName(name)] }

    /// A field's value unless it is empty.
    func nonEmpty(_ name: String) -> String? {
        self[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The names and values.
    var entries: [(name: String, value: String)] { fields.map { ($0.key.text, $0.value) } }

    /// Returns whether there is a field with another name than these.
    func hasOther(than names: String...) -> Bool {
        fields.keys.contains { key in !names.contains { isSame($0, key.text) } }
    }

    /// These fields, and those of `other` where these have none.
    func merging(_ other: FormFields) -> FormFields {
        var merged = self
        merged.fields.merge(other.fields) { mine, _ in mine }
        return merged
    }
}
#endif
