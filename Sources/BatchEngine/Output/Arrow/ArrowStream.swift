/// Records in Arrow's streaming format (Columnar Format 1.x, "IPC Streaming Format"): the schema, batches, an end.
enum ArrowStream {
    /// The message with the columns.
    static let schema = message(
        .schema, [.absent, .object(.tables(ArrowField.record.map(table)))], body: [])

    /// The bytes behind the last batch, without which a stream was cut off.
    static let end: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]

    /// The message with the values of columns.
    static func batch(_ columns: [ArrowColumn], count: Int) -> [UInt8] {
        var body = ArrowBody()
        for column in columns { column.write(to: &body) }
        return message(
            .recordBatch,
            [
                .long(Int64(count)), .object(.pairs(body.nodes)), .object(.pairs(body.buffers)),
            ], body: body.bytes)
    }

    /// The union `MessageHeader` of Message.fbs.
    private enum Header: UInt8 {
        case schema = 1
        case recordBatch = 3
    }

    private static func message(
        _ kind: Header, _ header: [FlatBuffer.Field], body: [UInt8]
    ) -> [UInt8] {
        // The version is V5, that of Arrow 1.0.
        let buffer = FlatBuffer(root: [
            .short(4), .byte(kind.rawValue), .object(.table(header)), .long(Int64(body.count)),
        ])
        var metadata = buffer.bytes
        while metadata.count % 8 != 0 { metadata.append(0) }
        var bytes: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        unsafe withUnsafeBytes(of: Int32(metadata.count).littleEndian) { unsafe bytes += $0 }
        return bytes + metadata + body
    }

    /// The table `Field` of Schema.fbs.
    private static func table(of field: ArrowField) -> [FlatBuffer.Field] {
        table(field.name, field.type, isNullable: true)
    }

    private static func table(
        _ name: String, _ type: ArrowType, isNullable: Bool
    ) -> [FlatBuffer.Field] {
        let (number, parameters, children): (UInt8, [FlatBuffer.Field], [[FlatBuffer.Field]]) =
            switch type {
            case .integer: (2, [.int(64), .byte(1)], [])
            case .text: (5, [], [])
            case .boolean: (6, [], [])
            case .list(let element): (12, [], [table("element", element, isNullable: true)])
            case .object(let fields): (13, [], fields.map(table))
            case .map(let value):
                (
                    17, [],
                    [
                        entries([
                            table("key", .text, isNullable: false),
                            table("value", value, isNullable: true),
                        ])
                    ]
                )
            }
        return [
            .object(.text(name)), .byte(isNullable ? 1 : 0), .byte(number),
            .object(.table(parameters)), .absent, .object(.tables(children)),
        ]
    }

    /// The field of a map's entries, which are never null.
    private static func entries(_ children: [[FlatBuffer.Field]]) -> [FlatBuffer.Field] {
        [
            .object(.text("entries")), .byte(0), .byte(13), .object(.table([])), .absent,
            .object(.tables(children)),
        ]
    }
}
