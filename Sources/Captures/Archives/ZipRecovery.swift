extension ZipDirectory {
    /// Lists the members of a zip file that is cut off, from its beginning to the first that is not whole.
    init(recovering file: RandomAccess, limits: DecompressionLimits) {
        var entries: [Entry] = []
        var offset = 0
        var outputCount = 0
        while entries.count < limits.memberCount,
            let found = try? Self.recovered(file, at: offset, limits, &outputCount)
        {
            entries.append(found.entry)
            offset = found.next
        }
        self.init(entries: entries, offset: offset)
        cutOffName = (try? Self.name(file, at: offset))?.map { HTTPFields.text($0[...]) }
    }

    /// Returns the name in a local header; `nil` if there is none.
    private static func name(
        _ file: RandomAccess, at offset: Int
    ) throws(CaptureError) -> [UInt8]? {
        let header = try file.bytes(at: offset, count: 30)
        guard header.littleEndian(at: 0, 4) == 0x0403_4B50 else { return nil }
        return try file.bytes(at: offset + 30, count: Int(header.littleEndian(at: 26, 2)))
    }

    private static func recovered(
        _ file: RandomAccess, at offset: Int, _ limits: DecompressionLimits,
        _ outputCount: inout Int
    ) throws(CaptureError) -> (entry: Entry, next: Int)? {
        let header = try file.bytes(at: offset, count: 30)
        guard let name = try name(file, at: offset) else { return nil }
        func number(_ place: Int, _ count: Int) -> Int {
            Int(truncatingIfNeeded: header.littleEndian(at: place, count))
        }
        let start = offset + 30 + name.count + number(28, 2)
        var sizes = (checksum: number(14, 4), packed: number(18, 4), unpacked: number(22, 4))
        var next = start + sizes.packed
        if number(6, 2) & 8 != 0 {
            // The sizes follow the data, whose end only inflating finds.
            guard number(8, 2) == 8 else { return nil }
            let data = try inflated(file, at: start, limits, &outputCount)
            let descriptor = try file.bytes(
                at: start + data.packed, count: min(24, file.byteCount - start - data.packed))
            let mark = descriptor.littleEndian(at: 0, 4) == 0x0807_4B50 ? 4 : 0
            sizes = (Int(descriptor.littleEndian(at: mark, 4)), data.packed, data.unpacked)
            let width = descriptor.littleEndian(at: mark + 8, 4) == UInt64(data.unpacked) ? 4 : 8
            next = start + data.packed + mark + 4 + 2 * width
        }
        guard next <= file.byteCount else { return nil }
        let entry = Entry(
            rawName: name[...], flags: UInt16(number(6, 2)),
            method: UInt16(number(8, 2)), checksum: UInt32(truncatingIfNeeded: sizes.checksum),
            packedCount: sizes.packed, unpackedCount: sizes.unpacked, offset: offset)
        return (entry, next)
    }

    /// Returns the sizes of deflated data.
    private static func inflated(
        _ file: RandomAccess, at start: Int, _ limits: DecompressionLimits,
        _ outputCount: inout Int
    ) throws(CaptureError) -> (packed: Int, unpacked: Int) {
        let inflater = try Inflater(.none)
        var input: ArraySlice<UInt8> = []
        var output: [UInt8] = []
        var (readCount, packed, unpacked) = (0, 0, 0)
        while true {
            if input.isEmpty {
                let count = min(ZipMemberSource.blockSize, file.byteCount - start - readCount)
                guard count > 0 else { throw CaptureError(.invalidArchive) }
                input = try file.bytes(at: start + readCount, count: count)[...]
                readCount += count
            }
            output.removeAll(keepingCapacity: true)
            let step = inflater.step(input, upTo: ZipMemberSource.blockSize, into: &output)
            input = input.dropFirst(step.readCount)
            packed += step.readCount
            unpacked += step.writtenCount
            outputCount += step.writtenCount
            try limits.check(byteCount: outputCount, fileByteCount: file.byteCount)
            if step.state == .hasEnded { return (packed, unpacked) }
            guard step.state == .goesOn else { throw CaptureError(.invalidArchive) }
        }
    }
}
