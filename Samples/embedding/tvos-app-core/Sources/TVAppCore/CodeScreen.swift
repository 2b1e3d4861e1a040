import AdobePass

/// What the app shows where the system's sign-on does not lead to a profile: a code for a phone.
public struct CodeScreen: SignOnDelegate {
    private let show: @MainActor @Sendable (_ code: String, _ url: String?) -> Void
    private let advise: @MainActor @Sendable (_ path: [String]) -> Void

    /// Creates a screen.
    ///
    /// - Parameters:
    ///   - show: Shows a code and the address to open.
    ///   - advise: Shows where in the system's settings the user signs out.
    public init(
        show: @escaping @MainActor @Sendable (_ code: String, _ url: String?) -> Void,
        advise: @escaping @MainActor @Sendable (_ path: [String]) -> Void
    ) {
        self.show = show
        self.advise = advise
    }

    /// Shows the code and returns; the flow polls meanwhile.
    ///
    /// - Parameter activation: The code.
    /// - Returns: `true`, to go on.
    public func showCode(_ activation: SignOnFlow.Activation) async -> Bool {
        await show(activation.code.rawValue, activation.url)
        return true
    }

    /// Shows the way through the settings.
    public func adviseSettings(on platform: Pass.Platform) async {
        await advise(platform.providerSettings)
    }
}

extension SignOnFlow.Options {
    /// The options of this app: the user chooses the MVPD on the phone, not with a remote control.
    public static func playing(_ resource: String) -> Self {
        var options = Self(platform: .tvOS, resource: resource)
        options.mvpdIsChosenOnSecondScreen = true
        return options
    }
}
