extension Pass {
    /// The address of a service: scheme, host, and an optional path before the documented paths.
    public struct BaseURL: Hashable, Sendable {
        /// `https`, or `http`.
        public let scheme: String
        /// Host and port.
        public let authority: String
        /// The path before every documented path; empty for Adobe's own hosts.
        public let prefix: String

        /// The URL as text, without a slash at its end.
        public var text: String { "\(scheme)://\(authority)\(prefix)" }

        /// Creates a base URL from text.
        ///
        /// Whether plain HTTP is acceptable for the host is for the transport to say.
        ///
        /// - Parameter text: An `http` or `https` URL without user, query and fragment.
        /// - Throws: ``ExchangeError`` with ``ExchangeError/Code/invalidArgument`` for any other text.
        public init(_ text: String) throws(ExchangeError) {
            guard let parts = AbsoluteURL(text), !parts.rest.contains("?"),
                !parts.rest.contains("#")
            else { throw ExchangeError(.invalidArgument, subject: "the base URL") }
            var prefix = parts.rest
            while prefix.hasSuffix("/") { prefix.removeLast() }
            scheme = parts.scheme
            authority = parts.authority
            self.prefix = prefix
        }

        init(host: String) {
            scheme = "https"
            authority = host
            prefix = ""
        }

        /// The absolute form of a URL that an answer of this host gives.
        ///
        /// - Parameter url: An absolute URL, or one that begins with a slash.
        /// - Returns: The URL; `nil` if it is neither, not one of HTTP, or not safe where this host
        ///   is.
        public func resolving(_ url: String) -> String? {
            if url.hasPrefix("//") {
                return AbsoluteURL("\(scheme):\(url)") == nil ? nil : "\(scheme):\(url)"
            }
            guard url.hasPrefix("/") else {
                // Who is sent from a safe place to sign in is not sent to an unsafe one.
                guard let parts = AbsoluteURL(url), parts.scheme == "https" || scheme == "http"
                else { return nil }
                return url
            }
            let resolved = "\(scheme)://\(authority)\(url)"
            return AbsoluteURL(resolved) == nil ? nil : resolved
        }
    }
}

/// The parts of an absolute URL of HTTP.
private struct AbsoluteURL {
    let scheme: String
    let authority: String
    let rest: String

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        // White space and controls would end the URL early or start a header of their own.
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        let slashes = bytes[(colon + 1)...].prefix(2)
        guard scheme == "https" || scheme == "http",
            slashes.elementsEqual([UInt8(ascii: "/"), UInt8(ascii: "/")])
        else { return nil }
        let afterSlashes = bytes[(colon + 3)...]
        let authority = afterSlashes.prefix { !Array("/?#".utf8).contains($0) }
        guard !authority.isEmpty, authority.allSatisfy(Self.isOfAuthority) else { return nil }
        self.scheme = scheme
        self.authority = String(decoding: authority, as: UTF8.self)
        rest = String(decoding: bytes[authority.endIndex...], as: UTF8.self)
    }

    /// Letters, digits and what names and addresses have; no `@`, before which a password may stand.
    private static func isOfAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: Array("-._:[]".utf8).contains(byte)
        }
    }
}
