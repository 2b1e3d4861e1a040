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
    /// - Returns: The reason, or `nil` if the request may proceed.
    static func refusal(
        _ request: HTTPRequest, boundHost: String?, isAllowed: Bool = false
    ) -> Refusal? {
        if let refusal = hostRefusal(request, boundHost: boundHost) { return refusal }
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

    private static func hostRefusal(_ request: HTTPRequest, boundHost: String?) -> Refusal? {
        // The first Host is the authority; further ones stay header fields, and ``TargetHost`` adds
        // that of an absolute request URI.
        let others = HTTPField.Name("Host").map { request.headerFields[values: $0] } ?? []
        guard let authority = request.authority, !authority.isEmpty else {
            return Refusal(
                400, "bad_request", "missingHost",
                "The request names no host. Send one Host field, as in: Host: localhost:8765.")
        }
        guard others.isEmpty else {
            return Refusal(
                400, "bad_request", "ambiguousHost",
                "The request names more than one host. Send one Host field, and the same host in an "
                    + "absolute request URI.")
        }
        guard let host = Authority(authority)?.host else {
            return Refusal(
                400, "bad_request", "malformedHost",
                "The Host field is malformed. Expected a name or an address and perhaps a port, as "
                    + "in: localhost:8765 or [::1]:8765.")
        }
        guard isAcceptable(host, boundHost: boundHost?.lowercased()) else {
            return Refusal(
                403, "forbidden", "foreignHost",
                "The sandbox answers only to the host it listens on and to this computer's names.")
        }
        return nil
    }

    private static func isAcceptable(_ host: String, boundHost: String?) -> Bool {
        if ["localhost", "127.0.0.1", "::1"].contains(host) { return true }
        guard let boundHost else { return false }
        // Listening everywhere, it is called by its addresses; only a name can be made to lead here.
        return isSame(host, boundHost)
            || ["0.0.0.0", "::"].contains { isSame($0, boundHost) } && isAddress(host)
    }

    private static func isAddress(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) { return true }
        return host.contains(":")
            && host.utf8.allSatisfy { Hexadecimal.value($0) != nil || $0 == UInt8(ascii: ":") }
    }
}
