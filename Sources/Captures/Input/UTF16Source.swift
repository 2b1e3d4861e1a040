internal import WireText

/// The text of a file in UTF-16, as Windows tools write it, in UTF-8.
final class UTF16Source: ByteSource {
    private var input: ByteReader
    private let isBigEndian: Bool
    /// The first unit of a surrogate pair whose second one is yet to come.
    private var pending: [UInt16] = []
    private var failure: CaptureError?

    /// Begins to convert a file that ``isBeginning(_:)``, behind the byte order mark if it has one.
    init(_ input: consuming ByteReader) {
        let form = WideText(of: Array(input.available.prefix(2)))
        isBigEndian = form?.isBig ?? false
        self.input = input
        if form?.hasMark == true { self.input.consume(2) }
    }

    /// Returns whether every other byte is zero, as in ASCII in UTF-16 without a mark.
    private static func hasAlternateZeros(_ head: ArraySlice<UInt8>) -> Bool {
        let sample = Array(head.prefix(512))
        guard sample.count >= 8 else { return false }
        let pairCount = sample.count / 2
        var zeroCounts = (even: 0, odd: 0)
        for pair in 0..<pairCount {
            if sample[2 * pair] == 0 { zeroCounts.even += 1 }
            if sample[2 * pair + 1] == 0 { zeroCounts.odd += 1 }
        }
        let most = max(zeroCounts.even, zeroCounts.odd)
        return min(zeroCounts.even, zeroCounts.odd) == 0 && most * 10 >= pairCount * 9
            && (sample[0] == 0) == (zeroCounts.even > 0)
    }

    /// Returns whether a file begins as text in UTF-16 that is not a message: XML names its encoding itself.
    static func isBeginning(_ head: ArraySlice<UInt8>) -> Bool {
        guard let form = WideText(of: Array(head.prefix(2))),
            form.hasMark || hasAlternateZeros(head)
        else { return false }
        let longestBeginning = 8192
        let text = Array(form.decoded(Array(head.prefix(longestBeginning))).drop { $0 <= 0x20 })
        guard text.first == UInt8(ascii: "<"), !CaptureHead.isPage(text[...]) else { return true }
        // Another root, such as that of Windows' Event Viewer, may have messages in it.
        return MessageRoot.rootName(of: text) != nil && MessageRoot(of: text) == nil
    }

    /// The name by which `iconv` reads text in UTF-32 that begins as a file does; `nil` for other files.
    static func nameOfUTF32(_ head: ArraySlice<UInt8>) -> String? {
        if head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF]) {
            return "UTF-32"
        }
        let sample = Array(head.prefix(64))
        guard sample.count == 64, sample.contains(0) else { return nil }
        let forms = [("UTF-32LE", 0), ("UTF-32BE", 3)]
        return forms.first { _, place in
            sample.indices.allSatisfy {
                let byte = sample[$0]
                let isASCII = (0x09...0x0D).contains(byte) || (0x20...0x7E).contains(byte)
                return $0 % 4 == place ? isASCII : byte == 0
            }
        }?.0
    }

    var fileByteCount: Int { input.fileByteCount }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        let start = bytes.count
        while bytes.count == start {
            if let failure { throw failure }
            do throws(CaptureError) {
                while input.availableCount < 2, !input.isAtEnd { try input.readMore() }
            } catch {
                failure = error
            }
            let isLast = input.availableCount < 2
            convert(upTo: count, isLast: isLast, into: &bytes)
            if isLast { break }
        }
        if bytes.count == start, let failure { throw failure }
        return bytes.count - start
    }

    private func convert(upTo count: Int, isLast: Bool, into bytes: inout [UInt8]) {
        // A unit takes at most three bytes of UTF-8.
        let taken = min(input.availableCount, max(2, count / 3 * 2)) & ~1
        let source = input.available.prefix(taken)
        var units = pending
        units.reserveCapacity(units.count + taken / 2)
        pending = []
        var index = source.startIndex
        while index < source.endIndex {
            let (one, two) = (UInt16(source[index]), UInt16(source[index + 1]))
            units.append(isBigEndian ? one << 8 | two : two << 8 | one)
            index += 2
        }
        input.consume(taken)
        if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) {
            pending = [units.removeLast()]
        }
        bytes += String(decoding: units, as: UTF16.self).utf8
        // Half a unit at the end of the file is ignored.
        if isLast { input.consume(input.availableCount) }
    }
}
