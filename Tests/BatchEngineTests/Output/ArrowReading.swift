import Foundation

@testable import BatchEngine

/// A plain reader of Arrow's streaming format, for the types that records have.
struct ArrowReading {
    private(set) var records: [[String: Any]] = []
    /// The number of records in each batch.
    private(set) var counts: [Int] = []
    private(set) var hasSchema = false

    struct Failure: Error {
        let words: String
    }

    /// Reads a whole stream.
    init(_ bytes: [UInt8]) throws {
        var place = 0
        while true {
            guard place + 8 <= bytes.count, bytes[place..<(place + 4)].allSatisfy({ $0 == 0xFF })
            else { throw Failure(words: "no message at \(place)") }
            let size = Int(Self.integer(bytes, place + 4, Int32.self))
            place += 8
            if size == 0 { break }
            guard size % 8 == 0 else { throw Failure(words: "metadata of \(size) bytes") }
            let message = Table(Array(bytes[place..<(place + size)]))
            place += size
            let bodySize = message.long(3)
            guard message.short(0) == 4, bodySize % 8 == 0 else { throw Failure(words: "message") }
            let body = Array(bytes[place..<(place + bodySize)])
            place += bodySize
            if message.byte(1) == 1 {
                hasSchema = true
            } else if let header = message.table(2) {
                try add(header, body)
            }
        }
        guard place == bytes.count else { throw Failure(words: "more after the end") }
    }

    private mutating func add(_ header: Table, _ body: [UInt8]) throws {
        let count = header.long(0)
        counts.append(count)
        var columns = Columns(nodes: header.pairs(1), buffers: header.pairs(2), body: body)
        let values = try ArrowField.record.map { ($0.name, try columns.next($0.type)) }
        guard columns.areAllRead else { throw Failure(words: "columns are left") }
        for number in 0..<count {
            records.append(
                Dictionary(uniqueKeysWithValues: values.map { ($0, $1[number] ?? NSNull()) }))
        }
    }

    private struct Columns {
        var nodes: [(Int, Int)]
        var buffers: [(Int, Int)]
        let body: [UInt8]

        var areAllRead: Bool { nodes.isEmpty && buffers.isEmpty }

        mutating func buffer() throws -> [UInt8] {
            let (place, count) = buffers.removeFirst()
            guard place % 8 == 0, place + count <= body.count else {
                throw Failure(words: "a buffer at \(place)")
            }
            return Array(body[place..<(place + count)])
        }

        mutating func offsets(_ count: Int) throws -> [Int] {
            let bytes = try buffer()
            guard bytes.count == 4 * (count + 1) else { throw Failure(words: "offsets") }
            return (0...count).map { Int(ArrowReading.integer(bytes, 4 * $0, Int32.self)) }
        }

        mutating func next(_ type: ArrowType) throws -> [Any?] {
            let (count, nullCount) = nodes.removeFirst()
            let validity = try buffer()
            func bit(_ bits: [UInt8], _ place: Int) -> Bool {
                bits[place / 8] >> UInt8(place % 8) & 1 == 1
            }
            let isValid = (0..<count).map { validity.isEmpty || bit(validity, $0) }
            guard isValid.count(where: { !$0 }) == nullCount else {
                throw Failure(words: "nulls are miscounted")
            }
            let values: [Any]
            switch type {
            case .integer:
                let bytes = try buffer()
                values = (0..<count).map { Int(ArrowReading.integer(bytes, 8 * $0, Int64.self)) }
            case .boolean:
                let bytes = try buffer()
                values = (0..<count).map { bit(bytes, $0) }
            case .text:
                let ends = try offsets(count)
                let bytes = try buffer()
                values = (0..<count).map {
                    String(decoding: bytes[ends[$0]..<ends[$0 + 1]], as: UTF8.self)
                }
            case .list(let element):
                let ends = try offsets(count)
                let elements = try next(element)
                values = (0..<count).map { number in
                    elements[ends[number]..<ends[number + 1]].map { $0 ?? NSNull() }
                }
            case .map(let value):
                let ends = try offsets(count)
                let entries = try next(
                    .object([
                        ArrowField(name: "key", type: .text),
                        ArrowField(name: "value", type: value),
                    ]))
                values = (0..<count).map { number in
                    let own = entries[ends[number]..<ends[number + 1]].compactMap {
                        $0 as? [String: Any]
                    }
                    return Dictionary(
                        own.map { ($0["key"] as? String ?? "", $0["value"] ?? NSNull()) }
                    ) { $1 }
                }
            case .object(let fields):
                let members = try fields.map { ($0.name, try next($0.type)) }
                values = (0..<count).map { number in
                    Dictionary(
                        uniqueKeysWithValues: members.map { ($0, $1[number] ?? NSNull()) })
                }
            }
            return zip(values, isValid).map { $1 ? $0 : nil }
        }
    }

    /// A table of a FlatBuffer.
    private struct Table {
        let bytes: [UInt8]
        let place: Int

        init(_ bytes: [UInt8]) {
            self.init(bytes, at: Int(ArrowReading.integer(bytes, 0, Int32.self)))
        }

        init(_ bytes: [UInt8], at place: Int) {
            self.bytes = bytes
            self.place = place
        }

        private func field(_ number: Int) -> Int? {
            let offsets = place - Int(ArrowReading.integer(bytes, place, Int32.self))
            let size = Int(ArrowReading.integer(bytes, offsets, Int16.self))
            guard 4 + 2 * number < size else { return nil }
            let offset = ArrowReading.integer(bytes, offsets + 4 + 2 * number, Int16.self)
            return offset == 0 ? nil : place + Int(offset)
        }

        func byte(_ number: Int) -> Int { field(number).map { Int(bytes[$0]) } ?? 0 }
        func short(_ number: Int) -> Int {
            field(number).map { Int(ArrowReading.integer(bytes, $0, Int16.self)) } ?? 0
        }
        func long(_ number: Int) -> Int {
            field(number).map { Int(ArrowReading.integer(bytes, $0, Int64.self)) } ?? 0
        }
        func table(_ number: Int) -> Table? {
            field(number).map {
                Table(bytes, at: $0 + Int(ArrowReading.integer(bytes, $0, Int32.self)))
            }
        }
        func pairs(_ number: Int) -> [(Int, Int)] {
            guard let field = field(number) else { return [] }
            let vector = field + Int(ArrowReading.integer(bytes, field, Int32.self))
            return (0..<Int(ArrowReading.integer(bytes, vector, Int32.self))).map { element in
                let start = vector + 4 + 16 * element
                return (
                    Int(ArrowReading.integer(bytes, start, Int64.self)),
                    Int(ArrowReading.integer(bytes, start + 8, Int64.self))
                )
            }
        }
    }

    fileprivate static func integer<Integer: FixedWidthInteger>(
        _ bytes: [UInt8], _ place: Int, _ type: Integer.Type
    ) -> Integer {
        bytes[place..<(place + MemoryLayout<Integer>.size)].reversed().reduce(0) {
            $0 << 8 | Integer(truncatingIfNeeded: $1)
        }
    }
}
