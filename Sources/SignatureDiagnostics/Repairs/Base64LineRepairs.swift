internal import PayloadCoding
internal import WireText

/// Repairs of Base64 whose lines stand twice or in another order, as messages out of it.
///
/// Programs that log a message in pieces write them in the order in which their threads come, newest first, or by two
/// handlers. What a line decodes to has its place: out of it, the markup breaks where the line begins.
struct Base64LineRepairs {
    private let lines: [ArraySlice<UInt8>]
    private let isThorough: Bool

    private static let fewestLines = 2
    private static let mostLines = 20_000
    private static let fewestDigits = 64
    /// The largest number of lines of which more is tried than what the first fault shows.
    private static let mostOrdered = 200
    /// The largest number of lines any two of which may have been swapped inside Base64 or text.
    private static let mostPaired = 16
    private static let mostRepairs = 80
    private static let mostSingles = 8
    private static let parameters = ["SAMLResponse=", "SAMLRequest="]

    /// `nil` for a text that is not Base64 in lines.
    init?(_ bytes: [UInt8], isThorough: Bool) {
        var text = bytes[...]
        while let first = text.first, first <= 0x20 || first == UInt8(ascii: "\"") {
            text = text.dropFirst()
        }
        guard text.first != UInt8(ascii: "<") else { return nil }
        if let name = Self.parameters.first(where: { text.starts(with: $0.utf8) }) {
            text = text.dropFirst(name.utf8.count)
        }
        let longestSearch = 1 << 16
        guard text.prefix(longestSearch).contains(0x0A) else { return nil }
        var lines: [ArraySlice<UInt8>] = []
        for line in text.split(separator: 0x0A) {
            let digits = line.drop { $0 <= 0x20 }.prefix {
                $0.isBase64Digit || $0 == UInt8(ascii: "=")
            }
            guard line[digits.endIndex...].allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: "\"") })
            else { return nil }
            if !digits.isEmpty { lines.append(digits) }
        }
        guard (Self.fewestLines...Self.mostLines).contains(lines.count),
            lines.reduce(0, { $0 + $1.count }) >= Self.fewestDigits
        else { return nil }
        self.lines = lines
        self.isThorough = isThorough
    }

    /// The repairs after which the text is well-formed, the likeliest first.
    var repairs: [Repair] {
        var search = LineSearch(lines: lines)
        for (undoing, order) in doubled {
            search.test(order, .base64LinesDoubled, undoing)
        }
        search.test(
            lines.indices.reversed(), .base64LinesReordered, "the lines put in the opposite order")
        let fault = search.fault(in: Array(lines.indices))
        for (undoing, order) in changed(around: fault) {
            guard search.repairs.count < Self.mostRepairs, search.remaining > 0 else { break }
            search.test(order, .base64LinesReordered, undoing)
        }
        if isThorough, fault != nil, search.repairs.isEmpty, lines.count <= Self.mostOrdered {
            search.findOrder()
        }
        return search.repairs
    }

    // MARK: Doubled

    private var doubled: [(undoing: String, order: [Int])] {
        var first: [ArraySlice<UInt8>: Int] = [:]
        var repeated: [(first: Int, second: Int)] = []
        for (index, line) in lines.enumerated() {
            if let earlier = first[line] {
                repeated.append((earlier, index))
            } else {
                first[line] = index
            }
        }
        guard !repeated.isEmpty else { return [] }
        let all = Array(lines.indices)
        let isRepeated = Set(repeated.map(\.second))
        let isAdjacent = Set(all.dropFirst().filter { lines[$0] == lines[$0 - 1] })
        var orders: [(String, [Int])] = [
            ("one of two equal lines removed", all.filter { !isAdjacent.contains($0) }),
            ("lines that stood before removed", all.filter { !isRepeated.contains($0) }),
        ]
        guard isThorough else { return orders }
        // Equal lines need not be copies of each other.
        for pair in repeated.prefix(Self.mostSingles) {
            for place in [pair.second, pair.first] {
                orders.append(("one of two equal lines removed", all.filter { $0 != place }))
            }
        }
        return orders
    }

    // MARK: Swapped and moved

    /// A change to the order of the lines.
    private enum Change {
        case swap(Int, Int)
        case move(from: Int, to: Int)
    }

    /// The orders with two lines swapped or one moved, those around the first fault first; without a fault the lines are
    /// inside one text.
    private func changed(around fault: Int?) -> some Sequence<(undoing: String, order: [Int])> {
        changes(around: fault).lazy.map { [lines] change in
            var order = Array(lines.indices)
            switch change {
            case .swap(let first, let second):
                order.swapAt(first, second)
                return ("two lines swapped back", order)
            case .move(let from, let to):
                order.insert(order.remove(at: from), at: to)
                return ("one line moved back", order)
            }
        }
    }

    private func changes(around fault: Int?) -> [Change] {
        let all = lines.indices
        var changes: [Change] = []
        if let fault {
            for first in [fault - 1, fault, fault - 2, fault + 1]
            where all.dropLast().contains(first) { changes.append(.swap(first, first + 1)) }
        }
        guard isThorough, all.count <= Self.mostOrdered else { return changes }
        for place in [fault, fault.map { $0 - 1 }].compactMap(\.self) where all.contains(place) {
            for other in all where other != place {
                changes += [
                    .swap(place, other), .move(from: other, to: place),
                    .move(from: place, to: other),
                ]
            }
        }
        changes += all.dropLast().map { .swap($0, $0 + 1) }
        if all.count <= Self.mostPaired {
            changes += all.flatMap { first in all.dropFirst(first + 1).map { .swap(first, $0) } }
        }
        return changes
    }
}

