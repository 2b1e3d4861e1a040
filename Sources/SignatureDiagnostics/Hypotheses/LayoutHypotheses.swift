internal import WireText

/// The hypotheses about line breaks and indentation.
///
/// White space that was removed is gone; what is tried in its place are the layouts that tools
/// write: indentation by two, four, one or three spaces or a tab, or none; Base64 in lines of 64 or 76.
struct LayoutHypotheses {
    private let message: ReceivedMessage
    private let hasWhiteSpace: Bool
    private let hasNewlines: Bool
    /// A Boolean value that indicates whether every white space is as short as collapsing leaves
    /// it.
    private let isCollapsed: Bool
    private let isDeep: Bool
    /// A Boolean value that indicates whether every white space is one line break.
    private let isFlush: Bool

    private typealias Unit = (bytes: [UInt8], name: String)

    private static let units: [Unit] = [
        (Array("  ".utf8), "2 spaces"), (Array("    ".utf8), "4 spaces"), ([0x09], "a tab"),
        ([], "no indentation"), (Array(" ".utf8), "1 space"), (Array("   ".utf8), "3 spaces"),
    ]

    init(_ message: ReceivedMessage) {
        self.message = message
        let document = message.document
        let texts = message.whiteSpaceBetweenTags.map {
            document.bytes[document.tokens[$0].range]
        }
        hasWhiteSpace = !texts.isEmpty
        hasNewlines = texts.contains { $0.contains(0x0A) }
        isCollapsed = hasWhiteSpace && texts.allSatisfy { $0.count <= 2 && !$0.contains(0x09) }
        isDeep = !message.path.isEmpty
        isFlush = hasWhiteSpace && texts.allSatisfy { $0.elementsEqual([0x0A]) }
    }

    /// The trials, the likeliest first.
    var trials: [HypothesisTrial] {
        var trials: [HypothesisTrial] = []
        if hasNewlines {
            trials = reformatted
        } else if isCollapsed {
            trials = collapsed() + converted + removed()
            trials.insert(contentsOf: bare, at: 3)
        } else if hasWhiteSpace {
            trials = [newlinesBefore()] + bare + converted + removed() + collapsed()
        } else {
            trials = removed()
        }
        // The first two are undone together with other damage.
        trials.insert(contentsOf: joinedDigests, at: min(2, trials.count))
        guard message.hasLongBase64 else { return trials }
        return trials + withBase64
    }

    private func trial(
        _ hypothesis: SignatureExplanation.Hypothesis,
        _ undoing: @escaping @autoclosure () -> String, _ layout: Layout
    ) -> HypothesisTrial {
        HypothesisTrial(hypothesis: hypothesis, undoing: undoing()) { [message] in
            layout.bytes(of: message.document).map { .document($0, path: message.path) }
        }
    }

    /// The indentation of the element, where its own start tag has none.
    private var outsets: [Int] { isDeep ? [0, message.path.count] : [0] }

    private func name(_ unit: Unit, _ outset: Int) -> String {
        unit.bytes.isEmpty
            ? "a line break"
            : "a line break and \(unit.name) per level"
                + (outset > 0 ? ", counted from the signed element" : "")
    }

    private func collapsed(
        _ base64: Layout.Base64Lines? = nil, _ addition: String = ""
    ) -> [HypothesisTrial] {
        indentedAgain(.whitespaceCollapsed, base64, addition)
    }

    private func indentedAgain(
        _ hypothesis: SignatureExplanation.Hypothesis,
        _ base64: Layout.Base64Lines? = nil, _ addition: String = ""
    ) -> [HypothesisTrial] {
        outsets.flatMap { outset in
            Self.units.map { unit in
                trial(
                    hypothesis,
                    "\(name(unit, outset)) restored where white space separates tags"
                        + addition,
                    Layout(
                        betweenTags: .indentedAgain(unit: unit.bytes, outset: outset),
                        base64: base64))
            }
        }
    }

    private func removed(
        _ base64: Layout.Base64Lines? = nil, _ addition: String = ""
    ) -> [HypothesisTrial] {
        indented(.newlinesRemoved, "restored", base64, addition)
    }

    private func indented(
        _ hypothesis: SignatureExplanation.Hypothesis, _ verb: String,
        _ base64: Layout.Base64Lines? = nil, _ addition: String = ""
    ) -> [HypothesisTrial] {
        outsets.flatMap { outset in
            Self.units.flatMap { unit in
                [true, false].map { isBare in
                    trial(
                        hypothesis,
                        "\(name(unit, outset)) \(verb) between all tags"
                            + (isBare ? ", except in signatures" : "") + addition,
                        Layout(
                            betweenTags: .indented(unit: unit.bytes, outset: outset),
                            base64: base64, leavesSignaturesBare: isBare))
                }
            }
        }
    }

