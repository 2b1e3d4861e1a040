internal import SAMLBindings
internal import WireText

extension CaptureFormat {
    /// The file is a session archive of Fiddler (`.saz`).
    package static let fiddlerArchive = CaptureFormat(
        "saz", "a session archive of Fiddler",
        .members(
            isContainer: { names in names.contains { FiddlerArchive.session(of: $0) != nil } },
            open: { members, context in
                let archive = FiddlerArchive(members: members, context: context)
                return MemberExchanges(of: archive.sessions, context) {
                    (session, place) throws(CaptureError) in
                    [.exchange(try archive.exchange(session, at: place))]
                }
            }))
}

/// A session archive of Fiddler: a zip with the raw request, the raw response and a description for each session.
struct FiddlerArchive {
    let members: ZipMembers
    let context: CaptureContext

    /// The names of the sessions' members, without what tells them from each other.
    var sessions: [String] {
        var sessions: [String] = []
        // The names are sorted by their numbers, so that those of a session follow one another.
        for name in members.names {
            if let session = Self.session(of: name), session != sessions.last {
                sessions.append(session)
            }
        }
        return sessions
    }

    /// Returns the beginning of a request's or response's name, `raw/<number>_`; `nil` for other names.
    static func session(of name: String) -> String? {
        guard name.hasSuffix("_c.txt") || name.hasSuffix("_s.txt"), name.hasPrefix("raw/") else {
            return nil
        }
        let session = name.dropLast("c.txt".count)
        let number = session.dropFirst("raw/".count).dropLast()
        return !number.isEmpty && number.utf8.allSatisfy(\.isDigit) ? String(session) : nil
    }

    /// Returns the exchange of a session.
    func exchange(
        _ session: String, at source: MessageSource
    ) throws(CaptureError) -> HTTPExchange {
        let damage = CaptureError(.invalidCapture, detail: CaptureFormat.fiddlerArchive.title)
        guard let sent = try content(of: "\(session)c.txt"),
            let request = WireMessage.Request(parsing: sent, with: context.bodies)
        else { throw damage }
        let details = FiddlerDetails(try content(of: "\(session)m.xml") ?? [])
        var exchange = HTTPExchange(
            request, scheme: details.isSecure ? "https" : "http", at: source, by: "Fiddler")
        if exchange.kind == .http, members.contains("\(session)w.txt") {
            exchange.kind = .webSocket
        }
        if let received = try content(of: "\(session)s.txt"), !received.isEmpty {
            guard let response = WireMessage.Response(parsing: received, with: context.bodies)
            else { throw damage }
            exchange.recordOfFiddler(response)
        }
        exchange.start = details.start
        exchange.duration = details.duration
        exchange.client = details.client
        exchange.server = details.server
        exchange.comment = details.comment
        exchange.completeSource()
        return exchange
    }

    /// The content of a member; `nil` if there is none.
    private func content(of name: String) throws(CaptureError) -> [UInt8]? {
        guard members.contains(name) else { return nil }
        // The headers come on top of the largest body.
        let limit = context.limit + HTTPFields.limit
        let content = try members.content(of: name, limit: limit)
        guard content.isWhole else { throw CaptureError(.inputTooLarge) }
        return content.bytes
    }
}

extension HTTPExchange {
    /// Takes a response, or its absence, which Fiddler writes as a response of its own.
    mutating func recordOfFiddler(_ response: WireMessage.Response) {
        record(response)
        if let reason = response.reason, reason.hasPrefix("Fiddler - "),
            response.status == 502 || response.status == 504
        {
            outcome = .failed(reason)
        }
    }
}
