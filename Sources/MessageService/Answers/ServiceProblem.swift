package import WireText

/// The reason why a request was not answered, as a problem of RFC 9457.
package struct ServiceProblem: Error, Hashable, Sendable {
    /// The codes, stable across releases.
    package enum Code: String, Sendable, CaseIterable {
        case invalidRequest, invalidOptions, noMessage, missingHost, ambiguousHost, malformedHost
        case foreignHost, crossSite, noToken, trustIsReadOnly, notFound, methodNotAllowed
        case tooSlow, bodyTooLarge, unsupportedMediaType, busy, timeLimit, outOfSpace, stopped
        case internalError

        /// The status of the answer.
        var status: Int {
            switch self {
            case .invalidRequest, .invalidOptions, .missingHost, .ambiguousHost, .malformedHost: 400
            case .noToken: 401
            case .foreignHost, .crossSite, .trustIsReadOnly: 403
            case .notFound: 404
            case .methodNotAllowed: 405
            case .tooSlow: 408
            case .bodyTooLarge: 413
            case .unsupportedMediaType: 415
            case .noMessage: 422
            case .internalError: 500
            case .busy, .timeLimit, .stopped: 503
            case .outOfSpace: 507
            }
        }

        /// The short name of the problem.
        var title: String {
            switch self {
            case .invalidRequest: "The request is malformed"
            case .invalidOptions: "An option is wrong"
            case .noMessage: "No SAML message was found"
            case .missingHost, .ambiguousHost, .malformedHost: "The host is not clear"
            case .foreignHost: "The host is another one"
            case .crossSite: "The request comes from another site"
            case .noToken: "The access token is missing or wrong"
            case .trustIsReadOnly: "The trust of this server is fixed"
            case .notFound: "There is nothing here"
            case .methodNotAllowed: "The method is not allowed here"
            case .tooSlow: "The request came too slowly"
            case .bodyTooLarge: "The request is too large"
            case .unsupportedMediaType: "The media type is not read here"
            case .busy: "The server is busy"
            case .timeLimit: "The request took too long"
            case .outOfSpace: "There is no room for the request"
            case .stopped: "The request was stopped"
            case .internalError: "The server failed"
            }
        }
    }

    /// The code.
    package let code: Code
    /// The sentences about what is wrong, what was expected and what to do.
    package let detail: String
    /// The methods that are allowed, of a request with another.
    var allowed: String?

    /// Creates a problem.
    package init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The problem as a JSON object.
    package var json: JSONValue {
        .object([
            ("type", .string("about:blank")), ("title", .string(code.title)),
            ("status", .integer(code.status)), ("detail", .string(detail)),
            ("code", .string(code.rawValue)),
        ])
    }

    static let busy = ServiceProblem(
        .busy, "The server answers as many requests as it may. Repeat the request in a second.")
    static let timeLimit = ServiceProblem(
        .timeLimit,
        "The answer took longer than the server allows one request (--time-limit). Send less, or use "
            + "samlkit batch.")
}
