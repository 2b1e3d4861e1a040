#if Sandbox
import AdobePass
import TestSupport
import XCTest

@testable import PassSandbox

/// Under any clock, any fault and any documented error a sign-on ends in a media token or in what
/// the provider stated, and makes no call that Adobe's checklist forbids.
class SignOnPropertyCase: XCTestCase {
    func check(_ scenes: [SignOnScene]) async throws {
        var configuration = SandboxConfiguration.standard
        configuration.throttle.isOn = false
        let clock = TestClock()
        let sandbox = try await SandboxCase.make(configuration, clock: clock)
        var defects: [String: [String]] = [:]
        for (number, scene) in scenes.enumerated() {
            let outcome = try await scene.run(in: sandbox, clock: clock, device: "d\(number)")
            for defect in SignOnJudgement(scene: scene, outcome: outcome).defects {
                defects[defect, default: []].append(scene.text)
            }
        }
        print("sign-on property: \(scenes.count) sign-ons")
        for (defect, scenes) in defects.sorted(by: { $0.key < $1.key }) {
            let first = scenes.prefix(3).joined(separator: "; ")
            XCTFail("\(defect), \(scenes.count) times: \(first)")
        }
    }

    func scenes(_ api: SignOnFlow.API, _ account: SignOnScene.Account) -> [SignOnScene] {
        let steps = api == .v1 ? SignOnStep.ofV1 : SignOnStep.ofV2
        let faults = SignOnFaultTable.faults(steps.filter { $0.isCalled(by: account) })
        let clocks = SignOnFaultTable.hoursAhead
        let faultless = clocks.map {
            SignOnScene(api: api, account: account, faults: [], hoursAhead: $0)
        }
        // Every fault under the next of the clocks: each step, each kind of fault and each extent
        // meets every clock, and not each combination of them.
        let faulty = faults.enumerated().map { number, fault in
            SignOnScene(
                api: api, account: account, faults: [fault],
                hoursAhead: clocks[number % clocks.count])
        }
        return faultless + faulty
    }
}

final class SignOnPropertyOfV2Tests: SignOnPropertyCase, SharesState {
    func testEveryFaultWithAPartner() async throws { try await check(scenes(.v2, .partner)) }

    func testEveryFaultOnASecondScreen() async throws {
        try await check(scenes(.v2, .secondScreen))
    }

    func testEveryFaultInABrowser() async throws { try await check(scenes(.v2, .browser)) }
}

final class SignOnPropertyOfV1Tests: SignOnPropertyCase, SharesState {
    func testEveryFaultWithAPartner() async throws { try await check(scenes(.v1, .partner)) }

    func testEveryFaultOnASecondScreen() async throws {
        try await check(scenes(.v1, .secondScreen))
    }

    func testEveryFaultInABrowser() async throws { try await check(scenes(.v1, .browser)) }
}

final class SignOnPropertyOfTwoFaultsTests: SignOnPropertyCase, SharesState {
    func testTwoFaultsAtOnce() async throws {
        var generator = SeededGenerator("sign-on property")
        var chosen: [SignOnScene] = []
        for _ in 0..<600 {
            let api: SignOnFlow.API = Bool.random(using: &generator) ? .v1 : .v2
            let faults = SignOnFaultTable.faults(api == .v1 ? SignOnStep.ofV1 : SignOnStep.ofV2)
            chosen.append(
                SignOnScene(
                    api: api,
                    account: SignOnScene.Account.allCases.randomElement(using: &generator)
                        ?? .partner,
                    faults: (0..<2).compactMap { _ in faults.randomElement(using: &generator) },
                    hoursAhead: SignOnFaultTable.hoursAhead.randomElement(using: &generator) ?? 0))
        }
        try await check(chosen)
    }
}
#endif
