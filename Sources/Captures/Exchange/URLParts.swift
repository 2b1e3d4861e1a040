/// The parts of a URL, as they are written.
struct URLParts {
    /// The authority of an absolute URL, `nil` for a relative one.
    let authority: ArraySlice<UInt8>?
    let path: ArraySlice<UInt8>
    /// The query after its question mark.
    let query: ArraySlice<UInt8>?

    init(_ url: ArraySlice<UInt8>) {
        var rest = url
        if let colon = url.firstIndex(of: UInt8(ascii: ":")),
            url[colon...].starts(with: "://".utf8),
            !url[..<colon].contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") })
        {
            let authority = url[(colon + 3)...].prefix {
                $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
            }
            self.authority = authority
            rest = url[authority.endIndex...]
        } else {
            authority = nil
        }
        let end = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
        let mark = rest[..<end].firstIndex(of: UInt8(ascii: "?"))
        path = rest[..<(mark ?? end)]
        query = mark.map { rest[($0 + 1)..<end] }
    }

    /// The host, without credentials and port.
    var host: String? {
        guard let authority else { return nil }
        let hostAndPort =
            authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        // An IPv6 address has colons of its own, and brackets around them.
        let host =
            hostAndPort.first == UInt8(ascii: "[")
            ? hostAndPort.prefix { $0 != UInt8(ascii: "]") } + [UInt8(ascii: "]")]
            : hostAndPort.prefix { $0 != UInt8(ascii: ":") }
        return host.isEmpty ? nil : String(decoding: host, as: UTF8.self)
    }

    /// Returns whether the path has a segment.
    func hasSegment(_ segment: String) -> Bool {
        path.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual(segment.utf8) }
    }
}

extension HTTPExchange {
    /// The host of the URL, without credentials and port.
    package var host: String? { URLParts(url[...]).host }
}
