/// Strict decoding of UTF-8.
enum UTF8Text {
    /// The text of bytes; `nil` if they are not UTF-8.
    static func string(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        // What is not UTF-8 was replaced.
        return text.utf8.elementsEqual(bytes) ? text : nil
    }
}
