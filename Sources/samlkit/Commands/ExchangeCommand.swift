import AdobePass
import ArgumentParser
import PayloadCoding
import ProfileProcessing
import WireText

struct Exchange: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send a captured response to Adobe Pass and show the resulting profile.",
        discussion: """
            Unpacks the response and sends it as an app does. First warns about what white-space \
            normalization breaks. The exit status is 1 if the response is refused, and 4 if the \
            server does not answer.

            Example: samlkit exchange response.xml --service-provider REF30 --mvpd Cablevision
            """)

    @Argument(
        help: ArgumentHelp("The response; - is standard input.", valueName: "file"),
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
        help: ArgumentHelp(
            "A PEM file with the private key that decrypts user metadata; repeats.",
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
