internal import XMLCore
internal import XMLSecurity

/// Tests hypotheses about one signature until what is invalid is explained or the budget is spent.
struct HypothesisSearch {
    /// The possible keys of the signature, the issuer's keys first.
    let keys: [TrustedKey]
    let parsingLimits: XML.ParsingLimits
    private let message: ReceivedMessage
    private let budget: SignatureExplanation.Budget

    /// The result of a successful trial: the cause, the damage that had to be undone besides it, and the signer's bytes.
    struct Proof {
        var cause: SignatureExplanation.Finding
        var furtherCause: SignatureExplanation.Finding?
        let bytes: [UInt8]
    }

    /// A message in which one damage is undone, and which has another.
    private typealias Restored = (step: SignatureExplanation.Recipe.Trial, message: ReceivedMessage)

    /// The key and the proof, once the signature is explained.
    private(set) var signedInfo: (key: TrustedKey, proof: Proof)?
    /// The proof, once the digest is explained.
    private(set) var reference: Proof?
    private(set) var testCount = 0
    /// What restored the message.
    private(set) var recipes: [SignatureExplanation.Recipe] = []
    /// The document in which one of the two parts, or both, are as they were signed, if a whole document was.
    private(set) var document: [UInt8]?
    /// What is undone already, and the family that is being tried.
    private var steps: [SignatureExplanation.Recipe.Trial] = []
    private var family = HypothesisFamily.comments
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
    /// A Boolean value that indicates whether one damage is undone already; a third is not looked for.
    private var isSecond = false
    /// The forms of the parts, once many documents are tested; the inner `nil` where they cannot be known.
    private var partForms: PartForms??
    /// Documents in which one of the two parts is as it was signed, and not the other.
    private var halves: [(step: SignatureExplanation.Recipe.Trial, bytes: [UInt8])] = []

    init(
        _ message: ReceivedMessage, keys: [TrustedKey], parsingLimits: XML.ParsingLimits,
        isSigned: Bool, needsReference: Bool, budget: SignatureExplanation.Budget
    ) {
        message.isSigned = isSigned
        self.message = message
        self.keys = keys
        self.parsingLimits = parsingLimits
        self.isSigned = isSigned
        needsSignedInfo = !isSigned && !keys.isEmpty
        self.needsReference = needsReference
        self.budget = budget
        rejectedSignedInfo = needsSignedInfo ? [message.signedInfoBytes] : []
    }

    /// Tries the recipes, goes through the families of hypotheses, and then through pairs of them.
    mutating func run() {
        for recipe in budget.recipes where recipe.repairs.isEmpty && isOpen {
            follow(recipe.trials[...])
        }
        halves = []
        if !budget.triesRecipesOnly {
            runFamilies()
            if budget.pairByteCount > 0, signedInfo == nil, reference == nil { runPairs() }
        }
        if reference == nil, signedInfo != nil, needsReference { reference = pendingReference }
        nameByDifference()
    }

    /// Names the causes by what differs, whatever trial found the bytes.
    private mutating func nameByDifference() {
        let named = Proof.namedByDifference(
            signedInfo: signedInfo?.proof, reference: reference, in: message)
        let parts = [
            named.signedInfo.map { (message.signedInfoBytes, $0.bytes) },
            named.reference.map { (message.referenceBytes, $0.bytes) },
        ].compactMap(\.self)
        if let proof = named.signedInfo { signedInfo?.proof = proof.namingPrefixes(in: parts) }
        reference = named.reference?.namingPrefixes(in: parts)
    }

    private mutating func runFamilies() {
        let isAlone = !isSecond && budget.pairByteCount > 0
        for family in HypothesisFamily.allCases where isAlone || !family.isAlone {
            guard isOpen else { return }
            self.family = family
            for trial in family.trials(of: message).prefix(budget.testsPerFamily) {
                guard isOpen else { return }
                test(trial)
            }
            if !isSecond { searchHalves() }
        }
    }

    /// Undoes what another message had undone.
    private mutating func follow(_ recipe: ArraySlice<SignatureExplanation.Recipe.Trial>) {
        guard let step = recipe.first else { return }
        family = step.family
        for trial in step.family.trials(of: message, undoing: step.finding) {
            guard isOpen else { return }
            guard trial.hypothesis == step.finding.hypothesis,
                trial.undoing == step.finding.undoing
            else { continue }
            let rest = recipe.dropFirst()
            guard !rest.isEmpty else {
                test(trial)
                continue
            }
            guard case .document(let bytes, _)? = trial.material(),
                let restored = message.restored(bytes, limits: parsingLimits)
            else { continue }
            search((.init(family: step.family, finding: trial.finding), restored), within: budget) {
                $0.follow(rest)
            }
        }
    }

