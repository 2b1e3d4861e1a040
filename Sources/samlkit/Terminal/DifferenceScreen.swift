import ProfileProcessing
import WireText

/// The differences between two messages, as text and as JSON.
struct DifferenceScreen {
    private let difference: MessageDifference
    private let first: String
    private let second: String

    /// The largest number of changes that are shown as text, and of characters of a value.
    private static let mostShown = 100
    private static let longestValue = 200
    /// The largest number of changes of the writing that are shown as text.
    private static let mostWritings = 5

    init(_ difference: MessageDifference, first: String, second: String) {
        self.difference = difference
        self.first = first
        self.second = second
    }

    var lines: [ScreenLine] {
        guard !difference.isEmpty else { return ["\(.good, "the same")"] + signedLines }
        var lines = [ScreenLine("--- \(first)", .title), ScreenLine("+++ \(second)", .title)]
        for change in difference.changes.prefix(Self.mostShown) { lines += Self.lines(of: change) }
        let more = difference.changes.count - Self.mostShown
        if more > 0 { lines.append("… and \(more.counted("more change"))") }
        lines += writingLines + whiteSpaceLines
        if difference.leftOutCount > 0 {
            lines.append("\(difference.leftOutCount.counted("change")) not compared further")
        }
        let conclusions = [conclusion] + [intact].compactMap(\.self)
        return lines + [""] + signedLines + conclusions.map { ScreenLine($0, .title) }
    }

    private static func lines(of change: MessageDifference.Change) -> [ScreenLine] {
        let path = TerminalText.safe(change.path)
        let place = change.attribute.map { "\(path) @\($0)" } ?? path
        let numbers = [change.lineBefore, change.lineAfter].compactMap(\.self)
        let isOneLine = numbers.count == 1 || numbers.first == numbers.last
        let line =
            isOneLine
            ? "line \(numbers.first ?? 1)"
            : "lines " + numbers.map { String($0) }.joined(separator: " and ")
        let signed = change.isSigned ? ", signed" : ""
        let word = word(for: change).padding(to: 8)
        let head: ScreenLine = "\(.caution, word) \(place)  (\(line)\(signed))"
        guard [.text, .attribute, .moved, .writing].contains(change.kind) else { return [head] }
        var lines = [head]
        // Only values have parts that stay the same.
        if change.kind != .moved, let before = change.before, let after = change.after,
            let part = max(before.count, after.count) > longestValue
                ? DifferingPart(
                    Array(before.utf8), Array(after.utf8), before: longestValue / 4,
                    after: longestValue)
                : DifferingPart(of: before, and: after)
        {
            let isWhole = max(before.count, after.count) <= longestValue
            lines += pair(part, isWhole: isWhole).map { "    \($0)" }
        } else {
            for (sign, value) in [("-", change.before), ("+", change.after)] {
                if let value { lines.append("    \(sign) \(shortened(value))") }
            }
        }
        // Swift compares texts by what their characters mean.
        if change.kind != .moved, change.kind != .writing, change.before == change.after {
            lines.append("      the same letters, composed otherwise (Unicode NFC and NFD)")
        }
        return lines
    }

    /// The lines of both sides, with what differs marked.
    private static func pair(_ part: DifferingPart, isWhole: Bool) -> [ScreenLine] {
        let gap = isWhole ? "" : "…"
        // Where nothing is the same, the signs say all.
        let isPartial = !(part.common + part.first.following).isEmpty
        func visible(_ text: String) -> String {
            text.replacing("\n", with: "⏎").replacing("\t", with: "→")
        }
        func side(_ side: DifferingPart.Side, _ tone: ScreenLine.Tone?) -> ScreenLine {
            let tone = isPartial ? tone : nil
            return
                "\(gap)\(visible(part.common))\(ScreenLine(visible(side.differing), tone))\(visible(side.following))\(gap)"
        }
        return [
            "\(.bad, "-") \(side(part.first, .removed))",
            "\(.good, "+") \(side(part.second, .added))",
        ]
    }

    private static func word(for change: MessageDifference.Change) -> String {
        switch change.kind {
        case .added: "added"
        case .removed: "removed"
        case .moved: "moved"
        case .whiteSpace: "space"
        case .writing: "written"
        case .text: "changed"
        case .attribute:
            change.before == nil ? "added" : change.after == nil ? "removed" : "changed"
        }
    }

    private static func shortened(_ value: String) -> String {
        value.count <= longestValue ? value : "\(value.prefix(longestValue))…"
    }

