extension SignOnFlow {
    /// Returns the condition of the arrow that leaves a junction at once; `nil` if the step is not
    /// a junction.
    mutating func junctionCondition(at now: Pass.Timestamp) -> Condition? {
        switch step {
        case .v1RegularAuthentication:
            context.triedBasic = true
            if context.mvpd != nil { return .mvpdKnown }
            if mvpdIsChosenElsewhere { return .mvpdElsewhere }
            return context.providers == nil ? .listNeeded : .mvpdNeeded
        case .v2BasicAuthentication:
            context.triedBasic = true
            context.activation = nil
            context.given = nil
            if context.mvpd != nil { return .mvpdKnown }
            if mvpdIsChosenElsewhere { return .mvpdElsewhere }
            return context.providers == nil ? .providersUnknown : .mvpdNeeded
        case .v2SessionCompletion: return completionCondition()
        case .v2Activation: return options.platform == .tvOS ? .secondScreen : .sameScreen
        case .v2Decisions:
            // Signed in: the code and what belongs to it are of no more use.
            context.activation = nil
            context.missing = []
            context.given = nil
            context.profiles = []
            guard context.profile?.type == .appleSSO else { return .statusNotNeeded }
            guard options.usesCachedStatus,
                signInState(of: context.status, at: now, test: .future) == .signedIn
            else { return .statusNeeded }
            return .statusCached
        case .v2DecisionChoice:
            return options.preauthorizedResources.isEmpty || context.isPreauthorized
                ? .resourceNamed : .resourcesListed
        default: return nil
        }
    }

    /// Returns whether and how a session can get what it lacks.
    private mutating func completionCondition() -> Condition {
        let missing = context.missing
        if missing.contains(.mvpd), context.mvpd == nil {
            if mvpdIsChosenElsewhere { return .parametersElsewhere }
            context.choosesForSession = true
            return .mvpdNeeded
        }
        let given = context.given ?? []
        let isNew =
            context.given == nil || !missing.isDisjoint(with: knownParameters.subtracting(given))
        if missing.isSubset(of: knownParameters), isNew {
            context.given = knownParameters
            return .parametersKnown
        }
        return options.platform == .tvOS ? .parametersElsewhere : .parametersUnknown
    }
}
