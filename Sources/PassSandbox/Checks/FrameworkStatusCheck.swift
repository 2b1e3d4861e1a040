#if Sandbox
internal import AdobePass
internal import PayloadCoding
internal import WireText

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

    /// The MVPD that the status names.
    var mvpd: SandboxConfiguration.MVPD? {
        switch self {
        case .valid(let mvpd), .disabled(let mvpd): mvpd
        case .unusable(_, let mvpd): mvpd
        }
    }

    static func evaluate(_ call: Call, of provider: SandboxConfiguration.ServiceProvider) -> Self {
        guard let bytes = Base64.content(call.field("AP-Partner-Framework-Status")),
            let status = JSONText.read(bytes), case .object = status,
            let access = status["frameworkPermissionInfo"]?["accessStatus"]?.text, !access.isEmpty
        else {
            return .unusable(
                Refusal(
                    400, .invalidHeaderPFSPermissionAccessNotPresent, "statusNotPresent",
                    "The partner framework status is missing or has no access status."), nil)
        }
        let information = status["frameworkProviderInfo"]
        let named = information?["id"]?.text.flatMap(call.configuration.mvpd(mappingID:))
            .flatMap { call.configuration.isIntegrated($0, with: provider) ? $0 : nil }
        if access == "notDetermined" {
            return .unusable(
                Refusal(
                    400, .invalidHeaderPFSPermissionAccessNotDetermined, "statusNotDetermined",
                    "The user has not been asked for access."), named)
        }
        guard access == "granted" else {
            return .unusable(
                Refusal(
                    400, .invalidHeaderPFSPermissionAccessNotGranted, "statusNotGranted",
                    "The user has not granted access."), named)
        }
        guard let named else {
            return .unusable(
                Refusal(
                    400, .invalidHeaderPFSProviderIDNotDetermined, "providerNotDetermined",
                    "The provider is missing or belongs to no MVPD of the service provider."), nil)
        }
        guard let expiration = milliseconds(information?["expirationDate"]),
            expiration > call.now
        else {
            return .unusable(
                Refusal(
                    400, .invalidHeaderPFSProviderInfoExpired, "providerInformationExpired",
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
        Refusal(
            400, .invalidHeaderPFSProviderIDMismatch, "providerMismatch",
            "The provider belongs to another MVPD than the request.")
    }

    private static func milliseconds(_ value: JSONValue?) -> Int64? {
        switch value {
        case .string(let text): Int64(text)
        case .integer(let value): Int64(value)
        default: nil
        }
    }
}
#endif
