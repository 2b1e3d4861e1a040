internal import WireText
internal import XMLCore

/// A document with each element on a line of its own, for reading: white space is added, so that signatures break.
struct IndentedXML {
    private let source: [UInt8]
    /// The text.
    private(set) var bytes: [UInt8] = []

    init(_ document: XML.Document) {
        let root = document.rootElement
        source = root.documentUTF8
        append(root, depth: 0)
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func append(_ element: XML.Element, depth: Int) {
        let range = element.sourceRange
        let children = Array(element.childElements)
        guard let first = children.first, let last = children.last, !element.hasOwnText else {
            bytes += source[range]
            return
        }
        bytes += trimmed(range.lowerBound..<first.sourceRange.lowerBound)
        var end = first.sourceRange.lowerBound
        for child in children {
            appendLine(trimmed(end..<child.sourceRange.lowerBound), depth + 1)
            beginLine(depth + 1)
            append(child, depth: depth + 1)
            end = child.sourceRange.upperBound
        }
        let rest = trimmed(last.sourceRange.upperBound..<range.upperBound)
        beginLine(depth)
        bytes += rest
    }

    /// Appends what stands between two elements, such as a comment.
    private mutating func appendLine(_ text: ArraySlice<UInt8>, _ depth: Int) {
        guard !text.isEmpty else { return }
        beginLine(depth)
        bytes += text
    }

    private mutating func beginLine(_ depth: Int) {
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
    }

    private func trimmed(_ range: Range<Int>) -> ArraySlice<UInt8> {
        source[range].trimmingWhiteSpace()
    }
}
