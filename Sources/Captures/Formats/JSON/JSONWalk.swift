internal import SAMLBindings
internal import WireText

/// The messages in a JSON value of any shape.
///
/// Looked through are all strings: of objects, arrays and lists of bytes at any depth, and of JSON and text inside
/// strings. Time and host of a message are those of the innermost object that names them.
struct JSONWalk {
    typealias Failure = JSONScanner.Failure

    /// A message that was found.
    struct Found {
        enum Content {
            /// The string of a field of the root object, as it is.
            case field(JSONScanner.Text)
            case found(Result<[UInt8], CaptureError>)
        }

        var content: Content
        /// A Boolean value that indicates whether it looks like a message; otherwise it only has the name of one.
        let isCertain: Bool
        /// The element of an array that it is in; what stands in one twice is one message.
        var scope: Int
        /// The names that lead to it, as one number.
        var names = 0
        /// The place in the outermost array.
        var entry: Int?
        /// A Boolean value that indicates whether the next request of a log repeats it; see ``CaptureEntry/leadsOn``.
        var leadsOn = false
        var time: String?
        var host: String?
    }

    /// The messages in the order of the text.
    var found: [Found] = []
    /// The fields of the root object that hold messages by their names, as often as it has them: the one that was
    /// named, or the usual ones.
    private(set) var rootFields: [Int] = []
    /// A Boolean value that indicates whether the root object is not an event but an interim row of Splunk or a control
    /// message of CloudWatch.
    private(set) var isLeftOut = false
    /// A Boolean value that indicates whether a field of the root object for a message, or the one that was named,
    /// holds nothing: `null`, or a word for it.
    private(set) var hasNothing = false

    /// The parts of the field that was named, empty when none was.
    let path: [ArraySlice<UInt8>]
    var scopeCount = 0
    /// A Boolean value that indicates whether the names that lead to a message are noted.
    var comparesNames = false
    /// The strings under the names of messages that were cut off; see ``joinRows(of:)``.
    var rows: [Int: [Row]] = [:]

    /// Shorter strings hold no message.
    static let shortestText = 16
    /// The number of strings that may be nested.
    static let longestNesting = 3

    /// The place of a value.
    struct Place {
        /// The number of containers around it, those of outer strings included.
        var depth = 0
        /// The number of strings around it.
        var nesting = 0
        /// The number of parts of the path that led here.
        var pathCount = 0
        var scope = 0
        /// The names of the members around it, as one number.
        var names = 0
        var entry: Int?
        var isUsual = false
        var isEncoded = false
        var leadsOn = false

        var isRoot: Bool { depth == 0 && nesting == 0 }
    }

