public import AdobePass

/// The values that tests of the flow share.
enum FlowFixture {
    static let now = Pass.Timestamp(milliseconds: 1_000_000)
    static let codeEnd = Pass.Timestamp(milliseconds: 2_000_000)
    static let late = Pass.Timestamp(milliseconds: 3_000_000)

    static let supported = provider("supported", mapping: "apple-supported", boarding: .supported)
    static let pickerOnly = provider("pickerOnly", mapping: "apple-picker", boarding: .picker)
    static let switchedOff = SignOnFlow.Provider(
        mvpd: "off", displayName: "Off", platformMappingIdentifier: "apple-off",
        boardingStatus: .supported)
    static let plain = SignOnFlow.Provider(mvpd: "plain", displayName: "Plain")
    static let providers = [plain, supported, pickerOnly, switchedOff]

    static func provider(
        _ name: String, mapping: String, boarding: Pass.BoardingStatus
    ) -> SignOnFlow.Provider {
        SignOnFlow.Provider(
            mvpd: Pass.MVPDIdentifier(rawValue: name), displayName: name,
            platformMappingIdentifier: Pass.PlatformMappingIdentifier(rawValue: mapping),
            enablePlatformServices: true, displayInPlatformPicker: true, boardingStatus: boarding,
            requiredMetadataFields: ["uid", "NameID"])
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
        missing: Set<RESTv2.SessionParameter> = [], hasCode: Bool = true
    ) -> SignOnFlow.SessionAnswer {
        SignOnFlow.SessionAnswer(
            actionName: action, reasonType: reason, url: "/api/v2/url",
            code: hasCode ? "CODE123" : nil, notAfter: codeEnd, mvpd: mvpd,
            missingParameters: missing)
    }

    static let partnerProfile = SignOnFlow.SessionAnswer(
        actionName: .partnerProfile, mvpd: "supported",
        authenticationRequest: SignOnFlow.AuthenticationRequest(
            type: "saml", request: "cmVxdWVzdA==", attributeNames: ["uid"]))

    static func options(
        _ platform: Pass.Platform, _ change: (inout SignOnFlow.Options) -> Void = { _ in }
    ) -> SignOnFlow.Options {
        var options = SignOnFlow.Options(platform: platform, resource: "channel")
        change(&options)
        return options
    }
}

extension Pass.MVPDIdentifier: ExpressibleByStringLiteral {
    /// Creates an identifier from a literal.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension Pass.PlatformMappingIdentifier: ExpressibleByStringLiteral {
    /// Creates an identifier from a literal.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension Pass.AuthenticationCode: ExpressibleByStringLiteral {
    /// Creates an identifier from a literal.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
