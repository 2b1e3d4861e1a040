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
        return forms + shifts(([times, tags] + named).filter { !$0.isEmpty })
    }

    /// Times with the digits after the seconds that all of them had.
    ///
    /// The digits are lost, but many programs take one time for all, so that there are no more than a thousand.
    var fractions: [HypothesisTrial] {
        let tags = times.filter { !$0.isInText }
        let issued = times(of: "IssueInstant")
        let none: [UInt8] = []
        // .NET writes seven digits.
        let forms = [(tags, none), (issued, none), (tags, Array("0000".utf8))]
        return forms.flatMap { group, rest -> [HypothesisTrial] in
            guard let kept = group.first?.fraction, kept.count < Self.milliseconds,
                group.allSatisfy({ $0.fraction == kept })
            else { return [] }
            return (1..<1000).compactMap { number -> HypothesisTrial? in
                let digits = String(1000 + number).utf8.dropFirst()
                guard digits.starts(with: kept) else { return nil }
                return trial(.timesRewritten, "lost milliseconds written again", group) {
                    $0.written(fraction: digits + rest)
                }
            }
        }
    }

    private static let milliseconds = 3

    /// Differences of time zones are whole half hours; by hand, times are moved by days or years.
    private static let shiftedMinutes: [Int64] = {
        let halfHours = (1...28).map { Int64($0) * 30 }
        let days = (Array(1...7) + [30, 31, 365, 366]).map { Int64($0) * 24 * 60 }
        return (halfHours + days).flatMap { [-$0, $0] }.sorted { rank($0) < rank($1) }
    }()

    /// The times of each XML attribute of one name.
    private var named: [[WrittenTime]] {
        ["IssueInstant", "NotOnOrAfter", "NotBefore", "AuthnInstant", "SessionNotOnOrAfter"].map(
            times(of:))
    }

    private func times(of name: String) -> [WrittenTime] {
        let mark = Array(" \(name)=\"".utf8)
        return times.filter { time in
            bytes[..<time.range.lowerBound].suffix(mark.count).elementsEqual(mark)
        }
    }

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
