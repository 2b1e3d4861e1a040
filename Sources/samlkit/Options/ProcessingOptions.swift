public import ArgumentParser
import MessageService
@_spi(Measurement) import PayloadCoding
import ProfileProcessing
public import SAML2

/// The options of every command that judges messages.
struct ProcessingOptions: ParsableArguments {
    @OptionGroup var trustOptions: TrustOptions
    @OptionGroup(title: HelpTitle.everyday) private var receipt: ReceiptOptions
    @OptionGroup(title: HelpTitle.conditions) private var conditions: ConditionOptions
    @OptionGroup(title: HelpTitle.attributes) private var encoding: EncodingOptions

    /// The circumstances of a receipt that are known without looking them up.
    struct ReceiptOptions: ParsableArguments {
        @Option(
            help:
                "Your own entity ID, which must be an audience; the assertion must also have an end."
        )
        var audience: String?

        @Option(
            help: ArgumentHelp(
                "A required attribute, or several separated by commas; repeats.",
                valueName: "name"))
        var require: [String] = []

        @Option(
            help: ArgumentHelp(
                "The time of receipt: 2026-01-15T12:00Z, a date, or seconds since 1970, in UTC "
                    + "without a zone; issued, to judge each message at its own IssueInstant; "
                    + "clock; or captured, the time that the capture has for a message, or else "
                    + "the clock (default). Without --trust or another of these options, "
                    + "conditions are not checked.",
                valueName: "time"))
        var now: TimeOfReceipt?
    }

    /// Further conditions of messages.
    struct ConditionOptions: ParsableArguments {
        @Option(help: "The identity provider that must be the message's issuer.")
        var issuer: String?

        @Option(
            help: ArgumentHelp(
                "With --audience, also accept assertions without conditions, audience or end; repeats.",
                valueName: "condition"))
        var acceptWithout: [SAML.AbsentCondition] = []

        @Option(help: "Your own address, which must be the recipient if the message names one.")
        var recipient: String?

        @Option(help: "The ID of the request that the message must answer.")
        var inResponseTo: String?

        @Flag(
            help:
                "The message must not answer a request; web-sso needs this or --in-response-to."
        )
        var unsolicited = false

        @Flag(
            help:
                "Also judge AttributeQuery messages, by the rules for queries (default: not judged)."
        )
        var queryMessages = false

        @Option(
            help: .file(
                "The query that the message must answer: with its ID and subject, and no attribute "
                    + "that it does not request. XML, Base64 or a capture with a verificationToken."
            ),
            completion: .file())
        var query: String?

        @Option(
            help: ArgumentHelp(
                "The accepted difference from the sender's clock: seconds, or with a unit, as in 90s, "
                    + "5m or 1h.", valueName: "time"),
            transform: ClockSkew.init(parsing:))
        var clockSkew = ClockSkew(seconds: 60)

        @Option(
            help: "The SAML profile of the messages: attribute-query or web-sso.")
        var profile = SAML.Profile.attributeQuery
    }

    /// The attributes and the encoded message in records.
    struct EncodingOptions: ParsableArguments {
        @Flag(help: "With --require, also show the values of all other attributes.")
        var allAttributes = false

        @Option(help: "How to normalize white space: cookbook, signature-safe or none.")
        var normalization = Normalization.cookbook
    }

    var issuer: String? { conditions.issuer }
    var audience: String? { receipt.audience }
    var acceptWithout: [SAML.AbsentCondition] { conditions.acceptWithout }
    var recipient: String? { conditions.recipient }
    var inResponseTo: String? { conditions.inResponseTo }
    var unsolicited: Bool { conditions.unsolicited }
    var queryMessages: Bool { conditions.queryMessages }
    var query: String? { conditions.query }
    var clockSkew: Int64 { conditions.clockSkew.seconds }
    var profile: SAML.Profile { conditions.profile }
    var now: TimeOfReceipt? { receipt.now }
    var allAttributes: Bool { encoding.allAttributes }
    var normalization: Normalization { encoding.normalization }

    /// The files that the options name.
    var files: [String] { trustOptions.files + [query].compactMap(\.self) }

    /// The required names, in the order given.
    var requiredAttributes: [String] {
        receipt.require.flatMap { $0.split(separator: ",").map(String.init) }
    }

    func validate() throws {
        let names = receipt.require.flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        guard names.allSatisfy({ name in name.contains { !$0.isWhitespace } }) else {
            throw ValidationError(
                "--require names no attribute, or has an empty name beside a comma. Pass names "
                    + "such as uid,uniqueId.")
        }
        guard acceptWithout.isEmpty || audience != nil else {
            throw ValidationError(
                "--accept-without needs --audience; without it nothing need be said.")
        }
        let hasRequest = inResponseTo != nil || query != nil
        guard !(unsolicited && hasRequest) else {
            throw ValidationError(
                "--unsolicited cannot be combined with --in-response-to or --query."
            )
        }
        guard profile == .webSSO else { return }
        var absent: [String] = []
        if audience == nil { absent.append("--audience") }
        if recipient == nil { absent.append("--recipient") }
        if !unsolicited, !hasRequest { absent.append("--in-response-to (or --unsolicited)") }
        guard absent.isEmpty else {
            throw ValidationError(
                "--profile web-sso needs \(absent.joined(separator: ", ")). Without them, a "
                    + "response for another receiver would be accepted.")
        }
    }

