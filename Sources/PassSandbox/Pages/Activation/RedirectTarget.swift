#if Sandbox
/// The address to which a browser goes after the sign-in.
///
/// It is an address on the web or one of an app's own scheme, and never one that runs in the page.
struct RedirectTarget {
    /// The address.
    let url: String
    /// The source expression of the address in a content security policy.
    let source: String

    /// Creates a target, unless there is no address or not one to send a browser to.
    init?(_ url: String?) {
        guard let url, RedirectURL.isAcceptable(url),
            let colon = url.firstIndex(of: ":"),
            url.utf8.allSatisfy({ $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.url = url
        let scheme = url[..<colon].lowercased()
        guard scheme == "http" || scheme == "https" else {
            source = "\(scheme):"
            return
        }
        let authority = url[colon...].dropFirst(3).prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard !host.isEmpty, host.utf8.allSatisfy(Self.mayBeInHost) else { return nil }
        source = "\(scheme)://\(host)"
    }

    private static func mayBeInHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}
#endif
