extension SignOnFlow {
    /// Returns the condition of the arrow that the answer to the partner session call takes.
    mutating func condition(
        ofPartnerSession answer: RESTv2.Session, at now: Pass.Timestamp, transit: inout Transit
    ) -> Condition {
        take(answer, at: now, mayBeApple: true)
        if answer.actionName == .partnerProfile {
            guard let request = answer.authenticationRequest, request.isUsable else {
                return .unusableAnswer
            }
            transit.verificationToken = request.request
            transit.attributeNames = request.attributeNames
            return .partnerProfile
        }
        let condition = condition(ofAction: answer)
        switch (condition, answer.reasonType) {
        case (.authenticate, .partnerStatusFallback): return .statusFallback
        case (.authenticate, .configurationFallback): return .configurationFallback
        case (.resume, .missingParametersFallback): return .parametersFallback
        default: return condition
        }
    }

    /// Returns the condition of the arrow that the answer to another session call takes.
    mutating func condition(
        ofSession answer: RESTv2.Session, at now: Pass.Timestamp, transit: inout Transit
    ) -> Condition {
        transit.failure = .unusableAnswer
        take(answer, at: now, mayBeApple: false)
        return condition(ofAction: answer)
    }

    private func condition(ofAction answer: RESTv2.Session) -> Condition {
        switch answer.actionName {
        case .authenticate:
            guard context.activation != nil, answer.url != nil || options.platform == .tvOS else {
                return .unusableAnswer
            }
            return .authenticate
        case .resume, .retry:
            return context.activation == nil ? .unusableAnswer : .resume
        case .authorize:
            guard context.profile != nil else { return .unusableAnswer }
            switch answer.reasonType {
            case .degraded: return .sessionDegraded
            case .temporary: return .sessionTemporary
            case .authenticatedSSO: return .sessionAuthenticatedSSO
            default: return .sessionAuthenticated
            }
        default: return .unusableAnswer
        }
    }

    /// Remembers what an answer says.
    ///
    /// An answer that authorizes at once shows no profile. After the partner session its profile is
    /// taken for Apple's, so that the status goes with decisions as it does for such a profile.
    private mutating func take(
        _ answer: RESTv2.Session, at now: Pass.Timestamp, mayBeApple: Bool
    ) {
        let mvpd =
            answer.mvpd ?? context.mvpd
            ?? provider(for: context.status?.metadata?.accountProviderIdentifier)?.id
        context.mvpd = mvpd
        context.missing = Set(answer.missingParameters)
        // The address of an action that is not for a user agent is of no use to a person.
        let url = answer.actionName == .authenticate ? answer.url : nil
        let known = context.activation
        if let code = answer.code {
            // Receiving the same code again does not extend it.
            let end = known.flatMap { $0.code == code ? $0.notAfter : nil }
            context.activation = Activation(
                code: code, mvpd: answer.mvpd ?? context.mvpd, url: url,
                notAfter: end ?? now.advanced(by: answer.validity ?? Options.lifetimeOfCode))
        } else if let known {
            context.activation = Activation(
                code: known.code, mvpd: context.mvpd, url: url, notAfter: known.notAfter)
        } else {
            context.activation = nil
        }
        guard answer.actionName == .authorize, let mvpd else { return }
        let type: RESTv2.ProfileType =
            switch answer.reasonType {
            case .degraded: .degraded
            case .temporary: .temporary
            case .authenticatedSSO: .appleSSO
            default: mayBeApple ? .appleSSO : .regular
            }
        context.profile = Profile(
            mvpd: mvpd, type: type, notAfter: Pass.Timestamp(milliseconds: .max))
    }
}

extension RESTv2.AuthenticationRequest {
    /// A Boolean value that indicates whether the framework can do something with it.
    fileprivate var isUsable: Bool {
        !request.isEmpty && (type.map { $0.lowercased() == "saml" } ?? true)
    }
}