    /// The first changes of the writing; a renamed prefix is one in every element.
    private var writingLines: [ScreenLine] {
        let all = difference.writingChanges
        let lines = all.prefix(Self.mostWritings).flatMap(Self.lines)
        let more = all.count - Self.mostWritings
        return more > 0
            ? lines + [
                "\(.caution, "written ") and \(more.counted("more element")) with the same content"
            ] : lines
    }

    private var whiteSpaceLines: [ScreenLine] {
        let all = difference.whiteSpaceChanges
        guard let first = all.first else { return [] }
        let signedCount = all.filter(\.isSigned).count
        let line = first.lineBefore.map { ", first on line \($0)" } ?? ""
        return [
            """
            \(.caution, "space   ") white space differs in \(all.count.counted("element")), \
            \(signedCount) of them signed\(line)
            """
        ]
    }

    private var signedLines: [ScreenLine] {
        guard !difference.signedParts.isEmpty else { return ["no signatures"] }
        return difference.signedParts.flatMap { part -> [ScreenLine] in
            guard let before = part.countBefore, let after = part.countAfter else {
                let file = part.countBefore == nil ? second : first
                return ["signed bytes of \(part.name): only \(file) has a signature to compare"]
            }
            guard let difference = part.difference else {
                return ["signed bytes of \(part.name): the same \(before.counted("byte"))"]
            }
            return [
                """
                signed bytes of \(part.name): \(before.grouped) and \(after.counted("byte")), \
                different from byte \(difference.offset + 1) on
                """
            ] + Self.pair(difference, isWhole: false).map { "    \($0)" }
        }
    }

    /// The meaning of the differences for the signatures.
    private var conclusion: String {
        let parts = difference.signedParts
        guard !parts.isEmpty else { return "Neither message is signed." }
        if parts.allSatisfy(\.isSame) {
            return "What is signed is the same: the differences do not break the signatures."
        }
        if difference.changes.contains(where: \.isSigned) {
            return "Signed content differs: one signature cannot be valid for both messages."
        }
        if difference.whiteSpaceChanges.contains(where: \.isSigned) {
            return "Only white space differs, but it is signed: one signature cannot be valid for "
                + "both messages."
        }
        return "Signed bytes differ, in their writing or in the number of signatures: namespace "
            + "prefixes and declarations are signed, too."
    }

    /// The message that fits the digest in its signature.
    private var intact: String? {
        let parts = difference.signedParts.filter { !$0.isSame }
        let before = parts.compactMap(\.isIntactBefore)
        let after = parts.compactMap(\.isIntactAfter)
        guard !before.isEmpty, !after.isEmpty else { return nil }
        return switch (before.allSatisfy(\.self), after.allSatisfy(\.self)) {
        case (true, false): Self.changed(second, intact: first)
        case (false, true): Self.changed(first, intact: second)
        case (true, true):
            "Both fit the digests in their signatures: they are two messages, and neither is damaged."
        case (false, false): "Neither fits the digest in its signature."
        }
    }

    private static func changed(_ damaged: String, intact: String) -> String {
        "\(intact) fits the digest in its signature; \(damaged) does not: it was changed after signing."
    }

    var json: JSONValue {
        let changes =
            difference.changes + difference.writingChanges + difference.whiteSpaceChanges
        return .object([
            ("first", .string(first)), ("second", .string(second)),
            ("same", .boolean(difference.isEmpty)),
            ("changes", .array(changes.map(Self.json))),
            ("leftOut", .integer(difference.leftOutCount)),
            ("signedParts", .array(difference.signedParts.map(Self.json))),
        ])
    }

    private static func json(_ change: MessageDifference.Change) -> JSONValue {
        .object([
            ("kind", .string(change.kind.rawValue)), ("path", .string(change.path)),
            ("attribute", .string(orNull: change.attribute)),
            ("before", .string(orNull: change.before)), ("after", .string(orNull: change.after)),
            ("lineBefore", change.lineBefore.map { .integer($0) } ?? .null),
            ("lineAfter", change.lineAfter.map { .integer($0) } ?? .null),
            ("signed", .boolean(change.isSigned)),
        ])
    }

    private static func json(_ part: SignedPart) -> JSONValue {
        .object([
            ("element", .string(part.name)), ("same", .boolean(part.isSame)),
            ("bytesBefore", part.countBefore.map { .integer($0) } ?? .null),
            ("bytesAfter", part.countAfter.map { .integer($0) } ?? .null),
            ("intactBefore", part.isIntactBefore.map { .boolean($0) } ?? .null),
            ("intactAfter", part.isIntactAfter.map { .boolean($0) } ?? .null),
            ("differentFrom", part.difference.map { .integer($0.offset) } ?? .null),
        ])
    }
}
