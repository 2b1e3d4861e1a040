internal import Captures
internal import WireText

/// The parameters and the body of a request to Adobe, as far as rules look at them.
struct RequestContent: Hashable, Sendable {
    /// The part of the body that the capture has.
    enum State: Hashable, Sendable {
        case recorded, empty, missing
    }

    /// The form that a body has, whatever its media type says.
    enum Shape: Hashable, Sendable {
        case none, form, json, other
    }

    var state = State.empty
    var shape = Shape.none
    /// The parameters of the URL; secrets and long values as hashes.
    var query: [Parameter] = []
    var form: [Parameter] = []
    /// The names of the members of a JSON body.
    var members: [String] = []
    /// The resources of a decision; `nil` if there is no list of texts.
    var resources: [HashedText]?
    var clientID: HashedText?
    var clientSecret: HashedText?
    var statement: HashedText?
    var saml: SAMLField?
    /// The name of another field or member that seems to hold the SAML response.
    var misnamedSAML: String?
    /// The URL that the browser comes back to, without its query, as a hash.
    var redirectPlace: HashedText?
    /// The way in which `redirectUrl` is not encoded exactly once.
    var redirectDefect: String?
    /// The token handed to the device's framework, and the names of the attributes.
    var verificationToken: HashedText?
    var verificationByteCount = 0
    var attributeNames: [String] = []
    /// The secrets in the body.
    var secrets: [HashedText] = []

    init() {}

    init(query: String?, body: HTTPBody, mediaType: String?) {
        self.query = (query.map { Parameter.all(in: $0) } ?? []).map(Self.shortened)
        note(redirect: query.flatMap { Parameter.all(in: $0).value(of: "redirectUrl") })
        switch body.state {
        case .empty: break
        case .present, .tooLarge, .truncated: state = .recorded
        case .notRecorded:
            // Formats without bodies say so for requests that have none, too.
            state = .missing
        case .dropped, .redacted, .undecodable: state = .missing
        }
        guard state == .recorded, !body.bytes.isEmpty else { return }
        let first = body.bytes.first { !$0.isWhiteSpace }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            shape = .json
            JSONValue(reading: body.bytes).map { read($0) }
        } else {
            let type = (mediaType ?? body.mediaType ?? "").lowercased()
            shape = type.hasPrefix("multipart/") ? .other : .form
            if shape == .form { read(form: body) }
        }
    }

    private mutating func read(form body: HTTPBody) {
        let isExact = body.exactness == .wire || body.exactness == .decoded
        for part in body.bytes[...].pieces(separatedBy: UInt8(ascii: "&")) {
            let text = String(decoding: part, as: UTF8.self)
            guard let parameter = Parameter.all(in: text).first else { continue }
            note(parameter)
            form.append(Self.shortened(parameter))
            if parameter.name == "SAMLResponse" {
                let raw = Array(part.drop { $0 != UInt8(ascii: "=") }.dropFirst())
                saml = raw.isEmpty ? nil : SAMLField(raw: raw, isExact: isExact)
            } else if parameter.value.hasPrefix("PHNhbWxw") {
                misnamedSAML = parameter.name
            }
        }
    }

    private mutating func read(_ json: JSONValue) {
        for (name, value) in json.members ?? [] {
            members.append(name)
            guard let text = value.text else { continue }
            note(Parameter(name: name, value: text))
            if name == "SAMLResponse" || text.hasPrefix("PHNhbWxw") { misnamedSAML = name }
        }
        if let list = json["resources"]?.elements {
            let texts = list.compactMap(\.text)
            if texts.count == list.count { resources = texts.map { HashedText($0) } }
        }
        if let token = json["verificationToken"]?.text {
            verificationToken = HashedText(token)
            verificationByteCount = token.utf8.count
        }
        attributeNames = json["attributeNames"]?.elements?.compactMap(\.text) ?? []
    }

    private mutating func note(_ parameter: Parameter) {
        let hash = { HashedText(parameter.value) }
        switch parameter.name {
        case "client_id": clientID = hash()
        case "client_secret":
            clientSecret = hash()
            secrets.append(hash())
        case "software_statement": statement = hash()
        case "access_token", "SAMLResponse", "serviceToken": secrets.append(hash())
        case "redirectUrl": note(redirect: parameter.value)
        default: break
        }
    }

    private mutating func note(redirect value: String?) {
        guard let value, !value.isEmpty else { return }
        let address = AddressParts(value)
        let lowercased = value.lowercased()
        if lowercased.contains("%3a%2f%2f") {
            redirectDefect = "it is still percent-encoded after one decoding"
        } else if address.scheme.isEmpty {
            redirectDefect = "it is not an absolute URL after one decoding"
        }
        redirectPlace = HashedText(address.place)
    }

    private static let longest = 64

    /// Returns a parameter with a value that may be kept: secrets and long values are hashed.
    private static func shortened(_ parameter: Parameter) -> Parameter {
        let isKept =
            ["mvpd", "domainName", "grant_type", "profile", "requestor", "requestor_id"]
            .contains(parameter.name) && parameter.value.utf8.count <= longest
        return isKept || parameter.value.isEmpty
            ? parameter
            : Parameter(name: parameter.name, value: "\(HashedText(parameter.value))")
    }
}

/// The content of a request, which most requests share because they have none.
final class RequestBox: Sendable {
    let content: RequestContent

    static let empty = RequestBox(RequestContent())

    init(_ content: RequestContent) {
        self.content = content
    }
}

extension [Parameter] {
    /// Returns the value of the first parameter with a name.
    func value(of name: String) -> String? {
        first { $0.name == name }?.value
    }

    /// Returns whether there is a parameter with a name and a value.
    func has(_ name: String) -> Bool { !(value(of: name) ?? "").isEmpty }
}
