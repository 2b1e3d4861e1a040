/// The sentence about what undoes a change of white space, which counts places and quotes nothing.
struct WhiteSpaceUndoing {
    let hypothesis: SignatureExplanation.Hypothesis
    let changes: [WhiteSpaceChange]
    let places: [WhiteSpacePlace]

    var text: String {
        switch hypothesis {
        case .carriageReturnsLost: "&#13; restored at \(count("place"))"
        case .carriageReturnsAdded: "&#13; removed at \(count("place"))"
        case .lineEndingsDoubled: "one line break put for each \(width) at \(count("place"))"
        case .newlinesRemoved: "line breaks restored at \(count("place"))" + indentation
        case .newlinesConverted: "line breaks put for spaces at \(count("place"))"
        case .prettyPrinted: layout
        case .indentationLost: "the indentation of \(count("line")) restored"
        case .tabsExpanded: "tabs put for spaces at \(count("place"))"
        case .tabsInserted: "spaces put for tabs at \(count("place"))"
        case .indentationAdded:
            "\(prefix) removed from the beginning of \(count("line"))"
        case .trailingSpacesAdded: "white space removed from the end of \(count("line"))"
        case .spacesBetweenTags:
            "spaces and tabs removed between tags at \(count("place"))"
        case .attributeValuesTrimmed: "white space restored at \(count("end")) of values"
        case .spacesAdded: "white space removed at \(count("end")) of values"
        case .wrappedAtColumn: "line breaks in Base64 removed at \(count("place"))"
        default: "white space restored as it was signed at \(count("place"))"
        }
    }

    private func count(_ noun: String) -> String {
        let count = places.reduce(0) { $0 + $1.count }
        return count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    /// The number of line breaks that each became.
    private var width: Int {
        for case .linesMultiplied(let count) in changes { return count }
        return 2
    }

    private var indentation: String {
        let hasIndentation = places.contains { place in
            place.received.isEmpty && place.signed.contains { $0 != WhiteSpacePlace.newline }
        }
        return hasIndentation ? ", with the indentation" : ""
    }

    private var prefix: String {
        for case .indentationAdded(let bytes) in changes {
            let isSpaces = bytes.allSatisfy { $0 == WhiteSpacePlace.space }
            if isSpaces { return bytes.count == 1 ? "1 space" : "\(bytes.count) spaces" }
            if bytes == [WhiteSpacePlace.tab] { return "a tab" }
        }
        return "white space"
    }

    private var layout: String {
        guard places.allSatisfy(\.signed.isEmpty) else {
            return "the white space of \(count("place")) restored as it was signed"
        }
        let isBetweenTags = places.allSatisfy(\.isBetweenTags)
        return "white space removed at \(count("place"))"
            + (isBetweenTags ? " between tags" : " between tags and in values")
    }
}
