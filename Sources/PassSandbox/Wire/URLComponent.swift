/// A part of a path or of a query.
enum URLComponent {
    /// A value as it may stand in one: everything is escaped but what RFC 3986 calls unreserved.
    static func encoded(_ value: String) -> String {
        var text = ""
        for byte in value.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + hexadecimal([byte]).uppercased()
            }
        }
        return text
    }
}
