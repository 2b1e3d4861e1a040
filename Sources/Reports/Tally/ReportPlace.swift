internal import BatchEngine
internal import XMLCore

/// The place of an example message.
struct ReportPlace: Codable, Hashable, Comparable, Sendable {
    let index: Int
    let file: SentFile
    let entry: Int?
    let line: Int?
    /// The place among the messages of the file, counted from 1, where it is known.
    let number: Int?
    /// A Boolean value that indicates whether the capture has a time for the message.
    let hasTime: Bool

    /// The name of a file; the same when its bytes are.
    struct SentFile: Codable, Hashable, Sendable {
        let name: ByteExactName
    }

    init(_ entry: ResultEntry) {
        index = entry.index
        file = SentFile(name: ByteExactName(shortening: entry.file ?? ""))
        self.entry = entry.entry
        line = entry.line
        number = entry.number
        hasTime = entry.captureTime != nil
    }

    static func < (one: ReportPlace, other: ReportPlace) -> Bool {
        (one.index, one.file.name, one.entry ?? -1, one.line ?? -1)
            < (other.index, other.file.name, other.entry ?? -1, other.line ?? -1)
    }
}

/// The first few places there are, whatever the order they come in.
struct PlaceList: Addable {
    private static let maximumCount = 3

    private(set) var places: [ReportPlace] = []

    mutating func add(_ entry: ResultEntry) {
        if places.count == Self.maximumCount, let last = places.last, last.index < entry.index {
            return
        }
        insert(ReportPlace(entry))
    }

    mutating func merge(_ other: PlaceList) {
        for place in other.places { insert(place) }
    }

    private mutating func insert(_ place: ReportPlace) {
        let position = places.firstIndex { place < $0 } ?? places.count
        guard position < Self.maximumCount else { return }
        places.insert(place, at: position)
        if places.count > Self.maximumCount { places.removeLast() }
    }
}
