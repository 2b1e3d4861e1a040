/// The names of members at the beginning of a JSON text, which show its format.
struct JSONOutline {
    /// The names in their order, each after the names of what it stands in: `requests[].url`.
    let paths: [String]

    private static let deepest = 5
    private static let mostPaths = 4096

    /// Reads the beginning of a text, which may be cut off anywhere or not be JSON.
    init(_ text: ArraySlice<UInt8>) {
        var paths: [String] = []
        var seen: Set<String> = []
        // What the containers around the next byte add to a path.
        var steps: [String] = []
        var isArray: [Bool] = []
        var name: String?
        var index = text.startIndex
        while index < text.endIndex, paths.count < Self.mostPaths {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let mark = byte == UInt8(ascii: "[") ? "[]" : ""
                steps.append((name ?? "") + mark)
                isArray.append(byte == UInt8(ascii: "["))
                name = nil
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard steps.popLast() != nil else { break }
                isArray.removeLast()
                name = nil
            case UInt8(ascii: ","): name = nil
            case UInt8(ascii: "\""):
                let start = index
                var hasEscape = false
                while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
                    hasEscape = hasEscape || text[index] == UInt8(ascii: "\\")
                    index += text[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                guard index < text.endIndex else { break }
                let isName = isArray.last == false && name == nil
                if isName, steps.count <= Self.deepest, !hasEscape, index - start <= 64 {
                    let found = String(decoding: text[start..<index], as: UTF8.self)
                    name = found
                    let path = (steps.filter { !$0.isEmpty } + [found]).joined(separator: ".")
                    if seen.insert(path).inserted { paths.append(path) }
                } else if isName {
                    name = ""
                }
                index += 1
            default: break
            }
        }
        self.paths = paths
    }

    /// Returns whether there are all of these.
    func has(_ expected: String...) -> Bool { expected.allSatisfy { paths.contains($0) } }
}

extension CaptureHead {
    /// The names in the beginning, for JSON.
    var outline: JSONOutline { JSONOutline(text) }
}
