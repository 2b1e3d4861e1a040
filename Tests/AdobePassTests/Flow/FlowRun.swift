import AdobePass
import XCTest

/// A flow that is told one event after the other.
struct FlowRun {
    private(set) var flow: SignOnFlow
    private(set) var effect: SignOnFlow.Effect?
    private(set) var visited: [SignOnFlow.Step] = []

    init(_ api: SignOnFlow.API, _ options: SignOnFlow.Options = FlowFixture.options(.iOS)) {
        flow = SignOnFlow(api: api, options: options)
    }

    @discardableResult
    mutating func tell(
        _ events: SignOnFlow.Event..., at time: Pass.Timestamp = FlowFixture.now,
        file: StaticString = #filePath, line: UInt = #line
    ) -> SignOnFlow.Effect? {
        for event in events {
            do {
                let transition = try flow.handle(event, at: time)
                effect = transition.effect
                visited += transition.arrows.map(\.to)
            } catch {
                XCTFail("\(event): \(error)", file: file, line: line)
            }
        }
        return effect
    }

    mutating func set(serverClockOffset: Duration) { flow.serverClockOffset = serverClockOffset }

    func has(visited step: SignOnFlow.Step) -> Bool { visited.contains(step) }

    /// v1 up to a step on the way of somebody who is signed in at system level.
    static func v1(
        _ options: SignOnFlow.Options = FlowFixture.options(.iOS), upTo step: SignOnFlow.Step
    ) -> FlowRun {
        var run = FlowRun(.v1, options)
        let events: [SignOnFlow.Event] = [
            .signOnRequested, .registered, .authentication(false), .account(FlowFixture.signedIn()),
            .configuration(FlowFixture.providers), .profileRequest("request"),
            .account(FlowFixture.signedIn(response: "<Response/>")), .tokenCreated,
            .decision(permitted: true), .mediaToken,
        ]
        for event in events where run.flow.step != step { run.tell(event) }
        return run
    }

    /// v2 up to a step on the way of somebody without a profile who signs in at system level.
    static func v2(
        _ options: SignOnFlow.Options = FlowFixture.options(.iOS), upTo step: SignOnFlow.Step
    ) -> FlowRun {
        var run = FlowRun(.v2, options)
        let events: [SignOnFlow.Event] = [
            .signOnRequested, .registered, .account(FlowFixture.signedOut), .profiles([]),
            .configuration(FlowFixture.providers), .account(FlowFixture.signedIn()),
            .session(FlowFixture.partnerProfile),
            .account(FlowFixture.signedIn(response: "<Response/>")),
            .profiles([FlowFixture.profile("supported", .appleSSO)]),
            .decision(permitted: true),
        ]
        for event in events where run.flow.step != step { run.tell(event) }
        return run
    }
}
