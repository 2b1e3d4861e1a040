// macOS has the framework's headers, and no TV provider account to ask for.
#if !os(macOS)
import AdobePass
import AdobePassHTTP
import VideoSubscriberAccount

/// Signs on with the TV provider of the Apple TV, and obtains the media token that starts playback.
@MainActor
public final class ProviderSignOn {
    private let driver: SignOnDriver

    /// Creates a sign-on; one is enough for an app.
    ///
    /// - Parameters:
    ///   - configuration: The hosts, the service provider, the software statement and the device.
    ///   - storage: What keeps the registration and the TV provider, `Pass.PersistentStorage` in
    ///     the keychain for instance: losing it signs the user out.
    ///   - presenter: The view controller that shows the system's picker.
    ///   - screen: What shows the code where the system's sign-on does not lead to a profile.
    public init(
        configuration: Pass.Client.Configuration,
        storage: any Pass.Storage & Pass.SignOnMemory,
        presenter: any VSAccountManagerDelegate, screen: CodeScreen
    ) {
        let clock = Pass.SystemClock()
        driver = SignOnDriver(
            client: Pass.Client(
                configuration: configuration, transport: URLSessionTransport(), storage: storage,
                clock: clock, jitter: Pass.systemJitter),
            account: AppleSubscriberAccount(delegate: presenter), clock: clock, delegate: screen,
            settings: SignOnDriver.Settings(
                domainName: "example.com", redirectURL: "https://example.com/done"),
            memory: storage)
    }

    /// Signs on unless somebody is signed in already, and asks for a decision.
    ///
    /// - Parameter resource: What is to be played.
    /// - Returns: The media token, or why there is none.
    public func mediaToken(for resource: String) async -> SignOnDriver.Outcome {
        await driver.signOn(api: .v2, options: .playing(resource)).outcome
    }

    /// Signs out, because the user wants it.
    ///
    /// - Parameter mvpd: The MVPD of the media token.
    /// - Returns: How it ended.
    public func signOut(of mvpd: Pass.MVPDIdentifier) async -> SignOnDriver.Outcome {
        await driver.signOut(api: .v2, platform: .tvOS, mvpd: mvpd).outcome
    }
}
#endif
