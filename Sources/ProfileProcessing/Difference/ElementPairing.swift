internal import XMLCore

/// The children of two elements that correspond.
///
/// Children correspond that have the same name and state the same attribute (`Name`), the first one
/// with the first one and so on.
struct ElementPairing {
    struct Pair {
        let first: Int
        let second: Int
        /// A Boolean value that indicates whether others that both have were passed.
        let isMoved: Bool
    }

    private(set) var pairs: [Pair] = []
    private(set) var removed: [Int] = []
    private(set) var added: [Int] = []
    private let firstKeys: [Key]
    private let secondKeys: [Key]
    private let labels: [[String]]

    private struct Key: Hashable {
        let name: XML.QualifiedName
        let stated: [UInt8]
    }

    init(_ first: [XML.Element], _ second: [XML.Element]) {
        firstKeys = first.map(Self.key)
        secondKeys = second.map(Self.key)
        labels = [Self.labels(of: first), Self.labels(of: second)]
        var places: [Key: [Int]] = [:]
        for index in second.indices.reversed() {
            places[secondKeys[index], default: []].append(index)
        }
        var partners: [(first: Int, second: Int)] = []
        for index in first.indices {
            if let place = places[firstKeys[index]]?.popLast() {
                partners.append((index, place))
            } else {
                removed.append(index)
            }
        }
        added = places.values.flatMap(\.self).sorted()
        let kept = Self.longestRise(partners.map(\.second))
        pairs = partners.enumerated().map { place, partner in
            Pair(first: partner.first, second: partner.second, isMoved: !kept.contains(place))
        }
    }

    /// Returns the place of a child among its siblings.
    func place(ofFirst index: Int) -> String { Self.place(index, labels[0]) }
    func place(ofSecond index: Int) -> String { Self.place(index, labels[1]) }

    private static func place(_ index: Int, _ labels: [String]) -> String {
        index == 0 ? "first" : "after \(labels[index - 1])"
    }

    func label(ofFirst index: Int) -> String { labels[0][index] }
    func label(ofSecond index: Int) -> String { labels[1][index] }

    private static func key(_ element: XML.Element) -> Key {
        Key(
            name: element.name,
            stated: element[attribute: XML.QualifiedName("Name")].map { Array($0.utf8) } ?? [])
    }

    /// The local names with the names that they state, and with a number where several siblings have one.
    private static func labels(of elements: [XML.Element]) -> [String] {
        let names = elements.map { element in
            let name = ElementPath.label(of: element)
            return element[attribute: XML.QualifiedName("Name")].map {
                "\(name)[\(String($0.prefix(ElementPath.longestName)))]"
            } ?? name
        }
        var counts: [String: Int] = [:]
        for name in names { counts[name, default: 0] += 1 }
        var numbers: [String: Int] = [:]
        return names.map { name in
            guard counts[name] ?? 0 > 1 else { return name }
            numbers[name, default: 0] += 1
            return "\(name)[\(numbers[name] ?? 0)]"
        }
    }

    /// The places of a longest rising subsequence of distinct numbers, by patience sorting.
    private static func longestRise(_ numbers: [Int]) -> Set<Int> {
        var tails: [Int] = []
        var previous = Array(repeating: -1, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if numbers[tails[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[place] = tails[low - 1] }
            if low == tails.count { tails.append(place) } else { tails[low] = place }
        }
        var kept: Set<Int> = []
        var place = tails.last ?? -1
        while place >= 0 {
            kept.insert(place)
            place = previous[place]
        }
        return kept
    }
}
