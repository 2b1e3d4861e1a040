internal import WireText

/// The content of an answer, as far as rules look at it.
enum Answer: Sendable {
    /// The capture does not have the body.
    case missing
    /// There is no body, or one that is not JSON.
    case none
    indirect case error(ErrorAnswer)
    indirect case client(ClientAnswer)
    indirect case token(TokenAnswer)
    case configuration(ConfigurationAnswer)
    indirect case session(SessionAnswer)
    case profiles([ProfileAnswer])
    case decisions([DecisionAnswer])
    case logouts([LogoutAnswer])
    indirect case framework(hasResponse: HashedText?)
    /// JSON of another form.
    case other
}

/// An enhanced error, or one of the registration.
struct ErrorAnswer: Hashable, Sendable {
    let code: String
    let action: String?
    let status: Int?
    var message: String?

    init?(_ json: JSONValue?) {
        guard let json, let code = json.member("code")?.text ?? json.member("error")?.text else {
            return nil
        }
        self.code = code
        action = json.member("action")?.text
        status = json.member("status")?.wholeNumber.map { Int(clamping: $0) }
        message = json.member("details")?.text ?? json.member("message")?.text
    }

    /// A Boolean value that indicates whether the error says that the profile is gone.
    var isAuthentication: Bool { action == "authentication" }
}

struct ClientAnswer: Sendable {
    let clientID: HashedText
    let secret: HashedText?
    let scopes: [String]?
}

struct TokenAnswer: Sendable {
    let token: HashedText
    /// The life of the token in seconds.
    let lifetime: Int64?
}

/// A configuration: equal ones share one value.
final class ConfigurationAnswer: Sendable {
    /// The identifiers of Apple's of the MVPDs that have one.
    let mappings: [String: HashedText]
    let temporary: Set<String>
    let logoPlaces: Set<HashedText>
    let hasInsecureLogo: Bool

    init(_ json: JSONValue) {
        let mvpds =
            json.member("requestor")?.member("mvpds")?.elements
            ?? json.member("mvpds")?.elements ?? []
        var mappings: [String: HashedText] = [:]
        var temporary: Set<String> = []
        var logos: Set<HashedText> = []
        var hasInsecureLogo = false
        for mvpd in mvpds {
            guard let id = mvpd.member("id")?.text else { continue }
            if let mapping = mvpd.member("platformMappingId")?.text {
                mappings[id] = HashedText(mapping)
            }
            if mvpd.member("isTempPass")?.boolean == true { temporary.insert(id) }
            if let logo = mvpd.member("logoUrl")?.text {
                logos.insert(HashedText(AddressParts(logo).place))
                if logo.hasPrefix("http://") { hasInsecureLogo = true }
            }
        }
        self.mappings = mappings
        self.temporary = temporary
        logoPlaces = logos
        self.hasInsecureLogo = hasInsecureLogo
    }
}

struct SessionAnswer: Sendable {
    let action: String
    let actionType: String?
    let reason: String?
    let missing: [String]
    let code: HashedText?
    let mvpd: String?
    /// The validity of the code in milliseconds of the server's clock.
    let notBefore: Int64?
    let notAfter: Int64?
    /// The address to continue with, without its query, as a hash.
    let place: HashedText?
    let isInsecure: Bool
    let request: SAMLRequestText?

    init?(_ json: JSONValue) {
        guard let action = json.member("actionName")?.text else { return nil }
        self.action = action
        actionType = json.member("actionType")?.text
        reason = json.member("reasonType")?.text
        missing = json.member("missingParameters")?.elements?.compactMap(\.text) ?? []
        code = json.member("code")?.text.map { HashedText($0) }
        mvpd = json.member("mvpd")?.text
        notBefore = json.member("notBefore")?.lenientNumber
        notAfter = json.member("notAfter")?.lenientNumber
        let url = json.member("url")?.text
        place = url.map { HashedText(AddressParts($0).path) }
        isInsecure = url?.hasPrefix("http://") ?? false
        let question = json.member("authenticationRequest")
        request = question?.member("request")?.text.map {
            SAMLRequestText(
                $0,
                attributeNames: question?.member("attributesNames")?.elements?.compactMap(\.text)
                    ?? [])
        }
    }
}

struct ProfileAnswer: Hashable, Sendable {
    let mvpd: String
    let type: String
    let notAfter: Int64?
    let isPromotional: Bool

    static func all(in json: JSONValue) -> [ProfileAnswer]? {
        guard let map = json.member("profiles"), map.isObject else { return nil }
        return map.members.map { name, value in
            ProfileAnswer(
                mvpd: name, type: value.member("type")?.text ?? "",
                notAfter: value.member("notAfter")?.lenientNumber,
                isPromotional: value.member("attributes")?.member("remaining_resources") != nil)
        }
    }
}

struct DecisionAnswer: Hashable, Sendable {
    let resource: HashedText
    let isPermit: Bool
    let source: String?
    let error: ErrorAnswer?
    /// The media token, as a hash, and its end in milliseconds of the server's clock.
    let mediaToken: HashedText?
    let tokenEnd: Int64?
    let tokenLife: Int64?

    static func all(in json: JSONValue) -> [DecisionAnswer]? {
        json.member("decisions")?.elements?.map { item in
            let token = item.member("token")
            let (begin, end) = (
                token?.member("notBefore")?.lenientNumber, token?.member("notAfter")?.lenientNumber
            )
            return DecisionAnswer(
                resource: HashedText(item.member("resource")?.text ?? ""),
                isPermit: item.member("authorized")?.boolean ?? false,
                source: item.member("source")?.text, error: ErrorAnswer(item.member("error")),
                mediaToken: token?.member("serializedToken")?.text.map { HashedText($0) },
                tokenEnd: end, tokenLife: begin.flatMap { begin in end.map { $0 - begin } })
        }
    }
}

struct LogoutAnswer: Hashable, Sendable {
    let mvpd: String
    let action: String
    let actionType: String?
    let place: HashedText?
    /// The host of the address to open, for the reader of a finding.
    let host: String?
    let isInsecure: Bool

    static func all(in json: JSONValue) -> [LogoutAnswer]? {
        guard let map = json.member("logouts"), map.isObject else { return nil }
        return map.members.map { name, value in
            let url = value.member("url")?.text
            let parts = url.map { AddressParts($0) }
            return LogoutAnswer(
                mvpd: name, action: value.member("actionName")?.text ?? "",
                actionType: value.member("actionType")?.text,
                place: parts.map { HashedText($0.path) }, host: parts?.host,
                isInsecure: url?.hasPrefix("http://") ?? false)
        }
    }
}