    /// The values that conditions are checked against.
    ///
    /// Without trusted keys and without any of these options, conditions are not checked, because
    /// an unverified message may state anything.
    private func context(
        isVerified: Bool, clock: SAML.Instant
    ) throws(CommandFailure) -> SAML.ProcessingContext {
        var context = stated
        context.query = try queryToAnswer()
        let isClock =
            now == nil ? isVerified || !context.isEmpty : now == .captured || now == .clock
        if isClock { context.now = clock }
        return context
    }

    /// What the options say of the exchange, without the query and the clock.
    var stated: SAML.ProcessingContext {
        var context = SAML.ProcessingContext(
            now: now?.instant, audience: audience, clockSkew: clockSkew, issuer: issuer,
            recipient: recipient, inResponseTo: inResponseTo, isUnsolicited: unsolicited,
            profile: profile)
        context.acceptedAbsences = Set(acceptWithout)
        context.isTimeOfIssue = now == .issued
        return context
    }

    /// The query of `--query`; the recipient of the query verifies its signature.
    private func queryToAnswer() throws(CommandFailure) -> SAML.AttributeQuery? {
        guard let query else { return nil }
        let file = try QueryFile(query, orExitWith: .usage)
        guard file.query.id != nil else {
            throw CommandFailure(.usage, "\(query): The query has no ID, so nothing can answer it.")
        }
        return file.query.unverified
    }

    /// Returns the processor that judges messages.
    ///
    /// - Parameters:
    ///   - includesPayload: Whether records contain the payload.
    ///   - files: More files to trust, besides those of `--trust`.
    ///   - contents: The contents of files to trust instead of those that the options name; `nil` for the files.
    ///   - furtherAttributes: More required attributes, besides `--require`.
    ///   - redaction: The redaction of values, if any.
    ///   - clock: The time to use without `--now`.
    ///   - note: Takes sentences about what is not used, or read in a certain way.
    /// - Returns: The processor.
    /// - Throws: A `CommandFailure` when a file of the options cannot be used.
    func processor(
        includingPayload includesPayload: Bool = false, trusting files: [String]? = nil,
        contents: [NamedContent]? = nil, requiring furtherAttributes: [String] = [],
        redaction: Redaction? = nil,
        clock: SAML.Instant = .current,
        noting note: @escaping @Sendable (String) -> Void = { Console.note($0) }
    ) throws(CommandFailure) -> ProfileProcessor {
        if let sentence = now?.note { note(sentence) }
        let trust = try trustOptions.store(
            adding: files, contents: contents, issuer: issuer, noting: note)
        var options = ProfileProcessor.Options(
            context: try context(isVerified: trust != nil, clock: clock),
            requiredAttributes: requiredAttributes + furtherAttributes,
            normalization: normalization, includesPayload: includesPayload, trust: trust,
            policy: trustOptions.signaturePolicy, decryptor: try trustOptions.decryptor())
        options.redaction = redaction
        options.judgesWhenCaptured = now == nil || now == .captured
        options.judgesQueries = queryMessages
        options.includesAllAttributes = allAttributes
        return ProfileProcessor(options: options)
    }
}

extension SAML.Instant: ExpressibleByArgument {
    /// Reads a time such as `2026-01-15T12:00:00Z`, one without seconds, a date, or seconds since 1970.
    ///
    /// A time without a zone is UTC, and a date begins at midnight.
    public init?(argument: String) {
        if (9...11).contains(argument.utf8.count), let seconds = Int64(argument), seconds >= 0 {
            self.init(secondsSinceEpoch: seconds)
            return
        }
        let parts = argument.split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { "T ".contains($0) })
        guard let date = parts.first else { return nil }
        let clock = parts.count == 1 ? "00:00" : String(parts[1])
        let zone = clock.firstIndex(where: { "Z+-".contains($0) }) ?? clock.endIndex
        let seconds = clock[..<zone].utf8.count == 5 ? ":00" : ""
        self.init(
            parsing: "\(date)T\(clock[..<zone])\(seconds)"
                + (zone == clock.endIndex ? "Z" : clock[zone...]))
    }

    /// The current time.
    static var current: SAML.Instant {
        let time = Console.currentTime()
        return SAML.Instant(secondsSinceEpoch: time.seconds, nanoseconds: time.nanoseconds)
    }
}

extension Normalization: ExpressibleByArgument {}

extension PayloadKernel: ExpressibleByArgument {}
extension PayloadStage: ExpressibleByArgument {}

extension SAML.Profile: ExpressibleByArgument {}
extension SAML.AbsentCondition: ExpressibleByArgument {}
