import ArgumentParser
import PayloadCoding
import ProfileProcessing
import SAML2
import WireText
import XMLCore
import XMLSecurity

struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query", _superCommandName: "samlkit",
        abstract: "Read a verificationToken (an AttributeQuery), or make one.",
        discussion: """
            The token may be XML, Base64, percent-encoded Base64, a SAMLRequest parameter, JSON with \
            a verificationToken, or the only query of a capture. With --trust, verifies the signature and prints only signed \
            content. With --make, writes a signed query on one line.

            Example: samlkit query verification-token.b64 --trust sp-metadata.xml
            Example: samlkit query --make --issuer https://sp.example.com --subject s-1 \
            --attribute uid,uniqueId --key sp.key.pem
            """)

    @Argument(
        help: .file("The token; - is standard input."),
        completion: .file())
    var file: String?

    @Flag(help: "Write a signed query instead of reading one.")
    var make = false

    @OptionGroup(title: "To make a query") var making: QueryMakingOptions

    @OptionGroup(title: "To read a query") var selection: MessageSelection

    @OptionGroup(title: "To read a query") var trustOptions: TrustOptions

    @Option(
        help: ArgumentHelp(
            "The time of receipt, or with --make the time of issue (default: the clock).",
            valueName: "ISO8601"))
    var now: SAML.Instant?

    @Flag(help: "Write a JSON object.")
    var json = false

    @OptionGroup private var colours: ColorOptions

    func validate() throws {
        guard make != (file != nil) else {
            throw ValidationError("Pass either a file to read, or --make.")
        }
        if make {
            guard making.issuer != nil, making.subject != nil, making.key != nil else {
                throw ValidationError("--make needs --issuer, --subject and --key.")
            }
            guard !trustOptions.isGiven, trustOptions.metadataSigner.isEmpty else {
                throw ValidationError("--trust cannot be combined with --make.")
            }
            guard !selection.isGiven else {
                throw ValidationError(
                    "--entry, --line, --nth and --message-id choose what is read. They cannot be "
                        + "combined with --make.")
            }
        } else if let option = making.firstGiven {
            throw ValidationError("\(option) needs --make.")
        }
    }

    func run() throws {
        guard let file else { return try write() }
        let found = try QueryFile(file, selection, orExitWith: .rejected)
        let reading = QueryReading(
            of: found, trusting: try trustOptions.store(roles: [.serviceProvider]),
            policy: trustOptions.signaturePolicy, now: now ?? SAML.Instant.current)
        try Console.show(reading.json, or: reading.lines, isJSON: json)
        if reading.failure != nil { throw ExitStatus.rejected }
    }

    private func write() throws {
        // Receivers need not understand fractions (SAML Core, section 1.3.3).
        let clock = SAML.Instant(secondsSinceEpoch: SAML.Instant.current.secondsSinceEpoch)
        let draft = try making.draft(at: now ?? clock)
        let signer = try making.signer()
        let bytes: [UInt8]
        do {
            bytes = try draft.signed(by: signer)
        } catch {
            throw CommandFailure(.usage, "The query cannot be made: \(error)")
        }
        let token = making.base64 ? Base64.encoding(bytes) : bytes
        guard json else { return try Console.write(token + [UInt8(ascii: "\n")]) }
        try Console.write(
            JSONValue.object([
                ("id", .string(draft.id)),
                ("verificationToken", .string(String(decoding: token, as: UTF8.self))),
            ]).line)
    }
}
