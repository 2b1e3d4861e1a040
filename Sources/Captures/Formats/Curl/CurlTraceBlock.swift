internal import WireText

/// A block of a trace: a line that says what follows and how many bytes it is, and the lines with them.
struct CurlTraceBlock {
    /// The kind of the bytes.
    enum Kind {
        case sentHeader, sentData, receivedHeader, receivedData
        /// Of TLS, which is of no interest.
        case other
    }

    let kind: Kind
    private let count: Int
    private var rows: [(offset: Int, bytes: [UInt8])] = []
    /// A Boolean value that indicates whether the rows are text; it is known after the first.
    private(set) var isText = false

    private static let hexColumnCount = 48

    /// Reads a line such as `=> Send header, 259 bytes (0x103)`; `nil` if it is not one.
    init?(_ line: CurlLine) {
        let kinds: [(String, Kind)] = [
            ("=> Send header, ", .sentHeader), ("=> Send data, ", .sentData),
            ("<= Recv header, ", .receivedHeader), ("<= Recv data, ", .receivedData),
            ("=> Send SSL data, ", .other), ("<= Recv SSL data, ", .other),
        ]
        for (beginning, kind) in kinds {
            guard let rest = line.rest(after: beginning) else { continue }
            let digits = rest.prefix { $0.isDigit }
            guard rest[digits.endIndex...].starts(with: " bytes (0x".utf8),
                let count = Int(String(decoding: digits, as: UTF8.self))
            else { return nil }
            self.kind = kind
            self.count = count
            return
        }
        return nil
    }

    /// Takes a line of the block; false for a line that does not belong to it.
    mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
        guard let colon = line.prefix(12).firstIndex(of: UInt8(ascii: ":")),
            colon - line.startIndex >= 4, line[colon...].dropFirst().first ?? 0x20 == 0x20,
            let offset = Int(String(decoding: line[..<colon], as: UTF8.self), radix: 16)
        else { return false }
        let rest = line[colon...].dropFirst(2)
        if rows.isEmpty { isText = Self.hexBytes(rest) == nil }
        guard kind != .other else { return true }
        rows.append((offset, isText ? Array(rest) : Self.hexBytes(rest) ?? []))
        return true
    }

    /// The bytes of 16 pairs of hexadecimal digits, as many as there are in the columns for them.
    private static func hexBytes(_ row: ArraySlice<UInt8>) -> [UInt8]? {
        guard row.count > hexColumnCount else { return nil }
        var bytes: [UInt8] = []
        let columns = Array(row.prefix(hexColumnCount))
        for place in stride(from: 0, to: hexColumnCount, by: 3) {
            let pair = columns[place..<(place + 2)]
            if pair.allSatisfy({ $0 == 0x20 }) { break }
            guard columns[place + 2] == 0x20,
                let byte = UInt8(String(decoding: pair, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// The bytes of the block, with the line ends that rows of text omit.
    var bytes: [UInt8] {
        guard isText else { return Array(rows.lazy.map(\.bytes).joined()) }
        var bytes: [UInt8] = []
        for (index, row) in rows.enumerated() {
            bytes += row.bytes
            let next = index + 1 < rows.count ? rows[index + 1].offset : count
            if next - row.offset - row.bytes.count == 2 { bytes += [0x0D, 0x0A] }
        }
        return bytes
    }
}