/// Tests orders of lines, as many as their bytes allow.
private struct LineSearch {
    let lines: [ArraySlice<UInt8>]
    private(set) var repairs: [Repair] = []
    /// The number of bytes that may still be read.
    private(set) var remaining: Int
    private var seen: Set<[Int]>

    private static let mostBytes = 16 << 20
    private static let mostBytesForOrders = 4 << 20
    private static let mostOrders = 64
    /// The number of bytes before the end that a parser may look back from there.
    private static let slack = 8

    init(lines: [ArraySlice<UInt8>]) {
        self.lines = lines
        seen = [Array(lines.indices)]
        // The longest text is read a few times all the same.
        remaining = max(Self.mostBytes, 8 * lines.reduce(0) { $0 + $1.count })
    }

    /// Adds the repair that an order of lines is, if it is well-formed.
    mutating func test(
        _ order: some Sequence<Int>, _ hypothesis: SignatureExplanation.Hypothesis,
        _ undoing: String
    ) {
        let order = Array(order)
        guard remaining > 0, seen.insert(order).inserted, let text = text(of: order),
            offset(ofFaultIn: text) == nil
        else { return }
        repairs.append(Repair(hypothesis, undoing, text))
    }

    /// The number of the line in which the markup first breaks; `nil` if it does nowhere.
    mutating func fault(in order: [Int]) -> Int? {
        var digitCount = 0
        var starts: [Int] = []
        for index in order {
            starts.append(digitCount)
            digitCount += lines[index].count
        }
        let whole = text(of: order)
        let text = whole ?? beginning(of: order)
        guard let offset = offset(ofFaultIn: text) ?? (whole == nil ? text.count : nil) else {
            return nil
        }
        let digit = offset * 4 / 3
        return starts.lastIndex { $0 <= digit }
    }

    private func digits(of order: [Int]) -> [UInt8] {
        order.flatMap { lines[$0] }.map(Base64URL.standard)
    }

    /// The bytes of all lines in an order, `nil` if they are not text of XML.
    private mutating func text(of order: [Int]) -> [UInt8]? {
        var digits = digits(of: order)
        remaining -= digits.count
        // Without its padding it is whole all the same.
        if digits.last != UInt8(ascii: "=") {
            while digits.count % 4 > 1 { digits.append(UInt8(ascii: "=")) }
        }
        guard let text = try? Base64.decode(digits), text.first == UInt8(ascii: "<"),
            Base64Repairs.endOfText(text) == nil
        else { return nil }
        return text
    }

    /// The bytes of lines up to padding, or to where they are not text of XML.
    private mutating func beginning(of order: [Int]) -> [UInt8] {
        let digits = digits(of: order).prefix { $0 != UInt8(ascii: "=") }
        remaining -= digits.count
        guard let text = try? Base64.decode(Array(digits.dropLast(digits.count % 4))),
            text.first == UInt8(ascii: "<")
        else { return [] }
        return Array(text.prefix(Base64Repairs.endOfText(text) ?? text.count))
    }

    private mutating func offset(ofFaultIn text: [UInt8]) -> Int? {
        remaining -= text.count
        // A letter for each byte of others: a character may be cut in two.
        return Base64Repairs.fault(in: text.map { $0 < 0x80 ? $0 : UInt8(ascii: "x") })
    }

    // MARK: Orders

    /// Looks for orders in which each line carries on those before it, next to the received one first.
    mutating func findOrder() {
        remaining = min(remaining, Self.mostBytesForOrders)
        var used = [Bool](repeating: false, count: lines.count)
        var order: [Int] = []
        // The lines to try next, for each place.
        var choices: [[Int]] = [Array(lines.indices.reversed())]
        while !choices.isEmpty, remaining > 0, repairs.count < Self.mostOrders {
            guard let next = choices[choices.count - 1].popLast() else {
                choices.removeLast()
                if let last = order.popLast() { used[last] = false }
                continue
            }
            guard !used[next] else { continue }
            order.append(next)
            if order.count == lines.count {
                test(
                    order, .base64LinesReordered, "the lines put in the order in which they are XML"
                )
                order.removeLast()
                continue
            }
            guard carriesOn(order) else {
                order.removeLast()
                continue
            }
            used[next] = true
            // What follows in the received text is the likeliest.
            let rest = lines.indices.filter { !used[$0] }
            let split = rest.firstIndex { $0 > next } ?? rest.endIndex
            choices.append((rest[split...] + rest[..<split]).reversed())
        }
    }

    /// Returns whether lines are the beginning of a document and nothing in them breaks it.
    private mutating func carriesOn(_ order: [Int]) -> Bool {
        remaining -= lines.count
        let text = beginning(of: order)
        guard !text.isEmpty, let fault = offset(ofFaultIn: text) else { return false }
        let digitCount = order.reduce(0) { $0 + lines[$1].count }
        return fault >= digitCount / 4 * 3 - Self.slack
    }
}
