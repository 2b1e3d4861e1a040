extension XML.Document {
    /// Creates a document from another, with elements replaced by octets, each of which must be one
    /// element.
    ///
    /// - Parameters:
    ///   - replacements: Elements of one document, none inside another, in document order, and what
    ///     stands in their place.
    ///   - limits: How large the new document may be.
    /// - Throws: A ``XML/ParsingError`` when the new document is refused, with the code
    ///   ``XML/ParsingError/Code/notWellFormed`` where a replacement is not exactly one element.
    package init(
        splicing replacements: [(element: XML.Element, octets: [UInt8])],
        limits: XML.ParsingLimits = .standard
    ) throws(XML.ParsingError) {
        guard let first = replacements.first else { throw XML.ParsingError(.empty) }
        let source = first.element.documentUTF8
        var octets: [UInt8] = []
        octets.reserveCapacity(source.count + replacements.reduce(0) { $0 + $1.octets.count })
        var ranges: [Range<Int>] = []
        var copied = 0
        for (element, replacement) in replacements {
            let range = element.sourceRange
            guard range.lowerBound >= copied, range.upperBound <= source.count else {
                throw XML.ParsingError(.notWellFormed)
            }
            octets += source[copied..<range.lowerBound]
            ranges.append(octets.count..<octets.count + replacement.count)
            octets += replacement
            copied = range.upperBound
        }
        octets += source[copied...]
        try self.init(parsing: octets, limits: limits)
        // What ends the element it stands in and begins another one would be well-formed, too.
        for range in ranges {
            guard let element = rootElement.descendant(at: range.lowerBound),
                element.sourceRange == range
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
