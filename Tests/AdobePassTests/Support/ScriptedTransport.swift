import AdobePass
import HTTPTypes
import XCTest

/// Answers requests by their documented path, from a list for each, and keeps what was sent.
///
/// The last answer of a list is given again and again. A request without an answer gets 404, which no
/// test expects.
actor ScriptedTransport: Pass.Transport {
    struct Answer: Sendable {
        let result: Result<Pass.Response, Pass.TransportError>

        static func json(_ body: String, status: Int = 200) -> Answer {
            body8(Array(body.utf8), type: "application/json;charset=UTF-8", status: status)
        }

        static func text(_ body: String, type: String, status: Int = 200) -> Answer {
            body8(Array(body.utf8), type: type, status: status)
        }

        static func body8(_ body: [UInt8], type: String, status: Int = 200) -> Answer {
            var head = HTTPResponse(status: .init(code: status))
            head.headerFields[.contentType] = type
            return Answer(result: .success(Pass.Response(head: head, body: body)))
        }

        static func throttled(retryAfter: String? = nil) -> Answer {
            var head = HTTPResponse(status: .init(code: 429))
            head.headerFields[.contentType] = "text/html"
            head.headerFields[.retryAfter] = retryAfter
            let page = "<html><body><center>openresty</center></body></html>"
            return Answer(result: .success(Pass.Response(head: head, body: Array(page.utf8))))
        }

        static func unavailable(retryAfter: String) -> Answer {
            var head = HTTPResponse(status: .serviceUnavailable)
            head.headerFields[.retryAfter] = retryAfter
            return Answer(result: .success(Pass.Response(head: head)))
        }

        static func status(_ status: Int) -> Answer {
            Answer(result: .success(Pass.Response(head: .init(status: .init(code: status)))))
        }

        static func error(
            _ code: Pass.TransportError.Code, mayHaveReachedServer: Bool
        ) -> Answer {
            Answer(
                result: .failure(
                    Pass.TransportError(code, mayHaveReachedServer: mayHaveReachedServer)))
        }

        static func enhanced(
            _ code: String, action: String, status: Int, message: String = "text"
        ) -> Answer {
            json(
                """
                {"action":"\(action)","status":\(status),"code":"\(code)","message":"\(message)",
                 "helpUrl":"https://example.com/help","trace":"t"}
                """, status: status)
        }

        static let foreignToken = enhanced(
            "invalid_access_token_client_application", action: "application-registration",
            status: 401)
    }

    private var answers: [String: [Answer]]
    private(set) var sent: [Pass.Request] = []
    /// How many turns of the scheduler a request takes, so that callers can overlap.
    private let turns: Int
    /// An access token that every call with it is refused for.
    private let refusedToken: String?

    init(
        _ answers: [String: [Answer]] = [:], turns: Int = 0, refusing refusedToken: String? = nil
    ) {
        self.answers = Self.registration.merging(answers) { $1 }
        self.turns = turns
        self.refusedToken = refusedToken
    }

    func send(_ request: Pass.Request) async throws(Pass.TransportError) -> Pass.Response {
        sent.append(request)
        for _ in 0..<turns { await Task.yield() }
        if let refusedToken, request.fields["authorization"] == "Bearer \(refusedToken)" {
            return try Answer.foreignToken.result.get()
        }
        let path = request.path
        guard var list = answers[path], let answer = list.first else {
            return Pass.Response(head: .init(status: .notFound))
        }
        if list.count > 1 {
            list.removeFirst()
            answers[path] = list
        }
        return try answer.result.get()
    }

    /// The requests besides those of client registration.
    var calls: [Pass.Request] { sent.filter { !$0.path.hasPrefix("/o/client/") } }

    func count(_ path: String) -> Int { sent.filter { $0.path == path }.count }

    static let credentials = """
        {"client_id":"id1","client_secret":"secret1","client_id_issued_at":1723471234,
         "redirect_uris":[],"grant_types":["client_credentials"],"scopes":["api:client:v2"]}
        """

    static func token(_ token: String, lifetime: Int = 21600) -> Answer {
        .json(
            """
            {"id":"x","access_token":"\(token)","created_at":1,"expires_in":\(lifetime),
             "token_type":"bearer"}
            """, status: 201)
    }

    private static let registration: [String: [Answer]] = [
        "/o/client/register": [.json(credentials, status: 201)],
        "/o/client/token": [token("token1"), token("token2"), token("token3")],
    ]
}

extension Pass.Request {
    /// The path without the query.
    var path: String {
        String((head.path ?? "").prefix { $0 != "?" })
    }

    /// The query without the question mark.
    var query: String? {
        let parts = (head.path ?? "").split(separator: "?", maxSplits: 1)
        return parts.count > 1 ? String(parts[1]) : nil
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The header fields by lower-case name.
    var fields: [String: String] {
        Dictionary(
            head.headerFields.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { $1 })
    }
}
