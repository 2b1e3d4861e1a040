internal import WireText

/// The text of a mail, or of a saved page, with its parts in quoted-printable or Base64 decoded (RFC 2045, section 6.7
/// and 6.8).
///
/// What is decoded is exact; ``lineShift(upTo:)`` says where lines of the file were joined.
final class QuotedPrintableSource: LineShifting {
    /// The parts of a file that are decoded.
    enum Extent {
        /// The parts whose header says so.
        case declared
        /// Everything, since the header is missing.
        case whole

        /// Detects quoted-printable text; `nil` if there is none.
        init?(detecting head: ArraySlice<UInt8>) {
            var isDeclared = false
            if ByteText.contains("ransfer-", in: head),
                ByteText.contains("uoted-", in: head) || ByteText.contains("base64", in: head)
            {
                var isMail = false
                for line in head.split(separator: UInt8(ascii: "\n")) where !isDeclared {
                    isMail = isMail || QuotedPrintableSource.isMailHeader(line)
                    let part = QuotedPrintableSource.declaration(in: line)
                    isDeclared = part == .quoted || (isMail && part == .base64Header)
                }
            }
            let isEvident =
                ByteText.contains("=3D\"urn:oasis:names:tc:SAML", in: head)
                || ByteText.contains("name=3D\"SAMLRe", in: head)
            if isDeclared {
                self = .declared
            } else if isEvident {
                self = .whole
            } else {
                return nil
            }
        }
    }

    private var lines: TextLines
    private let input: any ByteSource
    private let extent: Extent
    private var part: Part
    private var isMail = false
    private var base64 = MailBase64()
    private var boundaries: [[UInt8]] = []
    private var shifts = LineShifts()
    /// The offset at which the bytes begin to which is appended; negative if others stand before them.
    private var origin = 0
    private var givenCount = 0
    private var failure: CaptureError?
    private static let longestLine = 64 << 10
    private static let mostBoundaries = 16

    /// The encoding of the lines that come next.
    private enum Part { case plain, quoted, base64Header, base64 }

    init(_ reader: consuming ByteReader, _ extent: Extent) {
        input = reader.source
        lines = TextLines(reader, limit: Self.longestLine)
        self.extent = extent
        part = extent == .whole ? .quoted : .plain
    }

    var fileByteCount: Int { input.fileByteCount }

    func lineShift(upTo offset: Int) -> Int { shifts.take(upTo: offset) }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        let start = bytes.count
        if let failure { throw failure }
        origin = givenCount - start
        defer { givenCount = origin + bytes.count }
        while bytes.count - start < count {
            do throws(CaptureError) {
                guard let line = try lines.next() else { break }
                take(line, into: &bytes)
            } catch {
                if bytes.count == start { throw error }
                failure = error
                break
            }
        }
        return bytes.count - start
    }

    private func take(_ line: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        if extent == .declared { follow(line, into: &bytes) }
        switch part {
        case .plain: bytes += line
        case .base64Header:
            if line.withoutLineEnd.isEmpty {
                part = .base64
                base64 = MailBase64()
            }
            bytes += line
        case .base64: takeBase64(line, into: &bytes)
        case .quoted: takeQuoted(line, into: &bytes)
        }
    }

    private func takeBase64(_ line: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        guard let content = base64.decoded(line) else {
            part = .plain
            bytes += line
            return
        }
        for byte in content {
            bytes.append(byte)
            if byte == UInt8(ascii: "\n") { shifts.add(-1, at: origin + bytes.count) }
        }
        if line.last == UInt8(ascii: "\n") { shifts.add(1, at: origin + bytes.count) }
    }

    private func takeQuoted(_ line: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        let hasFeed = line.last == UInt8(ascii: "\n")
        var text = line.withoutLineEnd
        let lineEnd = line[text.endIndex...]
        if hasFeed {
            while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
            if text.last == UInt8(ascii: "=") {
                QuotedPrintable.decode(text.dropLast(), into: &bytes, isStrict: true)
                shifts.add(1, at: origin + bytes.count)
                return
            }
        }
        QuotedPrintable.decode(text, into: &bytes, isStrict: true)
        bytes += lineEnd
    }

    /// Begins and ends parts.
    private func follow(_ line: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        if part != .base64, Self.isMailHeader(line) { isMail = true }
        if let declared = Self.declaration(in: line) {
            part = declared == .base64Header && !isMail ? .plain : declared
        } else if line.starts(with: "--".utf8),
            boundaries.contains(where: { line.dropFirst(2).starts(with: $0) })
        {
            if part == .base64, !base64.isAtStart {
                bytes.append(UInt8(ascii: "\n"))
                shifts.add(-1, at: origin + bytes.count)
            }
            part = .plain
        } else if line.count < 1000, let mark = line.firstIndex(of: "boundary="),
            boundaries.count < Self.mostBoundaries
        {
            let value = line[(mark + 9)...].drop { $0 == UInt8(ascii: "\"") }
            let boundary = value.prefix { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x3B }
            if !boundary.isEmpty { boundaries.append(Array(boundary)) }
        }
    }

    private static func isMailHeader(_ line: ArraySlice<UInt8>) -> Bool {
        let name = "mime-version:"
        return line.prefix(name.utf8.count).equalsIgnoringCase(name)
    }

    /// Returns how the part is written whose header a line is of; `nil` for any line that does not say it.
    private static func declaration(in line: ArraySlice<UInt8>) -> Part? {
        let name = "content-transfer-encoding:"
        guard line.prefix(name.utf8.count).equalsIgnoringCase(name) else { return nil }
        let value = Array(line.dropFirst(name.utf8.count)).trimmingWhiteSpace()
        if value.equalsIgnoringCase("quoted-printable") { return .quoted }
        return value.equalsIgnoringCase("base64") ? .base64Header : .plain
    }
}
