import AdobePass
import ArgumentParser
import PayloadCoding
import ProfileProcessing
import WireText

struct Exchange: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send a captured response to Adobe Pass and show the profile it gives.",
        discussion: """
            The response may be packed in any way a capture can be; it is sent as an app sends it. \
            What the normalization of white space breaks is told before. A response that is \
            refused gives the exit status 1, a server that does not answer 4.

            Example: samlkit exchange response.xml --service-provider REF30 --mvpd Cablevision
            """)

    @Argument(
        help: ArgumentHelp("The response; - is standard input.", valueName: "file"),
        completion: .file())
    var file: String

    @Option(help: "The service provider, which v1 calls requestor.")
    var serviceProvider: String

    @Option(help: "The MVPD that made the response.")
    var mvpd: String

    @Option(help: "What is done to white space: cookbook, signature-safe or none.")
    var normalization = Normalization.cookbook

    @OptionGroup var options: PassOptions

    @Option(
        help: ArgumentHelp(
            "A PEM file with the private key that user metadata is encrypted to; repeats.",
            valueName: "file"), completion: .file())
    var metadataKey: [String] = []

    @Flag(help: "Write a JSON object.")
    var json = false

    func run() async throws {
        let message = try ResponseFile(file)
        let summary = message.damage(by: normalization)
        for warning in summary?.warnings ?? [] where !json {
            Console.note("samlkit: warning: \(warning.rawValue): \(warning.consequence)")
        }
        let decryptor = try MetadataKeys.decryptor(metadataKey)
        let session = try await PassSession(options, serviceProvider: serviceProvider)
        let payload = PayloadEncoder(normalization: normalization).payload(encoding: message.bytes)
        let exchange = ResponseExchange(
            session: session, mvpd: Pass.MVPDIdentifier(rawValue: mvpd), platform: options.platform)
        let report: ExchangeReport
        do throws(Pass.ExchangeError) {
            switch options.api {
            case .v2: report = .profiles(try await exchange.profiles(for: payload))
            case .v1:
                try await exchange.createToken(for: payload)
                report = .token
            }
        } catch {
            report = .refusal(error, reason: await session.transport.reason)
        }
        if json {
            let warnings = summary?.warnings ?? []
            try Console.write(report.json(warnings: warnings, decryptor: decryptor).line)
        } else {
            for line in report.lines(decryptor: decryptor) {
                try Console.print(TerminalText.safe(line))
            }
        }
        throw report.status
    }
}
