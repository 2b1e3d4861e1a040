internal import XMLCore
internal import XMLSecurity

/// Tests hypotheses about one signature until what is invalid is explained or the budget is spent.
struct HypothesisSearch {
    /// The possible keys of the signature, the issuer's keys first.
    let keys: [TrustedKey]
    let parsingLimits: XML.ParsingLimits
    private let message: ReceivedMessage
    private let budget: SignatureExplanation.Budget

    /// The result of a successful trial: the cause, and the signer's bytes.
    typealias Proof = (cause: SignatureExplanation.Finding, bytes: [UInt8])

    /// The key and the proof, once the signature is explained.
    private(set) var signedInfo: (key: TrustedKey, proof: Proof)?
    /// The proof, once the digest is explained.
    private(set) var reference: Proof?
    private(set) var testCount = 0
    private var byteCount = 0
    private var keyTestCount = 0
    private var needsSignedInfo: Bool
    private var needsReference: Bool
    /// A Boolean value that indicates whether a key made the signature over `SignedInfo` as it was received.
    private let isSigned: Bool
    /// A proof that holds if `SignedInfo`, which it relies on, is explained.
    private var pendingReference: Proof?
    /// Bytes that no key signed; most damage leaves `SignedInfo` as it is.
    private var rejectedSignedInfo: Set<[UInt8]>

    init(
        _ message: ReceivedMessage, keys: [TrustedKey], parsingLimits: XML.ParsingLimits,
        isSigned: Bool, needsReference: Bool, budget: SignatureExplanation.Budget
    ) {
        self.message = message
        self.keys = keys
        self.parsingLimits = parsingLimits
        self.isSigned = isSigned
        needsSignedInfo = !isSigned && !keys.isEmpty
        self.needsReference = needsReference
        self.budget = budget
        rejectedSignedInfo = [message.signedInfoBytes]
    }

    /// Goes through the families of hypotheses, the likeliest first.
    mutating func run() {
        runFamilies()
        if reference == nil, signedInfo != nil, needsReference { reference = pendingReference }
    }

    private mutating func runFamilies() {
        let canonicalization = CanonicalizationHypotheses(message: message)
        let text = TextHypotheses(message: message)
        let families: [() -> [HypothesisTrial]] = [
            { canonicalization.withComments },
            // What leaves a trace of its own comes before what can look like anything.
            { [message] in LineEndHypotheses(message: message).trials },
            { [message] in CharacterHypotheses(message: message).trials },
            { [message] in LayoutHypotheses(message).trials },
            { text.encodings },
            { canonicalization.otherMethods },
            { text.carriageReturns },
            { [message] in NamespaceHypotheses(message)?.added ?? [] },
            { [message] in NamespaceHypotheses(message)?.lost ?? [] },
            { [message] in AlgorithmHypotheses(message: message).trials },
            { text.byteOrderMarks },
            { [message] in EscapeHypotheses(message: message).trials },
            { [message] in PrefixHypotheses(message: message).trials },
            { [message] in AttributeHypotheses(message: message).trials },
            { [message] in TimeHypotheses(message: message).trials },
            { [message] in ValueHypotheses(message: message).trials },
            { text.trimmedValues },
            { [message] in TypographyHypotheses(message: message).trials },
            { [message] in AddressHypotheses(message: message).trials },
            { [message] in AttributeHypotheses(message: message).orders },
            { [message] in ValueHypotheses(message: message).replacedCharacters },
        ]
        for family in families {
            guard isOpen else { return }
            for trial in family().prefix(budget.testsPerFamily) {
                guard isOpen else { return }
                test(trial)
            }
        }
    }

    private var isOpen: Bool {
        (needsSignedInfo || needsReference) && testCount < budget.testCount
            && byteCount < budget.byteCount
    }

    private mutating func test(_ trial: HypothesisTrial) {
        guard let material = trial.material() else { return }
        testCount += 1
        switch material {
        case .document(let bytes, let path):
            byteCount += bytes.count
            test(bytes, path, trial)
        case .bytes(let signedInfo, let reference):
            byteCount += (signedInfo?.count ?? 0) + (reference?.count ?? 0)
            if let signedInfo { test(signedInfo: signedInfo, trial) }
            if let reference { test(reference: reference, trial) }
        case .signedInfo(let bytes, let signature, let digested):
            byteCount += bytes.count
            guard needsSignedInfo else { return }
            test(signedInfo: bytes, trial, signature)
            guard signedInfo?.proof.bytes == bytes, needsReference else { return }
            // The digest was made with what the signer named: with other names nothing is left to compare.
            needsReference = false
            let declared = message.signature.signedInfo.reference.digestValue
            if let form = digested(), form.method.digest(of: form.bytes) == declared {
                reference = (trial.finding, form.bytes)
            }
        }
    }

    private mutating func test(_ bytes: [UInt8], _ path: [Int], _ trial: HypothesisTrial) {
        guard
            let document = try? XML.Document(
                parsing: bytes, limits: parsingLimits, identifierAttributes: []),
            let element = document.rootElement.descendant(at: path),
            let signature = element.firstChild(named: .signature),
            let info = signature.firstChild(named: .signedInfo)
        else { return }
        if needsSignedInfo,
            let form = try? info.linearCanonicalForm(
                using: message.methods[0], limits: message.limits)
        {
            test(signedInfo: form.bytes, trial)
        }
        if needsReference,
            let form = try? element.linearCanonicalForm(
                using: message.methods[1].withoutComments, excluding: signature,
                limits: message.limits)
        {
            test(reference: form.bytes, trial)
        }
    }

    private mutating func test(
        signedInfo bytes: [UInt8], _ trial: HypothesisTrial,
        _ method: XMLDSig.SignatureMethod? = nil
    ) {
        guard needsSignedInfo,
            method != nil || rejectedSignedInfo.insert(bytes).inserted
        else { return }
        keyTestCount += keys.count
        guard keyTestCount <= budget.keyTestCount else {
            needsSignedInfo = false
            return
        }
        let signature = message.signature
        guard
            let key = keys.first(where: { key in
                key.isValidSignature(
                    signature.signatureValue, over: bytes,
                    method: method ?? signature.signedInfo.signatureMethod)
            })
        else { return }
        signedInfo = (key, (trial.finding, bytes))
        needsSignedInfo = false
    }

    /// The hypotheses that are true of the content only if `SignedInfo` names the signer's canonicalization.
    private static let reliesOnMethod: Set<SignatureExplanation.Hypothesis> = [
        .otherCanonicalization, .commentsDigested, .ancestorNamespacesAdded,
        .ancestorNamespacesLost,
    ]

    private mutating func test(reference bytes: [UInt8], _ trial: HypothesisTrial) {
        let declared = message.signature.signedInfo.reference
        guard needsReference, declared.digestMethod.digest(of: bytes) == declared.digestValue
        else { return }
        // Whoever did not sign SignedInfo so did not choose the canonicalization that it names, either.
        if !isSigned, signedInfo == nil, Self.reliesOnMethod.contains(trial.hypothesis) {
            pendingReference = pendingReference ?? (trial.finding, bytes)
            return
        }
        reference = (trial.finding, bytes)
        needsReference = false
    }
}

extension XML.Element {
    func descendant(at path: [Int]) -> XML.Element? {
        var element = self
        for step in path {
            guard let next = element.childElements.dropFirst(step).first(where: { _ in true })
            else { return nil }
            element = next
        }
        return element
    }
}
