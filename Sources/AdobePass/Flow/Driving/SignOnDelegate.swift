/// The app's part in a sign-on: it shows things and lets the user choose.
///
/// Every method has a default, which chooses nothing and shows nothing; a regular authentication is
/// then given up.
public protocol SignOnDelegate: Sendable {
    /// Something happened that may be shown to somebody who wants to know how far it is.
    ///
    /// - Parameter observation: What happened.
    func signOn(observed observation: SignOnDriver.Observation) async

    /// Lets the user choose an MVPD.
    ///
    /// - Parameter providers: The MVPDs of the configuration, temporary passes among them.
    /// - Returns: The MVPD; `nil` if the user wants no more.
    func chooseMVPD(among providers: [Pass.MVPD]) async -> Pass.MVPDIdentifier?

    /// v2: lets the user choose a profile.
    ///
    /// - Parameter profiles: The profiles.
    /// - Returns: The MVPD of the profile; `nil` if the user wants no more.
    func chooseProfile(among profiles: [SignOnFlow.Profile]) async -> Pass.MVPDIdentifier?

    /// Shows a code for the second screen; returns as soon as it is shown.
    ///
    /// - Parameter activation: The code, and in v2 the absolute address that a user agent opens,
    ///   unless the second screen has to complete the session first.
    /// - Returns: Whether to continue.
    func showCode(_ activation: SignOnFlow.Activation) async -> Bool

    /// Opens an address in a web view or browser, and returns once it is closed.
    ///
    /// - Parameter url: The absolute address, which is a secret while its code is valid.
    /// - Returns: Whether to continue; `true` for a view that was closed early, too.
    func openBrowser(url: String) async -> Bool

    /// Decides after each wait whether to keep looking for the profile.
    ///
    /// - Returns: What to do.
    func decideOnPolling() async -> SignOnDriver.PollingDecision

    /// Tells the user to sign out of the TV provider in the system's settings.
    ///
    /// - Parameter platform: The system, whose ``Pass/Platform/providerSettings`` name the place.
    func adviseSettings(on platform: Pass.Platform) async
}

extension SignOnDelegate {
    /// Does nothing.
    ///
    /// - Parameter observation: Not used.
    public func signOn(observed observation: SignOnDriver.Observation) async {}

    /// Chooses nothing.
    ///
    /// - Parameter providers: Not used.
    /// - Returns: `nil`.
    public func chooseMVPD(among providers: [Pass.MVPD]) async -> Pass.MVPDIdentifier? {
        nil
    }

    /// Chooses nothing.
    ///
    /// - Parameter profiles: Not used.
    /// - Returns: `nil`.
    public func chooseProfile(among profiles: [SignOnFlow.Profile]) async -> Pass.MVPDIdentifier? {
        nil
    }

    /// Shows nothing.
    ///
    /// - Parameter activation: Not used.
    /// - Returns: `false`.
    public func showCode(_ activation: SignOnFlow.Activation) async -> Bool { false }

    /// Opens nothing.
    ///
    /// - Parameter url: Not used.
    /// - Returns: `false`.
    public func openBrowser(url: String) async -> Bool { false }

    /// Continues.
    ///
    /// - Returns: ``SignOnDriver/PollingDecision/goOn``.
    public func decideOnPolling() async -> SignOnDriver.PollingDecision { .goOn }

    /// Does nothing.
    ///
    /// - Parameter platform: Not used.
    public func adviseSettings(on platform: Pass.Platform) async {}
}

extension Pass.Platform {
    /// The path through the system's settings to the TV provider's sign-out.
    public var providerSettings: [String] {
        switch self {
        case .iOS: ["Settings", "TV Provider"]
        case .tvOS: ["Settings", "Accounts", "TV Provider"]
        }
    }
}
