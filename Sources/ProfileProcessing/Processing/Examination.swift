internal import PayloadCoding
internal import SAML2
internal import SAMLBindings
internal import SignatureDiagnostics
internal import XMLCore
internal import XMLSecurity

extension ProfileProcessor {
    /// The explanations of a message, and the damage to it as a whole if that was undone.
    struct Examination {
        var explanations: [SignatureExplanation] = []
        /// The bytes before the damage was undone and after it.
        var undone: (damaged: [UInt8], repaired: [UInt8])?
        /// What restored the message.
        var recipes: [SignatureExplanation.Recipe] = []

        /// The first explanation with a likely cause, which records have.
        ///
        /// What happened to a message on its way happened to all of it, and is not proved for each signature.
        var first: SignatureExplanation? { explanations.first { $0.likelyCause != nil } }

        /// A Boolean value that indicates whether a cause is proved, and nothing else is wrong.
        var isComplete: Bool {
            guard let first, let cause = first.likelyCause else { return false }
            return cause.isProved && (cause.words != nil || !first.isPartial)
        }
    }

    /// A message, unpacked as far as it can be, and the processor that judges it.
    package struct Unpacked {
        let message: CapturedMessage
        let processor: ProfileProcessor
        private let query: SignedQuery?
        /// The XML; `nil` where nothing can be unpacked.
        let xml: [UInt8]?
        /// The document; `nil` where the XML cannot be read.
        let document: XML.Document?
        /// A Boolean value that indicates whether the XML is sent on as it is, apart from white space.
        let isSentUnchanged: Bool
        /// How a signature of the document failed, if that is known.
        var failure: VerificationFailure?

        init(_ message: CapturedMessage, by processor: ProfileProcessor) {
            let envelope = try? processor.decoder.envelope(from: message)
            let limits = processor.options.parsingLimits
            self.init(
                message, envelope,
                envelope.flatMap { try? XML.Document(parsing: $0.xml, limits: limits) },
                by: processor)
        }

        init(
            _ message: CapturedMessage, _ envelope: MessageEnvelope?, _ document: XML.Document?,
            by processor: ProfileProcessor
        ) {
            self.message = message
            query = envelope?.signedQuery
            xml = envelope?.xml
            self.document = document
            let carried = document.flatMap {
                try? SAML.CarriedMessage(in: $0, sentIn: envelope?.signedQuery)
            }
            self.processor =
                carried.map { processor.judging($0.element, from: message.source) } ?? processor
            isSentUnchanged = carried?.wrappers.isEmpty == true && envelope?.isUTF16 == false
        }
    }
}

extension ProfileProcessor.Unpacked {
    /// Returns what is found by what restored others of the message's form; `nil` where that is not all of it.
    func examination(
        of form: MessageForm, known memory: CauseMemory, isWhole: Bool
    ) -> ProfileProcessor.Examination? {
        let recipes = memory.recipes(for: form)
        guard processor.options.trust != nil, !recipes.isEmpty else { return nil }
        let examination = examination(within: .only(recipes), isWhole: isWhole)
        return examination.isComplete ? examination : nil
    }

    /// Returns what is found by a search, and whether it was a brief one in vain.
    func examination(
        of form: MessageForm, at index: Int, remembering memory: inout CauseMemory, isWhole: Bool
    ) -> (ProfileProcessor.Examination, isBrief: Bool) {
        // Without trust, nothing can be proved.
        guard processor.options.trust != nil else {
            return (examination(within: .brief, isWhole: isWhole), false)
        }
        guard memory.searchesThoroughly(form, at: index) else {
            var budget = SignatureExplanation.Budget.brief
            budget.recipes = memory.recipes(for: form)
            if memory.searchesNothing(in: form, at: index) { budget.testCount = 0 }
            let examination = examination(within: budget, isWhole: isWhole)
            if !examination.isComplete { memory.noteBriefSearch(of: form) }
            return (examination, !examination.isComplete)
        }
        let examination = examination(within: .thorough, isWhole: isWhole)
        memory.note(examination, of: form)
        return (examination, false)
    }

    /// Returns what is found within a budget.
    func examination(
        within budget: SignatureExplanation.Budget, isWhole: Bool
    ) -> ProfileProcessor.Examination {
        var found = ProfileProcessor.Examination()
        if processor.options.trust != nil, let document {
            // Metadata may tell more of the key than the message and the other keys do.
            let identifiesKey = isWhole && processor.keyCauses.identifiesKey(of: document)
            for explanation in processor.verifier.explanations(
                of: document, sentIn: query, knowing: failure, within: budget,
                isWhole: isWhole)
            {
                var explanation = identifiesKey ? explanation.withoutKeyCause : explanation
                if let xml { explanation.nameWriter(of: xml) }
                found.explanations.append(explanation)
                found.recipes += explanation.recipes
            }
        }
        let explanations = found.explanations
        // Who signed it may be known by a name that was changed with the rest.
        let isExplained = explanations.contains { explanation in
            guard let cause = explanation.likelyCause else { return false }
            return !cause.hypothesis.isOfKey
                || !RepairFamily.mayChangeIssuer(of: xml ?? message.bytes)
        }
        guard !isExplained,
            explanations.isEmpty || !explanations.allSatisfy(\.isValid),
            document == nil || budget.repairsReadable
        else { return found }
        let isIntact =
            !explanations.isEmpty && explanations.allSatisfy { $0.reference?.isValid == true }
        var search = DamageSearch(
            decoder: processor.decoder, limits: processor.options.parsingLimits,
            verifier: processor.options.trust == nil ? nil : processor.verifier, budget: budget,
            received: explanations)
        let damage = search.damage(
            to: message.bytes, unpackedAs: xml, isWellFormed: document != nil, isIntact: isIntact)
        if let damage {
            var explanation = SignatureExplanation(of: damage)
            if let xml { explanation.nameWriter(of: xml) }
            for index in explanations.indices {
                found.explanations[index].isExplainedAsWhole = damage.isProved
            }
            found.explanations.insert(explanation, at: 0)
        }
        found.undone = search.undone
        found.recipes += [search.recipe].compactMap(\.self)
        return found
    }

    /// Returns the reason with the cause that was found.
    func explained(
        _ reason: Reason, _ code: VerificationFailure.Code?,
        by examination: ProfileProcessor.Examination
    ) -> Reason {
        let causes = processor.keyCauses
        guard let explanation = examination.first, let cause = explanation.likelyCause?.cause else {
            guard let code, let document, query == nil else { return reason }
            return reason.adding(comparing: causes.unknownKey(after: code, in: document))
        }
        // What explains only a part is not to sound as if that were all, and the program is worth its name.
        let part = (explanation.hasOwnSentence ? explanation.sentence : nil)
            .map { SAML.Discrepancy($0, expected: nil, found: nil) }
        guard let code, let document, query == nil else {
            return reason.adding(cause: cause, comparing: part)
        }
        return reason.adding(
            cause: cause, comparing: causes.owner(of: cause, after: code, in: document) ?? part)
    }
}
