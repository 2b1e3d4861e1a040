import AdobePass
import PassTokens
import ProfileProcessing
import SAML2
import WireText

/// The result of sending a response.
enum ExchangeReport {
    /// v2: the returned profiles, possibly none.
    case profiles(RESTv2.Profiles)
    /// v1: the device has a token now.
    case token
    /// An error, with the reason if a sandbox gave one.
    case refusal(Pass.ExchangeError, reason: String?)

    var status: ExitStatus {
        switch self {
        case .token: .accepted
        // Without a partner profile, the answer may hold the profiles from before.
        case .profiles(let profiles): profiles.isEmpty ? .rejected : .accepted
        case .refusal(let error, _): error.isRefusalOfResponse ? .rejected : .farSideFailed
        }
    }

    private var verdict: String {
        switch status {
        case .accepted: "accepted"
        case .rejected: "rejected"
        default: "failed"
        }
    }

    /// Returns the lines for a terminal; the decryptor reads encrypted values, and what was sent is masked.
    func lines(decryptor: UserMetadataDecryptor?, secrets: SentSecrets) -> [String] {
        switch self {
        case .token: return ["accepted: the device has an authentication token"]
        case .profiles(let profiles):
            guard !profiles.isEmpty else { return ["rejected: the answer contains no profile"] }
            return profiles.all.flatMap { profile in
                ["accepted: a profile of \(secrets.masked(profile.mvpd.rawValue))"]
                    + [
                        ("type", secrets.masked(profile.type.rawValue)),
                        ("issuer", secrets.masked(profile.issuer ?? "-")),
                        ("valid until", profile.notAfter.instant.description),
                    ].map { "  \($0.0.padding(to: 14))\($0.1)" }
                    + profile.attributes.sorted { $0.key < $1.key }.map { name, attribute in
                        let readable = attribute.readable(by: decryptor)?.masked(by: secrets)
                        let value = readable.map { String(decoding: $0.bytes, as: UTF8.self) }
                        return "  \(secrets.maskedUserValue(name).padding(to: 14))"
                            + (value ?? "(encrypted)")
                    }
            }
        case .refusal(let error, let reason):
            return ["\(verdict): \(error)"] + (reason.map { ["  the sandbox says: \($0)"] } ?? [])
        }
    }

    func json(
        warnings: [NormalizationSummary.Warning], decryptor: UserMetadataDecryptor?,
        secrets: SentSecrets
    ) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("outcome", .string(verdict)), ("warnings", .strings(warnings.map(\.rawValue))),
        ]
        switch self {
        case .token: break
        case .profiles(let profiles):
            members.append(
                (
                    "profiles",
                    .object(
                        profiles.all.map {
                            (secrets.masked($0.mvpd.rawValue), $0.json(decryptor, secrets))
                        })
                ))
        case .refusal(let error, let reason):
            members += [
                ("code", .string(error.documentedCode ?? error.code.rawValue)),
                ("status", error.status.map { .integer($0) } ?? .null),
                ("message", .string(error.description)), ("reason", .string(orNull: reason)),
            ]
        }
        return .object(members)
    }
}

extension Pass.ExchangeError {
    /// Adobe's code, if it is a documented one: any other text may be anything.
    fileprivate var documentedCode: String? {
        guard let code = enhanced?.code, code.documentation != nil else { return nil }
        return code.rawValue
    }

    /// A Boolean value that indicates whether the server answered and refused the response.
    fileprivate var isRefusalOfResponse: Bool {
        switch code {
        case .enhancedError, .unexpectedStatus: status == 400
        default: false
        }
    }
}

extension Pass.Timestamp {
    /// The same instant as SAML counts them.
    var instant: SAML.Instant {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let isBefore = rest < 0
        return SAML.Instant(
            secondsSinceEpoch: isBefore ? seconds - 1 : seconds,
            nanoseconds: Int32(isBefore ? rest + 1000 : rest) * 1_000_000)
    }
}

extension RESTv2.Profile {
    fileprivate func json(
        _ decryptor: UserMetadataDecryptor?, _ secrets: SentSecrets
    ) -> JSONValue {
        let attributes = attributes.sorted { $0.key < $1.key }.map { name, attribute in
            let value = attribute.readable(by: decryptor) ?? attribute.value.written
            let state = JSONValue.string(secrets.masked(attribute.state.rawValue))
            return (
                name: secrets.maskedUserValue(name),
                value: JSONValue.object([("value", value.masked(by: secrets)), ("state", state)])
            )
        }
        return .object([
            ("type", .string(secrets.masked(type.rawValue))),
            ("issuer", .string(orNull: issuer.map(secrets.masked))),
            ("notAfter", .string(notAfter.instant.description)),
            ("attributes", .object(attributes)),
        ])
    }
}

extension JSONValue {
    /// The same value without secrets that were sent.
    fileprivate func masked(by secrets: SentSecrets) -> JSONValue {
        switch self {
        case .string(let text): .string(secrets.maskedUserValue(text))
        case .array(let values): .array(values.map { $0.masked(by: secrets) })
        case .object(let members):
            .object(
                members.map {
                    (secrets.maskedUserValue($0.name), $0.value.masked(by: secrets))
                })
        default: self
        }
    }
}

extension RESTv2.Attribute {
    /// Returns the value, or `nil` if it is encrypted and cannot be decrypted.
    fileprivate func readable(by decryptor: UserMetadataDecryptor?) -> JSONValue? {
        guard state.isEncrypted else { return value.written }
        return decryptor.flatMap { try? readableValue(using: $0).written }
    }
}

extension Pass.JSONValue {
    /// The same value, about to be written.
    var written: JSONValue {
        switch self {
        case .null: .null
        case .bool(let flag): .boolean(flag)
        case .integer(let number): .integer(Int(number))
        case .number(let number): .string(number.description)
        case .string(let text): .string(text)
        case .array(let values): .array(values.map(\.written))
        case .object(let members):
            .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.written) })
        }
    }
}
