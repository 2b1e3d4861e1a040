extension XML.Document {
    /// The replacement of an element in another document.
    package struct Replacement: Sendable {
        let element: XML.Element
        let bytes: [UInt8]
        let names: [XML.QualifiedName]

        /// Creates a replacement.
        ///
        /// - Parameters:
        ///   - element: The element that goes.
        ///   - bytes: What comes, in UTF-8: exactly one element.
        ///   - names: The names this element may have.
        package init(of element: XML.Element, by bytes: [UInt8], named names: [XML.QualifiedName]) {
            self.element = element
            self.bytes = bytes
            self.names = names
        }
    }

    /// Creates a document from another, with elements replaced.
    ///
    /// - Parameters:
    ///   - replacements: Those of elements of one document, none inside another, in document order.
    ///   - limits: How large the new document may be.
    /// - Throws: A ``XML/ParsingError`` when the new document is refused, with the code
    ///   ``XML/ParsingError/Code/notWellFormed`` where a replacement is not exactly one element with
    ///   one of its names.
    package init(
        splicing replacements: [Replacement], limits: XML.ParsingLimits = .standard
    ) throws(XML.ParsingError) {
        guard let first = replacements.first else { throw XML.ParsingError(.empty) }
        let source = first.element.documentUTF8
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count + replacements.reduce(0) { $0 + $1.bytes.count })
        var ranges: [Range<Int>] = []
        var copied = 0
        for replacement in replacements {
            let range = replacement.element.sourceRange
            guard range.lowerBound >= copied, range.upperBound <= source.count else {
                throw XML.ParsingError(.notWellFormed)
            }
            bytes += source[copied..<range.lowerBound]
            ranges.append(bytes.count..<bytes.count + replacement.bytes.count)
            bytes += replacement.bytes
            copied = range.upperBound
        }
        bytes += source[copied...]
        // The source is UTF-8 even where the message was not and its declaration names another
        // encoding.
        try self.init(parsingConvertedText: bytes, limits: limits)
        // What ends the element it stands in and begins another one would be well-formed, too.
        for (replacement, range) in zip(replacements, ranges) {
            guard let element = rootElement.descendant(at: range.lowerBound),
                element.sourceRange == range, replacement.names.contains(where: element.isNamed)
            else { throw XML.ParsingError(.notWellFormed) }
        }
    }
}

extension XML.Element {
    /// The element in this one, or this one, whose start tag begins at an offset of the source.
    fileprivate func descendant(at offset: Int) -> XML.Element? {
        var element = self
        while element.sourceOffset != offset {
            guard
                let inner = element.childElements.first(where: { $0.sourceRange.contains(offset) })
            else { return nil }
            element = inner
        }
        return element
    }
}
