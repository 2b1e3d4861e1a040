import AdobePass
import HTTPTypes
import PayloadCoding
import XCTest

/// A driver before a scripted transport and a scripted account.
struct DriverFixture {
    let client: ClientFixture
    let account: ScriptedSubscriberAccount
    let delegate: ScriptedDelegate
    let driver: SignOnDriver

    static let expiration = ManualClock.start.advanced(by: .seconds(3600))
    static let response = "<samlp:Response>\n  <a/>\n</samlp:Response>"

    init(
        _ answers: [String: [ScriptedTransport.Answer]], account: [PlatformSSO.Answer],
        delegate: ScriptedDelegate = ScriptedDelegate(), normalization: Normalization = .cookbook,
        retries: Int = 0, memory: (any Pass.SignOnMemory)? = nil
    ) throws {
        client = try ClientFixture(answers) { $0.retry.maximumRetries = retries }
        self.account = ScriptedSubscriberAccount(account)
        self.delegate = delegate
        driver = SignOnDriver(
            client: client.client, account: self.account, clock: client.clock,
            delegate: delegate,
            settings: SignOnDriver.Settings(
                domainName: "adobe.com", redirectURL: "https://example.com/done",
                normalization: normalization), memory: memory)
    }

    static func signedIn(response: String? = nil) -> PlatformSSO.Answer {
        FlowFixture.signedIn("Cablevision_apple", until: expiration, response: response)
    }

    /// The paths of the calls, in order.
    func paths() async -> [String] {
        await client.transport.calls.map { "\($0.head.method.rawValue) \($0.path)" }
    }
}

/// Chooses what it was told to choose, and remembers what it was shown.
actor ScriptedDelegate: SignOnDelegate {
    private let mvpd: Pass.MVPDIdentifier?
    private var polling: [SignOnDriver.PollingDecision]
    private(set) var codes: [SignOnFlow.Activation] = []
    private(set) var urls: [String] = []
    private(set) var advice: [Pass.Platform] = []
    private(set) var observations: [SignOnDriver.Observation] = []
    private(set) var choices = 0

    init(mvpd: Pass.MVPDIdentifier? = nil, polling: [SignOnDriver.PollingDecision] = []) {
        self.mvpd = mvpd
        self.polling = polling
    }

    func signOn(observed observation: SignOnDriver.Observation) {
        observations.append(observation)
    }

    func chooseMVPD(among providers: [Pass.MVPD]) -> Pass.MVPDIdentifier? {
        choices += 1
        return mvpd
    }

    func showCode(_ activation: SignOnFlow.Activation) -> Bool {
        codes.append(activation)
        return true
    }

    func openBrowser(url: String) -> Bool {
        urls.append(url)
        return true
    }

    func decideOnPolling() -> SignOnDriver.PollingDecision {
        polling.isEmpty ? .goOn : polling.removeFirst()
    }

    func adviseSettings(on platform: Pass.Platform) { advice.append(platform) }
}

extension SignOnDriver.Result {
    var mediaToken: SignOnDriver.MediaToken? {
        if case .mediaToken(let token) = outcome { token } else { nil }
    }

    var abandonment: SignOnFlow.Abandonment? {
        if case .fallback(let abandonment) = outcome { abandonment } else { nil }
    }

    var failure: SignOnDriver.Failure? {
        if case .failed(let failure) = outcome { failure } else { nil }
    }
}
