import AdobePass
import AdobePassHTTP
import ArgumentParser
import PassTokens
import PayloadCoding
import ProfileProcessing
import XMLSecurity

struct Exchange: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exchange", _superCommandName: "samlkit",
        abstract: "Send a captured response to Adobe Pass and show the resulting profile.",
        discussion: """
            Unpacks the response and sends it as an app does. First warns about what white-space \
            normalization breaks. The exit status is 1 if the response is refused, and 4 if the \
            server does not answer.

            Example: samlkit exchange response.xml --service-provider REF30 --mvpd Cablevision
            """)

    @Argument(
        help: .file("The response; - is standard input."),
        completion: .file())
    var file: String

    @Option(help: "The service provider; REST API v1 calls it requestor.")
    var serviceProvider: String

    @Option(help: "The MVPD that issued the response.")
    var mvpd: String

    @Option(help: "How to normalize white space: cookbook, signature-safe or none.")
    var normalization = Normalization.cookbook

    @OptionGroup var options: PassOptions

    @Option(
        help: .file("A PEM file with the private key that decrypts user metadata; repeats."),
        completion: .file())
    var metadataKey: [String] = []

    @Flag(help: "Write a JSON object.")
    var json = false

    func run() async throws {
        let message = try ResponseFile(file)
        let summary = message.damage(by: normalization)
        for warning in summary?.warnings ?? [] where !json {
            Console.note("samlkit: warning: \(warning.rawValue): \(warning.sentence)")
        }
        let decryptor =
            metadataKey.isEmpty
            ? nil : UserMetadataDecryptor(keys: try DecryptionKey.keys(in: metadataKey))
        let session = try await PassSession(options, serviceProvider: serviceProvider)
        let payload = PayloadEncoder(normalization: normalization).payload(encoding: message.bytes)
        let report = await session.client.withDeadline(options.longest) {
            await self.report(sending: payload, in: session)
        }
        let secrets = await session.transport.secrets
        try Console.show(
            report.json(
                warnings: summary?.warnings ?? [], decryptor: decryptor, secrets: secrets),
            or: report.lines(decryptor: decryptor, secrets: secrets), isJSON: json)
        if let advice = await session.advice { Console.note(advice) }
        throw report.status
    }

    /// Sends the response as an app does that just received it from Apple's framework.
    ///
    /// REST API v2 takes the MVPD from the status of Apple's framework. So this invents a status:
    /// access is granted, and a user is signed in with the MVPD's provider for a day.
    private func report(
        sending payload: EncodedPayload, in session: PassSession
    ) async -> ExchangeReport {
        let mvpd = Pass.MVPDIdentifier(rawValue: mvpd)
        do throws(Pass.ExchangeError) {
            switch options.api {
            case .v1:
                try await session.client.v1.createAuthenticationToken(
                    mvpd: mvpd, platform: options.platform, samlResponse: payload)
                return .token
            case .v2:
                let mvpds = try await session.client.v2.configuration().requestor.mvpds
                let match = mvpds.first { $0.id.rawValue.utf8.elementsEqual(mvpd.rawValue.utf8) }
                if match?.platformMappingID == nil {
                    Console.note(
                        "samlkit: warning: in the configuration of \(serviceProvider), "
                            + (match == nil
                                ? "there is no MVPD \(mvpd.rawValue)."
                                : "\(mvpd.rawValue) takes no part in Apple's sign-on."))
                }
                let status = Pass.PartnerFrameworkStatus(
                    accessStatus: .granted, provider: match?.platformMappingID,
                    expirationDate: session.clock.now().advanced(by: .seconds(86_400)))
                return .profiles(
                    try await session.client.v2.partnerProfile(
                        status: status, samlResponse: payload))
            }
        } catch {
            return .refusal(error, reason: await session.transport.reason)
        }
    }
}
