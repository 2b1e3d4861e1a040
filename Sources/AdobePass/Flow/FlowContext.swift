extension SignOnFlow {
    /// What the flow remembers; no SAML message is among it.
    struct Context: Hashable, Sendable {
        /// The MVPDs of the configuration, once it was read.
        var providers: [Provider]?
        /// What the framework answered last, without any SAML response.
        var status: PlatformSSO.Answer?
        /// Whether the status was asked for since the last decision.
        var statusIsFresh = false
        /// The MVPD to sign in with.
        var mvpd: Pass.MVPDIdentifier?
        /// The code of the regular authentication.
        var activation: Activation?
        /// What the session lacks.
        var missing: Set<RESTv2.SessionParameter> = []
        /// What the session was already given, `nil` if nothing was.
        var given: Set<RESTv2.SessionParameter>?
        /// Whether the MVPD is being chosen for a session that exists.
        var choosesForSession = false
        /// The profiles to choose from.
        var profiles: [Profile] = []
        /// The profile that decisions are made for.
        var profile: Profile?
        /// Whether the partner authentication was tried.
        var triedPartner = false
        /// Whether the basic authentication was tried.
        var triedBasic = false
        /// Whether preauthorization is done.
        var isPreauthorized = false
        /// Whether a decision was already asked for again.
        var askedAgain = false
        /// v1: the attributes to query.
        var attributeNames: [String] = []
    }

    /// What goes from an event to the next effect and is forgotten then.
    struct Transit {
        var samlResponse: String?
        var verificationToken: String?
        var attributeNames: [String] = []
        var logoutURL: String?
        var abandonment = Abandonment.dismissed
        var failure = Failure.callFailed
    }

    /// The MVPD whose platform mapping identifier is `identifier`.
    ///
    /// - Parameter identifier: Apple's identifier.
    /// - Returns: The MVPD, if the configuration has it.
    func provider(for identifier: Pass.PlatformMappingIdentifier?) -> Provider? {
        guard let identifier else { return nil }
        return context.providers?.first {
            $0.platformMappingIdentifier?.rawValue.utf8.elementsEqual(identifier.rawValue.utf8)
                == true
        }
    }

    /// The providers that the system's picker is to show.
    var pickerProviders: PlatformSSO.ProviderLists {
        PlatformSSO.ProviderLists(
            of: context.providers ?? [], featuring: options.featuredMVPDs)
    }

    /// Whether the second screen lets the user choose the MVPD.
    var mvpdIsChosenElsewhere: Bool {
        options.platform == .tvOS && options.mvpdIsChosenOnSecondScreen
    }

    /// The names of the parameters that the app can give a session now.
    var knownParameters: Set<RESTv2.SessionParameter> {
        context.mvpd == nil
            ? options.sessionParameters.subtracting([.mvpd])
            : options.sessionParameters.union([.mvpd])
    }
}
