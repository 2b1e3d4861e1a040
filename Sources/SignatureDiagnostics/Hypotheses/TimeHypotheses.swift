/// The hypotheses about times that were written in another form, or moved.
///
/// Nothing shows which of the times a program changed: all, those in tags, those in texts, or one.
struct TimeHypotheses {
    private let bytes: [UInt8]
    private let times: [WrittenTime]

    private static let mostSingle = 16

    init(message: ReceivedMessage) {
        bytes = message.referenceBytes
        times = WrittenTime.all(in: bytes)
    }

    var trials: [HypothesisTrial] {
        guard !times.isEmpty else { return [] }
        let tags = times.filter { !$0.isInText }
        let texts = times.filter(\.isInText)
        let groups = [times, tags, texts].filter { !$0.isEmpty }
        let single = texts.count > 1 ? texts.prefix(Self.mostSingle).map { [$0] } : []
        let forms = (groups + single).flatMap { group in
            WrittenTime.Fraction.allCases.map { form in
                trial(.timesRewritten, "the times written in the form of SAML", group) {
                    $0.written(form)
                }
            }
        }
        return forms + shifts([times, tags].filter { !$0.isEmpty })
    }

    /// Differences of time zones are whole half hours; by hand, times are moved by days or years.
    private static let shiftedMinutes: [Int64] = {
        let halfHours = (1...28).map { Int64($0) * 30 }
        let days = (Array(1...7) + [30, 31, 365, 366]).map { Int64($0) * 24 * 60 }
        return (halfHours + days).flatMap { [-$0, $0] }.sorted { rank($0) < rank($1) }
    }()

    private func shifts(_ groups: [[WrittenTime]]) -> [HypothesisTrial] {
        Self.shiftedMinutes.flatMap { minutes in
            groups.map { group in
                trial(.timesShifted, "the times moved by \(minutes) minutes", group) {
                    $0.written(.kept, minutesLater: minutes)
                }
            }
        }
    }

    /// Whole hours are likelier than halves.
    private static func rank(_ minutes: Int64) -> Int64 {
        abs(minutes) + (minutes.isMultiple(of: 60) ? 0 : 1000)
    }

    private func trial(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String, _ group: [WrittenTime],
        _ written: @escaping (WrittenTime) -> [UInt8]
    ) -> HypothesisTrial {
        HypothesisTrial(hypothesis: hypothesis, undoing: undoing) { [bytes] in
            let original = bytes.replacing(group.map { ($0.range, written($0)) })
            return original == bytes ? nil : .bytes(signedInfo: nil, reference: original)
        }
    }
}
