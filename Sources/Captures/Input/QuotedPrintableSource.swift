internal import WireText

/// The text of a mail, or of a saved page, with its quoted-printable parts decoded (RFC 2045, section 6.7).
///
/// Each line keeps its number: the lines that a soft line break joins are followed by as many empty ones.
final class QuotedPrintableSource: ByteSource {
    /// The parts of a file that are decoded.
    enum Extent {
        /// The parts whose header says so.
        case declared
        /// Everything, since the header is missing.
        case whole

        /// Detects quoted-printable text; `nil` if there is none.
        init?(detecting head: ArraySlice<UInt8>) {
            let isDeclared =
                ByteText.contains("uoted-", in: head)
                && head.split(separator: UInt8(ascii: "\n")).contains {
                    QuotedPrintableSource.declaration(in: $0) == true
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
    private var isOn: Bool
    private var boundaries: [[UInt8]] = []
    /// The number of line feeds that soft line breaks left out.
    private var owedCount = 0
    private var failure: CaptureError?
    private static let longestLine = 64 << 10
    private static let mostBoundaries = 16

    init(_ reader: consuming ByteReader, _ extent: Extent) {
        input = reader.source
        lines = TextLines(reader, limit: Self.longestLine)
        self.extent = extent
        isOn = extent == .whole
    }

    var fileByteCount: Int { input.fileByteCount }

    func read(upTo count: Int, into bytes: inout [UInt8]) throws(CaptureError) -> Int {
        let start = bytes.count
        if let failure { throw failure }
        while bytes.count - start < count {
            do throws(CaptureError) {
                guard let line = try lines.next() else {
                    pay(into: &bytes)
                    break
                }
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
        if extent == .declared { follow(line) }
        guard isOn else {
            bytes += line
            return pay(into: &bytes)
        }
        let hasFeed = line.last == UInt8(ascii: "\n")
        var text = line.withoutLineEnd
        let lineEnd = line[text.endIndex...]
        if hasFeed {
            while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
            if text.last == UInt8(ascii: "=") {
                Self.decode(text.dropLast(), into: &bytes)
                owedCount += 1
                return
            }
        }
        Self.decode(text, into: &bytes)
        bytes += lineEnd
        if hasFeed { pay(into: &bytes) }
    }

    private func pay(into bytes: inout [UInt8]) {
        bytes += repeatElement(UInt8(ascii: "\n"), count: owedCount)
        owedCount = 0
    }

    /// Begins and ends parts.
    private func follow(_ line: ArraySlice<UInt8>) {
        if let declared = Self.declaration(in: line) {
            isOn = declared
        } else if line.starts(with: "--".utf8),
            boundaries.contains(where: { line.dropFirst(2).starts(with: $0) })
        {
            isOn = false
        } else if line.count < 1000, let mark = line.firstIndex(of: "boundary="),
            boundaries.count < Self.mostBoundaries
        {
            let value = line[(mark + 9)...].drop { $0 == UInt8(ascii: "\"") }
            let boundary = value.prefix { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x3B }
            if !boundary.isEmpty { boundaries.append(Array(boundary)) }
        }
    }

    /// Returns whether a header line names quoted-printable as the encoding; `nil` for any other line.
    private static func declaration(in line: ArraySlice<UInt8>) -> Bool? {
        let name = "content-transfer-encoding:"
        guard line.prefix(name.utf8.count).equalsIgnoringCase(name) else { return nil }
        return Array(line.dropFirst(name.utf8.count)).trimmingWhiteSpace()
            .equalsIgnoringCase("quoted-printable")
    }

    private static func decode(_ text: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        var rest = text
        while let sign = rest.firstIndex(of: UInt8(ascii: "=")) {
            bytes += rest[..<sign]
            if sign + 2 < rest.endIndex, let high = upperCaseDigit(rest[sign + 1]),
                let low = upperCaseDigit(rest[sign + 2])
            {
                bytes.append(high << 4 | low)
                rest = rest[(sign + 3)...]
            } else {
                bytes.append(rest[sign])
                rest = rest[(sign + 1)...]
            }
        }
        bytes += rest
    }

    private static func upperCaseDigit(_ byte: UInt8) -> UInt8? {
        byte < UInt8(ascii: "a") ? Hexadecimal.value(byte) : nil
    }
}
