public import ArgumentParser
@_spi(Measurement) import PayloadCoding
import ProfileProcessing
import SAML2

/// The options of every command that judges messages.
struct ProcessingOptions: ParsableArguments {
    @Option(help: "The identity provider that must have issued the message.")
    var issuer: String?

    @Option(help: "The receiver's name, which must be among the audiences if there are any.")
    var audience: String?

    @Option(help: "The address the message must be meant for if it names one.")
    var recipient: String?

    @Option(help: "The ID of the request the message must answer.")
    var inResponseTo: String?

    @Flag(
        help:
            "No request was made: the message must answer none (web-sso asks for this or the request's ID)."
    )
    var unsolicited = false

    @Flag(
        help:
            "Judge AttributeQuery messages, too, by the rules for queries; otherwise they are not judged."
    )
    var queryMessages = false

    @Option(
        help: ArgumentHelp(
            "The query the message must answer: its ID, its subject, and nothing it does not "
                + "ask for. XML, Base64 or a capture with a verificationToken.",
            valueName: "file"), completion: .file())
    var query: String?

    @Option(
        help: ArgumentHelp(
            "The time of receipt, such as 2026-01-15T12:00:00Z (default: the clock, with --trust "
                + "or another of these options; without any, conditions are not checked).",
            valueName: "ISO8601"))
    var now: Instant?

    @Option(help: "How far the sender's clock may be off, in seconds.")
    var clockSkew: UInt32 = 60

    @Option(
        help: ArgumentHelp(
            "An attribute that must be there, or several with commas between them; repeats.",
            valueName: "name"))
    var require: [String] = []

    @Option(help: "What encoding does to white space: cookbook, signature-safe or none.")
    var normalization = Normalization.cookbook

    /// The required names, in the order given.
    var requiredAttributes: [String] {
        require.flatMap { $0.split(separator: ",").map(String.init) }
    }

    @Option(
        help: "What the message belongs to: attribute-query or web-sso.")
    var profile = SAML.Profile.attributeQuery

    @OptionGroup var trustOptions: TrustOptions

    func validate() throws {
        let hasRequest = inResponseTo != nil || query != nil
        guard !(unsolicited && hasRequest) else {
            throw ValidationError(
                "--unsolicited says that there was no request; leave out --in-response-to and --query."
            )
        }
        guard profile == .webSSO else { return }
        var absent: [String] = []
        if audience == nil { absent.append("--audience") }
        if recipient == nil { absent.append("--recipient") }
        if !unsolicited, !hasRequest { absent.append("--in-response-to (or --unsolicited)") }
        guard absent.isEmpty else {
            throw ValidationError(
                "--profile web-sso judges sign-ons and needs \(absent.joined(separator: ", ")): without them "
                    + "a response made for somebody else would pass.")
        }
    }

    /// What the conditions are checked against.
    ///
    /// Without trusted keys and without any of the options they are not checked, as nothing about
    /// an unverified message says that they are true.
    private func context(
        isVerified: Bool, clock: SAML.Instant
    ) throws(CommandFailure) -> SAML.ProcessingContext {
        var context = SAML.ProcessingContext(
            now: now?.value, audience: audience, clockSkew: Int64(clockSkew), issuer: issuer,
            recipient: recipient, inResponseTo: inResponseTo, isUnsolicited: unsolicited,
            profile: profile, query: try queryToAnswer())
        if isVerified || !context.isEmpty, now == nil { context.now = clock }
        return context
    }

    /// The query of `--query`, whose signature is the business of whoever it was sent to.
    private func queryToAnswer() throws(CommandFailure) -> SAML.AttributeQuery? {
        guard let query else { return nil }
        let file = try QueryFile(query, orExitWith: .usage)
        guard file.query.id != nil else {
            throw CommandFailure(.usage, "\(query): The query has no ID that an answer could name.")
        }
        return file.query.unverified
    }

    /// What judges messages.
    ///
    /// - Parameters:
    ///   - includesPayload: Whether records carry the payload.
    ///   - files: Files that are trusted besides those of `--trust`.
    ///   - furtherAttributes: What is required besides `--require`.
    ///   - redaction: What takes the place of values, if anything does.
    ///   - clock: The time without `--now`.
    /// - Returns: The processor.
    /// - Throws: A `CommandFailure` when a file of the options cannot be used.
    func processor(
        includingPayload includesPayload: Bool = false, trusting files: [String]? = nil,
        requiring furtherAttributes: [String] = [], redaction: Redaction? = nil,
        clock: SAML.Instant = .current
    ) throws(CommandFailure) -> ProfileProcessor {
        let trust = try trustOptions.store(adding: files, issuer: issuer)
        var options = ProfileProcessor.Options(
            context: try context(isVerified: trust != nil, clock: clock),
            requiredAttributes: requiredAttributes + furtherAttributes,
            normalization: normalization, includesPayload: includesPayload, trust: trust,
            policy: trustOptions.signaturePolicy, decryptor: try trustOptions.decryptor())
        options.redaction = redaction
        options.judgesQueries = queryMessages
        return ProfileProcessor(options: options)
    }
}

/// An instant on the command line.
struct Instant: ExpressibleByArgument {
    let value: SAML.Instant

    init?(argument: String) {
        guard let value = SAML.Instant(parsing: argument) else { return nil }
        self.value = value
    }
}

extension SAML.Instant {
    /// The time by the system's clock.
    static var current: SAML.Instant {
        let time = Console.currentTime()
        return SAML.Instant(secondsSinceEpoch: time.seconds, nanoseconds: time.nanoseconds)
    }
}

extension Normalization: ExpressibleByArgument {}

extension PayloadKernel: ExpressibleByArgument {}
extension PayloadStage: ExpressibleByArgument {}

extension SAML.Profile: ExpressibleByArgument {}
