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
        guard let json, let code = json["code"]?.text ?? json["error"]?.text else {
            return nil
        }
        self.code = code
        action = json["action"]?.text
        status = json["status"]?.wholeNumber.map { Int(clamping: $0) }
        message = json["details"]?.text ?? json["message"]?.text
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
            json["requestor"]?["mvpds"]?.elements
            ?? json["mvpds"]?.elements ?? []
        var mappings: [String: HashedText] = [:]
        var temporary: Set<String> = []
        var logos: Set<HashedText> = []
        var hasInsecureLogo = false
        for mvpd in mvpds {
            guard let id = mvpd["id"]?.text else { continue }
            if let mapping = mvpd["platformMappingId"]?.text {
                mappings[id] = HashedText(mapping)
            }
            if mvpd["isTempPass"]?.boolean == true { temporary.insert(id) }
            if let logo = mvpd["logoUrl"]?.text {
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
        guard let action = json["actionName"]?.text else { return nil }
        self.action = action
        actionType = json["actionType"]?.text
        reason = json["reasonType"]?.text
        missing = json["missingParameters"]?.elements?.compactMap(\.text) ?? []
        code = json["code"]?.text.map { HashedText($0) }
        mvpd = json["mvpd"]?.text
        notBefore = json["notBefore"]?.lenientNumber
        notAfter = json["notAfter"]?.lenientNumber
        let url = json["url"]?.text
        place = url.map { HashedText(AddressParts($0).path) }
        isInsecure = url?.hasPrefix("http://") ?? false
        let question = json["authenticationRequest"]
        request = question?["request"]?.text.map {
            SAMLRequestText(
                $0,
                attributeNames: question?["attributesNames"]?.elements?.compactMap(\.text)
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
        guard let map = json["profiles"]?.members else { return nil }
        return map.map { name, value in
            ProfileAnswer(
                mvpd: name, type: value["type"]?.text ?? "",
                notAfter: value["notAfter"]?.lenientNumber,
                isPromotional: value["attributes"]?["remaining_resources"] != nil)
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
        json["decisions"]?.elements?.map { item in
            let token = item["token"]
            let (begin, end) = (
                token?["notBefore"]?.lenientNumber, token?["notAfter"]?.lenientNumber
            )
            return DecisionAnswer(
                resource: HashedText(item["resource"]?.text ?? ""),
                isPermit: item["authorized"]?.boolean ?? false,
                source: item["source"]?.text, error: ErrorAnswer(item["error"]),
                mediaToken: token?["serializedToken"]?.text.map { HashedText($0) },
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
        guard let map = json["logouts"]?.members else { return nil }
        return map.map { name, value in
            let url = value["url"]?.text
            let parts = url.map { AddressParts($0) }
            return LogoutAnswer(
                mvpd: name, action: value["actionName"]?.text ?? "",
                actionType: value["actionType"]?.text,
                place: parts.map { HashedText($0.path) }, host: parts?.host,
                isInsecure: url?.hasPrefix("http://") ?? false)
        }
    }
}
