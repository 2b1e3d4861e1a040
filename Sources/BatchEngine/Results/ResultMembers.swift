internal import WireText

/// The members of a saved record that a report needs, by their names.
///
/// Records have their members in one order, so that each is looked for behind the one before.
struct ResultMembers: Sendable {
    /// The names, one after the other: a name is compared a million times, and none is to be retained for that.
    private var names: [UInt8] = []
    private var ends: [Int] = []
    /// The fields that are members themselves.
    private(set) var fields: [ResultField?] = []
    /// The members of those that are objects.
    private(set) var objects: [ResultMembers?] = []

    /// The members of a record, and of `claimed`.
    static let record = ResultMembers(ResultField.allCases.map { ($0.rawValue[...], $0) })

    private init(_ paths: [(path: Substring, field: ResultField)]) {
        var known: Set<Substring> = []
        for (path, field) in paths {
            let name = path.prefix { $0 != "." }
            guard known.insert(name).inserted else { continue }
            names += name.utf8
            ends.append(names.count)
            let group = paths.filter { $0.path.hasPrefix(name + ".") }
            fields.append(group.isEmpty ? field : nil)
            objects.append(
                group.isEmpty
                    ? nil
                    : ResultMembers(group.map { ($0.path.dropFirst(name.count + 1), $0.field) }))
        }
    }

    /// Returns the number of a member; `nil` when no report needs it.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - scanner: What reads it.
    ///   - place: The place behind the member before, which is moved behind this one.
    /// - Returns: The number.
    func number(
        of name: JSONScanner.Text, in scanner: JSONScanner, from place: inout Int
    ) -> Int? {
        for _ in ends.indices {
            let number = place < ends.count ? place : 0
            place = number + 1
            let start = number == 0 ? 0 : ends[number - 1]
            if scanner.isEqual(name, to: names, in: start..<ends[number]) { return number }
        }
        return nil
    }
}
