extension SignOnDriver {
    /// Something that happened during a sign-on.
    public enum Observation: Hashable, Sendable {
        /// A step has begun.
        case started(SignOnFlow.Step)
        /// A step is complete, and this arrow was followed; junctions follow more than one.
        case finished(SignOnFlow.Arrow)
        /// The server did not know the registration any more, and the app has another one now.
        ///
        /// Profiles belonged to the former one: the user has to sign in, in this sign-on.
        case registeredAgain
        /// The TV provider could not be read from, or written to, the driver's memory; the sign-on
        /// continues without it.
        case memoryFailed
        /// The device could not join those that share a sign-in, and the sign-on continues without
        /// them.
        case notJoined(Pass.ExchangeError)
    }

    /// The decision after a wait between two polls.
    public enum PollingDecision: Hashable, Sendable, CaseIterable {
        /// Look again.
        case goOn
        /// Request another code.
        case newCode
        /// Give up.
        case stop
    }

    /// The outcome of a sign-on or sign-out, and its path.
    public struct Result: Sendable {
        /// The outcome.
        public let outcome: Outcome
        /// The arrows that were followed, in order.
        public let arrows: [SignOnFlow.Arrow]

        /// The steps that did something, in order, with the end as the last one.
        public var steps: [SignOnFlow.Step] { arrows.map(\.to).filter { !$0.isJunction } }
    }

    /// The outcome of a sign-on or sign-out.
    @nonexhaustive
    public enum Outcome: Sendable {
        /// With a media token.
        case mediaToken(MediaToken)
        /// With a regular authentication that was not completed.
        case fallback(SignOnFlow.Abandonment)
        /// With an error.
        case failed(Failure)
        /// Signed out.
        case signedOut
    }

    /// The media token and the decision it came from.
    public struct MediaToken: Hashable, Sendable, RedactedValue {
        /// The token, in Base64.
        public let serializedToken: String
        /// The MVPD.
        public let mvpd: Pass.MVPDIdentifier?
        /// The end of the token's validity.
        public let notAfter: Pass.Timestamp?
        /// v2: the decision.
        public let decision: RESTv2.Decision?
        /// v1: the authorization.
        public let authorization: RESTv1.Authorization?
        /// v2: the profile that the decision was made for, with the user's attributes.
        public let profile: SignOnFlow.Profile?
    }

    /// The reason why a sign-on or sign-out failed.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The failure that ended the flow.
        public let reason: SignOnFlow.Failure
        /// The step at which it happened.
        public let step: SignOnFlow.Step
        /// The error of the call that failed, if one did.
        public let exchange: Pass.ExchangeError?
        /// The enhanced error that denies, of the decision or of the whole answer.
        public let denial: Pass.EnhancedError?

        /// A Boolean value that indicates whether the same sign-on may succeed later.
        public var isRetryable: Bool {
            reason == .timeIsUp || reason == .callFailed && exchange?.isRetryable == true
        }

        /// The MVPD's own text about a denial, to be shown to the user as it is.
        ///
        /// It comes from elsewhere: treat it as text, never as markup.
        public var providerDetails: String? {
            (denial ?? exchange?.enhanced)?.details ?? exchange?.refusal?.details
        }

        /// Step, reason and error; never what an answer says.
        public var description: String {
            let detail = exchange.map { " \($0)" } ?? denial.map { " \($0)" } ?? ""
            return "\(step.title) (\(step.rawValue)): \(reason.sentence)\(detail)"
        }
    }
}
