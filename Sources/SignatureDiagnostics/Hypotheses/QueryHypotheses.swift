internal import PayloadCoding

/// The query strings that may have been signed instead of the received one, the likeliest first.
struct QueryHypotheses {
    typealias Candidate = (finding: SignatureExplanation.Finding, bytes: [UInt8])
    private typealias Pairs = [(name: SignedQuery.Name, sentValue: [UInt8])]

    private let query: SignedQuery
    private let parameters: [SignedQuery.Parameter]

    init(_ query: SignedQuery) {
        self.query = query
        parameters = query.signedParameters
    }

    var all: [Candidate] {
        let orders = [sentOrder] + permutations(parameters)
        let encodings = QueryEncoding.allCases
        var candidates: [Candidate] = encodings.prefix(3).map { candidate(parameters, $0) }
        candidates += withoutRelayState(nil)
        candidates.append(candidate(sentOrder, nil))
        candidates += encodings.dropFirst(3).map { candidate(parameters, $0) }
        candidates += orders.map { candidate($0, nil) }
        // Only what a person typed or an app made has characters that encoders disagree on.
        candidates += encodings.map { encoding in
            Candidate(
                finding(.queryReencoded, "RelayState \(encoding.undoing)"),
                SignedQuery.joined(
                    parameters.map { one in
                        let value =
                            one.name == .relayState ? encoding.applied(to: one) : one.sentValue
                        return (one.name, value)
                    }))
        }
        for encoding in encodings {
            candidates += withoutRelayState(encoding)
            candidates += orders.map { candidate($0, encoding) }
        }
        return candidates
    }

    /// The signed parameters in the order they were sent.
    private var sentOrder: [SignedQuery.Parameter] {
        query.parameters.filter { $0.name != .signature }
    }

    private func candidate(
        _ order: [SignedQuery.Parameter], _ encoding: QueryEncoding?
    ) -> Candidate {
        let names = order.map(\.name.rawValue).joined(separator: ", ")
        let isReordered = order.map(\.name) != parameters.map(\.name)
        let undoing = [
            encoding.map { "the values \($0.undoing)" },
            isReordered ? "in the order \(names)" : nil,
        ].compactMap(\.self).joined(separator: ", ")
        return Candidate(
            finding(isReordered ? .queryReordered : .queryReencoded, undoing),
            SignedQuery.joined(pairs(order, encoding)))
    }

    /// The query string without `RelayState`; with an empty one where there is none.
    private func withoutRelayState(_ encoding: QueryEncoding?) -> [Candidate] {
        let suffix = encoding.map { ", the values \($0.undoing)" } ?? ""
        guard query[.relayState] == nil else {
            let rest = parameters.filter { $0.name != .relayState }
            return [
                Candidate(
                    finding(.relayStateChanged, "RelayState left out\(suffix)"),
                    SignedQuery.joined(pairs(rest, encoding)))
            ]
        }
        var pairs = pairs(parameters, encoding)
        pairs.insert((.relayState, []), at: min(1, pairs.count))
        return [
            Candidate(
                finding(.relayStateChanged, "an empty RelayState put in\(suffix)"),
                SignedQuery.joined(pairs))
        ]
    }

    private func pairs(
        _ parameters: [SignedQuery.Parameter], _ encoding: QueryEncoding?
    ) -> Pairs {
        parameters.map { ($0.name, encoding?.applied(to: $0) ?? $0.sentValue) }
    }

    private func finding(
        _ hypothesis: SignatureExplanation.Hypothesis, _ undoing: String
    ) -> SignatureExplanation.Finding {
        SignatureExplanation.Finding(hypothesis: hypothesis, undoing: undoing)
    }

    /// Every order of at most three parameters.
    private func permutations(
        _ parameters: [SignedQuery.Parameter]
    ) -> [[SignedQuery.Parameter]] {
        guard parameters.count > 1 else { return [parameters] }
        return parameters.indices.flatMap { index in
            var rest = parameters
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }
}
