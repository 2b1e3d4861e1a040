/// The word that somebody probably meant.
enum NearestWord {
    /// Returns the word that takes the fewest changes, if that are few for its length.
    ///
    /// A change is a letter that is added, lost, replaced or exchanged with its neighbor.
    static func of(_ text: String, in words: [String]) -> String? {
        let typed = Array(text.lowercased().prefix(64))
        let near = words.map { word in
            // The part after a layer is often all that somebody remembers.
            let parts = [word] + word.split(separator: ".").suffix(1).map(String.init)
            let least = parts.map { changes(typed, Array($0.lowercased())) }.min()
            return (word: word, changes: least ?? Int.max)
        }.min { $0.changes < $1.changes }
        guard let near, near.changes <= max(1, typed.count / 3) else { return nil }
        return near.word
    }

    private static func changes(_ one: [Character], _ other: [Character]) -> Int {
        guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
        var rows = [Array(0...other.count)]
        for (place, character) in one.enumerated() {
            var row = [place + 1]
            for (column, letter) in other.enumerated() {
                let kept = rows[place][column] + (character == letter ? 0 : 1)
                var least = min(kept, rows[place][column + 1] + 1, row[column] + 1)
                if place > 0, column > 0, character == other[column - 1], one[place - 1] == letter {
                    least = min(least, rows[place - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[one.count][other.count]
    }
}
