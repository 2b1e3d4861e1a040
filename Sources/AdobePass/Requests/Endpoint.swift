internal import HTTPTypes
internal import WireText

/// A request before it has a host and a token.
struct Endpoint: Sendable {
    /// The host of an environment that it goes to.
    enum Service: Sendable { case v2, v1, registration, ssoService }

    /// The cases in which a request is sent again.
    enum Repetition: Sendable {
        /// It may: it only reads, or does the same once more without harm.
        case always
        /// Only if nothing was done.
        case unlessDone
        /// It is not: somebody asks again anyhow, at a pace of its own.
        case never
    }

    let method: HTTPRequest.Method
    let service: Service
    /// The path as it is documented, with names for what varies; this one is logged.
    let template: String
    /// The path as it is sent.
    let path: String
    /// The case in which it is sent again although it may have reached the server.
    var repetition: Repetition
    /// A Boolean value that indicates whether a success has JSON in its body.
    var hasJSONAnswer = true
    /// Returns whether a success has the body that the endpoint is documented to send.
    var canRead: @Sendable ([UInt8]) -> Bool = AnswerReading.isStructured
    /// A Boolean value that indicates whether it carries the service token, if there is one.
    var takesServiceToken = false
    var query = FieldList()
    var fields = HTTPFields()
    var body: [UInt8] = []

    /// Creates a request to a documented path.
    ///
    /// - Throws: If a segment is empty, or one that changes which path it is.
    init(
        _ method: HTTPRequest.Method, _ service: Service, _ template: String,
        _ segments: [String] = []
    ) throws(Pass.ExchangeError) {
        var path = ""
        var rest = template[...]
        for segment in segments {
            guard let open = rest.firstIndex(of: "{"), let close = rest.firstIndex(of: "}") else {
                break
            }
            let name = rest[rest.index(after: open)..<close]
            guard !segment.isEmpty, segment != ".", segment != ".." else {
                throw Pass.ExchangeError(.invalidArgument, subject: String(name))
            }
            path += rest[..<open]
            path += PercentEscape.text(segment)
            rest = rest[rest.index(after: close)...]
        }
        self.method = method
        repetition = method == .get ? .always : .unlessDone
        self.service = service
        self.template = template
        self.path = path + rest
    }

    /// Makes the body a form.
    mutating func setForm(_ form: FieldList) throws(Pass.ExchangeError) {
        body = form.bytes
        try fields.set(.contentType, "application/x-www-form-urlencoded")
    }

    /// Makes the body JSON.
    mutating func setJSON(_ bytes: [UInt8]) throws(Pass.ExchangeError) {
        body = bytes
        try fields.set(.contentType, "application/json;charset=utf-8")
    }

    /// The request for a transport.
    func request(
        in environment: Pass.Environment, token: DCR.AccessToken?, timeout: Duration
    ) throws(Pass.ExchangeError) -> Pass.Request {
        let url =
            switch service {
            case .v2: environment.v2
            case .v1: environment.v1
            case .registration: environment.registration
            case .ssoService: environment.ssoService
            }
        var fields = fields
        if let token { try fields.set(.authorization, "Bearer \(token.token)") }
        let query = query.isEmpty ? "" : "?\(query.text)"
        return Pass.Request(
            head: HTTPRequest(
                method: method, scheme: url.scheme, authority: url.authority,
                path: url.prefix + path + query, headerFields: fields),
            body: body, timeout: timeout)
    }
}