    /// Looks for another damage where undoing one has restored one of the two parts, which proves it.
    private mutating func searchHalves() {
        for half in halves where isOpen {
            guard let restored = message.restored(half.bytes, limits: parsingLimits) else {
                continue
            }
            search((half.step, restored), within: budget) { $0.runFamilies() }
        }
        halves = []
    }

    /// Undoes the likeliest damage of each kind, and looks for another in what is left.
    private mutating func runPairs() {
        let bases = HypothesisFamily.ofPairs.flatMap { family, count in
            family.trials(of: message).prefix(count).map { (family: family, trial: $0) }
        }
        var seen: Set<[UInt8]> = [message.document.bytes]
        var content: Set<[UInt8]> = [message.referenceBytes]
        var share = budget
        share.byteCount = budget.pairByteCount / max(1, bases.count)
        share.testsPerFamily = min(budget.testsPerFamily, Self.mostOfFamily)
        for base in bases where isOpen {
            guard case .document(let bytes, _)? = base.trial.material(),
                seen.insert(bytes).inserted,
                let restored = message.restored(bytes, limits: parsingLimits),
                // Where the signature holds, only what undoes something of the content is of use.
                !isSigned || content.insert(restored.referenceBytes).inserted
            else { continue }
            let step = SignatureExplanation.Recipe.Trial(
                family: base.family, finding: base.trial.finding)
            search((step, restored), within: share) { $0.runFamilies() }
        }
    }

    /// The likeliest of a family; what has many variants leaves nothing for the next one.
    private static let mostOfFamily = 128

    /// Looks for another damage in a message in which one is undone.
    private mutating func search(
        _ restored: Restored, within share: SignatureExplanation.Budget,
        _ look: (inout HypothesisSearch) -> Void
    ) {
        var rest = share
        rest.pairByteCount = 0
        rest.testCount = max(0, budget.testCount - testCount)
        rest.byteCount = min(share.byteCount, max(0, budget.byteCount - byteCount))
        rest.keyTestCount = max(0, budget.keyTestCount - keyTestCount)
        var second = HypothesisSearch(
            restored.message, keys: keys, parsingLimits: parsingLimits,
            isSigned: isSigned || signedInfo != nil, needsReference: needsReference, budget: rest)
        second.isSecond = true
        second.steps = steps + [restored.step]
        look(&second)
        recipes += second.recipes
        document = second.document ?? document
        testCount += second.testCount
        byteCount += second.byteCount
        keyTestCount += second.keyTestCount
        if needsSignedInfo, let (key, proof) = second.signedInfo {
            // What undoing the first damage has not changed has one cause only.
            let isSame = restored.message.signedInfoBytes == message.signedInfoBytes
            signedInfo = (key, isSame ? proof : proof.after(restored.step.finding))
            needsSignedInfo = false
        }
        if needsReference, let proof = second.reference, !reliesOnMethod(restored.step.finding) {
            let isSame = restored.message.referenceBytes == message.referenceBytes
            reference = isSame ? proof : proof.after(restored.step.finding)
            needsReference = false
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
            guard signedInfo?.proof.bytes == bytes, needsReference, let form = digested() else {
                return
            }
            // The digest was made with what the signer named: with other names nothing is left to compare.
            needsReference = false
            let declared = message.signature.signedInfo.reference.digestValue
            if form.method.digest(of: form.bytes) == declared {
                reference = Proof(cause: trial.finding, bytes: form.bytes)
                note(trial)
            }
        }
    }