    /// Prepares a walk.
    ///
    /// - Parameter field: The field that holds messages: the name of a member, or names joined by dots; arrays on
    ///   the way are walked through. `nil` looks everywhere.
    init(field: String? = nil) {
        let name = field.map { Array($0.utf8) }
        path =
            name.map { $0.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) }
            ?? []
    }

    /// Looks through the next value of a text.
    mutating func root(_ scanner: inout JSONScanner) throws(Failure) {
        try value(&scanner, Place())
    }

    mutating func value(_ scanner: inout JSONScanner, _ place: Place) throws(Failure) {
        switch scanner.next() {
        case UInt8(ascii: "{"):
            let start = found.count
            let object = try object(&scanner, place)
            assign(object.origin, from: start, in: scanner)
        case UInt8(ascii: "["): try array(&scanner, place)
        case UInt8(ascii: "\""):
            string(try scanner.value(), in: scanner, place)
        case UInt8(ascii: "n"):
            try scanner.skip()
            noteNothing(place)
        default: try scanner.skip()
        }
    }

    /// Notes that a field for a message holds nothing.
    mutating func noteNothing(_ place: Place) {
        guard place.isUsual, place.depth == 1 || !path.isEmpty, place.nesting == 0 else { return }
        hasNothing = true
    }

    /// Looks through an object; who calls it gives its origin to what was found.
    private mutating func object(
        _ scanner: inout JSONScanner, _ outer: Place
    ) throws(Failure) -> (origin: JSONOrigin, isPair: Bool) {
        var origin = JSONOrigin()
        guard outer.depth < JSONScanner.maximumDepth else {
            try scanner.skip()
            return (origin, false)
        }
        var pairName: JSONName?
        var isPair = false
        var marks: (isPreview: Bool, hasResult: Bool) = (false, false)
        let partCount = partCount(at: scanner, from: outer.pathCount)
        try scanner.members { (label, scanner: inout JSONScanner) throws(Failure) in
            let written = scanner.content(of: label)
            var name = JSONName(written)
            var place = outer
            place.depth += 1
            if comparesNames {
                place.names = written.reduce(outer.names &* 31 &+ 1) { $0 &* 31 &+ Int($1) }
            }
            place.isUsual = false
            if outer.pathCount < path.count {
                if partCount > 0, part(partCount, after: outer.pathCount).elementsEqual(written) {
                    place.pathCount += partCount
                    place.isUsual = place.pathCount == path.count
                    if place.isUsual, outer.isRoot { rootFields.append(0) }
                    return try value(&scanner, place)
                }
                switch name {
                case .time, .host: break
                default: return try scanner.skip()
                }
            } else if case .message(let field) = name {
                place.isUsual = true
                if outer.isRoot { rootFields.append(field) }
            }
            switch name {
            case .time, .host: return origin.take(try scanner.value(), named: name)
            case .pairName where scanner.next() == UInt8(ascii: "\""):
                let text = try scanner.value()
                pairName = JSONName(scanner.content(of: text))
                return string(text, in: scanner, place)
            case .pairValue:
                isPair = pairName != nil
                name = pairName ?? .other
            case .preview: marks.isPreview = scanner.next() == UInt8(ascii: "t")
            case .result: marks.hasResult = true
            case .messageType where outer.isRoot:
                let text = try scanner.value()
                isLeftOut = scanner.written(text).elementsEqual("\"CONTROL_MESSAGE\"".utf8)
                return
            default: break
            }
            if isPair, case .time = name { return origin.take(try scanner.value(), named: name) }
            if isPair, case .host = name { return origin.take(try scanner.value(), named: name) }
            if isPair, case .message = name { place.isUsual = true }
            place.isEncoded = name == .encodedBody
            place.leadsOn = name == .location
            try value(&scanner, place)
        }
        if outer.isRoot, marks.isPreview, marks.hasResult { isLeftOut = true }
        return (origin, isPair)
    }

    private mutating func array(
        _ scanner: inout JSONScanner, _ outer: Place
    ) throws(Failure) {
        guard outer.depth < JSONScanner.maximumDepth else { return try scanner.skip() }
        let start = found.count
        var origin = JSONOrigin()
        var index = 0
        var bytes: [UInt8] = []
        try scanner.array { (scanner: inout JSONScanner) throws(Failure) in
            var place = outer
            place.depth += 1
            place.entry = outer.entry ?? index
            defer { index += 1 }
            switch scanner.next() {
            case UInt8(ascii: "{"):
                let first = found.count
                scopeCount += 1
                place.scope = scopeCount
                let object = try object(&scanner, place)
                guard object.isPair else {
                    return assign(object.origin, from: first, in: scanner)
                }
                origin.take(object.origin)
                for place in first..<found.count {
                    found[place].scope = outer.scope
                    found[place].entry = outer.entry
                }
            case UInt8(ascii: "["):
                scopeCount += 1
                place.scope = scopeCount
                try array(&scanner, place)
            case UInt8(ascii: "\""):
                let text = try scanner.value()
                if index == 0, scanner.content(of: text).allSatisfy(\.isDigit) {
                    origin.take(first: text)
                }
                string(text, in: scanner, place)
            default:
                let text = try scanner.value()
                if bytes.count == index,
                    let byte = UInt8(String(decoding: scanner.written(text), as: UTF8.self))
                {
                    bytes.append(byte)
                }
            }
        }
        assign(origin, from: start, in: scanner)
        if bytes.count == index, index >= Self.shortestText, outer.pathCount == path.count {
            search(bytes[...], outer)
        }
    }

    /// Gives what was found in a container its time and host.
    private mutating func assign(_ origin: JSONOrigin, from start: Int, in scanner: JSONScanner) {
        guard found.count > start else { return }
        let time = origin.time(in: scanner)
        let host = origin.host(in: scanner)
        for place in start..<found.count {
            found[place].time = found[place].time ?? time
            found[place].host = found[place].host ?? host
        }
    }

    mutating func append(_ content: Found.Content, isCertain: Bool, _ place: Place) {
        found.append(
            Found(
                content: content, isCertain: isCertain, scope: place.scope, names: place.names,
                entry: place.entry, leadsOn: place.leadsOn))
    }

    /// Forgets what was found last.
    mutating func forget(from count: Int) { found.removeSubrange(count...) }
}

extension JSONWalk {
    /// The next parts of the path, joined as a name may be written.
    private func part(_ count: Int, after start: Int) -> [UInt8] {
        Array(path[start..<(start + count)].joined(separator: [UInt8(ascii: ".")]))
    }

    /// Returns how many of the next parts of the path are the name of a member of the object that comes next: as many
    /// as possible, so that a name with dots is found before a path; 0 at the end of the path or without such a member.
    private func partCount(at scanner: JSONScanner, from start: Int) -> Int {
        guard start < path.count else { return 0 }
        let candidates = (1...(path.count - start)).map { part($0, after: start) }
        var longest = 0
        var scanner = scanner
        // The reader of the object finds a fault again.
        try? scanner.members { (name, scanner: inout JSONScanner) throws(Failure) in
            let name = scanner.content(of: name)
            if let place = candidates.lastIndex(where: { $0.elementsEqual(name) }) {
                longest = max(longest, place + 1)
            }
            try scanner.skip()
        }
        return longest
    }
}
