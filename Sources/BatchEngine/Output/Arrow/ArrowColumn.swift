internal import WireText

/// The values of a column in the memory layout of Apache Arrow (Columnar Format 1.x, "Physical Memory Layout").
struct ArrowColumn: Sendable {
    private let kind: Kind
    /// The names of an object's members.
    private let names: [String]
    private(set) var count = 0
    private var nullCount = 0
    /// A bit for each value, the lowest first; 0 where there is none.
    private var validity: [UInt8] = []
    /// The ends of texts, lists and maps; empty for other kinds.
    ///
    /// 32 bits are enough for the records of a chunk, which are a gigabyte at the most.
    private var ends: [Int32] = []
    /// Texts one after the other, integers, or bits.
    private var bytes: [UInt8] = []
    private var children: [ArrowColumn]

    private enum Kind {
        case integer, boolean, text, list, map, object
    }

    init(_ type: ArrowType) {
        switch type {
        case .integer: (kind, names, children) = (.integer, [], [])
        case .boolean: (kind, names, children) = (.boolean, [], [])
        case .text: (kind, names, children) = (.text, [], [])
        case .list(let element): (kind, names, children) = (.list, [], [ArrowColumn(element)])
        case .map(let value):
            let entry = ArrowType.object([
                ArrowField(name: "key", type: .text), ArrowField(name: "value", type: value),
            ])
            (kind, names, children) = (.map, [], [ArrowColumn(entry)])
        case .object(let fields):
            (kind, names) = (.object, fields.map(\.name))
            children = fields.map { ArrowColumn($0.type) }
        }
    }

    /// Appends a value; what is absent, null or of another kind is null.
    mutating func append(_ value: JSONValue?) {
        switch (kind, value) {
        case (.text, .string(let text)?):
            bytes += text.utf8
            endText()
        case (.text, .plain(let text)?):
            bytes += text
            endText()
        case (.integer, .integer(let number)?):
            append(number)
            appendValidity(true)
        case (.boolean, .boolean(let isTrue)?):
            Self.append(isTrue, at: count, to: &bytes)
            appendValidity(true)
        case (.list, .array(let elements)?):
            for element in elements { children[0].append(element) }
            endList(isValid: true)
        case (.map, .object(let members)?):
            for (name, value) in members { children[0].appendEntry(name, value) }
            endList(isValid: true)
        case (.object, .object(let members)?): appendObject(members)
        default: appendNull()
        }
    }

    /// Appends an object whose members are asked for one by one, in order; all of them absent are null.
    mutating func appendObject(_ member: (Int) -> JSONValue?) {
        var isValid = false
        for number in children.indices {
            let value = member(number)
            if value != nil { isValid = true }
            children[number].append(value)
        }
        appendValidity(isValid)
    }

    private mutating func appendObject(_ members: [(name: String, value: JSONValue)]) {
        var place = 0
        for (name, value) in members {
            for _ in names {
                let number = place < names.count ? place : 0
                place = number + 1
                guard names[number] == name else { continue }
                // Of two members of one name, the first is taken.
                if children[number].count == count { children[number].append(value) }
                break
            }
        }
        for number in children.indices where children[number].count == count {
            children[number].appendNull()
        }
        appendValidity(true)
    }

    private mutating func appendEntry(_ name: String, _ value: JSONValue) {
        children[0].append(.string(name))
        children[1].append(value)
        appendValidity(true)
    }

    private mutating func appendNull() {
        switch kind {
        case .integer: append(0)
        case .boolean: Self.append(false, at: count, to: &bytes)
        case .text: ends.append(Int32(truncatingIfNeeded: bytes.count))
        case .list, .map: return endList(isValid: false)
        case .object: for number in children.indices { children[number].appendNull() }
        }
        appendValidity(false)
    }

    private mutating func append(_ number: Int) {
        unsafe withUnsafeBytes(of: Int64(number).littleEndian) { unsafe bytes += $0 }
    }

    private mutating func endText() {
        ends.append(Int32(truncatingIfNeeded: bytes.count))
        appendValidity(true)
    }

    private mutating func endList(isValid: Bool) {
        ends.append(Int32(truncatingIfNeeded: children[0].count))
        appendValidity(isValid)
    }

    private mutating func appendValidity(_ isValid: Bool) {
        Self.append(isValid, at: count, to: &validity)
        count += 1
        if !isValid { nullCount += 1 }
    }

    private static func append(_ bit: Bool, at place: Int, to bits: inout [UInt8]) {
        if place % 8 == 0 { bits.append(0) }
        if bit { bits[place / 8] |= 1 << UInt8(place % 8) }
    }
}

extension ArrowColumn {
    /// Adds the column and its children, parents first, to a batch.
    func write(to body: inout ArrowBody) {
        body.addNode(count: count, nullCount: nullCount)
        body.addBuffer(nullCount == 0 ? [] : validity)
        switch kind {
        case .integer, .boolean: body.addBuffer(bytes)
        case .text:
            body.addOffsets(ends)
            body.addBuffer(bytes)
        case .list, .map: body.addOffsets(ends)
        case .object: break
        }
        for child in children { child.write(to: &body) }
    }
}
