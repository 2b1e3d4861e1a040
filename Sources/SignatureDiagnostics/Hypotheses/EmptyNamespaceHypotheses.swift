internal import WireText

/// The hypotheses about `xmlns=""` that a signer wrote and did not digest.
///
/// Programs that build elements in no namespace inside a default one digest them before the text is made that says so.
struct EmptyNamespaceHypotheses {
    let message: ReceivedMessage

    private static let declaration = Array(" xmlns=\"\"".utf8)
    /// The largest number of declarations that are left out one at a time.
    private static let mostDeclarations = 8

    var trials: [HypothesisTrial] {
        let document = message.document
        let places = document.tokens.indices.filter { document.tokens[$0].kind == .startTag }
            .flatMap { document.attributes(ofTag: $0) }.map(\.range)
            .filter { document.bytes[$0].elementsEqual(Self.declaration) }
        guard !places.isEmpty else { return [] }
        // Here the elements below still declare the default namespace to which they return.
        let forms = trial("xmlns=\"\" left out of the digested bytes") { [message] in
            .bytes(
                signedInfo: message.signedInfoBytes.substituting([], for: Self.declaration),
                reference: message.referenceBytes.substituting([], for: Self.declaration))
        }
        let all = trial("xmlns=\"\" left out") { [message] in
            .document(document.bytes.replacing(places.map { ($0, []) }), path: message.path)
        }
        let single = places.count == 1 ? [] : places.prefix(Self.mostDeclarations)
        return [all, forms]
            + single.map { place in
                trial("one xmlns=\"\" left out") { [message] in
                    .document(document.bytes.replacing([(place, [])]), path: message.path)
                }
            }
    }

    private func trial(
        _ undoing: String, _ material: @escaping () -> HypothesisTrial.Material?
    ) -> HypothesisTrial {
        HypothesisTrial(hypothesis: .emptyNamespaceAdded, undoing: undoing, material: material)
    }
}
