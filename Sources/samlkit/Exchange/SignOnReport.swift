import AdobePass
import ProfileProcessing
import SAML2
import WireText

/// The result of a sign-on, as text and as JSON.
struct SignOnReport {
    let result: SignOnDriver.Result
    /// The result of the sign-out after it, if there was one.
    let signOut: SignOnDriver.Result?
    /// The printed steps.
    let lines: [SignOnScreen.Line]
    /// The sandbox's reason for a refusal, if there was one.
    let reason: String?
    let baseURL: String
    /// The secrets that the provider's text may not show.
    let secrets: SentSecrets
    let showsToken: Bool

    var status: ExitStatus {
        switch result.outcome {
        case .mediaToken: hasSignedOut ? .accepted : .farSideFailed
        case .failed(let failure): Self.isRefusal(failure) ? .rejected : .farSideFailed
        case .fallback: .rejected
        default: .farSideFailed
        }
    }

    /// Returns whether the server worked properly and refused.
    private static func isRefusal(_ failure: SignOnDriver.Failure) -> Bool {
        if failure.reason == .denied { return true }
        // Without a registration or a token, nothing was requested yet.
        guard [.enhancedError, .unexpectedStatus].contains(failure.exchange?.code) else {
            return false
        }
        return [400, 403, 404, 410, 412].contains(failure.exchange?.status) && !failure.isRetryable
    }

    private var hasSignedOut: Bool {
        guard let signOut else { return true }
        if case .signedOut = signOut.outcome { return true }
        return false
    }

    private var token: SignOnDriver.MediaToken? {
        if case .mediaToken(let token) = result.outcome { token } else { nil }
    }

    private var mvpd: String? { token?.mvpd.map { secrets.masked($0.rawValue) } }

    private var name: String {
        switch result.outcome {
        case .mediaToken: "mediaToken"
        case .fallback: "fallback"
        default: "failed"
        }
    }

    var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("outcome", .string(name)), ("mvpd", .string(orNull: mvpd)),
            ("steps", .array(lines.map(\.json))),
        ]
        if case .failed(let failure) = result.outcome {
            members.append(("failure", .string(failure.reason.rawValue)))
            members.append(("code", .string(orNull: Self.code(of: failure))))
            members.append(("providerText", .string(orNull: providerText(failure))))
            members.append(("reason", .string(orNull: reason)))
        }
        if signOut != nil { members.append(("signedOut", .boolean(hasSignedOut))) }
        if showsToken, let token { members.append(("token", .string(token.serializedToken))) }
        return .object(members)
    }

    var screen: [String] {
        switch result.outcome {
        case .mediaToken(let token):
            let mvpd = mvpd.map { " of \($0)" } ?? ""
            let end = token.notAfter.map { ", valid until \($0.instant)" } ?? ""
            return ["media token\(mvpd)\(end)"] + (showsToken ? [token.serializedToken] : [])
                + (signOut == nil ? [] : [hasSignedOut ? "signed out" : "not signed out"])
        case .fallback(let abandonment):
            let reason =
                abandonment == .codeExpired
                ? "the code expired before anybody signed in"
                : "the wait ended before anybody signed in"
            return ["fallback: \(reason) with the TV provider (\(abandonment))"]
        default: return ["failed"]
        }
    }

    /// Adobe's code for the failure, if it is a documented one.
    private static func code(of failure: SignOnDriver.Failure) -> String? {
        let code = (failure.denial ?? failure.exchange?.enhanced)?.code
        return code?.documentation == nil ? nil : code?.rawValue
    }

    /// The provider's own words about a denial.
    private func providerText(_ failure: SignOnDriver.Failure) -> String? {
        guard failure.reason == .denied else { return nil }
        return failure.providerDetails.flatMap(ProviderText.cleaned).map(secrets.masked)
    }

    /// The errors, for standard error.
    var notes: [String] {
        let failures = [result, signOut].compactMap { result -> SignOnDriver.Failure? in
            if case .failed(let failure)? = result?.outcome { failure } else { nil }
        }
        guard !failures.isEmpty else { return [] }
        return failures.flatMap { failure in
            ["samlkit: \(baseURL): \(failure)"]
                + (providerText(failure).map { ["samlkit: the provider says: \($0)"] } ?? [])
        }
            + (reason.map { ["samlkit: the sandbox says: \($0)"] } ?? [])
    }
}
