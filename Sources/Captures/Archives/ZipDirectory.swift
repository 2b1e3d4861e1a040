internal import WireText

/// The central directory of a zip file (APPNOTE.TXT 6.3, section 4.3.12), with the extensions of zip64.
struct ZipDirectory {
    /// A member, as the directory describes it.
    struct Entry {
        /// The name, with `/` also where the writer used Windows' separator.
        var name: String {
            let bytes = rawName.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
            return HTTPFields.text(bytes[...])
        }
        /// The name as it is written.
        let rawName: ArraySlice<UInt8>
        let flags: UInt16
        let method: UInt16
        let checksum: UInt32
        var packedCount: Int
        var unpackedCount: Int
        /// The place of the local header.
        var offset: Int

        var isEncrypted: Bool { flags & 1 != 0 || method == 99 }
        var isFolder: Bool { name.utf8.last == UInt8(ascii: "/") }
    }

    /// The members in the order of the directory.
    let entries: [Entry]
    /// The place of the directory, before which all members stand.
    let offset: Int
    /// A Boolean value that indicates whether bytes between members belong to none of them.
    private(set) var hidesBytes = false
    /// The name of the member in which the file is cut off.
    var cutOffName: String?

    init(entries: [Entry], offset: Int) {
        self.entries = entries
        self.offset = offset
    }

    /// Reads the directory.
    ///
    /// - Throws: A ``CaptureError`` when there is none, it is damaged, or names more members than the limit.
    init(_ file: RandomAccess, limits: DecompressionLimits) throws(CaptureError) {
        let end = try End(file)
        guard end.entryCount <= limits.memberCount else { throw CaptureError(.memberLimit) }
        // Each has 46 bytes and a name.
        guard end.entryCount <= end.byteCount / 46 else { throw CaptureError(.invalidArchive) }
        let bytes = try file.bytes(at: end.offset, count: end.byteCount)
        var entries: [Entry] = []
        entries.reserveCapacity(end.entryCount)
        var place = 0
        // The number at the end could be too small and so hide a member.
        while place < bytes.count, entries.count < end.entryCount || Self.isEntry(bytes, at: place)
        {
            guard entries.count < limits.memberCount else { throw CaptureError(.memberLimit) }
            guard let (entry, next) = Self.entry(in: bytes, at: place) else {
                throw CaptureError(.invalidArchive, at: end.offset + place)
            }
            entries.append(entry)
            place = next
        }
        guard entries.count >= end.entryCount else { throw CaptureError(.invalidArchive) }
        self.entries = entries
        offset = end.offset
        hidesBytes = try Self.hidesBytes(entries, before: end.offset, in: file)
    }

    /// Returns whether bytes between members belong to none of them, as those of one that is not in the directory.
    private static func hidesBytes(
        _ entries: [Entry], before end: Int, in file: RandomAccess
    ) throws(CaptureError) -> Bool {
        let sorted = entries.sorted { $0.offset < $1.offset }
        for (number, entry) in sorted.enumerated() {
            let next = number + 1 < sorted.count ? sorted[number + 1].offset : end
            guard entry.offset >= 0, entry.offset < next - 30 else { continue }
            let header = try file.bytes(at: entry.offset, count: 30)
            let names = Int(header.littleEndian(at: 26, 2)) + Int(header.littleEndian(at: 28, 2))
            // Sizes may stand once more behind the data, in 24 bytes at most.
            if next - entry.offset - 30 - names - 24 > entry.packedCount { return true }
        }
        return false
    }

    private static func isEntry(_ bytes: [UInt8], at place: Int) -> Bool {
        place + 46 <= bytes.count && bytes.littleEndian(at: place, 4) == 0x0201_4B50
    }

