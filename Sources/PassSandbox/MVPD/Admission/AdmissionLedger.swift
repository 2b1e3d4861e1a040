internal import SAML2
internal import XMLCore

/// The ledger of admitted assertions, so that nothing is admitted twice.
///
/// It is a part of the sandbox's state and changes under whatever guards that.
struct AdmissionLedger: Sendable {
    private struct Presentation {
        /// The device and an app on it.
        let presenter: ByteExactName
        let inResponseTo: String?
        let instant: SAML.Instant
    }

    private let replayGuard = SAML.ReplayGuard()
    private var presentations: [SAML.ReplayKey: Presentation] = [:]
    /// The time of the last removal of old presentations, which not every admission does.
    private var lastSweep: SAML.Instant?

    /// The verdict on an otherwise valid response.
    enum Verdict {
        case new
        case repetition
        case replayed
    }

    /// Enters a response with nothing else wrong.
    mutating func enter(
        _ verified: SAML.VerifiedResponse, by presenter: ByteExactName, window: Int64,
        in context: SAML.ProcessingContext, now: SAML.Instant
    ) -> Verdict {
        sweep(at: now)
        let keys = verified.assertions.compactMap { assertion in
            assertion.id.flatMap { id in
                assertion.issuer.map { SAML.ReplayKey(id: id, issuer: $0.uri) }
            }
        }
        let request = verified.claims.unverified.inResponseTo
        guard replayGuard.failures(admitting: verified, in: context).isEmpty else {
            let isRepetition =
                !keys.isEmpty
                && keys.allSatisfy { key in
                    guard let earlier = presentations[key] else { return false }
                    return earlier.presenter == presenter && earlier.inResponseTo == request
                        && now < earlier.instant.advanced(bySeconds: window)
                }
            return isRepetition ? .repetition : .replayed
        }
        for key in keys {
            presentations[key] = Presentation(
                presenter: presenter, inResponseTo: request, instant: now)
        }
        return .new
    }

    /// Forgets presentations that are an hour old, once an hour.
    private mutating func sweep(at now: SAML.Instant) {
        if let lastSweep, lastSweep <= now, now < lastSweep.advanced(bySeconds: 3600) { return }
        lastSweep = now
        presentations = presentations.filter { now < $0.value.instant.advanced(bySeconds: 3600) }
    }
}
