extension SignOnFlow {
    /// The memory of the flow; it holds no SAML message.
    struct Context: Hashable, Sendable {
        /// The MVPDs of the configuration, once it was read.
        var providers: [Pass.MVPD]?
        /// The latest answer of the framework, without any SAML response.
        var status: PlatformSSO.Answer?
        /// The MVPD to sign in with.
        var mvpd: Pass.MVPDIdentifier?
        /// The code of the regular authentication.
        var activation: Activation?
        /// The polls with a status that says nothing about the code.
        var oddPolls = 0
        /// The parameters that the session lacks.
        var missing: Set<RESTv2.SessionParameter> = []
        /// The parameters that the session already has; `nil` if it has none.
        var given: Set<RESTv2.SessionParameter>?
        /// A Boolean value that indicates whether the MVPD is being chosen for a session that
        /// exists.
        var choosesForSession = false
        /// The profiles to choose from.
        var profiles: [Profile] = []
        /// The profile that decisions are made for.
        var profile: Profile?
        /// A Boolean value that indicates whether the partner authentication was tried.
        var triedPartner = false
        /// A Boolean value that indicates whether the basic authentication was tried.
        var triedBasic = false
        /// A Boolean value that indicates whether preauthorization is done.
        var isPreauthorized = false
        /// The things that must not be done again.
        var done: Set<Once> = []
        /// A Boolean value that indicates whether the registration must be replaced.
        var registersAgain = false
        /// v1: a Boolean value that indicates whether the chosen MVPD is a temporary pass.
        var isTemporary = false
        /// v1: the attributes to query.
        var attributeNames: [String] = []
    }

    /// The values that pass from an event to the next effect and are then discarded.
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
    func provider(for identifier: Pass.PlatformMappingIdentifier?) -> Pass.MVPD? {
        guard let identifier else { return nil }
        return context.providers?.first { $0.platformMappingID == identifier }
    }

    /// The providers that the system's picker is to show.
    var pickerProviders: PlatformSSO.ProviderLists {
        PlatformSSO.ProviderLists(
            of: context.providers ?? [], featuring: options.featuredMVPDs)
    }

    /// A Boolean value that indicates whether the second screen lets the user choose the MVPD.
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