    private static func entry(in bytes: [UInt8], at place: Int) -> (Entry, next: Int)? {
        guard place + 46 <= bytes.count, bytes.littleEndian(at: place, 4) == 0x0201_4B50 else {
            return nil
        }
        func number(_ offset: Int, _ count: Int) -> Int {
            Int(truncatingIfNeeded: bytes.littleEndian(at: place + offset, count))
        }
        let name = (place + 46)..<(place + 46 + number(28, 2))
        let extra = name.upperBound..<(name.upperBound + number(30, 2))
        let next = extra.upperBound + number(32, 2)
        guard next <= bytes.count else { return nil }
        var entry = Entry(
            rawName: bytes[name],
            flags: UInt16(number(8, 2)), method: UInt16(number(10, 2)),
            checksum: UInt32(number(16, 4)), packedCount: number(20, 4),
            unpackedCount: number(24, 4), offset: number(42, 4))
        guard entry.readLargeNumbers(Array(bytes[extra])), number(34, 2) == 0 else { return nil }
        return (entry, next)
    }

    /// The record at the end of a zip file, which leads to the directory.
    private struct End {
        let entryCount: Int
        let offset: Int
        let byteCount: Int

        init(_ file: RandomAccess) throws(CaptureError) {
            // A comment of at most 65,535 bytes may follow.
            let count = min(file.byteCount, 22 + 0xFFFF)
            let start = file.byteCount - count
            let tail = try file.bytes(at: start, count: count)
            let found = stride(from: tail.count - 22, through: 0, by: -1).first {
                tail[$0] == 0x50 && tail.littleEndian(at: $0, 4) == 0x0605_4B50
                    && $0 + 22 + Int(tail.littleEndian(at: $0 + 20, 2)) == tail.count
            }
            guard let found else { throw CaptureError(.invalidArchive) }
            // More than one disk, which nobody writes any more.
            guard tail.littleEndian(at: found + 4, 4) == 0 else {
                throw CaptureError(.invalidArchive, at: start + found)
            }
            var place = start + found
            var numbers = [
                tail.littleEndian(at: found + 10, 2), tail.littleEndian(at: found + 12, 4),
                tail.littleEndian(at: found + 16, 4),
            ]
            if numbers[0] == 0xFFFF || numbers[1] == 0xFFFF_FFFF || numbers[2] == 0xFFFF_FFFF,
                place >= 20, case let locator = try file.bytes(at: place - 20, count: 20),
                locator.littleEndian(at: 0, 4) == 0x0706_4B50
            {
                place = Int(truncatingIfNeeded: locator.littleEndian(at: 8, 8))
                let record = try file.bytes(at: place, count: 56)
                guard record.littleEndian(at: 0, 4) == 0x0606_4B50 else {
                    throw CaptureError(.invalidArchive, at: place)
                }
                numbers = [32, 40, 48].map { record.littleEndian(at: $0, 8) }
            }
            let bound = UInt64(place)
            guard numbers[2] <= bound, numbers[1] <= bound - numbers[2], numbers[0] <= bound else {
                throw CaptureError(.invalidArchive, at: place)
            }
            entryCount = Int(numbers[0])
            byteCount = Int(numbers[1])
            offset = Int(numbers[2])
        }
    }
}

extension ZipDirectory.Entry {
    /// Takes the numbers that need more than 32 bits from the extra field, in their order.
    ///
    /// - Returns: Whether all numbers are known.
    fileprivate mutating func readLargeNumbers(_ extra: [UInt8]) -> Bool {
        var field: [UInt8]?
        var place = 0
        while place + 4 <= extra.count, field == nil {
            let count = Int(extra.littleEndian(at: place + 2, 2))
            guard place + 4 + count <= extra.count else { break }
            if extra.littleEndian(at: place, 2) == 1 {
                field = Array(extra[(place + 4)..<(place + 4 + count)])
            }
            place += 4 + count
        }
        var next = 0
        func large(_ number: Int) -> Int? {
            guard number == 0xFFFF_FFFF else { return number }
            guard let field, next + 8 <= field.count else { return nil }
            defer { next += 8 }
            return Int(exactly: field.littleEndian(at: next, 8))
        }
        guard let unpacked = large(unpackedCount), let packed = large(packedCount),
            let offset = large(offset)
        else { return false }
        unpackedCount = unpacked
        packedCount = packed
        self.offset = offset
        return true
    }
}
