import AdobePass
import ArgumentParser
import XMLCore

/// The attributes that Adobe Pass wants from an MVPD.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A saved configuration of REST API v1 in JSON, whose requiredMetadataFields of the MVPD "
                + "must be there as if each were given with --require; needs --mvpd.",
            valueName: "file"), completion: .file())
    var configuration: String?

    @Option(
        help: ArgumentHelp("The identifier of the MVPD in --configuration.", valueName: "id"))
    var mvpd: String?

    func validate() throws {
        guard (configuration == nil) == (mvpd == nil) else {
            throw ValidationError("--configuration and --mvpd need each other.")
        }
    }

    /// The names, in the configuration's order; none without the options.
    func requiredAttributes() throws(CommandFailure) -> [String] {
        guard let configuration, let mvpd else { return [] }
        let document = try InputFile.bytes(configuration)
        let mvpds: [RESTv1.MVPD]
        do throws(RESTv1.ConfigurationDocumentError) {
            mvpds = try RESTv1.Configuration(document: document).mvpds
        } catch {
            throw CommandFailure(.usage, "\(configuration): \(error)")
        }
        guard let match = mvpds.first(where: { $0.id.rawValue.hasSameBytes(as: mvpd) }) else {
            throw CommandFailure(
                .usage,
                "\(configuration): None of its \(TerminalText.count(mvpds.count, "MVPD")) has the "
                    + "identifier that --mvpd gives.")
        }
        guard !match.requiredMetadataFields.isEmpty else {
            throw CommandFailure(
                .usage,
                "\(configuration): The MVPD has no requiredMetadataFields. Only configurations of "
                    + "REST API v1 have them; name the attributes with --require instead.")
        }
        return match.requiredMetadataFields
    }
}
