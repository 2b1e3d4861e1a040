#if Sandbox
internal import HTTPTypes

/// Cross-origin requests of apps that run in browsers, from the origins that were named.
///
/// Adobe's endpoints only: never the pages, the forms or the sandbox's own paths.
struct CrossOrigin: Sendable {
    let origins: [String]

    /// Returns the origin of a request if it may read the answer.
    func origin(of request: HTTPRequest) -> String? {
        guard let origin = request.headerFields[.origin], covers(request.path ?? "/"),
            origins.contains(where: { isSame($0, origin) })
        else { return nil }
        return origin
    }

    /// Returns whether requests for a path may come from elsewhere.
    private func covers(_ path: String) -> Bool { path.hasPrefix("/api/") || path.hasPrefix("/o/") }

    /// The answer to a browser that asks whether it may send a request; `nil` if it does not ask.
    func preflight(_ request: HTTPRequest) -> Answer? {
        guard request.method == .options, origin(of: request) != nil,
            request.headerFields[.accessControlRequestMethod] != nil
        else { return nil }
        var answer = Answer(status: 204)
        answer.fields[.accessControlAllowMethods] = "GET, POST, DELETE"
        answer.fields[.accessControlAllowHeaders] =
            request.headerFields[.accessControlRequestHeaders]
        answer.fields[.accessControlMaxAge] = "600"
        return answer
    }

    /// Lets the origin of a request read an answer, and no other.
    func allow(_ fields: inout HTTPFields, for request: HTTPRequest) {
        guard let origin = origin(of: request) else {
            // The page of the gateway has a star for everybody, as Adobe's does.
            if request.headerFields[.origin] != nil { fields[.accessControlAllowOrigin] = nil }
            return
        }
        fields[.accessControlAllowOrigin] = origin
        fields.append(HTTPField(name: .vary, value: "Origin"))
        fields[.accessControlExposeHeaders] = "Date, Retry-After, X-Sandbox-Reason"
    }
}

extension SandboxConfiguration {
    /// Returns whether a text is an origin that can be named: no star, no path, not `null`.
    package static func isOrigin(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else {
            return false
        }
        let authority = text.dropFirst(scheme.count)
        return !authority.isEmpty && isSame(text, text.lowercased())
            && authority.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x3A).contains($0)
                    || [0x2D, 0x2E, 0x5B, 0x5D]
                        .contains($0)
            }
    }
}
#endif
