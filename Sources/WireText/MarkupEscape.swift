/// Text as it stands in XML and HTML, in content and in quoted values.
package enum MarkupEscape {
    /// Returns the text with what markup gives a meaning to written as references.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - replacement: Called with every character; what it returns stands in the character's place.
    /// - Returns: The text, which can stand between double quotes; between single ones if `replacement` has
    ///   something for the apostrophe.
    /// - Throws: What `replacement` throws.
    package static func text<Failure: Error>(
        _ text: String, _ replacement: (Unicode.Scalar) throws(Failure) -> String?
    ) throws(Failure) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if let replacement = try replacement(scalar) {
                result += replacement
                continue
            }
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// References for the characters that do not survive the way of a message.
///
/// What an XML processor normalizes (line ends, white space of attribute values) and what the cookbook
/// removes (every line separator of Unicode, runs of spaces) comes out of either as it went in if it is
/// written as character references.
package struct LayoutReferences {
    private var isAfterSpace = false

    package init() {}

    /// Returns the reference to write for the next character, `nil` for one that survives by itself.
    package mutating func reference(_ scalar: Unicode.Scalar) -> String? {
        defer { isAfterSpace = scalar == " " }
        switch scalar.value {
        case 0x20 where !isAfterSpace: return nil
        case 0x09, 0x0A, 0x0D, 0x20, 0x85, 0x2028, 0x2029:
            return "&#x\(String(scalar.value, radix: 16, uppercase: true));"
        default: return nil
        }
    }
}
