/// A section of an embedded page: a heading of the third level and what follows it, as plain text.
package struct PageSection: Hashable, Sendable {
    /// The heading.
    package let heading: String
    /// The paragraphs and the items of lists, each on one line.
    package let paragraphs: [String]

    /// Reads the sections of a page.
    ///
    /// By bytes: a command reads all sections for the words of one.
    package static func all(in markdown: String) -> [PageSection] {
        let bytes = Array(markdown.utf8)
        var sections: [PageSection] = []
        var heading: String?
        var paragraphs: [String] = []
        var paragraph: [UInt8] = []
        func finish() {
            if !paragraph.isEmpty { paragraphs.append(String(decoding: paragraph, as: UTF8.self)) }
            paragraph.removeAll(keepingCapacity: true)
        }
        func finishSection() {
            finish()
            if let heading {
                sections.append(PageSection(heading: heading, paragraphs: paragraphs))
            }
            paragraphs = []
        }
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
            let line = bytes[start..<end]
            start = end + 1
            if line.first == UInt8(ascii: "#") {
                finishSection()
                heading =
                    line.starts(with: "### ".utf8)
                    ? String(decoding: line.dropFirst(4), as: UTF8.self) : nil
            } else if line.isEmpty {
                finish()
            } else if heading != nil {
                if line.starts(with: "- ".utf8) { finish() }
                if !paragraph.isEmpty { paragraph.append(UInt8(ascii: " ")) }
                // Only Markdown needs the marks of code.
                for byte in line where byte != UInt8(ascii: "`") { paragraph.append(byte) }
            }
        }
        finishSection()
        return sections
    }

    /// Returns the rest of the paragraph or item that begins with a label.
    package func text(after label: String) -> String? {
        paragraphs.first { $0.utf8.starts(with: label.utf8) }.map {
            String(Substring($0.utf8.dropFirst(label.utf8.count)))
        }
    }
}
