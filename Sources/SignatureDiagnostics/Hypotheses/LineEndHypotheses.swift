internal import WireText

/// The hypotheses about line ends and tabs that became other characters, or more of them.
///
/// Each leaves a trace of its own, so that these come before the layouts, which fit anything.
struct LineEndHypotheses {
    let message: ReceivedMessage

    var trials: [HypothesisTrial] {
        returns + doubled + replaced + escaped + trailing + indented + tabs + spaces
    }

    private var bytes: [UInt8] { message.document.bytes }

    /// Carriage returns were added.
    private var returns: [HypothesisTrial] {
        let reference = Array("&#xD;".utf8)
        guard bytes.holds(reference) else { return [] }
        return [
            message.trial(.carriageReturnsAdded, "all &#13; removed") { [bytes] in
                bytes.substituting([], for: reference)
            }
        ]
    }

    /// Every run of line ends is twice or three times as long as it was.
    private var doubled: [HypothesisTrial] {
        let bytes = bytes
        return [2, 3].filter { areNewlines(inMultiplesOf: $0) }.map { count in
            message.trial(.lineEndingsDoubled, "one line break put for \(count)") {
                bytes.substituting([0x0A], for: Array(repeating: 0x0A, count: count))
            }
        }
    }

    /// Base64 that was broken into lines later may have kept its own.
    private func areNewlines(inMultiplesOf count: Int) -> Bool {
        let document = message.document
        var isFound = false
        for index in message.whiteSpaceBetweenTags {
            var length = 0
            for byte in document.bytes[document.tokens[index].range] + [0x20] {
                if byte == 0x0A {
                    length += 1
                    continue
                }
                guard length.isMultiple(of: count) else { return false }
                if length > 0 { isFound = true }
                length = 0
            }
        }
        return isFound
    }

    private var replaced: [HypothesisTrial] {
        TextCodec.lineEnds.marks.filter(bytes.holds).map { mark in
            let scalar = String(decoding: mark, as: UTF8.self).unicodeScalars.first?.value ?? 0
            let digits = String(0x1_0000 + scalar, radix: 16, uppercase: true).dropFirst()
            return message.trial(.lineEndsReplaced, "line breaks put for U+\(digits)") { [bytes] in
                bytes.substituting([0x0A], for: mark)
            }
        }
    }

    private var escaped: [HypothesisTrial] {
        let workbook = message.trials(of: [.workbook])
        guard bytes.holds(Array("\\n".utf8)) else { return workbook }
        let between = message.trial(
            .newlinesEscaped, "line breaks put for \\n between tags and in Base64"
        ) { [document = message.document] in
            document.rewritingTexts { index, text, output in
                let plain = Self.unescaped(Array(text))
                guard plain.allSatisfy(\.isWhiteSpace) || document.isBase64(index)
                else { return false }
                output += plain
                return true
            }
        }
        let all = message.trial(.newlinesEscaped, "line breaks put for \\n") { [bytes] in
            Self.unescaped(bytes)
        }
        return [between, all] + workbook
    }

    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.substituting([("\\r\\n", "\n"), ("\\n", "\n"), ("\\t", "\t")])
    }

    /// Lines got spaces or tabs at their ends.
    private var trailing: [HypothesisTrial] {
        guard bytes.holds([0x20, 0x0A]) || bytes.holds([0x09, 0x0A]) else { return [] }
        let removing = message.trial(
            .trailingSpacesAdded, "white space at the ends of lines removed"
        ) {
            [document = message.document] in
            document.rewritingTexts { _, text, output in
                let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
                for line in lines.dropLast() {
                    let end = line.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 }
                    output += line[..<(end ?? line.startIndex)]
                    output.append(0x0A)
                }
                output += lines.last ?? []
                return true
            }
        }
        return [removing]
    }

    /// Every line got the same indentation, also those that had none.
    private var indented: [HypothesisTrial] {
        let document = message.document
        let between = message.whiteSpaceBetweenTags.filter { index in
            document.bytes[document.tokens[index].range].contains(0x0A)
        }
        let texts = document.tokens.indices.filter { index in
            document.tokens[index].kind == .text && document.tokens[index].owner >= 0
        }
        var common: ArraySlice<UInt8>?
        for index in between.isEmpty ? texts : between {
            let text = document.bytes[document.tokens[index].range]
            let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
            for line in lines.dropFirst() {
                let start = line.prefix { $0 == 0x20 || $0 == 0x09 }
                guard let known = common else {
                    common = start
                    continue
                }
                common = known.prefix(zip(known, start).prefix { $0 == $1 }.count)
            }
        }
        guard let common, !common.isEmpty else { return [] }
        return [
            message.trial(.indentationAdded, "what all lines begin with removed") { [bytes] in
                bytes.substituting([0x0A], for: [0x0A] + Array(common))
            }
        ]
    }

    /// Indentation of tabs was one of spaces.
    private var spaces: [HypothesisTrial] {
        guard bytes.contains(0x09) else { return [] }
        return [2, 4, 8].map { width in
            message.trial(.tabsInserted, "\(width) spaces put for tabs") {
                [document = message.document] in
                document.rewritingTexts { _, text, output in
                    output += Array(text).substituting(
                        Array(repeating: 0x20, count: width), for: [0x09])
                    return true
                }
            }
        }
    }

    /// Indentation of spaces was one of tabs.
    private var tabs: [HypothesisTrial] {
        let document = message.document
        let spaces = message.whiteSpaceBetweenTags.map { document.bytes[document.tokens[$0].range] }
        guard spaces.contains(where: { $0.contains(0x20) }),
            !spaces.contains(where: { $0.contains(0x09) })
        else { return [] }
        return [4, 8].map { width in
            message.trial(.tabsExpanded, "a tab put for \(width) spaces between tags") {
                document.rewritingTexts { index, text, output in
                    guard document.isBetweenTags(index) else { return false }
                    output += Array(text).substituting(
                        [0x09], for: Array(repeating: 0x20, count: width))
                    return true
                }
            }
        }
    }
}
