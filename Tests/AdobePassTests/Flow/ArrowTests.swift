import AdobePass
import XCTest

final class ArrowTests: XCTestCase {
    /// Options that make every way possible; each is walked with both versions.
    private static let options: [SignOnFlow.Options] =
        Pass.Platform.allCases.flatMap { platform in
            [
                FlowFixture.options(platform),
                FlowFixture.options(platform) {
                    $0.mvpdIsChosenOnSecondScreen = true
                    $0.usesCachedStatus = false
                    $0.sessionParameters = []
                    $0.choosesAmongProfiles = true
                    $0.preauthorizedResources = ["one", "two"]
                },
            ]
        }

    private static func walk(_ api: SignOnFlow.API) -> FlowWalk {
        var walk = FlowWalk()
        for options in options { walk.walk(from: SignOnFlow(api: api, options: options)) }
        return walk
    }

    func testWalkingAlongEveryEventFollowsExactlyTheArrowsOfV1() {
        let walk = Self.walk(.v1)
        let listed = Set(SignOnFlow.arrows(api: .v1))
        XCTAssertEqual(
            listed.subtracting(walk.arrows).map(text).sorted(), [], "listed and never followed")
        XCTAssertEqual(
            walk.arrows.subtracting(listed).map(text).sorted(), [], "followed and not listed")
        XCTAssertEqual(walk.deadEnds, [], "an event is waited for and leads nowhere")
        XCTAssertEqual(walk.stuck, [], "nothing is waited for")
    }

    func testWalkingAlongEveryEventFollowsExactlyTheArrowsOfV2() {
        let walk = Self.walk(.v2)
        let listed = Set(SignOnFlow.arrows(api: .v2))
        XCTAssertEqual(
            listed.subtracting(walk.arrows).map(text).sorted(), [], "listed and never followed")
        XCTAssertEqual(
            walk.arrows.subtracting(listed).map(text).sorted(), [], "followed and not listed")
        XCTAssertEqual(walk.deadEnds, [], "an event is waited for and leads nowhere")
        XCTAssertEqual(walk.stuck, [], "nothing is waited for")
    }

    func testFromEveryStepReachedAnEndCanBeReached() {
        for api in SignOnFlow.API.allCases {
            let arrows = SignOnFlow.arrows(api: api)
            var ending = Set(SignOnFlow.steps(api: api).filter(\.isEnd))
            while let arrow = arrows.first(where: {
                ending.contains($0.to) && !ending.contains($0.from)
            }) {
                ending.insert(arrow.from)
            }
            XCTAssertEqual(ending, Set(SignOnFlow.steps(api: api)))
        }
    }

    func testNoStepHasTwoArrowsForOneCondition() {
        for api in SignOnFlow.API.allCases {
            let arrows = SignOnFlow.arrows(api: api)
            let ways = Set(arrows.map { "\($0.from.rawValue) \($0.label)" })
            XCTAssertEqual(ways.count, arrows.count)
        }
    }

    func testNoArrowLeavesAnEndAndEveryOtherStepHasOne() {
        for api in SignOnFlow.API.allCases {
            let sources = Set(SignOnFlow.arrows(api: api).map(\.from))
            for step in SignOnFlow.steps(api: api) {
                XCTAssertEqual(sources.contains(step), !step.isEnd, step.rawValue)
            }
        }
    }

    func testEveryStepBelongsToAVersionOrToBothAndHasATitle() {
        let steps = Set(SignOnFlow.API.allCases.flatMap(SignOnFlow.steps(api:)))
        XCTAssertEqual(steps, Set(SignOnFlow.Step.allCases))
        for step in SignOnFlow.Step.allCases { XCTAssertFalse(step.title.isEmpty) }
    }

    func testEveryConditionLabelsAnArrow() {
        let used = Set(SignOnFlow.API.allCases.flatMap(SignOnFlow.arrows(api:)).map(\.condition))
        XCTAssertEqual(
            Set(SignOnFlow.Condition.allCases).subtracting(used).map(\.rawValue).sorted(), [])
    }

    func testLogoutIsReachedOnlyWhenTheUserAsksForIt() {
        for api in SignOnFlow.API.allCases {
            let begins: Set<SignOnFlow.Step> = [.v1UserMetadata, .v2Logout]
            let arrows = SignOnFlow.arrows(api: api).filter { begins.contains($0.to) }
            XCTAssertEqual(arrows.map(\.condition), [.signOutRequested])
        }
    }

    private func text(_ arrow: SignOnFlow.Arrow) -> String {
        "\(arrow.from.rawValue) --\(arrow.label)--> \(arrow.to.rawValue)"
    }
}
