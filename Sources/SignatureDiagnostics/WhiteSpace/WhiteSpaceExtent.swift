/// The extent of the differences in a message: a change that would have changed other places as well is not what happened.
struct WhiteSpaceExtent {
    /// The number of runs with line breaks that were signed between tags, or in values where none is between tags.
    private let runCount: Int
    private let lineCount: Int
    /// The number of differences in these runs that a change explains.
    private var counts: [WhiteSpaceChange: Int] = [:]
    /// A Boolean value that indicates whether no line was received with any indentation.
    private let isFlush: Bool
    /// A Boolean value that indicates whether no line was received with more indentation than one space.
    private let isSqueezed: Bool
    /// A Boolean value that indicates whether line breaks stand in Base64 that had none, all equally far apart.
    private let hasEvenLines: Bool
    /// A Boolean value that indicates whether line breaks were put between tags, as a program does that lays them out:
    /// where there were none, or all over.
    private let hasAddedLines: Bool
    /// The kinds of places in which line breaks are left, between tags or not.
    private let keepsLines: Set<Bool>
    private let isRegular: Bool
    /// A Boolean value that indicates whether spaces were put between tags that stood side by side.
    private let hasAddedSpaces: Bool
    /// A Boolean value that indicates whether all that nothing else explains is one space beside a line break.
    private var isOneSpaceMore = false

    init(places: [WhiteSpacePlace], differences: [WhiteSpaceDifference.Difference]) {
        let lines = places.filter { !$0.isInAttribute && $0.signedLineCount > 0 }
        let isBetweenTags = lines.contains(where: \.isBetweenTags)
        let runs = isBetweenTags ? lines.filter(\.isBetweenTags) : lines
        runCount = runs.reduce(0) { $0 + $1.count }
        lineCount = runs.reduce(0) { $0 + $1.signedLineCount * $1.count }
        isFlush = runs.allSatisfy { $0.indentation.isEmpty }
        isSqueezed = runs.allSatisfy { $0.indentation.isEmpty || $0.indentation == [0x20] }
        for difference in differences
        where difference.place.isBetweenTags || !isBetweenTags && !difference.place.isInAttribute {
            for change in difference.changes {
                counts[change, default: 0] += difference.place.count
            }
        }
        let widths = differences.lazy
            .filter { $0.place.position == .insideBase64 && $0.changes.contains(.wrapped) }
            .map(\.place.distance)
        hasEvenLines = widths.first.map { first in widths.allSatisfy { $0 == first } } ?? false
        let between = differences.filter(\.place.isBetweenTags)
        let hasBrokenValues = differences.contains { difference in
            difference.place.position == .edge && difference.place.signedLineCount == 0
                && difference.place.receivedLineCount > 0
        }
        let blankLineCount = places.lazy.filter { $0.isBetweenTags && $0.addsBlankLines }
            .reduce(0) { $0 + $1.count }
        let addsAllBlankLines = blankLineCount == runCount
        hasAddedLines = between.contains { difference in
            difference.changes == [.linesAdded]
                && (addsAllBlankLines || !difference.place.addsBlankLines)
                || hasBrokenValues && difference.changes.contains(where: \.multipliesLines)
        }
        keepsLines = Set(
            places.lazy.filter { place in
                place.receivedLineCount > 0 && !place.isInAttribute
                    && place.position != .insideBase64
            }.map(\.isBetweenTags))
        isRegular = hasAddedLines && WhiteSpacePlace.areIndentedByLevel(places)
        hasAddedSpaces = between.contains { $0.changes == [.spacesBetweenTags] }
        isOneSpaceMore = between.allSatisfy { difference in
            difference.changes.contains { change in
                change == .spacesBesideLines(isOneSpace: true)
                    || allows(change, at: difference.place)
            }
        }
    }

    /// Returns whether a difference comes with line breaks that were put between tags: what does that indents the lines
    /// that there were, breaks values, and puts a space where it puts no line break.
    func isLaidOut(_ difference: WhiteSpaceDifference.Difference) -> Bool {
        let place = difference.place
        let changes = difference.changes
        guard hasAddedLines, changes != [.returnsAdded], changes != [.returnsLost],
            place.receivedLineCount > 0 || changes == [.spacesBetweenTags]
        else { return false }
        return place.signedLineCount == 0 || place.isBetweenTags && isRegular
    }

    /// Returns whether a change that explains the difference at a place would have changed no other.
    func allows(_ change: WhiteSpaceChange, at place: WhiteSpacePlace) -> Bool {
        switch change {
        // Of one line break alone, nobody can tell.
        case .linesMultiplied: !hasAddedLines && counts[change] == runCount && runCount > 1
        case .linesAdded: hasAddedLines
        case .indentationLost: isFlush
        case .indentationAdded(let prefix):
            counts[change, default: 0] == lineCount && !(hasAddedSpaces && prefix == [0x20])
        case .trailingAdded: !(hasAddedSpaces && place.isBetweenTags)
        // Beside a signature, which is not among the bytes that are digested, a space looks like indentation.
        case .spacesBesideLines(let isOneSpace): hasAddedSpaces || isOneSpace && isOneSpaceMore
        // What folds line breaks leaves none.
        case .folded where place.receivedLineCount == 0:
            place.signedLineCount == 0 || !keepsLines.contains(place.isBetweenTags)
        case .folded: isSqueezed
        case .wrapped: hasEvenLines
        default: true
        }
    }

    /// Returns the change of a place that nothing else explains.
    func otherChange(at place: WhiteSpacePlace) -> WhiteSpaceChange {
        guard place.isBetweenTags, place.receivedLineCount > 0 else { return .other }
        guard place.receivedLineCount > place.signedLineCount else { return .reindented }
        if hasAddedLines { return .linesAdded }
        return place.addsBlankLines ? .other : .reindented
    }
}

extension WhiteSpaceChange {
    fileprivate var multipliesLines: Bool {
        if case .linesMultiplied = self { true } else { false }
    }
}
