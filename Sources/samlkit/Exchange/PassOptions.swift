public import AdobePass
public import ArgumentParser

/// The options of every command that calls Adobe Pass.
struct PassOptions: ParsableArguments {
    /// The sandbox's default address.
    static let sandboxURL = "http://127.0.0.1:8765"

    @Option(help: "The version of Adobe's REST API: v2 or v1.")
    var api = SignOnFlow.API.v2

    @Option(
        help: ArgumentHelp(
            "The address of Adobe Pass; without it, the sandbox's.",
            valueName: "URL"))
    var baseURL = Self.sandboxURL

    @Option(
        help: ArgumentHelp(
            "The address for client registration, if it is another host: REST API v1 uses "
                + "https://sp.auth.adobe.com besides https://api.auth.adobe.com (default: "
                + "--base-url).",
            valueName: "URL"))
    var registrationURL: String?

    @Option(
        help: .file(
            "A file with the software statement (default: the variable SAMLKIT_SOFTWARE_STATEMENT; "
                + "for a server on this computer, the sandbox's statement)."), completion: .file())
    var softwareStatement: String?

    @Option(
        help: .file(
            "A file that keeps client credentials, access token and device identifier between "
                + "runs. Without it, every run is a new app on a new device."), completion: .file())
    var credentials: String?

    @Option(
        help: ArgumentHelp(
            "The device identifier (default: from --credentials, or random).",
            valueName: "ID"))
    var deviceID: String?

    @Option(help: "The operating system to report: tvOS or iOS.")
    var platform = Pass.Platform.tvOS

    @Option(
        help: ArgumentHelp("The longest time of the whole run.", valueName: "seconds"))
    var deadline: UInt32 = 3600

    /// The longest time of the run.
    var longest: Duration { .seconds(Int64(deadline)) }

    func validate() throws {
        if deadline == 0 { throw ValidationError("--deadline takes one second or more.") }
        if deviceID?.isEmpty == true { throw ValidationError("--device-id is empty.") }
    }
}

extension SignOnFlow.API: ExpressibleByArgument {}

extension Pass.Platform: ExpressibleByArgument {}
