#if Sandbox
internal import AdobePass
internal import PayloadCoding

/// The evaluation of `AP-Partner-Framework-Status`: its first error, or its MVPD.
enum PartnerFrameworkStatus: Sendable {
    /// The user is signed in with this MVPD.
    case valid(SandboxConfiguration.MVPD)
    /// The status cannot be used; the MVPD if it names one all the same.
    case unusable(Refusal, SandboxConfiguration.MVPD?)
    /// The status is in order, but the MVPD has no sign-on through the partner.
    case disabled(SandboxConfiguration.MVPD)

    /// The MVPD of a status in order.
    var validMVPD: SandboxConfiguration.MVPD? {
        if case .valid(let mvpd) = self { mvpd } else { nil }
    }

    static func evaluate(_ call: Call, of provider: SandboxConfiguration.ServiceProvider) -> Self {
        guard let header = call.field("AP-Partner-Framework-Status"),
            let bytes = try? Base64.decode([UInt8](header.utf8)),
            let status = JSONText.read(bytes), case .object = status,
            let access = status["frameworkPermissionInfo"]?["accessStatus"]?.text, !access.isEmpty
        else {
            return .unusable(
                refusal(
                    .invalidHeaderPFSPermissionAccessNotPresent, "statusNotPresent",
                    "The partner framework status is missing or has no access status."), nil)
        }
        let information = status["frameworkProviderInfo"]
        let named = information?["id"]?.text.flatMap(call.configuration.mvpd(mappingID:))
            .flatMap { call.configuration.isIntegrated($0, with: provider) ? $0 : nil }
        if access == "notDetermined" {
            return .unusable(
                refusal(
                    .invalidHeaderPFSPermissionAccessNotDetermined, "statusNotDetermined",
                    "The user has not been asked for access."), named)
        }
        guard access == "granted" else {
            return .unusable(
                refusal(
                    .invalidHeaderPFSPermissionAccessNotGranted, "statusNotGranted",
                    "The user has not granted access."), named)
        }
        guard let named else {
            return .unusable(
                refusal(
                    .invalidHeaderPFSProviderIDNotDetermined, "providerNotDetermined",
                    "The provider is missing or belongs to no MVPD of the service provider."), nil)
        }
        guard let expiration = milliseconds(information?["expirationDate"]),
            expiration > call.now
        else {
            return .unusable(
                refusal(
                    .invalidHeaderPFSProviderInfoExpired, "providerInformationExpired",
                    "The expiration is missing, not a number, or past."), named)
        }
        guard let platform = named.platform, platform.isEnabled,
            platform.boardingStatus == "SUPPORTED"
        else { return .disabled(named) }
        return .valid(named)
    }

    /// Refuses a status that does not prove a sign-in with `mvpd`.
    static func require(
        _ mvpd: SandboxConfiguration.MVPD, _ call: Call,
        of provider: SandboxConfiguration.ServiceProvider
    ) throws(Refusal) {
        switch evaluate(call, of: provider) {
        case .unusable(let refusal, _): throw refusal
        case .valid(let named), .disabled(let named):
            guard isSame(named.id, mvpd.id) else { throw mismatch }
        }
    }

    /// The provider of a status is not the one that a request is about.
    static var mismatch: Refusal {
        refusal(
            .invalidHeaderPFSProviderIDMismatch, "providerMismatch",
            "The provider belongs to another MVPD than the request.")
    }

    private static func refusal(_ code: Pass.ErrorCode, _ reason: String, _ message: String)
        -> Refusal
    {
        Refusal(400, code, reason, message)
    }

    private static func milliseconds(_ value: SandboxConfiguration.Value?) -> Int64? {
        switch value {
        case .text(let text): Int64(text)
        case .integer(let value): value
        default: nil
        }
    }
}
#endif
