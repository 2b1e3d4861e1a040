internal import WireText

/// The hypotheses about single values: numbers, truth values, spaces, and letters that became question marks.
///
/// They work on the digested bytes, so that a test only digests.
struct ValueHypotheses {
    private let digested: CanonicalTokens
    private let values: [Range<Int>]
    private var bytes: [UInt8] { digested.bytes }

    /// The largest number of values that are changed one at a time.
    private static let mostValues = 64
    private static let mostSpaces = 16
    private static let mostZeros = 12
    private static let mostQuestionMarks = 3
    private static let mostBroken = 256

    init(message: ReceivedMessage) {
        let digested = CanonicalTokens(message.referenceBytes)
        self.digested = digested
        values = digested.tokens.indices
            .filter { digested.isLeafText($0) && !digested.isBase64($0) }
            .map { digested.tokens[$0].range }
    }

    var trials: [HypothesisTrial] {
        zeros + truthValues + letterCases + plusSigns + folded + padded + broken + enclosed
    }

    private func trial(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String,
        _ edits: @escaping () -> [HypothesisTrial.Edit]
    ) -> HypothesisTrial {
        HypothesisTrial(hypothesis, undoing, of: bytes, edits: edits)
    }

    private var zeros: [HypothesisTrial] {
        let numbers = values.filter { bytes[$0].allSatisfy(\.isDigit) && $0.count <= 20 }
        return (1...Self.mostZeros).flatMap { count in
            numbers.prefix(Self.mostValues).map { range in
                let zeros = Array(repeating: UInt8(ascii: "0"), count: count)
                return trial(.zerosLost, "zeros put in front of one number") {
                    [(range.lowerBound..<range.lowerBound, zeros)]
                }
            }
        }
    }

    private static let truth = [
        ["true", "True", "TRUE", "1", "yes", "Yes", "YES", "Y", "y", "on", "t"],
        ["false", "False", "FALSE", "0", "no", "No", "NO", "N", "n", "off", "f"],
    ]

    private var truthValues: [HypothesisTrial] {
        let found: [(range: Range<Int>, row: Int)] = values.compactMap { range in
            let text = String(decoding: bytes[range], as: UTF8.self)
            return Self.truth.firstIndex { $0.contains(text) }.map { (range, $0) }
        }
        guard !found.isEmpty else { return [] }
        let groups = [found] + (found.count > 1 ? found.prefix(Self.mostValues).map { [$0] } : [])
        return Self.truth[0].indices.flatMap { column in
            groups.map { group in
                trial(.truthValueRewritten, "truth values written in another usual form") {
                    group.map { ($0.range, Array(Self.truth[$0.row][column].utf8)) }
                }
            }
        }
    }

