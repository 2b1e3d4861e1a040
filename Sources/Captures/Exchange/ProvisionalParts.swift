internal import SAMLBindings
internal import WireText

extension CaptureTime {
    init(iso8601 text: String) {
        self.init(text: text, microseconds: Self.microseconds(iso8601: text))
    }

    private static func microseconds(iso8601 text: String) -> Int64? {
        let bytes = Array(text.utf8)
        func digits(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy(\.isDigit) else {
                return nil
            }
            return bytes[range].reduce(0) { $0 * 10 + Int64($1 - 0x30) }
        }
        guard bytes.count >= 20, let year = digits(0..<4), let month = digits(5..<7),
            let day = digits(8..<10), let hour = digits(11..<13), let minute = digits(14..<16),
            let second = digits(17..<19)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.isValid else { return nil }
        var rest = bytes[19...]
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let found = rest.dropFirst().prefix(while: \.isDigit)
            for place in 0..<6 {
                fraction =
                    fraction * 10
                    + (place < found.count ? Int64(found[found.startIndex + place] - 0x30) : 0)
            }
            rest = rest[found.endIndex...]
        }
        var offset: Int64 = 0
        if let sign = rest.first, sign != UInt8(ascii: "Z") {
            let figures = rest.dropFirst().filter(\.isDigit).map { Int64($0 - 0x30) }
            guard figures.count == 4 else { return nil }
            offset = (figures[0] * 10 + figures[1]) * 60 + figures[2] * 10 + figures[3]
            if sign == UInt8(ascii: "-") { offset = -offset }
        } else if rest.isEmpty {
            return nil
        }
        let minutes = date.daysSinceEpoch * 1440 + hour * 60 + minute - offset
        return (minutes * 60 + second) * 1_000_000 + fraction
    }
}

extension HTTPExchange {
    /// The host of the URL, without credentials and port.
    var host: String? {
        guard let colon = url.firstIndex(of: UInt8(ascii: ":")),
            url[colon...].starts(with: "://".utf8)
        else { return nil }
        let authority = url[(colon + 3)...].prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        let hostAndPort =
            authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        let host =
            hostAndPort.first == UInt8(ascii: "[")
            ? hostAndPort.prefix { $0 != UInt8(ascii: "]") } + [UInt8(ascii: "]")]
            : hostAndPort.prefix { $0 != UInt8(ascii: ":") }
        return host.isEmpty ? nil : String(decoding: host, as: UTF8.self)
    }
}

/// The way from the bytes of a recorded body to its content.
final class BodyDecoder {
    private let limit: Int

    init(limit: Int = 32 << 20) {
        self.limit = limit
    }

    func body(
        _ bytes: [UInt8], coding: String?, exactness: HTTPBody.Exactness
    ) -> HTTPBody {
        guard let coding, coding != "identity", !bytes.isEmpty else {
            return HTTPBody(bytes, exactness: exactness)
        }
        guard coding == "gzip" || coding == "x-gzip", GzipSource.isBeginning(bytes[...]),
            let source = try? GzipSource(ByteReader(HeldBytes(bytes[...])), limits: .standard)
        else {
            if exactness != .wire { return HTTPBody(bytes, exactness: exactness) }
            return HTTPBody(bytes, state: .undecodable(coding), exactness: exactness)
        }
        var output: [UInt8] = []
        while output.count < limit {
            guard let count = try? source.read(upTo: limit - output.count, into: &output) else {
                return HTTPBody(bytes, state: .undecodable(coding), exactness: exactness)
            }
            if count == 0 { return HTTPBody(output, exactness: exactness) }
        }
        return HTTPBody(output, state: .truncated, exactness: exactness)
    }
}

/// Bytes in memory as a source.
final class HeldBytes: ByteSource {
    let fileByteCount: Int
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
        fileByteCount = bytes.count
    }

    func read(upTo count: Int, into bytes: inout [UInt8]) -> Int {
        let piece = rest.prefix(count)
        rest = rest.dropFirst(piece.count)
        bytes += piece
        return piece.count
    }
}

extension HTTPHeaders {
    /// The media type of the body without parameters, in lower case.
    var mediaType: String? {
        guard let value = self["Content-Type"] else { return nil }
        let type = value.prefix { $0 != ";" }.lowercased().filter { $0 > " " }
        return type.isEmpty ? nil : type
    }
}
