/// A call of REST API v2, by its path.
struct V2Call: Hashable, Sendable {
    typealias Endpoint = V2Endpoint

    let endpoint: Endpoint
    let serviceProvider: String
    var mvpd: String?
    var code: HashedText?
    var partner: String?

    /// The path as reports show it: with service provider and MVPD, and the code as an ellipsis.
    var shownPath: String {
        endpoint.path.replacing("{serviceProvider}", with: serviceProvider)
            .replacing("{code}", with: "…").replacing("{mvpd}", with: mvpd ?? "{mvpd}")
            .replacing("{partner}", with: partner ?? "{partner}")
    }

    /// The result of matching a path.
    enum Match: Sendable {
        case call(V2Call)
        /// The path is one of REST API v2 with another method.
        case otherMethod(V2Call)
        /// The path begins like one of REST API v2 but is not one.
        case stray
        case none
    }

    /// Matches a path below the root of a host; literal segments win over names.
    static func match(method: String, segments: [String]) -> Match {
        guard segments.count >= 2, segments[0] == "api", segments[1] == "v2" else { return .none }
        let rest = Array(segments.dropFirst(2))
        guard let call = call(method, rest) else { return .stray }
        return call.endpoint.method == method
            || (method == "HEAD" && call.endpoint == .authenticate)
            ? .call(call) : .otherMethod(call)
    }

    private static func call(_ method: String, _ rest: [String]) -> V2Call? {
        let fitting = Endpoint.allCases.compactMap { V2Call($0, rest) }
        return fitting.first { $0.endpoint.method == method } ?? fitting.first
    }

    /// The third segments that are never a name, as longer paths have them.
    private static let reserved: Set = ["sso", "code"]

    private init?(_ endpoint: Endpoint, _ segments: [String]) {
        let template = endpoint.segments
        guard template.count == segments.count else { return nil }
        var names: [Substring: String] = [:]
        for (place, (part, segment)) in zip(template, segments).enumerated() {
            guard part.hasPrefix("{") else {
                guard part == segment else { return nil }
                continue
            }
            guard place != 0 || segment != "authenticate",
                place != 2 || !Self.reserved.contains(segment)
            else { return nil }
            names[part] = segment
        }
        self.endpoint = endpoint
        serviceProvider = names["{serviceProvider}"] ?? ""
        mvpd = names["{mvpd}"]
        code = names["{code}"].map { HashedText($0) }
        partner = names["{partner}"]
    }
}
