internal import PayloadCoding
internal import ProfileProcessing
internal import SAML2
internal import SignatureDiagnostics
internal import WireText
internal import XMLCore
internal import XMLSecurity

/// The explanations of signatures and the certificates, for a reader.
struct SignatureFacts {
    private let examination: MessageExamination
    private let record: ProfileRecord
    private let processor: ProfileProcessor
    /// Excerpts of signed bytes hold values.
    private let isRedacted: Bool

    init(
        _ examination: MessageExamination, _ record: ProfileRecord, _ processor: ProfileProcessor,
        isRedacted: Bool
    ) {
        self.examination = examination
        self.record = record
        self.processor = processor
        self.isRedacted = isRedacted
    }

    var explanations: JSONValue {
        .array(examination.explanations.map(json))
    }

    private func json(_ explanation: SignatureExplanation) -> JSONValue {
        let facts = ExplanationFacts(explanation)
        let title =
            explanation.isUnreadable ? "The message as a whole" : "Signature \(facts.place)"
        var rows = facts.answer
        if let further = explanation.furtherCause {
            rows.append(FactRow("besides", ["\(further.cause): \(further.undoing)"]))
        }
        if let reference = explanation.reference, !isRedacted {
            rows.append(FactRow("declared digest", [Self.base64(reference.declaredDigest)]))
            if let computed = reference.computedDigest {
                rows.append(FactRow("computed digest", [Self.base64(computed)]))
            }
        }
        let trials = explanation.keys.filter {
            $0.origin != .trustedForOthers || $0.outcome == .madeSignature
        }.prefix(6).map { trial in
            (trial.key.certificate?.subject.map { "\($0), " } ?? "") + trial.text
        }
        if !trials.isEmpty { rows.append(FactRow("keys tried", trials)) }
        var members: [(name: String, value: JSONValue)] = [
            ("title", .string(title)),
            ("rows", .array(rows.map { .strings([$0.label] + $0.lines) })),
        ]
        if !isRedacted, let difference = Self.difference(explanation) {
            members.append(("difference", difference))
        }
        return .object(members)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.encoding(bytes), as: UTF8.self)
    }

    /// The first difference between the received and the signed bytes: what is common, what differs, and what follows.
    private static func difference(_ explanation: SignatureExplanation) -> JSONValue? {
        let pairs: [(String, [UInt8]?, [UInt8]?)] = [
            ("query string", explanation.query?.bytes, explanation.query?.originalBytes),
            (
                "SignedInfo", explanation.signedInfo?.bytes, explanation.signedInfo?.originalBytes
            ),
            (
                explanation.elementName.localName, explanation.reference?.bytes,
                explanation.reference?.originalBytes
            ),
        ]
        for case (let name, let received?, let original?) in pairs where received != original {
            guard let part = DifferingPart(received, original, before: 60, after: 90) else { break }
            func parts(_ side: DifferingPart.Side) -> JSONValue {
                .strings([part.common, side.differing, side.following])
            }
            return .object([
                ("of", .string("\(name), byte \(part.offset.grouped)")),
                ("received", parts(part.first)), ("signed", parts(part.second)),
            ])
        }
        return nil
    }

    /// The certificate of the key that signed, or else what the message brings along.
    var certificates: JSONValue {
        if let key = record.signature.key {
            return .array([Self.json("Verifying key, trusted", key, key.certificate)])
        }
        guard let document = examination.document else { return .array([]) }
        let found = StatedCertificate.all(in: document.rootElement, atMost: 3).map { stated in
            let certificate = stated.outline
            let trusted = processor.options.trust.map { store in
                store.allKeysWithIssuers.contains { $0.key == certificate.key }
            }
            let title =
                switch trusted {
                case _ where stated.isChain:
                    "In the message: chain, no key, as it issued another one beside it"
                case true: "In the message; its key is trusted"
                case false: "In the message; its key is not trusted"
                case nil: "In the message; not verified"
                }
            return Self.json(title, certificate.key, certificate)
        }
        return .array(found)
    }

    private static func json(
        _ title: String, _ key: TrustedKey?, _ certificate: CertificateOutline?
    ) -> JSONValue {
        func day(_ seconds: Int64?) -> String? {
            seconds.map { SAML.Instant(secondsSinceEpoch: $0).description }
        }
        let rows: [(String, String?)] = [
            ("Subject", certificate?.subject), ("Valid from", day(key?.certificateNotBefore)),
            ("Valid until", day(key?.certificateNotAfter)), ("Key", key.map { "\($0.kind)" }),
            ("SHA-1 fingerprint", certificate?.sha1), ("SHA-256 fingerprint", certificate?.sha256),
            ("SHA-256 of the key", key?.keySHA256),
        ]
        return .object([
            ("title", .string(title)),
            (
                "rows",
                .array(rows.compactMap { row in row.1.map { .strings([row.0, $0]) } })
            ),
        ])
    }
}
