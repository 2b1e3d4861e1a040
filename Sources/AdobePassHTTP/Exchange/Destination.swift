internal import AdobePass
internal import HTTPTypes
internal import WireText

/// The destination of a request, read strictly, so that no two readers of the same bytes can
/// disagree.
struct Destination: Sendable, Equatable {
    /// `http` or `https`.
    let scheme: String
    /// The host in lower case, an IPv6 address without its brackets.
    let host: String
    /// The port, if the authority names one.
    let port: Int?
    /// Path and query, as given.
    let path: String

    /// Reads where a request goes.
    ///
    /// - Parameter head: Method, scheme, authority and path.
    /// - Throws: `invalidURL` for what is not plainly a host and a path, `insecureConnection` for
    ///   plain HTTP to another host than this one.
    init(_ head: HTTPRequest) throws(Pass.TransportError) {
        guard let scheme = head.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let authority = head.authority, let split = Self.split(authority: authority),
            Self.isHost(split.host, bracketed: split.bracketed),
            Self.isPath(head.path ?? "/")
        else { throw Pass.TransportError(.invalidURL, mayHaveReachedServer: false) }
        self.scheme = scheme
        self.host = split.host.lowercased()
        self.port = split.port
        self.path = head.path ?? "/"
        if scheme == "http", !isLoopback {
            throw Pass.TransportError(.insecureConnection, mayHaveReachedServer: false)
        }
    }

    /// A Boolean value that indicates whether the host is this machine: 127.0.0.0/8, ::1 or
    /// `localhost`.
    var isLoopback: Bool {
        if host == "localhost" { return true }
        if host.utf8.contains(UInt8(ascii: ":")) {
            return IPAddressText.ipv6Words(host) == [0, 0, 0, 0, 0, 0, 0, 1]
        }
        return IPAddressText.ipv4Octets(host)?.first == 127
    }

    /// Host and port as they are written in a URL.
    var authority: String {
        let written = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return port.map { "\(written):\($0)" } ?? written
    }

    /// The whole URL.
    var url: String { "\(scheme)://\(authority)\(path)" }
}

extension Destination {
    /// Splits an authority; user information has no place in one.
    private static func split(
        authority: String
    ) -> (host: String, bracketed: Bool, port: Int?)? {
        let bytes = Array(authority.utf8)
        let hostEnd: Int
        let bracketed = bytes.first == UInt8(ascii: "[")
        if bracketed {
            guard let closing = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            hostEnd = closing + 1
        } else {
            hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
        }
        let host = bracketed ? bytes[1..<(hostEnd - 1)] : bytes[..<hostEnd]
        let rest = bytes[hostEnd...]
        var port: Int?
        if !rest.isEmpty {
            let digits = rest.dropFirst()
            guard rest.first == UInt8(ascii: ":"), (1...5).contains(digits.count),
                digits.allSatisfy(\.isDigit),
                let number = Int(String(decoding: digits, as: UTF8.self)),
                (1...65_535).contains(number)
            else { return nil }
            port = number
        }
        return (String(decoding: host, as: UTF8.self), bracketed, port)
    }

    /// Returns whether a host is a name of letters, digits, `-` and `_`, or an address in its usual
    /// form.
    ///
    /// A name whose last label looks like a number is an address in a form that some resolvers
    /// understand (`0x7f.1`, `2130706433`); only four decimal bytes are taken.
    private static func isHost(_ host: String, bracketed: Bool) -> Bool {
        if bracketed { return IPAddressText.ipv6Words(host) != nil }
        guard !host.isEmpty, host.utf8.count <= 253 else { return false }
        var labels = host.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        for label in labels {
            guard (1...63).contains(label.count),
                label.allSatisfy({ byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                        UInt8(ascii: "_"):
                        true
                    default: false
                    }
                })
            else { return false }
        }
        guard let first = labels.last?.first else { return false }
        if first.isDigit {
            return IPAddressText.ipv4Octets(host) != nil
        }
        return true
    }

    /// Returns whether a path can be sent as it is: visible ASCII, beginning with a slash, without
    /// a fragment, with whole percent escapes and without `.` and `..` segments, which clients and
    /// servers resolve at will.
    private static func isPath(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        guard bytes.first == UInt8(ascii: "/") else { return false }
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.count, Hexadecimal.value(bytes[index + 1]) != nil,
                    Hexadecimal.value(bytes[index + 2]) != nil
                else { return false }
            case UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "<"),
                UInt8(ascii: ">"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
                UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
                return false
            case 0x21...0x7E: break
            default: return false
            }
        }
        let segments = bytes.prefix { $0 != UInt8(ascii: "?") }.split(separator: UInt8(ascii: "/"))
        return !segments.contains { segment in
            let text = String(decoding: segment, as: UTF8.self).lowercased()
            return [".", "..", "%2e", "%2e.", ".%2e", "%2e%2e"].contains(text)
        }
    }
}
