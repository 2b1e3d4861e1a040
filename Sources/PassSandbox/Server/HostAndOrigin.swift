internal import HTTPTypes
internal import WireText

/// Keeps web pages of others away from the sandbox: a page whose name was made to resolve to this
/// computer, and a page that sends forms here.
enum HostAndOrigin {
    /// Returns the reason to refuse a request, or `nil`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - boundHost: The address that the sandbox listens on.
    ///   - isAllowed: Whether the origin of the request is one that was named.
    /// - Returns: The reason, or `nil` if the request may go on.
    static func refusal(
        _ request: HTTPRequest, boundHost: String?, isAllowed: Bool = false
    ) -> Refusal? {
        if let authority = request.authority, !isAcceptable(authority, boundHost: boundHost) {
            return Refusal(
                403, "forbidden", "foreignHost",
                "The sandbox answers only to the host it listens on and to this computer's names.")
        }
        guard !isAllowed, ["POST", "PUT", "PATCH", "DELETE"].contains(request.method.rawValue)
        else {
            return nil
        }
        let fields = request.headerFields
        if let name = HTTPField.Name("Sec-Fetch-Site"), let site = fields[name],
            !["same-origin", "none"].contains(site)
        {
            return crossSite
        }
        if let origin = fields[.origin] {
            guard let authority = request.authority,
                isSame(origin.lowercased(), "http://\(authority.lowercased())")
                    || isSame(origin.lowercased(), "https://\(authority.lowercased())")
            else { return crossSite }
        }
        return nil
    }

    private static var crossSite: Refusal {
        Refusal(
            403, "forbidden", "crossSite", "A page of another site may not change the sandbox.")
    }

    private static func isAcceptable(_ authority: String, boundHost: String?) -> Bool {
        var host = authority.lowercased()
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            host = String(host[host.index(after: host.startIndex)..<end])
        } else if let colon = host.lastIndex(of: ":") {
            host = String(host[..<colon])
        }
        if ["localhost", "127.0.0.1", "::1"].contains(host) { return true }
        guard let boundHost else { return false }
        // Listening everywhere, it is called by its addresses; only a name can be made to lead here.
        return isSame(host, boundHost.lowercased())
            || ["0.0.0.0", "::"].contains { isSame($0, boundHost) } && isAddress(host)
    }

    private static func isAddress(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) { return true }
        return host.contains(":")
            && host.utf8.allSatisfy { Hexadecimal.value($0) != nil || $0 == UInt8(ascii: ":") }
    }
}
