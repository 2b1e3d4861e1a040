/// Canonical bytes as lines of text with visible white space.
///
/// A line break in the bytes is shown as `⏎`; other line ends are only the screen's. Spaces at the
/// beginning of a line are shown as `·`, and tabs as `→`, because they are often lost.
struct ByteListing {
    let bytes: [UInt8]

    /// The number of characters after which a line is broken at the next tag.
    private static let width = 96

    var lines: [String] {
        var lines: [String] = []
        var line = ""
        var count = 0
        var isIndentation = true
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isStartTag = scalar == "<" && scalars[min(index + 1, scalars.count - 1)] != "/"
            if isStartTag, count >= Self.width {
                lines.append(Self.showingLastSpace(of: line))
                (line, count) = ("", 0)
            }
            switch scalar {
            case "\n": line += "⏎"
            case " " where isIndentation: line += "·"
            case "\t": line += "→"
            default:
                isIndentation = false
                line += TerminalText.safe(String(Character(scalar)))
            }
            count += 1
            if scalar == "\n" {
                lines.append(line)
                (line, count, isIndentation) = ("", 0, true)
            }
        }
        return line.isEmpty ? lines : lines + [Self.showingLastSpace(of: line)]
    }

    private static func showingLastSpace(of line: String) -> String {
        line.hasSuffix(" ") ? line.dropLast() + "·" : line
    }
}
