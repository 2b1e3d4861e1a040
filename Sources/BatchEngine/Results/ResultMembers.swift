internal import ProfileProcessing
internal import WireText

/// The members of a saved record, by their names.
///
/// Records have their members in one order, so each name is searched for behind the one before.
/// Members that no report needs are listed, too, as otherwise all others would be compared with
/// them. A name is compared a million times by every thread, so all of them are in a few arrays,
/// and comparing retains none.
struct ResultMembers: Sendable {
    /// The names, one after the other.
    private var names: [UInt8] = []
    private var nameEnds: [Int] = []
    private var meanings: [Meaning] = []
    /// The members of each object.
    private var objects: [Range<Int>] = []
    /// The number of the object about the signature.
    private(set) var signature = 0

    /// The meaning of a member.
    enum Meaning {
        case field(ResultField)
        /// An object, by its number, whose members are fields.
        case object(Int)
        case unneeded
    }

    /// The members of a record, and of `claimed`.
    static let record = ResultMembers()
    /// The number of the outermost object.
    static let outermost = 0

    /// Takes the members from the names of the columns.
    init() {
        objects = [0..<0]
        let names = ProfileRecord.columns.map(\.path) + ResultField.allCases.map(\.rawValue)
        let paths = names.map { (path: $0[...], field: ResultField(rawValue: $0)) }
        var waiting = [(number: Self.outermost, paths: paths)]
        while let (number, paths) = waiting.popLast() {
            let start = meanings.count
            var known: Set<Substring> = []
            for (path, field) in paths {
                let name = path.prefix { $0 != "." }
                guard known.insert(name).inserted else { continue }
                self.names += name.utf8
                nameEnds.append(self.names.count)
                let group = paths.filter { $0.path.hasPrefix(name + ".") }
                if group.isEmpty {
                    meanings.append(field.map { .field($0) } ?? .unneeded)
                } else {
                    meanings.append(.object(objects.count))
                    if field == .verdict { signature = objects.count }
                    waiting.append(
                        (objects.count, group.map { ($0.path.dropFirst(name.count + 1), $0.field) })
                    )
                    objects.append(0..<0)
                }
            }
            objects[number] = start..<meanings.count
        }
    }

    /// The place of the first member of an object.
    func start(of object: Int) -> Int { objects[object].lowerBound }

    /// Returns the meaning of a member.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - bytes: The bytes in which it stands.
    ///   - object: The object that it is a member of.
    ///   - place: The place behind the member before, which is moved behind this one.
    /// - Returns: The meaning.
    func meaning(
        of name: JSONScanner.Text, in bytes: [UInt8], object: Int, from place: inout Int
    ) -> Meaning {
        let members = objects[object]
        var candidate = place
        for _ in members {
            if candidate >= members.upperBound { candidate = members.lowerBound }
            let start = candidate == 0 ? 0 : nameEnds[candidate - 1]
            if name.isEqual(in: bytes, to: names, in: start..<nameEnds[candidate]) {
                place = candidate + 1
                return meanings[candidate]
            }
            candidate += 1
        }
        return .unneeded
    }
}
