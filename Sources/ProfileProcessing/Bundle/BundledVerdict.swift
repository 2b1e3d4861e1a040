internal import Captures
internal import SAMLBindings
internal import SignatureDiagnostics

/// The verdict on a message as far as a bundle has to give it again.
struct BundledVerdict: Equatable {
    /// The outcome, the verdicts on signature and conditions, and the kind.
    let outcome: [String]
    /// The codes of the reasons.
    let reasons: [String]
    /// The likely causes, of the reasons and of what explaining the signatures gives.
    ///
    /// Records look for fewer of them than an explanation, the likeliest by the bytes at hand; together they say the
    /// same.
    let causes: Set<String>
    /// The steps of unpacking.
    let steps: [MessageEnvelope.Step]

    init(_ record: ProfileRecord, _ explanations: [SignatureExplanation]) {
        outcome = [
            record.outcome.rawValue, record.signature.verdict.rawValue,
            record.conditions.verdict.rawValue, record.kind.map { "\($0)" } ?? "-",
            "\(record.missing.count)",
        ]
        reasons = record.reasons.map { "\($0.code)" }
        causes = Set(record.reasons.compactMap(\.likelyCause))
            .union(explanations.compactMap { $0.likelyCause?.cause })
        steps = record.envelope
    }

    /// Judges the only message in a file; `nil` where it holds none, or several.
    init?(ofFile bytes: [UInt8], named name: String, by processor: ProfileProcessor) {
        var reader = CaptureReader(bytes, named: name)
        guard let captured = reader.next(), captured.reasonForNoMessage == nil,
            reader.next() == nil
        else { return nil }
        let message = try? captured.message()
        self.init(
            processor.record(of: captured), message.map { processor.explanations(of: $0) } ?? [])
    }

    /// Returns whether another verdict says the same.
    func isSame(as other: Self, inPacking isPacked: Bool) -> Bool {
        outcome == other.outcome && reasons == other.reasons && causes == other.causes
            && (!isPacked || steps == other.steps)
    }
}
