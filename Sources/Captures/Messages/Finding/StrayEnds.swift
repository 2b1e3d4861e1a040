/// The names of messages' end tags that end nothing and that no whole element of the name has followed.
struct StrayEnds {
    private(set) var roots: Set<MessageRoot>
    private let former: Set<MessageRoot>
    private var changes: [(place: Int, root: MessageRoot)] = []

    /// Continues from the text before.
    init(_ roots: Set<MessageRoot>) {
        self.roots = roots
        former = roots
    }

    mutating func insert(_ root: MessageRoot, at place: Int) {
        if roots.insert(root).inserted { changes.append((place, root)) }
    }

    mutating func remove(_ root: MessageRoot, at place: Int) {
        if roots.remove(root) != nil { changes.append((place, root)) }
    }

    /// The names where the text is read up to a place only.
    func roots(before place: Int) -> Set<MessageRoot> {
        changes.prefix { $0.place < place }
            .reduce(into: former) { $0.formSymmetricDifference([$1.root]) }
    }
}
