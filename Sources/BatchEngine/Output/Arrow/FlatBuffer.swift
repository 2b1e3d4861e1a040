/// A FlatBuffer that is written from the front, which is all that Arrow's messages need.
///
/// Objects stand behind those that refer to them, as offsets only point forward.
struct FlatBuffer {
    private(set) var bytes: [UInt8] = []

    /// The value of a table's field; its number is its place among the fields.
    enum Field {
        /// The default.
        case absent
        case byte(UInt8)
        case short(Int16)
        case int(Int32)
        case long(Int64)
        case object(Object)
    }

    /// A value that is referred to.
    indirect enum Object {
        case table([Field])
        case text(String)
        case tables([[Field]])
        /// Structs of two numbers.
        case pairs([(Int64, Int64)])
    }

    /// Writes a buffer with a table at its root.
    init(root: [Field]) {
        let reference = reserve(4)
        write(.table(root), for: reference)
    }

    private mutating func write(_ object: Object, for reference: Int) {
        switch object {
        case .table(let fields): writeTable(fields, for: reference)
        case .text(let text):
            align(to: 4)
            refer(from: reference)
            append(Int32(text.utf8.count))
            bytes += text.utf8
            bytes.append(0)
        case .tables(let tables):
            align(to: 4)
            refer(from: reference)
            append(Int32(tables.count))
            let references = tables.map { _ in reserve(4) }
            for (table, reference) in zip(tables, references) {
                writeTable(table, for: reference)
            }
        case .pairs(let pairs):
            // The length stands before the elements, which are aligned.
            while bytes.count % 8 != 4 { bytes.append(0) }
            refer(from: reference)
            append(Int32(pairs.count))
            for pair in pairs {
                append(pair.0)
                append(pair.1)
            }
        }
    }

    private mutating func writeTable(_ fields: [Field], for reference: Int) {
        align(to: 2)
        let offsets = reserve(4 + 2 * fields.count)
        align(to: 8)
        let table = bytes.count
        refer(from: reference)
        append(Int32(table - offsets))
        var objects: [(object: Object, reference: Int)] = []
        for (number, field) in fields.enumerated() {
            switch field {
            case .absent: continue
            case .byte(let value): bytes.append(value)
            case .short(let value):
                align(to: 2)
                append(value)
            case .int(let value):
                align(to: 4)
                append(value)
            case .long(let value):
                align(to: 8)
                append(value)
            case .object(let object):
                align(to: 4)
                objects.append((object, reserve(4)))
            }
            put(Int16(bytes.count - field.size - table), at: offsets + 4 + 2 * number)
        }
        put(Int16(4 + 2 * fields.count), at: offsets)
        put(Int16(bytes.count - table), at: offsets + 2)
        for (object, reference) in objects { write(object, for: reference) }
    }

    private mutating func reserve(_ count: Int) -> Int {
        bytes += Array(repeating: 0, count: count)
        return bytes.count - count
    }

    private mutating func align(to size: Int) {
        while bytes.count % size != 0 { bytes.append(0) }
    }

    /// Lets a reference lead to what is written next.
    private mutating func refer(from reference: Int) {
        put(Int32(bytes.count - reference), at: reference)
    }

    private mutating func append(_ value: some FixedWidthInteger) {
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes += $0 }
    }

    private mutating func put(_ value: some FixedWidthInteger, at place: Int) {
        unsafe withUnsafeBytes(of: value.littleEndian) { value in
            unsafe bytes.replaceSubrange(place..<(place + value.count), with: value)
        }
    }
}

extension FlatBuffer.Field {
    /// The number of its bytes in a table.
    fileprivate var size: Int {
        switch self {
        case .absent: 0
        case .byte: 1
        case .short: 2
        case .int, .object: 4
        case .long: 8
        }
    }
}
