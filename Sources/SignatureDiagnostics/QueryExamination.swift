package import PayloadCoding
package import XMLCore
package import XMLSecurity

extension SignatureVerifier {
    /// The largest number of keys that are tried with every hypothesis about a query string.
    private static let mostCandidates = 4

    /// Returns the explanation of the verdict on the signature that a query string carries over
    /// itself, with the likely damage if it is invalid.
    ///
    /// It is never more than an explanation.
    ///
    /// - Parameters:
    ///   - query: The query string as it was received.
    ///   - root: The root element of the message in it.
    ///   - others: Keys that are trusted for other issuers, to tell when one of them was used.
    ///   - budget: How much may be spent on finding the cause.
    /// - Returns: The explanation.
    package func explanation(
        ofSignatureOf query: SignedQuery, around root: XML.Element,
        othersTrusted others: Set<TrustedKey> = [],
        within budget: SignatureExplanation.Budget = .thorough
    ) -> SignatureExplanation {
        let verdict = verdict(onSignatureOf: query)
        let failure: VerificationFailure? =
            if case .failure(let failure) = verdict { failure } else { nil }
        var explanation = SignatureExplanation(
            elementName: root.name, position: root.position, failure: failure)
        var examined = SignatureExplanation.Query(
            algorithm: query.algorithm, bytes: query.signedBytes)
        if let algorithm = query.algorithm, let value = query.signatureValue {
            let trial = QueryTrial(
                method: XMLDSig.SignatureMethod(rawValue: algorithm), value: value)
            for key in keys where examined.keys.last?.outcome != .madeSignature {
                examined.add(trial.outcome(of: key, over: examined.bytes), of: key, .trusted)
            }
            if !examined.isValid {
                explanation.testCount = search(query, with: trial, in: &examined, within: budget)
            }
            if !examined.isValid, examined.cause == nil {
                let rest = others.subtracting(keys).sorted { $0.keySHA256 < $1.keySHA256 }
                for key in rest.prefix(budget.otherKeyCount) where examined.cause == nil {
                    let outcome = trial.outcome(of: key, over: examined.bytes)
                    examined.add(outcome, of: key, .trustedForOthers)
                    if outcome == .madeSignature { examined.cause = .keyOfOthers }
                }
            }
        }
        explanation.query = examined
        return explanation
    }

    /// Looks for the query string that was signed, and gives the number of tests.
    private func search(
        _ query: SignedQuery, with trial: QueryTrial,
        in examined: inout SignatureExplanation.Query,
        within budget: SignatureExplanation.Budget
    ) -> Int {
        let candidates = keys.filter { $0.fits(trial.method) }.prefix(Self.mostCandidates)
        guard !candidates.isEmpty else { return 0 }
        let mostTests = min(budget.testCount, budget.keyTestCount / candidates.count)
        var testCount = 0
        var byteCount = 0
        var seen: Set<[UInt8]> = [examined.bytes]
        for (finding, bytes) in QueryHypotheses(query).all {
            guard testCount < mostTests, byteCount < budget.byteCount else { break }
            guard seen.insert(bytes).inserted else { continue }
            testCount += 1
            byteCount += bytes.count
            guard
                let key = candidates.first(where: {
                    trial.outcome(of: $0, over: bytes) == .madeSignature
                })
            else { continue }
            examined.cause = finding
            examined.originalBytes = bytes
            for index in examined.keys.indices where examined.keys[index].key == key {
                examined.keys[index].outcome = .madeSignatureBeforeDamage
            }
            break
        }
        return testCount
    }
}

/// A signature value to try keys on.
private struct QueryTrial {
    let method: XMLDSig.SignatureMethod
    let value: [UInt8]

    func outcome(
        of key: TrustedKey, over bytes: [UInt8]
    ) -> SignatureExplanation.KeyTrial.Outcome {
        guard key.fits(method) else { return .otherKind }
        return key.isValidSignature(value, over: bytes, method: method)
            ? .madeSignature : .didNotMakeSignature
    }
}

extension SignatureExplanation.Query {
    fileprivate mutating func add(
        _ outcome: SignatureExplanation.KeyTrial.Outcome, of key: TrustedKey,
        _ origin: SignatureExplanation.KeyTrial.Origin
    ) {
        keys.append(.init(key: key, origin: origin, outcome: outcome))
    }
}

extension SignatureExplanation.Finding {
    fileprivate static let keyOfOthers = Self(
        hypothesis: .signedByOtherKey, undoing: "the keys of the other issuers tried")
}
