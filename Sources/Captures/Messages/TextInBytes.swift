internal import WireText

extension ArraySlice<UInt8> {
    /// Returns the place where a text first occurs.
    func firstIndex(of text: String) -> Int? {
        var text = text
        return unsafe withUnsafeBytes { bytes in
            text.withUTF8 { unsafe bytes.offset(of: UnsafeRawBufferPointer($0)) }
        }.map { startIndex + $0 }
    }

    /// Returns whether a text occurs.
    func contains(_ text: String) -> Bool { firstIndex(of: text) != nil }

    /// Returns whether the bytes are a text, with letters in either case.
    func equalsIgnoringCase(_ lowerCase: String) -> Bool {
        count == lowerCase.utf8.count
            && zip(self, lowerCase.utf8).allSatisfy { $0 == $1 || ($0 | 0x20) == $1 }
    }
}
