internal import PayloadCoding

extension Base64 {
    /// Returns the Base64 of bytes as text.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: encoding([UInt8](bytes)), as: UTF8.self)
    }

    /// Returns what the Base64 in a field holds; `nil` without the field, and if it is not Base64 or
    /// holds nothing.
    static func content(_ field: String?) -> [UInt8]? {
        guard let field, let bytes = try? decode([UInt8](field.utf8)), !bytes.isEmpty else {
            return nil
        }
        return bytes
    }
}
