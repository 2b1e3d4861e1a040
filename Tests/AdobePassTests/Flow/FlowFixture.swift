@testable import AdobePass

/// The values that tests of the flow share.
enum FlowFixture {
    static let now = Pass.Timestamp(milliseconds: 1_000_000)
    static let codeEnd = Pass.Timestamp(milliseconds: 2_000_000)
    static let codeLife = Duration.seconds(1000)
    static let late = Pass.Timestamp(milliseconds: 3_000_000)

    static let supported = provider("supported", mapping: "apple-supported", boarding: .supported)
    static let pickerOnly = provider("pickerOnly", mapping: "apple-picker", boarding: .picker)
    static let switchedOff = mvpd("off", mapping: "apple-off", boarding: .supported)
    static let plain = mvpd("plain")
    static let temporary = mvpd("temporary", isTempPass: true)
    static let providers = [plain, supported, pickerOnly, switchedOff, temporary]

    static func provider(
        _ name: String, mapping: Pass.PlatformMappingIdentifier?, boarding: Pass.BoardingStatus,
        isShown: Bool = true
    ) -> Pass.MVPD {
        mvpd(
            name, mapping: mapping, boarding: boarding, isEnabled: true, isShown: isShown,
            attributes: ["uid", "NameID"])
    }

    private static func mvpd(
        _ name: String, mapping: Pass.PlatformMappingIdentifier? = nil,
        boarding: Pass.BoardingStatus? = nil, isEnabled: Bool = false, isShown: Bool = false,
        attributes: [String] = [], isTempPass: Bool = false
    ) -> Pass.MVPD {
        Pass.MVPD(
            id: Pass.MVPDIdentifier(rawValue: name), displayName: name, logoURL: nil,
            isTempPass: isTempPass, isProxy: false, boardingStatus: boarding,
            platformMappingID: mapping, enablePlatformServices: isEnabled,
            displayInPlatformPicker: isShown, enforcePlatformPermissions: false,
            authPerAggregator: false, passiveAuthnEnabled: false, authPerBrowserSession: false,
            requiredMetadataFields: attributes)
    }

    static func signedIn(
        _ provider: String = "apple-supported", until: Pass.Timestamp? = codeEnd,
        response: String? = nil
    ) -> PlatformSSO.Answer {
        PlatformSSO.Answer(
            access: PlatformSSO.Access(.granted),
            metadata: PlatformSSO.AccountMetadata(
                accountProviderIdentifier: Pass.PlatformMappingIdentifier(rawValue: provider),
                authenticationExpirationDate: until, samlAttributeQueryResponse: response))
    }

    static let signedOut = PlatformSSO.Answer(
        access: PlatformSSO.Access(.granted), metadata: PlatformSSO.AccountMetadata())
    static let expired = signedIn(until: Pass.Timestamp(milliseconds: 1))

    static func access(_ status: Pass.AccessStatus) -> PlatformSSO.Answer {
        PlatformSSO.Answer(access: PlatformSSO.Access(status))
    }

    static func error(
        _ code: PlatformSSO.AccountError.Code, provider: Pass.PlatformMappingIdentifier? = nil
    ) -> PlatformSSO.Answer {
        PlatformSSO.Answer(
            access: PlatformSSO.Access(.granted),
            error: PlatformSSO.AccountError(code, unsupportedProvider: provider))
    }

    static func profile(
        _ mvpd: Pass.MVPDIdentifier, _ type: RESTv2.ProfileType,
        until: Pass.Timestamp = Pass.Timestamp(milliseconds: 9_000_000)
    ) -> SignOnFlow.Profile {
        SignOnFlow.Profile(mvpd: mvpd, type: type, notAfter: until)
    }

    static func session(
        _ action: RESTv2.ActionName, _ reason: RESTv2.ReasonType = .none,
        mvpd: Pass.MVPDIdentifier? = "supported",
        missing: [RESTv2.SessionParameter] = [], hasCode: Bool = true, url: String? = "/api/v2/url",
        request: RESTv2.AuthenticationRequest? = nil
    ) -> RESTv2.Session {
        RESTv2.Session(
            actionName: action, actionType: .direct, reasonType: reason,
            missingParameters: missing, url: url, code: hasCode ? "CODE123" : nil, sessionID: nil,
            mvpd: mvpd, serviceProvider: nil, notBefore: now, notAfter: codeEnd,
            authenticationRequest: request)
    }

    static let partnerProfile = session(
        .partnerProfile, hasCode: false, url: nil,
        request: RESTv2.AuthenticationRequest(
            type: "saml", request: "cmVxdWVzdA==", attributeNames: ["uid"]))

    static func options(
        _ platform: Pass.Platform, _ change: (inout SignOnFlow.Options) -> Void = { _ in }
    ) -> SignOnFlow.Options {
        var options = SignOnFlow.Options(platform: platform, resource: "channel")
        change(&options)
        return options
    }
}
