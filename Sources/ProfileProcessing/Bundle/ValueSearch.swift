internal import WireText
internal import XMLCore

/// Looks for many values in one pass over a text (Aho and Corasick, 1975).
///
/// A value counts where no word continues across its beginning or end: what is cut there is a part of another word by
/// chance. Values of one byte over and over make any search quadratic that compares them place by place.
struct ValueSearch {
    /// A beginning of values.
    private struct Node {
        let count: Int
        /// The longest other beginning that this one ends with.
        var rest = 0
        /// The longest value that this one ends with, if it is not the whole.
        var shorterValue = 0
        var isValue = false
    }

    private var nodes = [Node(count: 0)]
    /// The next nodes, by node and byte.
    private var steps: [Int: Int] = [:]

    init(_ values: some Sequence<[UInt8]>) {
        var edges: [(from: Int, byte: UInt8, to: Int)] = []
        for value in values where !value.isEmpty {
            var node = 0
            for byte in value {
                if let next = steps[Self.key(node, byte)] {
                    node = next
                } else {
                    edges.append((node, byte, nodes.count))
                    steps[Self.key(node, byte)] = nodes.count
                    nodes.append(Node(count: nodes[node].count + 1))
                    node = nodes.count - 1
                }
            }
            nodes[node].isValue = true
        }
        edges.sort { nodes[$0.to].count < nodes[$1.to].count }
        for (from, byte, to) in edges where from != 0 {
            let rest = next(from: nodes[from].rest, byte)
            nodes[to].rest = rest
            nodes[to].shorterValue = nodes[rest].isValue ? rest : nodes[rest].shorterValue
        }
    }

    /// Returns whether a text holds one of the values.
    func finds(in bytes: [UInt8]) -> Bool {
        guard nodes.count > 1 else { return false }
        var node = 0
        for index in bytes.indices {
            node = next(from: node, bytes[index])
            let end = index + 1
            if node == 0 || Self.continuesWord(bytes, at: end) { continue }
            var value = nodes[node].isValue ? node : nodes[node].shorterValue
            while value != 0 {
                if !Self.continuesWord(bytes, at: end - nodes[value].count) { return true }
                value = nodes[value].shorterValue
            }
        }
        return false
    }

    private func next(from node: Int, _ byte: UInt8) -> Int {
        var node = node
        while true {
            XML.spend(bytes: 1)
            if let next = steps[Self.key(node, byte)] { return next }
            if node == 0 { return 0 }
            node = nodes[node].rest
        }
    }

    private static func key(_ node: Int, _ byte: UInt8) -> Int { node << 8 | Int(byte) }

    private static func continuesWord(_ bytes: [UInt8], at index: Int) -> Bool {
        index > 0 && index < bytes.count && bytes[index - 1].isLetterOrDigit
            && bytes[index].isLetterOrDigit
    }
}
