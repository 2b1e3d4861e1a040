internal import WireText

/// Repairs of lines: those that were wrapped, numbered or prefixed.
struct LineRepairs {
    private let lines: [ArraySlice<UInt8>]
    private let bytes: [UInt8]
    /// A Boolean value that indicates whether every choice of wrapped lines is tried.
    private let isThorough: Bool

    private static let fewestLines = 2
    private static let mostLines = 20_000
    private static let narrowestWrap = 20
    private static let mostFullLines = 10

    init(bytes: [UInt8], isThorough: Bool) {
        self.isThorough = isThorough
        self.bytes = bytes
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.last == 0x0D ? line.dropLast() : line
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
    }

    var repairs: [Repair] {
        guard (Self.fewestLines...Self.mostLines).contains(lines.count) else { return [] }
        return numbered + prefixed + wrapped
    }

    private func repair(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String,
        _ lines: [ArraySlice<UInt8>]
    ) -> Repair {
        Repair(hypothesis, undoing, Array(lines.joined(separator: [0x0A])))
    }

    /// Returns whether this is the first line, and what stood before its tag was left out when the message was found.
    private func isFirst(_ number: Int) -> Bool {
        number == 0 && lines[0].first == UInt8(ascii: "<")
            && lines.dropFirst().contains { !$0.isEmpty }
    }

    // MARK: Numbers

    private var numbered: [Repair] {
        var ends: [Int] = []
        var previous: Int?
        for (number, line) in lines.enumerated() where !line.isEmpty {
            if isFirst(number) {
                ends.append(line.startIndex)
                continue
            }
            let digits = line.drop { $0 == 0x20 || $0 == 0x09 }.prefix(while: \.isDigit)
            guard !digits.isEmpty, let number = Int(String(decoding: digits, as: UTF8.self)),
                previous.map({ number > $0 && number <= $0 + 100 }) ?? true
            else { return [] }
            previous = number
            ends.append(digits.endIndex)
        }
        // After the number comes a separator, and often one space.
        return [1, 2, 3, 0].map { width in
            var remaining = ends[...]
            let stripped = lines.map { line -> ArraySlice<UInt8> in
                guard !line.isEmpty, let end = remaining.popFirst() else { return line }
                return end == line.startIndex ? line : line[min(end + width, line.endIndex)...]
            }
            return repair(.lineNumbersAdded, "the number before each line removed", stripped)
        }
    }

    // MARK: Prefixes

    private static let separators = ["]: ", "| ", "> ", ": ", " - ", ">", "|", "\t", "+", " "]

    /// Digits differ in the times and numbers of a log.
    private static func shape(_ byte: UInt8) -> UInt8 {
        byte.isDigit ? UInt8(ascii: "0") : byte
    }

    private var prefixed: [Repair] {
        guard !isFirst(0) else { return prefixedButFirst }
        let filled = lines.filter { !$0.isEmpty }
        guard let first = filled.first, filled.count >= Self.fewestLines else { return [] }
        var common = first.count
        for line in filled.dropFirst() {
            common = min(common, zip(first, line).prefix { Self.shape($0) == Self.shape($1) }.count)
        }
        let start = first.firstIndex(of: UInt8(ascii: "<")).map { $0 - first.startIndex }
        var widths: [Int] = []
        if let start, start > 0, start <= common { widths.append(start) }
        if start == nil {
            widths = (1...max(1, common)).reversed().filter { width in
                let last = first[first.startIndex + width - 1]
                return width <= common && !last.isLetterOrDigit && !"+/".utf8.contains(last)
            }.prefix(6).map { $0 }
        }
        var repairs = widths.map { width in
            repair(
                .linePrefixes, "the common beginning of the lines removed",
                lines.map { $0.dropFirst(width) })
        }
        for separator in Self.separators.map({ Array($0.utf8) }) {
            let cut = filled.compactMap { line in
                Array(line).firstOffset(of: separator, from: 0).map { $0 + separator.count }
            }
            guard cut.count == filled.count, start.map({ cut[0] <= $0 }) ?? true else { continue }
            var remaining = cut[...]
            repairs.append(
                repair(
                    .linePrefixes, "the beginning of the lines removed",
                    lines.map { $0.isEmpty ? $0 : $0.dropFirst(remaining.popFirst() ?? 0) }))
        }
        return repairs
    }

