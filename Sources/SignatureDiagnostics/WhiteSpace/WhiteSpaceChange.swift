internal import WireText

/// One way in which white space differs from what was signed.
enum WhiteSpaceChange: Hashable {
    case returnsLost
    case returnsAdded
    /// Each line break became several.
    case linesMultiplied(by: Int)
    /// Line breaks were removed, with or without the indentation.
    case linesRemoved
    /// Line breaks became spaces.
    case linesConverted
    /// The runs became what the cookbook makes of them.
    case collapsed
    /// Runs became one space.
    case folded
    /// Line breaks were added between tags.
    case linesAdded
    /// The indentation of lines is another one.
    case reindented
    case indentationLost
    case tabsExpanded(to: Int)
    case tabsInserted(for: Int)
    /// Each line begins with this, and what it began with before.
    case indentationAdded([UInt8])
    case trailingAdded
    case spacesBetweenTags
    /// Spaces or tabs were added beside a line break between tags, perhaps as one space more of indentation.
    case spacesBesideLines(isOneSpace: Bool)
    case trimmed
    case padded
    /// Line breaks were put into Base64.
    case wrapped
    case other

    var hypothesis: SignatureExplanation.Hypothesis {
        switch self {
        case .returnsLost: .carriageReturnsLost
        case .returnsAdded: .carriageReturnsAdded
        case .linesMultiplied: .lineEndingsDoubled
        case .linesRemoved: .newlinesRemoved
        case .linesConverted: .newlinesConverted
        case .collapsed: .whitespaceCollapsed
        case .folded: .whitespaceFolded
        case .linesAdded, .reindented: .prettyPrinted
        case .indentationLost: .indentationLost
        case .tabsExpanded: .tabsExpanded
        case .tabsInserted: .tabsInserted
        case .indentationAdded: .indentationAdded
        case .trailingAdded: .trailingSpacesAdded
        case .spacesBetweenTags, .spacesBesideLines: .spacesBetweenTags
        case .trimmed: .attributeValuesTrimmed
        case .padded: .spacesAdded
        case .wrapped: .wrappedAtColumn
        case .other: .whitespaceChanged
        }
    }

    /// A number that puts changes that show at equally many places in order.
    var rank: Int {
        switch self {
        case .returnsLost: 0
        case .returnsAdded: 1
        case .linesMultiplied(let count): 2 + count
        case .linesRemoved: 10
        case .linesConverted: 11
        case .collapsed: 12
        case .folded: 13
        case .linesAdded: 14
        case .indentationLost: 15
        case .tabsExpanded(let width): 20 + width
        case .tabsInserted(let width): 30 + width
        case .indentationAdded(let prefix): 40 + prefix.count
        case .trailingAdded: 16
        case .spacesBetweenTags: 17
        case .trimmed: 9
        case .padded: 19
        case .wrapped: 1 << 30
        case .spacesBesideLines(let isOneSpace): (1 << 30) + (isOneSpace ? 1 : 2)
        case .reindented: (1 << 30) + 3
        case .other: (1 << 30) + 4
        }
    }
}

// MARK: Places

extension WhiteSpacePlace {
    /// The differences at the place, and of each the changes that explain it; of some indentations none does.
    var differences: [[WhiteSpaceChange]] {
        guard isChanged else { return [] }
        guard !isInAttribute else { return [blankChanges(signed, received)] }
        let returns = (
            signed.count(of: Self.carriageReturn), received.count(of: Self.carriageReturn)
        )
        let signed = signed.without(Self.carriageReturn, count: returns.0)
        let received = received.without(Self.carriageReturn, count: returns.1)
        let first: [[WhiteSpaceChange]] =
            switch returns {
            case let (old, new) where old > new: [[.returnsLost]]
            case let (old, new) where old < new: [[.returnsAdded]]
            default: signed == received ? [[.other]] : []
            }
        guard signed != received else { return first }
        let lines = (signed.count(of: Self.newline), received.count(of: Self.newline))
        let rest: [[WhiteSpaceChange]] =
            switch lines {
            case (0, 0): [blankChanges(signed, received)]
            case (0, _): [isBetweenTags ? [.linesAdded] : addedLineChanges(signed)]
            case (_, 0): removedLineChanges(signed, received)
            case let (old, new) where old == new: lineChanges(signed, received)
            case let (old, new) where old > new: [[.linesRemoved]]
            default: multipliedLineChanges(signed, received)
            }
        return first + rest
    }

    /// Returns the changes that make one run without line breaks of another.
    private func blankChanges(_ signed: [UInt8], _ received: [UInt8]) -> [WhiteSpaceChange] {
        let isEdge = position == .edge || position == .attributeEdge
        if signed.isEmpty {
            return isBetweenTags ? [.spacesBetweenTags] : isEdge ? [.padded] : [.other]
        }
        if received.isEmpty {
            return isEdge || position == .emptyElement ? [.trimmed] : [.other]
        }
        let folded: [WhiteSpaceChange] = received == [Self.space] ? [.folded] : []
        let changes = Self.tabChanges(signed, received) + folded
        return changes.isEmpty ? [.other] : changes
    }

    /// Returns the changes that put line breaks into a value, or around it.
    private func addedLineChanges(_ signed: [UInt8]) -> [WhiteSpaceChange] {
        switch position {
        case .edge: [.padded, .wrapped]
        case .insideBase64 where signed.isEmpty: [.wrapped]
        default: [.other]
        }
    }