    private func newlinesBefore(
        _ base64: Layout.Base64Lines? = nil, _ addition: String = ""
    ) -> HypothesisTrial {
        trial(
            .newlinesRemoved,
            "line breaks restored before white space between tags" + addition,
            Layout(betweenTags: .newlineBefore, base64: base64))
    }

    private var converted: [HypothesisTrial] {
        [nil, 64, 76].map { columns in
            let addition = columns.map { ", and Base64 broken into lines of \($0)" } ?? ""
            return trial(
                .newlinesConverted,
                "the first space between two tags replaced with a line break" + addition,
                Layout(
                    betweenTags: .newlineForSpace,
                    base64: columns.map { Layout.Base64Lines(columns: $0) }))
        }
    }

    /// Without white space around a digest, which is short and seldom has any.
    private var joinedDigests: [HypothesisTrial] {
        let document = message.document
        let isSpaced = document.tokens.indices.contains { index in
            document.isBase64(index)
                && document.isElement(document.tokens[index].owner, named: "DigestValue")
                && document.bytes[document.tokens[index].range]
                    .contains(where: \.isWhiteSpace)
        }
        guard isSpaced else { return [] }
        return [
            trial(
                .spacesAdded, "white space in Base64 removed",
                Layout(base64: Layout.Base64Lines(columns: nil)))
        ]
    }

    /// Without white space between tags, and in elements that hold nothing else.
    private var bare: [HypothesisTrial] {
        let between = trial(
            .prettyPrinted, "all white space between tags removed", Layout(betweenTags: .removed))
        let document = message.document
        let hasBlankElements = document.tokens.indices.contains { index in
            document.tokens[index].isWhiteSpace && document.isLeafText(index)
        }
        guard hasBlankElements else { return [between] }
        let everywhere = trial(
            .prettyPrinted, "all white space between tags and in empty elements removed",
            Layout(betweenTags: .removed, emptiesElements: true))
        return [between, everywhere]
    }

    /// Without what was put between tags that stood side by side, among lines that were indented before.
    private var withoutStray: [HypothesisTrial] {
        [
            trial(
                .prettyPrinted, "white space without indentation removed between tags",
                Layout(betweenTags: .strayRemoved, emptiesElements: true))
        ]
    }

    /// Without the lines that a printer put around white space that stood there, and between tags.
    private var unprinted: [HypothesisTrial] {
        Self.units.prefix(3).map { unit in
            trial(
                .prettyPrinted, "\(name(unit, 0)) removed around white space and between tags",
                Layout(betweenTags: .unprinted(unit: unit.bytes)))
        }
    }

    private var reformatted: [HypothesisTrial] {
        let joined = Layout.Base64Lines(columns: nil)
        let removing =
            bare + [
                trial(
                    .prettyPrinted, "all white space between tags and around texts removed",
                    Layout(betweenTags: .removed, base64: joined, trimsText: true)),
                trial(
                    .prettyPrinted, "all white space between tags and in Base64 removed",
                    Layout(betweenTags: .removed, base64: joined)),
            ]
        guard isFlush else {
            return removing + withoutStray + unprinted + indented(.prettyPrinted, "put")
        }
        // Lines without any indentation are what trimming leaves.
        return removing + indentedAgain(.indentationLost)
            + indented(.indentationLost, "put")
    }

    /// A signature inside what is signed brings its Base64 along.
    private var withBase64: [HypothesisTrial] {
        var trials: [HypothesisTrial] = []
        for columns in [64, 76] {
            for (includesCertificates, isFramed) in [
                (false, false), (true, false), (true, true), (false, true),
            ] {
                let lines = Layout.Base64Lines(
                    columns: columns, isFramed: isFramed,
                    includesCertificates: includesCertificates)
                let addition =
                    (includesCertificates ? ", Base64" : ", signature values")
                    + " broken into lines of \(columns)"
                    + (isFramed ? " with line breaks at both ends" : "")
                for newline in [[0x0A], Array("&#xD;\n".utf8)] {
                    trials.append(
                        trial(
                            newline.count > 1 ? .carriageReturnsLost : .newlinesRemoved,
                            String(addition.dropFirst(2))
                                + (newline.count > 1 ? " that end in &#13;" : ""),
                            Layout(base64: lines, newline: newline)))
                }
                guard !hasNewlines else { continue }
                if isCollapsed { trials += collapsed(lines, addition) }
                if hasWhiteSpace, !isCollapsed { trials.append(newlinesBefore(lines, addition)) }
                trials += removed(lines, addition)
            }
        }
        return trials
    }
}
