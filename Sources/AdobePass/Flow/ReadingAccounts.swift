extension SignOnFlow {
    /// Returns the condition of the arrow that an answer of the framework takes, and remembers its
    /// status.
    mutating func condition(
        ofAnswer answer: PlatformSSO.Answer, at now: Pass.Timestamp, test: PlatformSSO.SignInTest
    ) -> Condition {
        context.status = answer.status
        return switch signInState(of: answer, at: now, test: test) {
        case .signedIn: .signedIn
        case .accessNotGranted: .accessNotGranted
        case .error: .accountError
        case .expired: .signInExpired
        case .notSignedIn, nil: .notSignedIn
        }
    }

    /// The state of the sign-in at system level, by the server's time.
    func signInState(
        of answer: PlatformSSO.Answer?, at now: Pass.Timestamp, test: PlatformSSO.SignInTest
    ) -> PlatformSSO.SignInState? {
        answer?.signInState(at: now.advanced(by: serverClockOffset), test: test)
    }

    /// Returns the condition of the arrow that the answer of the system's picker takes.
    ///
    /// An unsupported provider that belongs to an MVPD makes that MVPD the chosen one.
    mutating func condition(
        ofPick answer: PlatformSSO.Answer, at now: Pass.Timestamp, test: PlatformSSO.SignInTest
    ) -> Condition {
        let condition = condition(ofAnswer: answer, at: now, test: test)
        guard condition == .accountError, let error = answer.error else { return condition }
        switch error.code {
        case .unsupportedProvider:
            guard let provider = provider(for: error.unsupportedProvider) else {
                return .unsupportedProviderUnknown
            }
            context.mvpd = provider.id
            return .unsupportedProviderKnown
        case .userCancelled: return .pickerCancelled
        default: return .accountError
        }
    }

    /// v1: which arrow the provider of the sign-in takes, and makes its MVPD the chosen one.
    mutating func conditionOfSystemProvider() -> Condition {
        let identifier = context.status?.metadata?.accountProviderIdentifier
        guard let provider = provider(for: identifier), provider.enablePlatformServices,
            let boarding = provider.boardingStatus
        else { return .providerNotMapped }
        context.mvpd = provider.id
        context.attributeNames = provider.requiredMetadataFields
        return boarding == .picker ? .providerPickerOnly : .providerMapped
    }

    /// v1: which arrow the answer to the query of attributes takes.
    mutating func condition(
        ofResponseV1 answer: PlatformSSO.Answer, transit: inout Transit
    ) -> Condition {
        let asked = context.status?.metadata?.accountProviderIdentifier
        context.status = answer.status
        guard answer.access.isGranted else { return .accessNotGranted }
        guard answer.error == nil else { return .accountError }
        if let asked, let answered = answer.metadata?.accountProviderIdentifier,
            asked != answered
        {
            return .otherProvider
        }
        guard let response = answer.metadata?.samlAttributeQueryResponse, !response.isEmpty else {
            return .noResponse
        }
        transit.samlResponse = response
        return .responseReceived
    }

    /// v2: which arrow the answer to the query of attributes takes.
    mutating func condition(
        ofResponseV2 answer: PlatformSSO.Answer, at now: Pass.Timestamp, transit: inout Transit
    ) -> Condition {
        let condition = condition(ofAnswer: answer, at: now, test: .futureIfAvailable)
        guard condition == .signedIn else { return condition }
        guard let response = answer.metadata?.samlAttributeQueryResponse, !response.isEmpty else {
            return .noResponse
        }
        transit.samlResponse = response
        return .responseReceived
    }
}