    /// Returns the changes that leave no line break.
    private func removedLineChanges(
        _ signed: [UInt8], _ received: [UInt8]
    ) -> [[WhiteSpaceChange]] {
        let blanks = signed.filter { $0 != Self.newline }
        let isSpaces = received.allSatisfy { $0 == Self.space }
        var changes: [WhiteSpaceChange] = []
        if received.isEmpty || received == blanks { changes.append(.linesRemoved) }
        if received == signed.map({ $0 == Self.newline ? Self.space : $0 }) {
            changes.append(.linesConverted)
        }
        // A signature that was between two runs is not among the bytes that are digested.
        let count = signed.count(of: Self.newline)
        if isSpaces, received.count == 1 || received.count == count { changes.append(.folded) }
        if received.isEmpty, !isBetweenTags { changes.append(.trimmed) }
        guard changes.isEmpty else { return [changes] }
        let tabs = Self.tabChanges(blanks, received)
        return tabs.isEmpty ? [[.other]] : [[.linesRemoved], tabs]
    }

    /// Returns the changes that make several line breaks of each, and what else they are.
    private func multipliedLineChanges(
        _ signed: [UInt8], _ received: [UInt8]
    ) -> [[WhiteSpaceChange]] {
        let counts = (signed.count(of: Self.newline), received.count(of: Self.newline))
        let count = counts.1 / counts.0
        let single = received.substituting(
            [Self.newline], for: Array(repeating: Self.newline, count: count))
        guard counts.1 == count * counts.0, count <= 3,
            single.count(of: Self.newline) == counts.0
        else { return [isBetweenTags ? [.linesAdded] : [.other]] }
        let multiplied: [WhiteSpaceChange] = [.linesMultiplied(by: count)]
        return [multiplied] + (single == signed ? [] : lineChanges(signed, single))
    }

    /// Returns the changes of lines whose number is the same as before.
    private func lineChanges(_ signed: [UInt8], _ received: [UInt8]) -> [[WhiteSpaceChange]] {
        let (old, new) = (signed.lines, received.lines)
        var changes: [[WhiteSpaceChange]] = []
        // What follows a signature that stands between two lines is not indentation.
        var tail = ArraySlice<UInt8>()
        for (number, var line) in new.enumerated() where line != old[number] {
            if number == 0 {
                let isAdded = line.starts(with: old[0])
                if isAdded { tail = line.dropFirst(old[0].count) }
                changes.append(isAdded ? [.trailingAdded] + besideLines() : [.other])
                continue
            }
            let isInside = number + 1 < new.count
            if isInside, !tail.isEmpty, line.suffix(tail.count) == tail {
                changes.append([.trailingAdded] + besideLines())
                line = line.dropLast(tail.count)
                guard line != old[number] else { continue }
            }
            var indentation = Self.indentationChanges(Array(old[number]), Array(line))
            if line.starts(with: old[number]) {
                indentation += besideLines(line.dropFirst(old[number].count))
            }
            changes.append(indentation.isEmpty && !isBetweenTags ? [.other] : indentation)
        }
        return changes
    }

    /// Returns the change that adds spaces or tabs to a line break between tags.
    private func besideLines(_ indentation: ArraySlice<UInt8> = []) -> [WhiteSpaceChange] {
        isBetweenTags ? [.spacesBesideLines(isOneSpace: indentation == [Self.space])] : []
    }

    /// Returns the changes that make one indentation of another.
    private static func indentationChanges(
        _ signed: [UInt8], _ received: [UInt8]
    ) -> [WhiteSpaceChange] {
        guard !received.isEmpty else { return [.indentationLost] }
        let added = received.count - signed.count
        let isPrefixed = added > 0 && received.dropFirst(added).elementsEqual(signed)
        let prefix: [WhiteSpaceChange] =
            isPrefixed ? [.indentationAdded(Array(received.prefix(added)))] : []
        let isFolded = received == [space] && !signed.isEmpty
        let folded: [WhiteSpaceChange] = isFolded ? [.folded] : []
        return prefix + tabChanges(signed, received) + folded
    }

    private static let widestTab = 8

    /// Returns the changes that make spaces of tabs, or tabs of spaces.
    private static func tabChanges(_ signed: [UInt8], _ received: [UInt8]) -> [WhiteSpaceChange] {
        func width(_ tabs: [UInt8], _ spaces: [UInt8]) -> Int? {
            let count = tabs.count(of: tab)
            let rest = spaces.count - (tabs.count - count)
            guard count > 0, spaces.allSatisfy({ $0 == space }), rest > 0,
                rest.isMultiple(of: count), rest / count <= widestTab
            else { return nil }
            return rest / count
        }
        return [
            width(signed, received).map { .tabsExpanded(to: $0) },
            width(received, signed).map { .tabsInserted(for: $0) },
        ].compactMap(\.self)
    }
}

extension [UInt8] {
    fileprivate func count(of byte: UInt8) -> Int { reduce(0) { $1 == byte ? $0 + 1 : $0 } }

    /// Returns the bytes without another, which most do not have.
    fileprivate func without(_ byte: UInt8, count: Int) -> Self {
        count == 0 ? self : filter { $0 != byte }
    }

    fileprivate var lines: [ArraySlice<UInt8>] {
        split(separator: WhiteSpacePlace.newline, omittingEmptySubsequences: false)
    }
}
