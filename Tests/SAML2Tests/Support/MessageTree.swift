import TestSupport

/// An element of a message that tests change at one place at a time.
struct MessageTree {
    var name: String
    var attributes: [(name: String, value: String)]
    /// The text before the children.
    var text: String
    var children: [MessageTree]

    init(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String = "",
        _ children: [MessageTree] = []
    ) {
        self.name = name
        self.attributes = attributes.map { (name: $0.key, value: $0.value) }
        self.text = text
        self.children = children
    }

    init(_ name: String, _ children: [MessageTree]) {
        self.init(name, [:], children)
    }

    /// The name without its prefix.
    var localName: String {
        name.split(separator: ":").last.map(String.init) ?? name
    }

    var xml: String {
        FixtureXML.element(
            name, attributes.map { (name: $0.name, value: $0.value) },
            FixtureXML.escaped(text) + children.map(\.xml).joined())
    }

    /// The path of every element, the empty one of this element first; a path has the position
    /// among the children at each step.
    var paths: [[Int]] {
        [[]]
            + children.enumerated().flatMap { position, child in
                child.paths.map { [position] + $0 }
            }
    }

    subscript(path: some Collection<Int>) -> MessageTree {
        get {
            guard let first = path.first else { return self }
            return children[first][Array(path.dropFirst())]
        }
        set {
            guard let first = path.first else {
                self = newValue
                return
            }
            children[first][Array(path.dropFirst())] = newValue
        }
    }

    /// The local names of the elements on the way to `path`, its own last.
    func names(on path: [Int]) -> [String] {
        (0...path.count).map { self[path.prefix($0)].localName }
    }
}
