package import HTTPTypes
internal import WireText

/// Keeps web pages of others away from a server on this computer: a page whose name was made to resolve to it, and a page
/// that sends forms here.
package enum HostAndOrigin {
    /// The reason why a request may not proceed.
    package struct Refusal: Hashable, Sendable {
        /// The status of the answer.
        package let status: Int
        /// The code of the reason, such as `foreignHost`.
        package let reason: String
        /// The sentence about it, which quotes nothing of the request.
        package let message: String
    }

    /// Returns the reason to refuse a request, or `nil`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - boundHost: The address that the server listens on.
    ///   - isAllowed: Whether the origin of the request is one that was named.
    /// - Returns: The reason, or `nil` if the request may proceed.
    package static func refusal(
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
                origin.lowercased().utf8.elementsEqual("http://\(authority.lowercased())".utf8)
                    || origin.lowercased().utf8.elementsEqual(
                        "https://\(authority.lowercased())".utf8)
            else { return crossSite }
        }
        return nil
    }

    private static var crossSite: Refusal {
        Refusal(
            status: 403, reason: "crossSite",
            message: "A page of another site may not send requests here.")
    }

    private static func hostRefusal(_ request: HTTPRequest, boundHost: String?) -> Refusal? {
        // The first Host is the authority; further ones stay header fields, and ``TargetHost`` adds
        // that of an absolute request URI.
        let others = HTTPField.Name("Host").map { request.headerFields[values: $0] } ?? []
        guard let authority = request.authority, !authority.isEmpty else {
            return Refusal(
                status: 400, reason: "missingHost",
                message:
                    "The request names no host. Send one Host field, as in: Host: localhost:8765.")
        }
        guard others.isEmpty else {
            return Refusal(
                status: 400, reason: "ambiguousHost",
                message:
                    "The request names more than one host. Send one Host field, and the same host in an "
                    + "absolute request URI.")
        }
        guard let host = Authority(authority)?.host else {
            return Refusal(
                status: 400, reason: "malformedHost",
                message:
                    "The Host field is malformed. Expected a name or an address and perhaps a port, as "
                    + "in: localhost:8765 or [::1]:8765.")
        }
        guard isAcceptable(host, boundHost: boundHost?.lowercased()) else {
            return Refusal(
                status: 403, reason: "foreignHost",
                message:
                    "The server answers only to the host it listens on and to this computer's names."
            )
        }
        return nil
    }

    private static func isAcceptable(_ host: String, boundHost: String?) -> Bool {
        if ["localhost", "127.0.0.1", "::1"].contains(host) { return true }
        guard let boundHost else { return false }
        // Listening everywhere, it is called by its addresses; only a name can be made to lead here.
        return host.utf8.elementsEqual(boundHost.utf8)
            || ["0.0.0.0", "::"].contains { boundHost.utf8.elementsEqual($0.utf8) }
                && isAddress(host)
    }

    private static func isAddress(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) { return true }
        return host.contains(":")
            && host.utf8.allSatisfy { Hexadecimal.value($0) != nil || $0 == UInt8(ascii: ":") }
    }
}
