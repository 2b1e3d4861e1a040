import Foundation

/// A document that is built to make its reader work, of any size.
///
/// `Tests/Floods/floods.json` describes them, for these tests and for `Benchmarks/floods.py`.
public struct Flood: Sendable {
    /// The name of the flood.
    public let name: String
    /// The kind of document around it.
    public let wrap: String
    private let head: String
    private let unit: String
    private let tail: String

    /// The document of about `size` bytes.
    public func document(ofSize size: Int) -> [UInt8] {
        var result = Array(head.utf8)
        let pieces = unit.components(separatedBy: "{n}")
        let plain = Array(unit.utf8)
        var number = 0
        while result.count < size {
            result += pieces.count == 1 ? plain : Array(pieces.joined(separator: "\(number)").utf8)
            number += 1
        }
        return result + tail.utf8
    }

    /// All floods.
    public static func all() throws -> [Flood] {
        let file = Repository.root.appending(path: "Tests/Floods/floods.json")
        let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: file))
        return try table.floods.map { row in
            guard let wrap = table.wraps[row.wrap], wrap.count == 2 else {
                throw CocoaError(.coderValueNotFound)
            }
            return Flood(
                name: row.name, wrap: row.wrap, head: wrap[0] + row.filled(row.before),
                unit: row.filled(row.unit), tail: row.filled(row.after) + wrap[1])
        }
    }

    private struct Table: Decodable {
        let wraps: [String: [String]]
        let floods: [Row]
    }

    private struct Row: Decodable {
        let name: String
        let wrap: String
        let before: String?
        let unit: String
        let after: String?
        let inner: String?
        let closing: String?
        let times: Int?

        func filled(_ text: String?) -> String {
            let numbers = 0..<(times ?? 0)
            let inside = numbers.map { (inner ?? "").replacing("{i}", with: String($0)) }
            return (text ?? "")
                .replacing("{inner}", with: inside.joined())
                .replacing("{closing}", with: numbers.map { _ in closing ?? "" }.joined())
        }
    }
}
