internal import PayloadCoding
internal import WireText

/// The value of `AP-Partner-Framework-Status`.
final class FrameworkStatus: Sendable {
    let hash: HashedText
    /// The way in which the value differs from Adobe's format, if it does.
    let defect: String?
    let accessStatus: String?
    /// The identifier of the provider, as a hash.
    let provider: HashedText?
    /// The expiration of the sign-in, in milliseconds since 1970.
    let expiration: Int64?

    private static let words = ["granted", "denied", "restricted", "notDetermined"]

    init(_ value: String) {
        hash = HashedText(value)
        let json = (try? Base64.decode(Array(value.utf8))).flatMap { JSONValue(reading: $0) }
        let information = json?["frameworkProviderInfo"]
        accessStatus = json?["frameworkPermissionInfo"]?["accessStatus"]?.text
        provider = information?["id"]?.text.flatMap {
            $0.isEmpty ? nil : HashedText($0)
        }
        expiration = information?["expirationDate"]?.lenientNumber
        defect = Self.defect(value, json, accessStatus, information)
    }

    private static func defect(
        _ value: String, _ json: JSONValue?, _ access: String?, _ information: JSONValue?
    ) -> String? {
        if value.contains("%") { return "it is percent-encoded" }
        guard let json else { return "it is not standard Base64 of JSON" }
        guard json.members != nil else { return "its JSON is not an object" }
        guard let access else { return "frameworkPermissionInfo.accessStatus is missing" }
        guard words.contains(access) else {
            return "accessStatus is none of \(words.joined(separator: ", "))"
        }
        guard let information, information.members != nil else {
            return "frameworkProviderInfo is missing; it is {} when nobody is signed in"
        }
        switch information["expirationDate"] {
        case nil, .null: return nil
        case .string(let text):
            guard let number = Int64(text) else {
                return "expirationDate is a text that is not a number of milliseconds"
            }
            return number < 100_000_000_000
                ? "expirationDate counts seconds; expected milliseconds" : nil
        default: return "expirationDate is a JSON number; expected a string"
        }
    }

    /// Returns the reason why the status cannot be used for a call, if there is one.
    ///
    /// - Parameter now: The time of the call in milliseconds, `nil` if it is not known.
    /// - Returns: The reason, `nil` for a status that can be used.
    func unusable(at now: Int64?) -> String? {
        if let defect { return defect }
        guard accessStatus == "granted" else {
            return "accessStatus is \(accessStatus ?? "missing")"
        }
        guard provider != nil else { return "there is no provider" }
        guard let expiration else { return "there is no expirationDate" }
        // The clock of the device may be a minute off.
        guard let now, expiration < now - 60_000 else { return nil }
        return "it expired \((now - expiration) / 1000) s before the call"
    }
}

/// The value of `AD-Service-Token`, `Adobe-Subject-Token` or Roku's field.
struct SignedToken: Hashable, Sendable {
    let field: String
    let hash: HashedText
    /// The end of the token in seconds since 1970; `nil` if the token cannot be read or has none.
    let expiration: Int64?
    let isUnsigned: Bool
    /// A Boolean value that indicates whether the token is a JWS whose claims can be read.
    let isReadable: Bool

    init(field: String, _ value: String) {
        self.field = field
        hash = HashedText(value)
        let claims = JWTClaims(value)
        expiration = claims?.expiration
        isUnsigned = claims?.isUnsigned ?? false
        isReadable = claims != nil
    }
}

/// The claims of a JSON Web Token, as far as it can be read without a key.
struct JWTClaims: Hashable, Sendable {
    let expiration: Int64?
    let scopes: String?
    let isUnsigned: Bool

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.json(parts[0]), let claims = Self.json(parts[1])
        else { return nil }
        expiration = claims["exp"]?.wholeNumber
        scopes =
            claims["scopes"]?.text
            ?? claims["scopes"]?.elements?.compactMap(\.text).joined(separator: " ")
        isUnsigned = header["alg"]?.text?.lowercased() == "none"
    }

    private static func json(_ part: Substring) -> JSONValue? {
        var digits = part.utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
        guard let bytes = try? Base64.decode(digits), let json = JSONValue(reading: bytes),
            json.members != nil
        else { return nil }
        return json
    }
}
