/// Text that may turn out to be none.
enum UTF8Text {
    /// The text of octets; `nil` if they are not UTF-8.
    static func string(_ octets: [UInt8]) -> String? {
        let text = String(decoding: octets, as: UTF8.self)
        // What is not UTF-8 was replaced.
        return text.utf8.elementsEqual(octets) ? text : nil
    }
}
