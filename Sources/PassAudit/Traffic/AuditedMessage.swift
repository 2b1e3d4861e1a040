internal import Captures
internal import ProfileProcessing
internal import SAML2
internal import SAMLBindings

/// A SAML message in the traffic, as the ladder judges it without trusted keys.
package struct AuditedMessage: Sendable {
    package let kind: String
    /// The exchange that has it first.
    package let exchange: AuditedExchange
    package let part: String
    package let issuer: String?
    package let byteCount: Int
    /// The sentences that say what is wrong with it.
    package let problems: [(code: String, sentence: String)]
    /// True if the cookbook's normalization leaves every byte that is signed.
    package let survivesNormalization: Bool?
    package let warnings: [String]
    /// The names of the attributes in it.
    package let attributeNames: [String]
    let hash: HashedText
}

/// Finds the SAML messages of exchanges, and judges each once.
struct MessageReading {
    private(set) var messages: [AuditedMessage] = []
    private var known: Set<HashedText> = []

    mutating func add(_ exchange: HTTPExchange, _ audited: AuditedExchange) {
        guard Self.mayHold(audited) else { return }
        // Only the responses of Apple's framework are normalized on their way.
        let isNormalized = audited.kind != .foreign && audited.kind != .browserLeg
        for message in exchange.capturedMessages {
            let xml = try? EnvelopeDecoder().envelope(from: message).xml
            let hash = HashedText(xml ?? message.bytes)
            guard known.insert(hash).inserted else { continue }
            let record = ProfileProcessor.unchecked.record(of: message)
            guard let kind = record.kind, kind != .metadata else { continue }
            let content = record.claimed?.unverified
            messages.append(
                AuditedMessage(
                    kind: kind.rawValue, exchange: audited,
                    part: message.source.part?.rawValue ?? "", issuer: content?.issuer,
                    byteCount: record.byteCount,
                    problems: record.reasons.map { ("\($0.code)", $0.message) },
                    survivesNormalization: isNormalized && kind == .response
                        ? record.normalization?.preservesSignature : nil,
                    warnings: record.normalization?.warnings.map(\.rawValue) ?? [],
                    attributeNames: content?.attributes.map(\.name) ?? [], hash: hash))
        }
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
