internal import XMLCore

extension SAML {
    /// Accepts every assertion once (SAML Profiles, section 4.1.4.5).
    ///
    /// It is for receivers that act on a response, such as signing somebody in. Without one,
    /// `OneTimeUse` says that an assertion may be used only once and the receiver
    /// sees to it: the condition limits use and not validity (SAML Core, section 2.5.1.5). With one,
    /// no assertion is accepted a second time, whether it says so or not.
    public struct ReplayGuard: Sendable {
        private let store: any ReplayStore

        /// Creates a guard.
        ///
        /// - Parameter store: Where accepted assertions are remembered; in memory unless given.
        public init(store: any ReplayStore = InMemoryReplayStore()) {
            self.store = store
        }

        /// Every reason not to accept a verified response, replay included.
        ///
        /// Only a response with nothing else wrong is remembered: one that is refused has not been
        /// used, and only a trusted issuer can fill the store. Assertions are remembered until they
        /// are refused for their end, with the clock skew of `context`, and for ever when they have
        /// none or `context` has no time. Use one skew with one store.
        ///
        /// - Parameters:
        ///   - verified: The response; the origin of an unverified one is unknown.
        ///   - context: What the receiver knows of the exchange.
        /// - Returns: The failures; none means that the response is accepted, now and not again.
        package func failures(
            admitting verified: VerifiedResponse, in context: ProcessingContext
        ) -> [ConditionsFailure] {
            let failures = verified.failures(in: context)
            return failures.isEmpty ? replayFailures(of: verified, in: context) : failures
        }

        /// Returns the reasons why the assertions of an otherwise valid response are not new.
        package func replayFailures(
            of verified: VerifiedResponse, in context: ProcessingContext
        ) -> [ConditionsFailure] {
            var failures: [ConditionsFailure] = []
            for assertion in verified.assertions {
                guard let id = assertion.id, let issuer = assertion.issuer?.uri else {
                    failures.append(.replayUnknown)
                    continue
                }
                let end = context.now == nil ? nil : assertion.lastEnd
                let verdict = store.insert(
                    ReplayKey(id: id, issuer: issuer),
                    until: end?.advanced(bySeconds: context.clockSkew), at: context.now)
                switch verdict {
                case .new: break
                case .used: failures.append(.replayed)
                case .unknown: failures.append(.replayUnknown)
                }
            }
            return failures
        }
    }
}

extension SAML.Assertion {
    /// The instant from which on the conditions or every confirmation refuse the assertion.
    fileprivate var lastEnd: SAML.Instant? {
        let limits = (subject?.confirmations ?? []).compactMap(\.data)
        let ends = limits.compactMap(\.notOnOrAfter)
        // One confirmation without an end holds for ever.
        let confirmationEnd = ends.count == limits.count ? ends.max() : nil
        return [conditions?.notOnOrAfter, confirmationEnd].compactMap(\.self).min()
    }
}
