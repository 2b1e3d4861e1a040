internal import WireText

/// Removes white space that no canonical form of a document contains.
///
/// XML processors turn each line end into one line feed (XML 1.0, section 2.11) and each white
/// space character of an attribute value into a space (section 3.3.3), and pass on neither the
/// white space between attributes nor that outside the root element. Only such bytes change; text,
/// comments and processing instructions keep theirs apart from line ends. What is not well-formed
/// comes out changed no further than that, and the parser is left to refuse it.
enum SignatureSafeNormalizer {
    static func append(_ utf8: [UInt8], to output: inout [UInt8]) {
        output.reserveCapacity(output.count + utf8.count)
        var reader = Reader(utf8: utf8, output: output)
        output = []
        reader.run()
        output = reader.output
    }

    /// A cursor over the bytes that copies as it goes.
    private struct Reader {
        let utf8: [UInt8]
        var output: [UInt8]
        var index = 0
        /// The number of open elements; white space at depth 0 is outside the root element.
        var depth = 0

        mutating func run() {
            skipHead()
            while index < utf8.count {
                if utf8[index] != UInt8(ascii: "<") {
                    copyText()
                } else if starts(with: "<!--") {
                    copy(from: "<!--", through: "-->")
                } else if starts(with: "<![CDATA[") {
                    copy(from: "<![CDATA[", through: "]]>")
                } else if starts(with: "<?") {
                    copy(from: "<?", through: "?>")
                } else if starts(with: "<!") {
                    // A document type declaration: no reader of ours accepts it.
                    copyRest()
                } else {
                    copyTag()
                }
            }
        }

        private func starts(with prefix: StaticString) -> Bool {
            let length = prefix.utf8CodeUnitCount
            guard utf8.count - index >= length else { return false }
            return (0..<length).allSatisfy { utf8[index + $0] == (unsafe prefix.utf8Start[$0]) }
        }

        /// Copies one byte, a line end as one line feed.
        private mutating func copyByte() {
            let byte = utf8[index]
            index += 1
            guard byte == UInt8(ascii: "\r") else {
                output.append(byte)
                return
            }
            if index < utf8.count, utf8[index] == UInt8(ascii: "\n") { index += 1 }
            output.append(UInt8(ascii: "\n"))
        }

        private mutating func copyRest() {
            output += utf8[index...]
            index = utf8.count
        }

        /// Skips a byte order mark and the white space before the first markup.
        ///
        /// Where anything but markup comes first, or white space before an XML declaration, the
        /// document is not well-formed, and removing a part of it might make it so.
        private mutating func skipHead() {
            let markLength = utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            index = markLength
            while index < utf8.count, utf8[index].isWhiteSpace { index += 1 }
            guard index < utf8.count else { return }
            let isIndentedDeclaration =
                index > markLength && starts(with: "<?xml") && index + 5 < utf8.count
                && utf8[index + 5].isWhiteSpace
            guard utf8[index] == UInt8(ascii: "<"), !isIndentedDeclaration else {
                index = 0
                return copyRest()
            }
        }

        private mutating func copy(from opening: StaticString, through terminator: StaticString) {
            // The terminator may not share bytes with the opening: "<!-->" opens a comment.
            for _ in 0..<opening.utf8CodeUnitCount { copyByte() }
            while index < utf8.count, !starts(with: terminator) { copyByte() }
            for _ in 0..<terminator.utf8CodeUnitCount where index < utf8.count { copyByte() }
        }

        private mutating func copyText() {
            while index < utf8.count, utf8[index] != UInt8(ascii: "<") {
                if depth <= 0, utf8[index].isWhiteSpace {
                    index += 1
                } else {
                    copyByte()
                }
            }
        }

        private mutating func copyTag() {
            let isEndTag = starts(with: "</")
            var isEmptyElement = false
            copyByte()
            while index < utf8.count, utf8[index] != UInt8(ascii: ">") {
                let byte = utf8[index]
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    copyAttributeValue(quote: byte)
                } else if byte.isWhiteSpace {
                    collapseWhiteSpace()
                } else {
                    copyByte()
                }
                isEmptyElement = byte == UInt8(ascii: "/")
            }
            if index < utf8.count { copyByte() }
            if isEndTag { depth -= 1 } else if !isEmptyElement { depth += 1 }
        }

        /// Replaces white space in a tag by one space where it separates, by nothing elsewhere.
        private mutating func collapseWhiteSpace() {
            while index < utf8.count, utf8[index].isWhiteSpace { index += 1 }
            guard index < utf8.count else { return }
            let closers = [UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "=")]
            // No white space may stand after these, and without it the tag might be a good one.
            let isMisplaced = output.last == UInt8(ascii: "/") || output.last == UInt8(ascii: "<")
            let isSeparator =
                !closers.contains(utf8[index]) && output.last != UInt8(ascii: "=")
            if isMisplaced || isSeparator { output.append(UInt8(ascii: " ")) }
        }

        private mutating func copyAttributeValue(quote: UInt8) {
            copyByte()
            while index < utf8.count, utf8[index] != quote {
                copyByte()
                let isWhiteSpace = output.last?.isWhiteSpace ?? false
                if isWhiteSpace { output[output.count - 1] = UInt8(ascii: " ") }
            }
            if index < utf8.count { copyByte() }
        }
    }
}
