extension SignOnFlow {
    /// Returns the condition of the arrow that an event takes from a step of v1.
    mutating func conditionInV1(
        of event: Event, at now: Pass.Timestamp, transit: inout Transit
    ) -> Condition? {
        switch (step, event) {
        case (.v1CheckAuthentication, .authentication(let isValid)):
            return isValid ? .authenticated : .notAuthenticated
        case (.v1SystemSignIn, .account(let answer)):
            return condition(ofAnswer: answer, at: now, test: .dated)
        case (.v1Configuration, .configuration(let providers)):
            context.providers = providers
            if signInState(of: context.status, at: now, test: .dated) == .signedIn {
                return conditionOfSystemProvider()
            }
            return pickerProviders.supported.isEmpty ? .noProviderTakesPart : .pickerNeeded
        case (.v1SystemPicker, .account(let answer)):
            let condition = condition(ofPick: answer, at: now, test: .dated)
            return condition == .signedIn ? conditionOfSystemProvider() : condition
        case (.v1ProfileRequest, .profileRequest(let request)):
            transit.verificationToken = request
            return .received
        case (.v1SAMLResponse, .account(let answer)):
            return condition(ofResponseV1: answer, transit: &transit)
        case (.v1TokenExchange, .tokenCreated): return .received
        case (.v1FreePreview, .freePreviewBegun): return .received
        case (.v1Registration, .registered):
            context.registersAgain = false
            return .registered
        case (.v1ProviderList, .configuration(let providers)):
            context.providers = providers
            return .received
        case (.v1RegistrationCode, .registrationCode(let code, let validity)):
            context.activation = Activation(
                code: code, mvpd: context.mvpd,
                notAfter: now.advanced(by: validity ?? Options.lifetimeOfCode))
            return options.platform == .tvOS ? .secondScreen : .sameScreen
        case (.v1Poll, .authentication(true)): return .authenticated
        case (.v1Poll, .authentication(false)):
            return condition(ofVainPoll: .notAuthenticated, at: now, transit: &transit)
        case (.v1MediaToken, .decision(permitted: false)):
            transit.failure = .denied
            return .denied
        case (.v1Authorize, .decision(let permitted)):
            transit.failure = .denied
            return permitted ? .permitted : .denied
        case (.v1MediaToken, .mediaToken): return .received
        case (.v1UserMetadata, .userMetadata(let source)):
            let isApple = source.map { $0.utf8.elementsEqual("Apple".utf8) } ?? false
            return isApple ? .tokenFromApple : .tokenFromElsewhere
        case (.v1Logout, .loggedOut): return .loggedOut
        default: return nil
        }
    }
}
