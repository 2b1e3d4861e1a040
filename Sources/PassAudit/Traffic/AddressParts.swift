internal import WireText

/// The parts of an absolute URL, as they are written.
struct AddressParts {
    /// The scheme, in lower case.
    var scheme = ""
    /// The host, in lower case, without credentials and port.
    var host = ""
    var port: Int?
    var path = "/"
    var query: String?
    var fragment: String?

    init(_ url: String) {
        var rest = Substring(url)
        if let mark = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let end = rest.firstRange(of: "://") {
            scheme = rest[..<end.lowerBound].lowercased()
            rest = rest[end.upperBound...]
            let authority = rest.prefix { $0 != "/" }
            rest = rest[authority.endIndex...]
            readAuthority(authority)
        }
        path = rest.isEmpty ? "/" : String(rest)
    }

    private mutating func readAuthority(_ authority: Substring) {
        var text = authority
        if let mark = text.lastIndex(of: "@") { text = text[text.index(after: mark)...] }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[...end].lowercased()
            port = Int(text[end...].dropFirst(2))
        } else {
            let name = text.prefix { $0 != ":" }
            host = name.lowercased()
            port = Int(text[name.endIndex...].dropFirst())
        }
    }

    /// The segments of the path without percent-encoding; a slash at the end makes none.
    var segments: [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map(Self.decoded)
    }

    /// The URL without query and fragment, which shows the arrival at a redirect URL.
    var place: String {
        let isUsual = port == nil || port == (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(host)\(isUsual ? "" : ":\(port ?? 0)")\(path)"
    }

    /// The text without percent-encoding.
    static func decoded(_ text: Substring.UTF8View) -> String {
        let bytes = Array(text)
        return bytes.contains(UInt8(ascii: "%"))
            ? String(decoding: PercentEscape.undone(in: bytes[...]), as: UTF8.self)
            : String(decoding: bytes, as: UTF8.self)
    }
}

/// A parameter of a query or form, without percent-encoding.
struct Parameter: Hashable, Sendable {
    let name: String
    let value: String

    /// Returns the parameters of a query or form.
    static func all(in text: some StringProtocol) -> [Parameter] {
        text.utf8.split(separator: UInt8(ascii: "&")).map { part in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            return Parameter(
                name: decoded(Array(name)),
                value: decoded(Array(part[name.endIndex...].dropFirst())))
        }
    }

    private static func decoded(_ bytes: [UInt8]) -> String {
        let plain =
            bytes.contains(UInt8(ascii: "+"))
            ? bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 } : bytes
        return String(decoding: PercentEscape.undone(in: plain[...]), as: UTF8.self)
    }
}
