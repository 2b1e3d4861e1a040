internal import WireText

/// A message that Go's encoding/xml read and wrote again, token by token.
///
/// It takes declarations of prefixes for attributes of a namespace called `xmlns`, so that no name has its prefix any more:
/// `<p:Response xmlns:p="u">` becomes `<Response xmlns="u" xmlns:_xmlns="xmlns" _xmlns:p="u">`.
struct GoMarkup {
    private let bytes: [UInt8]

    /// The largest number of elements around another.
    private static let mostDepth = 256
    private static let mark = Array("xmlns:_xmlns=\"xmlns\"".utf8)
    private static let made = Array("xmlns:_XMLSchema-instance=".utf8)
    private static let declaration = Array("_xmlns:".utf8)
    private static let prefix = Array("xmlns:".utf8)
    private static let xmlns = Array("xmlns".utf8)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The names that a start tag binds, and its own.
    private struct Scope {
        let name: [UInt8]
        /// Prefixes by the namespaces that the message declared them for; the empty one for a default namespace.
        var prefixes: [[UInt8]: [UInt8]]
    }

    private typealias Attribute = (name: [UInt8], value: [UInt8])

    /// Returns whether a message has names of Go, or declares default namespaces twice as Go does.
    static func mayBe(_ bytes: [UInt8]) -> Bool {
        bytes.holds(mark) || bytes.holds(made) && bytes.holds(Array("\" xmlns=\"".utf8))
    }

    /// The message with the prefixes that it had.
    var repairs: [Repair] {
        guard Self.mayBe(bytes), let repaired = original else { return [] }
        return [Repair(.prefixesRenamed, "the prefixes written that the program dropped", repaired)]
    }

    private var original: [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var scopes: [Scope] = []
        var index = 0
        while let start = bytes.firstOffset(of: [UInt8(ascii: "<")], from: index) {
            output += bytes[index..<start]
            let end = MarkupTag.end(in: bytes, from: start)
            let tag = bytes[start..<end]
            index = end
            switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
            case UInt8(ascii: "?"), UInt8(ascii: "!"): output += tag
            case UInt8(ascii: "/"):
                guard let scope = scopes.popLast() else { return nil }
                output += Array("</".utf8) + scope.name + [UInt8(ascii: ">")]
            default:
                guard scopes.count < Self.mostDepth,
                    let (scope, written) = startTag(tag, in: scopes.last?.prefixes ?? [:])
                else { return nil }
                output += written
                scopes.append(scope)
            }
        }
        return scopes.isEmpty ? output + bytes[index...] : nil
    }

    /// Returns a start tag as it was; Go writes no empty elements.
    private func startTag(
        _ tag: ArraySlice<UInt8>, in prefixes: [[UInt8]: [UInt8]]
    ) -> (Scope, written: [UInt8])? {
        guard let (name, attributes) = parts(of: tag) else { return nil }
        var prefixes = prefixes
        var declared: [Attribute] = []
        var others: [Attribute] = []
        var defaults: [[UInt8]] = []
        /// Prefixes that Go made of a namespace's address.
        var made: [[UInt8]: [UInt8]] = [:]
        for (name, value) in attributes {
            if name == Self.xmlns {
                defaults.append(value)
            } else if name.starts(with: Self.declaration) {
                let prefix = Array(name.dropFirst(Self.declaration.count))
                prefixes[value] = prefix
                declared.append((Self.prefix + prefix, value))
            } else if name.starts(with: Self.prefix) {
                if value != Self.xmlns { made[Array(name.dropFirst(Self.prefix.count))] = value }
            } else {
                others.append((name, value))
            }
        }
        // Its own declaration stands twice.
        if let own = defaults.first, defaults.count > 1 {
            prefixes[own] = []
            declared.append((Self.xmlns, own))
        }
        let own = defaults.first.map { prefixes[$0] ?? [] } ?? []
        let full = own.isEmpty ? name : own + [UInt8(ascii: ":")] + name
        for (name, value) in others {
            guard let colon = name.firstIndex(of: UInt8(ascii: ":")),
                let prefix = made[Array(name[..<colon])].flatMap({ prefixes[$0] })
            else {
                declared.append((name, value))
                continue
            }
            declared.append((prefix + name[colon...], value))
        }
        let written = declared.map { name, value in
            [0x20] + name + Array("=\"".utf8) + value + [UInt8(ascii: "\"")]
        }
        return (
            Scope(name: full, prefixes: prefixes),
            [UInt8(ascii: "<")] + full + written.flatMap(\.self) + [UInt8(ascii: ">")]
        )
    }

    /// The name in a start tag, and its attributes, of which Go puts one space before each.
    private func parts(of tag: ArraySlice<UInt8>) -> (name: [UInt8], attributes: [Attribute])? {
        let name = tag.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
        var attributes: [Attribute] = []
        var rest = tag[name.endIndex...]
        while rest.first == 0x20 {
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")), equals + 1 < rest.endIndex,
                rest[equals + 1] == UInt8(ascii: "\""),
                let end = rest[(equals + 2)...].firstIndex(of: UInt8(ascii: "\""))
            else { return nil }
            attributes.append(
                (Array(rest[(rest.startIndex + 1)..<equals]), Array(rest[(equals + 2)..<end])))
            rest = rest[(end + 1)...]
        }
        return rest.elementsEqual([UInt8(ascii: ">")]) ? (Array(name), attributes) : nil
    }
}
