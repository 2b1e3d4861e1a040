import AdobePass
import ArgumentParser
import WireText
import XMLCore

/// The attributes that Adobe Pass requires of an MVPD.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: .file(
            "A saved configuration of REST API v1 in JSON. The requiredMetadataFields of --mvpd "
                + "are required, as if given with --require."), completion: .file())
    var configuration: String?

    @Option(
        help: ArgumentHelp("The identifier of the MVPD in --configuration.", valueName: "id"))
    var mvpd: String?

    func validate() throws {
        guard (configuration == nil) == (mvpd == nil) else {
            throw ValidationError("--configuration and --mvpd must be given together.")
        }
    }

    /// Returns the names in the configuration's order, or none without the options.
    func requiredAttributes() throws(CommandFailure) -> [String] {
        guard let configuration, let mvpd else { return [] }
        let document = try InputFile.bytes(configuration)
        let mvpds: [Pass.MVPD]
        do throws(Pass.ConfigurationDocumentError) {
            mvpds = try Pass.Configuration(document: document).mvpds
        } catch {
            throw CommandFailure(.usage, "\(configuration): \(error)")
        }
        guard let match = mvpds.first(where: { $0.id.rawValue.hasSameBytes(as: mvpd) }) else {
            throw CommandFailure(
                .usage,
                "\(configuration): None of its \(mvpds.count.counted("MVPD")) has the "
                    + "identifier of --mvpd.")
        }
        guard !match.requiredMetadataFields.isEmpty else {
            throw CommandFailure(
                .usage,
                "\(configuration): The MVPD has no requiredMetadataFields; only configurations of "
                    + "REST API v1 have them. Pass the attribute names with --require instead.")
        }
        return match.requiredMetadataFields
    }
}
