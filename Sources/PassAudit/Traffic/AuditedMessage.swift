internal import Captures
package import ProfileProcessing
internal import SAML2
internal import SAMLBindings

/// A SAML message in the traffic, as the ladder judges it.
package struct AuditedMessage: Sendable {
    package let kind: String
    /// The exchange that has it first.
    package let exchange: AuditedExchange
    package let part: String
    package let issuer: String?
    package let byteCount: Int
    /// A Boolean value that indicates whether a trusted key signed it; `nil` where signatures were not verified.
    package let isVerified: Bool?
    /// The sentences that say what is wrong with it.
    package let problems: [(code: String, sentence: String)]
    /// True if the cookbook's normalization leaves every byte that is signed.
    package let survivesNormalization: Bool?
    package let warnings: [String]
    /// The names of the attributes in it.
    package let attributeNames: [String]
    let hash: HashedText
}

/// The options for judging SAML messages in traffic.
package struct MessageJudging: Sendable {
    private let options: ProfileProcessor.Options
    private let usesTimeOfExchange: Bool

    /// Judges messages as they are, without keys and conditions.
    package static let unchecked = MessageJudging(
        ProfileProcessor.Options(context: .unchecked), usesTimeOfExchange: false)

    /// A Boolean value that indicates whether signatures are verified.
    fileprivate var verifies: Bool { options.trust != nil }

    /// Judges by options.
    ///
    /// - Parameters:
    ///   - options: The trusted keys and conditions.
    ///   - usesTimeOfExchange: Whether a message is judged at the time when it came, not at the options' time.
    package init(_ options: ProfileProcessor.Options, usesTimeOfExchange: Bool) {
        self.options = options
        self.usesTimeOfExchange = usesTimeOfExchange
    }

    /// Returns the processor for a message that came at a time, in microseconds since 1970.
    fileprivate func processor(at time: Int64?) -> ProfileProcessor {
        var options = options
        if usesTimeOfExchange {
            options.context.now = time.map {
                SAML.Instant(
                    secondsSinceEpoch: $0 / 1_000_000, nanoseconds: Int32($0 % 1_000_000) * 1000)
            }
        }
        return ProfileProcessor(options: options)
    }
}

/// Finds the SAML messages of exchanges, and judges each once.
struct MessageReading: Sendable {
    private(set) var messages: [AuditedMessage] = []
    /// The messages that sign-ons are made of, and the place of each.
    private(set) var signOnMessages: [SignOnMessage] = []
    private var places: [HashedText: Int] = [:]
    private let judging: MessageJudging
    private var known: Set<HashedText> = []

    init(_ judging: MessageJudging) {
        self.judging = judging
    }

    mutating func add(_ exchange: HTTPExchange, _ audited: AuditedExchange) {
        guard Self.mayHold(audited) else { return }
        // Only the responses of Apple's framework are normalized on their way.
        let isNormalized = audited.kind != .foreign && audited.kind != .browserLeg
        for message in exchange.capturedMessages {
            let xml = try? EnvelopeDecoder().envelope(from: message).xml
            let hash = HashedText(xml ?? message.bytes)
            guard known.insert(hash).inserted else {
                noteAgain(hash, in: audited)
                continue
            }
            let record = judging.processor(at: audited.end ?? audited.start)
                .record(of: message, index: known.count - 1)
            if let message = SignOnMessage(record) {
                places[hash] = signOnMessages.count
                signOnMessages.append(message)
            }
            guard let kind = record.kind, kind != .metadata else { continue }
            let content = record.claimed?.unverified
            let attributes = record.verified.attributes + (content?.attributes ?? [])
            messages.append(
                AuditedMessage(
                    kind: kind.rawValue, exchange: audited,
                    part: message.source.part?.rawValue ?? "", issuer: record.groupingIssuer,
                    byteCount: record.byteCount,
                    isVerified: judging.verifies && record.isJudged
                        ? record.signature.verdict == .valid : nil,
                    // The words of the provider may name the subscriber.
                    problems: record.reasons.map { ("\($0.code)", $0.quoting(nil).statement) },
                    survivesNormalization: isNormalized && kind == .response
                        ? record.normalization?.preservesSignature : nil,
                    warnings: record.normalization?.warnings.map(\.rawValue) ?? [],
                    attributeNames: attributes.map(\.name), hash: hash))
        }
    }

    /// Notes that a message stands in a later exchange of its file, too: it was passed on.
    private mutating func noteAgain(_ hash: HashedText, in exchange: AuditedExchange) {
        guard let number = places[hash], signOnMessages[number].file == exchange.file else {
            return
        }
        signOnMessages[number].lastPlace = exchange.entry ?? exchange.line
    }

    /// Returns whether an exchange is one that carries messages: most calls of Adobe's never do.
    private static func mayHold(_ exchange: AuditedExchange) -> Bool {
        switch exchange.kind {
        case .v2(let call): call.endpoint.isPartner
        case .v1, .framework, .browserLeg, .foreign: true
        case .register, .token, .stray, .sdk, .ssoService, .management, .unknownPath: false
        }
    }
}