    /// Values of letters in one case, one at a time and together.
    private var letterCases: [HypothesisTrial] {
        let found = values.compactMap { range -> (range: Range<Int>, text: String)? in
            let text = String(decoding: bytes[range], as: UTF8.self)
            // A reference has letters of its own.
            return text.contains("&") || !text.contains(where: \.isLetter) ? nil : (range, text)
        }
        guard !found.isEmpty else { return [] }
        let groups = (found.count > 1 ? [found] : []) + found.prefix(Self.mostValues).map { [$0] }
        let ways: [(words: String, written: (String) -> String)] = [
            ("small letters", { $0.lowercased() }), ("capital letters", { $0.uppercased() }),
            (
                "a capital letter and small ones",
                { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
            ),
        ]
        return groups.flatMap { group in
            ways.map { words, written in
                trial(
                    .letterCaseChanged,
                    "\(words) written in \(group.count > 1 ? "all values" : "one value")"
                ) {
                    group.map { ($0.range, Array(written($0.text).utf8)) }
                }
            }
        }
    }

    /// Values whose spaces were plus signs, as form decoders make them.
    private var plusSigns: [HypothesisTrial] {
        let spaces = values.map { range in range.filter { bytes[$0] == 0x20 } }
            .filter { !$0.isEmpty }
        guard !spaces.isEmpty else { return [] }
        let all = spaces.flatMap(\.self)
        let single = all.count > 1 ? all.prefix(Self.mostSpaces).map { [$0] } : []
        let groups =
            [all] + (spaces.count > 1 ? Array(spaces.prefix(Self.mostValues)) : []) + single
        return groups.map { group in
            trial(.plusToSpace, "+ put for spaces inside values") {
                group.map { ($0..<($0 + 1), [UInt8(ascii: "+")]) }
            }
        }
    }

    /// Values whose spaces were more, or other white space.
    private var folded: [HypothesisTrial] {
        var spaces: [Int] = []
        for range in values { spaces += range.filter { bytes[$0] == 0x20 } }
        guard !spaces.isEmpty else { return [] }
        let whiteSpace: [[UInt8]] = [[0x20, 0x20], [0x0A], [0x09], [0x20, 0x20, 0x20]]
        let perValue = values.map { range in range.filter { bytes[$0] == 0x20 } }
            .filter { $0.count > 1 }.prefix(Self.mostValues)
        let groups = [spaces] + perValue + spaces.prefix(Self.mostSpaces).map { [$0] }
        return whiteSpace.flatMap { original in
            groups.map { group in
                trial(.whitespaceCollapsed, "white space restored inside values") {
                    group.map { ($0..<($0 + 1), original) }
                }
            }
        }
    }

    /// Values with white space around them that were without.
    private var padded: [HypothesisTrial] {
        let edges: [[HypothesisTrial.Edit]] = values.compactMap { range in
            let text = bytes[range]
            guard let start = text.firstIndex(where: { !$0.isWhiteSpace }),
                let end = text.lastIndex(where: { !$0.isWhiteSpace }),
                start > range.lowerBound || end + 1 < range.upperBound
            else { return nil }
            return [(range.lowerBound..<start, []), (end + 1..<range.upperBound, [])]
        }
        guard !edges.isEmpty else { return [] }
        let groups = [edges.flatMap(\.self)] + (edges.count > 1 ? edges : [])
        return groups.prefix(Self.mostValues).map { edits in
            trial(.spacesAdded, "white space around values removed") { edits }
        }
    }

    /// One value that was broken over lines, or had line breaks and has one more.
    ///
    /// In an XML attribute, the parser has put a space for each line break.
    private var broken: [HypothesisTrial] {
        let attributes = digested.tokens.indices.filter { digested.tokens[$0].kind == .startTag }
            .flatMap { digested.attributes(ofTag: $0) }.filter { !digested.isDeclaration($0) }
        let places =
            values.map { (runs: runs(of: 0x0A, in: $0), isText: true) }
            + attributes.map { (runs: runs(of: 0x20, in: $0.value), isText: false) }
        let trials = places.lazy.flatMap { runs, isText in
            let groups = (runs.count > 1 ? [runs] : []) + runs.prefix(Self.mostSpaces).map { [$0] }
            return groups.flatMap { group -> [HypothesisTrial] in
                let removed = group.map { (range: $0, replacement: [UInt8]()) }
                guard isText else { return [broken(removed)] }
                return [
                    broken(removed), broken(group.map { ($0, [0x20]) }),
                    broken(group.map { ($0.prefix(1), []) }),
                ]
            }
        }
        return Array(trials.prefix(Self.mostBroken))
    }

    private func broken(_ edits: [HypothesisTrial.Edit]) -> HypothesisTrial {
        trial(.whitespaceChanged, "white space restored inside one value") { edits }
    }

    /// Returns the runs of white space in a value that begin with a byte.
    private func runs(of byte: UInt8, in value: Range<Int>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var rest = bytes[value]
        while let start = rest.firstIndex(of: byte) {
            let end = rest[start...].firstIndex { !$0.isWhiteSpace } ?? rest.endIndex
            runs.append(start..<end)
            rest = rest[end...]
        }
        return runs
    }

    // MARK: Enclosed values

    /// What programs put around a value, or behind it.
    private static let enclosures: [(start: String, end: String)] = [
        ("\"", "\""), ("'", "'"), ("[\"", "\"]"), ("[", "]"), ("['", "']"), ("{", "}"), ("(", ")"),
        ("`", "`"), ("\u{201C}", "\u{201D}"), ("\u{2018}", "\u{2019}"), ("", ","), ("", ";"),
        ("=\"", "\""), ("&lt;", "&gt;"), ("", "."), (",", ""),
    ]

    /// Values without quotation marks, brackets or separators that they were without, one at a time and together.
    private var enclosed: [HypothesisTrial] {
        Self.enclosures.flatMap { enclosure -> [HypothesisTrial] in
            let (start, end) = (Array(enclosure.start.utf8), Array(enclosure.end.utf8))
            let found = values.filter { range in
                range.count >= start.count + end.count && bytes[range].starts(with: start)
                    && bytes[range].suffix(end.count).elementsEqual(end)
            }.map { range in
                [
                    (range: range.prefix(start.count), replacement: [UInt8]()),
                    (range.suffix(end.count), []),
                ].filter { !$0.range.isEmpty }
            }
            guard !found.isEmpty else { return [] }
            let groups = (found.count > 1 ? [found.flatMap(\.self)] : []) + found
            return groups.prefix(Self.mostValues).map { edits in
                trial(.quotesAdded, "marks around values removed") { edits }
            }
        }
    }

    // MARK: Question marks

    private static let letters: [[UInt8]] = {
        let ranges: [ClosedRange<UInt32>] = [
            0xA1...0x24F, 0x370...0x3FF, 0x400...0x45F, 0x5D0...0x5EA, 0x1E00...0x1EFF,
            0x2010...0x2044, 0x20A0...0x20BF, 0x2116...0x2122, 0x3041...0x30FE,
        ]
        return ranges.flatMap { $0 }.compactMap { Unicode.Scalar($0) }
            .map { Array(String(Character($0)).utf8) }
    }()

    /// One letter, once or everywhere, where `?` or U+FFFD stands now.
    var replacedCharacters: [HypothesisTrial] {
        let marks = [[UInt8(ascii: "?")], [0xEF, 0xBF, 0xBD]]
        return marks.flatMap { mark -> [HypothesisTrial] in
            var places: [Range<Int>] = []
            for range in values {
                let text = Array(bytes[range])
                var start = 0
                while let offset = text.firstOffset(of: mark, from: start) {
                    let place = range.lowerBound + offset
                    places.append(place..<place + mark.count)
                    start = offset + mark.count
                }
            }
            guard !places.isEmpty else { return [] }
            // Many question marks are seldom all the same letter, and one alone is among a few.
            let single = places.count > Self.mostQuestionMarks ? [] : places.map { [$0] }
            let groups = places.count == 1 ? single : [places] + single
            return groups.flatMap { group in
                Self.letters.map { letter in
                    trial(.charactersReplaced, "one letter put for a replaced character") {
                        group.map { ($0, letter) }
                    }
                }
            }
        }
    }
}
