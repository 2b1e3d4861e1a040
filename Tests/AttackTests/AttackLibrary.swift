import Foundation
import ProfileProcessing
import SAML2
import SAMLBindings
import SignatureDiagnostics
import XMLCore
import XMLSecurity

/// The one place where the corpus calls the library: options and bytes in, a judgement out.
struct AttackLibrary {
    private let processor: ProfileProcessor
    /// The front door, where the options have all that it asks for and nothing else.
    private let validator: SAML.ResponseValidator?

    /// Why option sets are left to the command line.
    enum Unsupported: Error {
        /// The rules for bare keys and bound keys are the command line's.
        case keys
    }

    /// Prepares to judge.
    ///
    /// - Throws: ``Unsupported``, or an error of the library where it refuses the trust.
    init(_ options: AttackCorpus.Options) throws {
        let processing = ProfileProcessor.Options(
            context: try Self.context(options), requiredAttributes: options.require ?? [],
            trust: try Self.trust(options),
            policy: options.policy?.contains("legacy-sha1") == true ? .legacySHA1 : .standard,
            decryptor: try Self.decryptor(options))
        processor = ProfileProcessor(options: processing)
        validator = try Self.validator(options, processing)
    }

    private static func validator(
        _ options: AttackCorpus.Options, _ processing: ProfileProcessor.Options
    ) throws -> SAML.ResponseValidator? {
        guard let trust = processing.trust, let audience = options.audience,
            let now = SAML.Instant(parsing: options.now), options.issuer == nil,
            options.query == nil
        else { return nil }
        let expected: SAML.ExpectedResponse
        if options.profile == "web-sso" {
            guard let recipient = options.recipient, let request = options.inResponseTo else {
                return nil
            }
            expected = .signOn(at: recipient, answeringRequestWithID: request)
        } else {
            guard options.recipient == nil else { return nil }
            expected = options.inResponseTo.map { .answer(toQueryWithID: $0) } ?? .answerToAnyQuery
        }
        var validator = SAML.ResponseValidator(
            trust: trust, audience: audience, expecting: expected, clock: { now })
        validator.requiredAttributes = processing.requiredAttributes
        validator.policy = processing.policy
        validator.decryptor = processing.decryptor
        return validator
    }

    /// Judges a message by the front door, once it is unpacked; `nil` where that is not possible.
    func validation(of bytes: [UInt8]) -> AttackJudgement? {
        guard let validator,
            let envelope = try? EnvelopeDecoder().envelope(from: CapturedMessage(bytes: bytes))
        else { return nil }
        do throws(SAML.Rejection) {
            let accepted =
                if let query = envelope.signedQuery {
                    try validator.validate(query)
                } else {
                    try validator.validate(envelope.xml)
                }
            var attributes: [String: [String]] = [:]
            let names =
                validator.requiredAttributes.isEmpty
                ? accepted.attributes.map(\.name) : validator.requiredAttributes
            for name in names {
                // An attribute may be called as the subject's identifier is asked for.
                let item = accepted.attributes.first { $0.name == name && name != "NameID" }
                attributes[name] =
                    item.map { $0.values.compactMap(Self.text(of:)) } ?? accepted[name]
            }
            return AttackJudgement(
                outcome: "accepted", reasons: [], attributes: attributes,
                nameID: accepted.nameID?.value)
        } catch {
            let codes = error.reasons.map(\.code)
            let isMalformed = ["xml.", "saml.", "packaging."].contains { codes[0].hasPrefix($0) }
            return AttackJudgement(
                outcome: isMalformed ? "malformed" : "rejected", reasons: codes, attributes: [:],
                nameID: nil)
        }
    }

    /// Judges a captured message.
    func judgement(of bytes: [UInt8]) -> AttackJudgement {
        let record = processor.record(of: CapturedMessage(bytes: bytes))
        var attributes: [String: [String]] = [:]
        for item in record.verified.attributes {
            attributes[item.name, default: []] += item.values.compactMap(Self.text(of:))
        }
        return AttackJudgement(
            outcome: record.outcome.rawValue, reasons: record.reasons.map(\.code.rawValue),
            attributes: attributes, nameID: record.verified.nameID?.value)
    }

    /// The text of a value; of XML its canonical form, as records have it.
    private static func text(of value: SAML.AttributeValue) -> String? {
        guard case .xml(let element) = value.content else { return value.text }
        return element.childElements.map { child in
            let form = try? child.canonicalForm(using: XML.CanonicalizationMethod(.exclusive))
            return String(decoding: form?.bytes ?? [], as: UTF8.self)
        }.joined()
    }

    private static func context(
        _ options: AttackCorpus.Options
    ) throws -> SAML.ProcessingContext {
        SAML.ProcessingContext(
            now: SAML.Instant(parsing: options.now), audience: options.audience,
            issuer: options.issuer, recipient: options.recipient,
            inResponseTo: options.inResponseTo,
            profile: options.profile == "web-sso" ? .webSSO : .attributeQuery,
            query: try options.query.map { path in
                try SAML.AttributeQuery(unverified: XML.Document(parsing: bytes(path)).rootElement)
            })
    }

    private static func trust(_ options: AttackCorpus.Options) throws -> SAML.TrustStore {
        guard options.trustKeys == nil else { throw Unsupported.keys }
        var store = SAML.TrustStore()
        for path in options.trust ?? [] {
            guard path.hasSuffix(".xml") else { throw Unsupported.keys }
            try store.trust(metadata(path, signers: options.metadataSigner ?? [], now: options.now))
        }
        return store
    }

    private static func metadata(
        _ path: String, signers: [String], now: String
    ) throws -> SAML.Metadata {
        guard !signers.isEmpty else {
            let document = try XML.Document(parsing: bytes(path), identifierAttributes: [])
            return try SAML.Metadata(document.rootElement)
        }
        let keys = try signers.flatMap { try TrustedKey.keys(pemEncoded: text($0)) }
        return try SAML.Metadata(
            in: XML.Document(parsing: bytes(path)), verifiedBy: SignatureVerifier(trusting: keys),
            retrieved: SAML.Instant(parsing: now) ?? SAML.Instant(secondsSinceEpoch: 0))
    }

    private static func decryptor(_ options: AttackCorpus.Options) throws -> Decryptor? {
        guard let paths = options.decryptionKey else { return nil }
        return Decryptor(keys: try paths.map { try DecryptionKey(pemEncoded: text($0)) })
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: AttackCorpus.folder.appending(path: path)))
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }
}