    /// What all lines but the first begin with; of spaces at its end, any number may be indentation.
    private var prefixedButFirst: [Repair] {
        let rest = lines.dropFirst().filter { !$0.isEmpty }
        guard let second = rest.first else { return [] }
        var common = second.prefix { $0 != UInt8(ascii: "<") }.count
        for line in rest.dropFirst() {
            common = min(
                common, zip(second, line).prefix { Self.shape($0) == Self.shape($1) }.count)
        }
        let start = second.prefix(common).lastIndex { $0 != 0x20 && $0 != 0x09 }
        guard let start else { return [] }
        let least = start + 1 - second.startIndex
        // Lines with nothing behind it are other text, and not the message's.
        return (least...common).prefix(4).filter { width in
            rest.contains { $0.count > width }
        }.map { width in
            repair(
                .linePrefixes, "the common beginning of the lines removed",
                [lines[0]] + lines.dropFirst().map { $0.dropFirst(width) })
        }
    }

    // MARK: Wrapping

    /// The number of characters, which a terminal counts; a byte that continues a character is not counted.
    private static func width(_ line: ArraySlice<UInt8>) -> Int {
        line.count { $0 & 0xC0 != 0x80 }
    }

    private var wrapped: [Repair] {
        let widths = lines.map(Self.width)
        guard let widest = widths.dropLast().max(), widest >= Self.narrowestWrap else { return [] }
        let sizes = lines.map(\.count)
        let full = widths.indices.dropLast().filter { widths[$0] == widest }
        let column = "the line breaks at column \(widest) removed"
        var candidates: [(undoing: String, bytes: [UInt8])] = [
            (column, joined(at: Set(full)))
        ]
        let longest = sizes.dropLast().max() ?? 0
        let fullBytes = sizes.indices.dropLast().filter { sizes[$0] == longest }
        if fullBytes != full { candidates.append((column, joined(at: Set(fullBytes)))) }
        let all = Set(lines.indices)
        let indent = commonIndent
        candidates.append((column, joined(at: all)))
        // A line that was wrapped between words ends with its space, or lost it.
        let spaced = lines.indices.filter { lines[$0].last == 0x20 }
        candidates.append((column, joined(at: Set(spaced))))
        candidates.append(("\(column), and a space put for each", joined(at: all, with: [0x20])))
        if indent > 0 {
            candidates.append((column, joined(at: all, indent: indent)))
            let contents = widths.enumerated().map { $0 == 0 ? $1 : $1 - indent }
            let filled = contents.indices.dropLast().filter {
                contents[$0] == contents.dropLast().max()
            }
            candidates.append((column, joined(at: Set(filled), indent: indent)))
            candidates.append(
                (
                    "\(column), and a space put for each",
                    joined(at: all, with: [0x20], indent: indent)
                ))
        }
        for mark in ["\\", "\u{21A9}", "\u{21B5}", "\u{2026}", " \\"].map({ Array($0.utf8) }) {
            let marked = Set(
                lines.indices.dropLast().filter { lines[$0].suffix(mark.count).elementsEqual(mark) }
            )
            guard !marked.isEmpty else { continue }
            candidates.append((column, joined(at: marked, indent: indent, dropping: mark.count)))
            candidates.append((column, joined(at: marked, dropping: mark.count)))
        }
        // A line may have been as long as that without being wrapped.
        if isThorough, full.count <= Self.mostFullLines {
            for (number, one) in full.enumerated() {
                candidates.append((column, joined(at: Set(full).subtracting([one]))))
                for other in full[(number + 1)...] {
                    candidates.append((column, joined(at: Set(full).subtracting([one, other]))))
                }
            }
        }
        return candidates.filter { $0.bytes != bytes }.map {
            Repair(.wrappedAtColumn, $0.undoing, $0.bytes)
        }
    }

    /// The white space that all lines but the first begin with.
    private var commonIndent: Int {
        lines.dropFirst().filter { !$0.isEmpty }.map {
            $0.prefix { $0 == 0x20 || $0 == 0x09 }.count
        }
        .min() ?? 0
    }

    private func joined(
        at breaks: Set<Int>, with separator: [UInt8] = [], indent: Int = 0, dropping count: Int = 0
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for (index, line) in lines.enumerated() {
            let isLast = index == lines.count - 1
            let content = index > 0 && breaks.contains(index - 1) ? line.dropFirst(indent) : line
            output += isLast ? content : content.dropLast(breaks.contains(index) ? count : 0)
            guard !isLast else { break }
            output += breaks.contains(index) ? separator : [0x0A]
        }
        while let last = output.last, last <= 0x20 { output.removeLast() }
        return output
    }
}
