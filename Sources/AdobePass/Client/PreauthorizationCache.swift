/// Keeps the permits of preauthorizations while the app runs, as Adobe's checklist asks.
///
/// A denial is not kept: it may be for a reason that passes.
actor PreauthorizationCache {
    /// The user whom a permit is for.
    struct User: Hashable {
        let device: Pass.DeviceIdentifier
        let mvpd: Pass.MVPDIdentifier
        let identity: Pass.TemporaryAccessIdentity?
    }

    private struct Permit {
        let decision: RESTv2.Decision
        let since: Pass.Timestamp
        let end: Pass.Timestamp
    }

    /// More than an app shows; a server with more users begins anew.
    private static let mostPermits = 20_000

    private let lifetime: Duration
    private var permits: [User: [[UInt8]: Permit]] = [:]
    private var count = 0

    init(lifetime: Duration) { self.lifetime = lifetime }

    /// The permits there are for some of the resources, by the resources' bytes.
    func permits(
        for resources: [String], of user: User, at now: Pass.Timestamp
    ) -> [[UInt8]: RESTv2.Decision] {
        guard let kept = permits[user] else { return [:] }
        var found: [[UInt8]: RESTv2.Decision] = [:]
        for resource in resources {
            guard let permit = kept[Array(resource.utf8)], permit.since <= now, now < permit.end
            else { continue }
            found[Array(resource.utf8)] = permit.decision
        }
        return found
    }

    /// Keeps the permits among decisions, for as long as the server says, by this device's clock.
    func keep(_ decisions: [RESTv2.Decision], of user: User, at now: Pass.Timestamp) {
        for decision in decisions where decision.authorized {
            var life = lifetime
            if let start = decision.notBefore, let end = decision.notAfter {
                life = min(life, Duration.from(start, to: end) ?? .zero)
            }
            guard life > .zero else { continue }
            if count >= Self.mostPermits { forgetAll() }
            let former = permits[user, default: [:]].updateValue(
                Permit(decision: decision, since: now, end: now.advanced(by: life)),
                forKey: Array(decision.resource.utf8))
            if former == nil { count += 1 }
        }
    }

    /// Forgets the permits of a device, of one MVPD or of all.
    func forget(_ device: Pass.DeviceIdentifier, mvpd: Pass.MVPDIdentifier? = nil) {
        for (user, kept) in permits
        where user.device == device && (mvpd == nil || user.mvpd == mvpd) {
            permits[user] = nil
            count -= kept.count
        }
    }

    /// Forgets all permits.
    func forgetAll() {
        permits = [:]
        count = 0
    }
}
