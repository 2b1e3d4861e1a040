public import AdobePass
public import ArgumentParser

/// The options of every command that talks to Adobe Pass.
struct PassOptions: ParsableArguments {
    /// Where a sandbox listens unless it is told otherwise.
    static let sandboxURL = "http://127.0.0.1:8765"

    @Option(help: "The version of Adobe's REST API: v2 or v1.")
    var api = SignOnFlow.API.v2

    @Option(
        help: ArgumentHelp(
            "Where Adobe Pass is (default: the sandbox, http://127.0.0.1:8765).",
            valueName: "URL"))
    var baseURL = Self.sandboxURL

    @Option(
        help: ArgumentHelp(
            "Where clients are registered, if that is another host: for REST API v1 "
                + "https://sp.auth.adobe.com beside https://api.auth.adobe.com (default: "
                + "--base-url).",
            valueName: "URL"))
    var registrationURL: String?

    @Option(
        help: ArgumentHelp(
            "A file with the software statement (default: SAMLKIT_SOFTWARE_STATEMENT; without "
                + "--base-url, or on this computer without either, the sandbox's).",
            valueName: "file"), completion: .file())
    var softwareStatement: String?

    @Option(
        help: ArgumentHelp(
            "A file to keep client credentials, access token and device identifier in, as an app "
                + "does; without it every run is a new app on a new device.",
            valueName: "file"), completion: .file())
    var credentials: String?

    @Option(
        help: ArgumentHelp(
            "What names the device (default: the one of --credentials, or random).",
            valueName: "ID"))
    var deviceID: String?

    @Option(help: "The system that the device pretends to have: tvOS or iOS.")
    var platform = Pass.Platform.tvOS
}

extension SignOnFlow.API: ExpressibleByArgument {}

extension Pass.Platform: ExpressibleByArgument {}
