/// Reads addresses in their usual text form, and in no other.
enum IPAddressText {
    /// Four decimal bytes without leading zeros.
    ///
    /// - Parameter text: The address.
    /// - Returns: The bytes, or `nil` for any other form.
    static func ipv4Octets(_ text: String) -> [UInt8]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard (1...3).contains(part.count),
                part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                part.count == 1 || part.first != UInt8(ascii: "0"),
                let byte = UInt8(String(decoding: part, as: UTF8.self))
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// Eight groups of hexadecimal digits, one run of zeros perhaps shortened to `::`.
    ///
    /// A scope (`%eth0`) and an embedded IPv4 address are not taken.
    ///
    /// - Parameter text: The address, without brackets.
    /// - Returns: The words, or `nil` for any other form.
    static func ipv6Words(_ text: String) -> [UInt16]? {
        let bytes = Array(text.utf8)
        var shortening: Int?
        for index in bytes.indices.dropLast()
        where bytes[index] == UInt8(ascii: ":") && bytes[index + 1] == UInt8(ascii: ":") {
            guard shortening == nil else { return nil }
            shortening = index
        }
        guard let shortening else {
            return words(bytes[...]).flatMap { $0.count == 8 ? $0 : nil }
        }
        guard let front = words(bytes[..<shortening]),
            let back = words(bytes[(shortening + 2)...]), front.count + back.count < 8
        else { return nil }
        return front + Array(repeating: 0, count: 8 - front.count - back.count) + back
    }

    private static func words(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
        if bytes.isEmpty { return [] }
        var words: [UInt16] = []
        for group in bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
            guard (1...4).contains(group.count), group.first != UInt8(ascii: "+"),
                group.first != UInt8(ascii: "-"),
                let word = UInt16(String(decoding: group, as: UTF8.self), radix: 16)
            else { return nil }
            words.append(word)
        }
        return words
    }
}
