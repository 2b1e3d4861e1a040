internal import SAMLBindings
internal import WireText

/// A line of Apache's or nginx's log: the common or combined format, with the virtual host before it or not.
///
///     192.0.2.7 - - [15/Jan/2026:12:00:01 +0000] "GET /sso?a=b HTTP/1.1" 302 0 "referrer" "user agent"
struct AccessLogLine {
    let host: ArraySlice<UInt8>?
    let client: ArraySlice<UInt8>
    let time: ArraySlice<UInt8>
    let method: ArraySlice<UInt8>
    let target: ArraySlice<UInt8>
    let status: Int
    /// The referrer and the user agent, which follow the number of bytes.
    let rest: ArraySlice<UInt8>

    /// Reads a line; `nil` if it is none of these.
    init?(_ line: ArraySlice<UInt8>) {
        let space = UInt8(ascii: " ")
        guard let bracket = line.prefix(512).firstIndex(of: UInt8(ascii: "[")),
            line[bracket...].count > 32
        else { return nil }
        let words = line[..<bracket].split(separator: space)
        guard words.count == 3 || words.count == 4, line[bracket - 1] == space else { return nil }
        host = words.count == 4 ? words[0] : nil
        client = words[words.count - 3]
        time = line[(bracket + 1)...].prefix { $0 != UInt8(ascii: "]") }
        let afterTime = line[time.endIndex...]
        guard time.count == 26, afterTime.starts(with: "] \"".utf8) else { return nil }
        let request = afterTime.dropFirst(3)
        method = request.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        guard (3...7).contains(method.count),
            let end = request.firstIndex(of: UInt8(ascii: "\"")),
            method.endIndex < end, request[method.endIndex] == space
        else { return nil }
        target = request[(method.endIndex + 1)..<end].prefix { $0 != space }
        let afterRequest = request[(end + 1)...].drop { $0 == space }
        let digits = afterRequest.prefix(4).prefix(while: \.isDigit)
        guard digits.count == 3, !target.isEmpty else { return nil }
        status = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        rest = afterRequest[digits.endIndex...]
    }

    /// Returns the exchange of the line, whose bodies no such log has.
    func exchange(at source: MessageSource) -> HTTPExchange {
        var exchange = HTTPExchange(source: source, url: url)
        exchange.method = String(decoding: method, as: UTF8.self)
        exchange.requestBody = HTTPBody(state: .notRecorded)
        exchange.responseBody = HTTPBody(state: .notRecorded)
        exchange.outcome = HTTPExchange.Outcome(status: status, reason: nil) ?? .unknown
        exchange.start = start
        exchange.client = String(decoding: client, as: UTF8.self)
        let quoted = rest.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        for (index, name) in [(1, "Referer"), (3, "User-Agent")]
        where index < quoted.count && !quoted[index].elementsEqual("-".utf8) {
            exchange.requestHeaders.append(name, String(decoding: quoted[index], as: UTF8.self))
        }
        exchange.source.time = exchange.start?.text
        return exchange
    }

    private var url: [UInt8] {
        guard let host, target.first == UInt8(ascii: "/") else { return Array(target) }
        // Apache writes the port in any case.
        let isSecure = host.suffix(4).elementsEqual(":443".utf8)
        let authority =
            isSecure
            ? host.dropLast(4) : host.suffix(3).elementsEqual(":80".utf8) ? host.dropLast(3) : host
        return Array((isSecure ? "https://" : "http://").utf8) + authority + target
    }

    /// The time, `15/Jan/2026:12:00:01 +0000`, which is read as words.
    private var start: CaptureTime {
        var words = Array(time)
        for place in [2, 6, 11] { words[place] = 0x20 }
        let instant = CaptureTime(parsing: String(decoding: words, as: UTF8.self)).microseconds
        return CaptureTime(text: String(decoding: time, as: UTF8.self), microseconds: instant)
    }
}
