extension HypothesisSearch.Proof {
    /// Returns the proofs of the parts of a signature with the causes that the bytes show.
    ///
    /// Steps that changed white space are what a trial invented on its way to the signed bytes; the difference between
    /// those and what was received says what happened. Steps that changed something else keep their names, unless
    /// nothing but white space differs.
    ///
    /// - Parameters:
    ///   - signedInfo: The proof of `SignedInfo`.
    ///   - reference: The proof of the content.
    ///   - message: The message as it was received.
    /// - Returns: The proofs, each with one or two causes.
    static func namedByDifference(
        signedInfo: Self?, reference: Self?, in message: ReceivedMessage
    ) -> (signedInfo: Self?, reference: Self?) {
        let proofs = [signedInfo, reference]
        let received = [message.signedInfoBytes, message.referenceBytes]
        let comparisons = zip(proofs, received).enumerated().map { part, pair in
            pair.0.flatMap { proof in
                WhiteSpaceComparison(received: pair.1, signed: proof.bytes, part: part)
            }
        }
        let compared = comparisons.compactMap(\.self)
        let difference = WhiteSpaceDifference(
            compared.contains(where: \.isChanged) ? compared.flatMap(\.places) : [])
        let others = zip(proofs, comparisons).map {
            proof, comparison -> [SignatureExplanation.Finding] in
            let findings = proof?.findings.filter { !$0.hypothesis.isOfWhiteSpace } ?? []
            return comparison?.isComplete == true ? findings.filter(\.isOfMethod) : findings
        }
        // A part has room for two causes; what does not fit is one cause in all parts.
        let own = [2, 1].lazy.map { limit in
            let causes = difference.causes(atMost: limit)
            return proofs.indices.map { part in
                causes.filter { $0.parts.contains(part) }.map(\.finding)
            }
        }
        let fitting = own.first { own in
            proofs.indices.allSatisfy { own[$0].count + others[$0].count <= 2 }
        }
        let causes = fitting ?? own[1]
        let named = proofs.indices.map { part in
            proofs[part].map { proof in
                comparisons[part] == nil ? proof : proof.with(causes[part] + others[part])
            }
        }
        return (named[0], named[1])
    }

    private var findings: [SignatureExplanation.Finding] {
        [cause] + (furtherCause.map { [$0] } ?? [])
    }

    /// Returns the proof with other causes, where there are any.
    private func with(_ findings: [SignatureExplanation.Finding]) -> Self {
        guard let first = findings.first else { return self }
        let second = findings.dropFirst().first { $0.hypothesis != first.hypothesis }
        return Self(cause: first, furtherCause: second, bytes: bytes)
    }
}

extension SignatureExplanation.Finding {
    /// A Boolean value that indicates whether the cause is a method, which may have been another one over the same
    /// bytes.
    fileprivate var isOfMethod: Bool {
        hypothesis == .otherSignatureMethod || hypothesis == .otherDigestMethod
    }
}
