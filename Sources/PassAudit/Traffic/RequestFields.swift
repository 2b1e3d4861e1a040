internal import Captures
internal import PayloadCoding
internal import WireText

/// The header fields of a request that the rules look at.
///
/// Requests of an app have the same fields again and again; those that are equal share one value.
final class RequestFields: Sendable {
    /// The value of `Authorization`.
    enum Authorization: Hashable, Sendable {
        case absent
        /// The recorder removed the value.
        case redacted
        case bearer(HashedText)
        /// Not `Bearer` and one token.
        case malformed
    }

    let isRecorded: Bool
    let authorization: Authorization
    /// The claims of the access token, if it is a JWT.
    let claims: JWTClaims?
    let device: DeviceIdentifier?
    let information: DeviceInformation?
    let status: FrameworkStatus?
    let serviceToken: SignedToken?
    let subjectToken: SignedToken?
    /// The problem of `AP-TempPass-Identity`, empty if it is a hash; `nil` without the field.
    let identity: String?
    let forwardedFor: String?
    let userAgent: String?
    let isBrowser: Bool
    let contentType: String?
    let accept: String?
    let sdk: String?
    /// The names of Adobe's own fields, in lower case.
    let ownNames: [String]
    /// The names of other fields that begin with `x-`, in lower case.
    let extensionNames: [String]
    /// The name of a secret in `Referer`.
    let refererSecret: String?
    /// The secrets in `Authorization` and Adobe's own fields, and their kinds.
    let secrets: [HashedText]
    let isRevalidation: Bool
    let redactedNames: [String]

    static let none = RequestFields(HTTPHeaders())

    init(_ headers: HTTPHeaders) {
        isRecorded = !headers.fields.isEmpty
        func value(_ name: String) -> String? {
            headers[name].flatMap { Self.isRedacted($0) ? nil : $0 }
        }
        redactedNames = headers.fields.filter { Self.isRedacted($0.value) }
            .map { $0.name.lowercased() }
        let bearers = headers.fields.filter { $0.name.lowercased() == "authorization" }
        var claims: JWTClaims?
        switch bearers.count {
        case 0: authorization = .absent
        case 1 where Self.isRedacted(bearers[0].value): authorization = .redacted
        case 1:
            let words = bearers[0].value.split(separator: " ", omittingEmptySubsequences: false)
            if words.count == 2, words[0].lowercased() == "bearer", !words[1].isEmpty,
                Self.isRedacted(String(words[1]))
            {
                authorization = .redacted
            } else if words.count == 2, words[0] == "Bearer" || words[0] == "bearer",
                !words[1].isEmpty
            {
                authorization = .bearer(HashedText(String(words[1])))
                claims = JWTClaims(String(words[1]))
            } else {
                authorization = .malformed
            }
        default: authorization = .malformed
        }
        self.claims = claims
        device = value("AP-Device-Identifier").map { DeviceIdentifier($0) }
        information = value("X-Device-Info").map { DeviceInformation($0) }
        status = value("AP-Partner-Framework-Status").map { FrameworkStatus($0) }
        serviceToken = value("AD-Service-Token").map { SignedToken(field: "AD-Service-Token", $0) }
        subjectToken =
            value("Adobe-Subject-Token").map { SignedToken(field: "Adobe-Subject-Token", $0) }
            ?? value("X-Roku-Reserved-Roku-Connect-Token").map {
                SignedToken(field: "X-Roku-Reserved-Roku-Connect-Token", $0)
            }
        identity = value("AP-TempPass-Identity").map(Self.problem(ofIdentity:))
        forwardedFor = value("X-Forwarded-For")
        userAgent = value("User-Agent")
        isBrowser = userAgent?.hasPrefix("Mozilla/") ?? false
        contentType = value("Content-Type")
        accept = value("Accept")
        sdk =
            headers["AP-SDK-Identifier"] != nil
            ? "AP-SDK-Identifier"
            : headers["pass_sfp"] != nil || headers["Cookie"]?.contains("pass_sfp=") == true
                ? "pass_sfp" : nil
        let names = headers.fields.map { $0.name.lowercased() }
        ownNames = names.filter { name in Self.ownPrefixes.contains { name.hasPrefix($0) } }
        extensionNames = names.filter { name in
            name.hasPrefix("x-") && !Self.commonNames.contains(name)
                && !Self.commonPrefixes.contains { name.hasPrefix($0) }
                && !Self.ownPrefixes.contains { name.hasPrefix($0) }
        }
        refererSecret = value("Referer").flatMap { SecretInAddress.first(in: AddressParts($0)) }
        secrets = [authorization.token, serviceToken?.hash].compactMap(\.self)
        isRevalidation = headers["If-None-Match"] != nil || headers["If-Modified-Since"] != nil
    }

    static let ownPrefixes = ["ap-", "ad-", "adobe-", "x-sso-", "x-roku-reserved-"]
    private static let commonNames: Set<String> = [
        "x-device-info", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host",
        "x-forwarded-port", "x-real-ip", "x-requested-with", "x-request-id", "x-correlation-id",
        "x-amzn-trace-id", "x-cloud-trace-context", "x-newrelic-id", "x-dynatrace", "x-instana-t",
        "x-client-data", "x-sandbox-fault",
    ]
    private static let commonPrefixes = ["x-b3-", "x-datadog-", "x-newrelic-", "x-dynatrace-"]

    /// Returns whether a recorder replaced a value with a text.
    static func isRedacted(_ value: String) -> Bool {
        let text = value.lowercased()
        return [
            "redacted", "[redacted]", "<redacted>", "(redacted)", "[removed]", "<removed>",
            "removed", "[hidden]", "<hidden>", "[filtered]", "██",
        ].contains(text) || (text.count >= 3 && text.allSatisfy { $0 == "*" || $0 == "█" })
            || text.hasPrefix("redacted_") || text == "bearer redacted" || text == "bearer ***"
    }

    /// Returns the reason why the identity of a TempPass is not a hash; an empty text if it is one.
    private static func problem(ofIdentity value: String) -> String {
        guard let bytes = try? Base64.decodeWrapped(Array(value.utf8)) else {
            return value.contains("@") ? "it holds an address" : "it is not Base64"
        }
        if bytes.contains(UInt8(ascii: "@")) { return "it holds an address" }
        guard let members = JSONValue(reading: bytes)?.members else { return "" }
        let isDigest = members.allSatisfy { member in
            guard let text = member.value.text else { return true }
            let isHexadecimal =
                text.count >= 40 && text.utf8.allSatisfy { Hexadecimal.value($0) != nil }
            let isBase64 = text.count >= 28 && (try? Base64.decode(Array(text.utf8))) != nil
            return isHexadecimal || isBase64
        }
        return isDigest ? "" : "a value in it is not a digest"
    }
}

extension RequestFields.Authorization {
    /// The access token as a hash, if there is one.
    var token: HashedText? {
        if case .bearer(let token) = self { token } else { nil }
    }
}