    private mutating func test(_ bytes: [UInt8], _ path: [Int], _ trial: HypothesisTrial) {
        if partForms == nil, testCount > Self.mostRead { partForms = .some(PartForms(of: message)) }
        let forms = path == message.path ? partForms?.flatMap { $0.forms(of: bytes) } : nil
        let read = forms == nil ? ReadParts(bytes, path, limits: parsingLimits) : nil
        guard forms != nil || read != nil else { return }
        let wasOpen = needsSignedInfo && needsReference
        let count = recipes.count
        defer { if recipes.count > count { self.document = bytes } }
        let isHalf =
            !isSigned && needsSignedInfo != needsReference && halves.count < Self.mostHalves
        if needsSignedInfo || isHalf,
            let form = forms?.signedInfo ?? read?.signedInfo(in: message)
        {
            test(signedInfo: form, trial)
            // What leaves this part as the signer had it may have undone more of the other, or less.
            if isHalf, form == signedInfo?.proof.bytes { halves.append((step(trial), bytes)) }
        }
        if needsReference, let form = forms?.reference ?? read?.reference(in: message) {
            test(reference: form, trial)
        }
        if wasOpen, needsSignedInfo != needsReference { halves.append((step(trial), bytes)) }
    }

    /// The number of documents that are read before it pays to know the forms of the parts.
    private static let mostRead = 8
    private static let mostHalves = 6

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
        signedInfo = (key, Proof(cause: trial.finding, bytes: bytes))
        needsSignedInfo = false
        note(trial)
    }

    private func step(_ trial: HypothesisTrial) -> SignatureExplanation.Recipe.Trial {
        .init(family: family, finding: trial.finding)
    }

    /// Notes what restored one of the two parts, or both.
    private mutating func note(_ trial: HypothesisTrial) {
        let recipe = SignatureExplanation.Recipe(trials: steps + [step(trial)])
        if !recipes.contains(recipe) { recipes.append(recipe) }
    }

    /// The hypotheses that are true of the content only if `SignedInfo` names the signer's canonicalization.
    private static let ofMethod: Set<SignatureExplanation.Hypothesis> = [
        .otherCanonicalization, .commentsDigested, .ancestorNamespacesAdded,
        .ancestorNamespacesLost,
    ]

    /// Returns whether a finding may only make up for a canonicalization in `SignedInfo` that is not the signer's, as
    /// another prefix does for one that a PrefixList names.
    private func reliesOnMethod(_ finding: SignatureExplanation.Finding) -> Bool {
        !isSigned && signedInfo == nil
            && (Self.ofMethod.contains(finding.hypothesis)
                || finding.hypothesis == .prefixesRenamed && message.showsDeclarations)
    }

    private mutating func test(reference bytes: [UInt8], _ trial: HypothesisTrial) {
        let declared = message.signature.signedInfo.reference
        guard needsReference, declared.digestMethod.digest(of: bytes) == declared.digestValue
        else { return }
        // If SignedInfo was altered, the canonicalization that it names may be altered, too.
        if reliesOnMethod(trial.finding) {
            pendingReference = pendingReference ?? Proof(cause: trial.finding, bytes: bytes)
            return note(trial)
        }
        reference = Proof(cause: trial.finding, bytes: bytes)
        needsReference = false
        note(trial)
    }
}

/// The signed element of a document that was read, and the parts of its signature.
private struct ReadParts {
    private let element: XML.Element
    private let signature: XML.Element
    private let info: XML.Element

    init?(_ bytes: [UInt8], _ path: [Int], limits: XML.ParsingLimits) {
        guard
            let document = try? XML.Document(
                parsing: bytes, limits: limits, identifierAttributes: []),
            let element = document.rootElement.descendant(at: path),
            let signature = element.firstChild(named: .signature),
            let info = signature.firstChild(named: .signedInfo)
        else { return nil }
        self.element = element
        self.signature = signature
        self.info = info
    }

    func signedInfo(in message: ReceivedMessage) -> [UInt8]? {
        try? info.linearCanonicalForm(using: message.methods[0], limits: message.limits).bytes
    }

    func reference(in message: ReceivedMessage) -> [UInt8]? {
        try? element.linearCanonicalForm(
            using: message.methods[1].withoutComments, excluding: signature, limits: message.limits
        ).bytes
    }
}

extension HypothesisSearch.Proof {
    /// Returns the proof with the words for the prefixes that differ in the parts of the signature.
    fileprivate func namingPrefixes(in parts: [(received: [UInt8], signed: [UInt8])]) -> Self {
        Self(
            cause: PrefixHypotheses.named(cause, in: parts),
            furtherCause: furtherCause.map { PrefixHypotheses.named($0, in: parts) }, bytes: bytes)
    }

    /// Returns the proof, in a message in which another damage was undone before.
    fileprivate func after(_ first: SignatureExplanation.Finding) -> Self {
        Self(cause: first, furtherCause: cause, bytes: bytes)
    }
}
