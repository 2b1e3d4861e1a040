/// The sign-on as Adobe's Apple SSO cookbooks draw it, as a value.
///
/// An event goes in, and what to do next comes out. The flow calls nothing, waits for nothing and
/// reads no clock: every event comes with its time. ``SignOnDriver`` does what the effects ask for.
///
/// Steps and arrows are data: ``arrows(api:)`` lists every arrow there is, and the flow moves along
/// no other.
public struct SignOnFlow: Hashable, Sendable {
    /// The version of Adobe's API.
    public enum API: String, Hashable, Sendable, CaseIterable {
        /// REST API v1.
        case v1
        /// REST API v2.
        case v2
    }

    /// The version of Adobe's API.
    public let api: API
    /// The options of the sign-on.
    public let options: Options
    /// The step whose effect is being waited for.
    public internal(set) var step: Step
    /// The time by which the server's clock is ahead of the one that events are timed by.
    ///
    /// Only instants that others have set are compared with the server's time: the end of the
    /// sign-in at system level.
    public var serverClockOffset: Duration = .zero
    var context = Context()

    /// Creates a flow that waits for ``Event/signOnRequested`` or ``Event/signOutRequested(_:)``.
    ///
    /// - Parameters:
    ///   - api: The version of Adobe's API.
    ///   - options: What can be chosen.
    public init(api: API, options: Options) {
        self.api = api
        self.options = options
        step = api == .v1 ? .v1Start : .v2Start
    }

    /// Takes in what happened and tells what to do next.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - now: When it happened.
    /// - Returns: The arrows that were followed and what to do next.
    /// - Throws: ``UnexpectedEvent`` if the step does not wait for such an event; the flow is then
    ///   as it was.
    public mutating func handle(
        _ event: Event, at now: Pass.Timestamp
    ) throws(UnexpectedEvent) -> Transition {
        var moved = self
        var transit = Transit()
        guard let condition = moved.condition(of: event, at: now, transit: &transit) else {
            throw UnexpectedEvent(step: step)
        }
        var arrows: [Arrow] = []
        var next: Condition? = condition
        while let condition = next {
            guard let target = Self.targets[api]?[moved.step]?[condition] else {
                throw UnexpectedEvent(step: step)
            }
            arrows.append(Arrow(from: moved.step, condition: condition, to: target))
            moved.step = target
            next = moved.junctionCondition(at: now)
            if next == .parametersUnknown { transit.failure = .parametersMissing }
        }
        guard let effect = moved.effect(transit) else { throw UnexpectedEvent(step: step) }
        self = moved
        return Transition(arrows: arrows, effect: effect)
    }

    /// Forgets the partner framework status, so that the next decision asks for it anew.
    ///
    /// To be called when the app comes back to the foreground: the user may have been in the
    /// system's settings meanwhile.
    public mutating func forgetStatus() {
        context.status = nil
    }

    /// A Boolean value that indicates whether the user has, or may have, a temporary access.
    ///
    /// v1 does not tell what kind of access an earlier sign-on gave.
    var isTemporaryAccess: Bool {
        api == .v1
            ? context.isTemporary || context.mvpd == nil : context.profile?.type == .temporary
    }

    /// The result of an event.
    public struct Transition: Hashable, Sendable {
        /// The arrows that were followed: one, and one more for every junction passed.
        public let arrows: [Arrow]
        /// The next action.
        public let effect: Effect
    }

    /// A step received an event that it does not wait for.
    public struct UnexpectedEvent: Error, Hashable, Sendable, CustomStringConvertible {
        /// The step.
        public let step: Step

        /// The step; never what the event holds.
        public var description: String {
            "The step \(step.rawValue) does not wait for this event; answer its effect."
        }
    }
}

extension SignOnFlow: RedactedValue {
    /// The step; never the code or anything else the flow remembers.
    public var description: String { "SignOnFlow(\(step.rawValue))" }
}
