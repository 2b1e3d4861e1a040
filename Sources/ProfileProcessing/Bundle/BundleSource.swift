internal import PayloadCoding
internal import SAML2
internal import SAMLBindings
internal import SignatureDiagnostics
internal import WireText
internal import XMLCore
internal import XMLSecurity

/// A message to bundle, with what is known of the damage to it.
struct BundleSource {
    private let message: CapturedMessage
    private let processor: ProfileProcessor
    private let explanations: [SignatureExplanation]
    private let undone: (damaged: [UInt8], repaired: [UInt8])?
    private let number: Int
    private let envelope: MessageEnvelope?
    private let document: XML.Document?

    /// A way to make a message for a bundle.
    struct Variant: Hashable {
        /// A Boolean value that indicates whether single letters beyond ASCII stay.
        let keepsLetters: Bool
        /// A Boolean value that indicates whether it is packed as the original was.
        let isPacked: Bool
        /// A Boolean value that indicates whether values are replaced in the signed bytes, and not only in the received
        /// ones.
        let replacesInOriginal: Bool
    }

    init(
        _ message: CapturedMessage, processor: ProfileProcessor,
        examination: ProfileProcessor.Examination, number: Int
    ) {
        self.message = message
        self.processor = processor
        explanations = examination.explanations
        undone = examination.undone
        self.number = number
        let envelope = try? processor.decoder.envelope(from: message)
        self.envelope = envelope
        document = envelope.flatMap {
            try? XML.Document(parsing: $0.xml, limits: processor.options.parsingLimits)
        }
    }

    /// The ways to try, the one that keeps least and shows most first.
    var variants: [Variant] {
        let texts = [envelope?.xml, message.bytes, undone?.repaired].compactMap(\.self)
        let hasLetters = texts.contains { text in
            WrittenText(text).characters.contains { $0.value >= 0x80 }
        }
        let isPlain = envelope?.xml == message.bytes || envelope == nil
        let isRestored = undone == nil && explanations.contains { $0.likelyCause != nil }
        return [true, false].filter { $0 || !isPlain }.flatMap { isPacked in
            [false, true].filter { !$0 || hasLetters }.flatMap { keepsLetters in
                [false, true].filter { !$0 || isRestored }.map {
                    Variant(
                        keepsLetters: keepsLetters, isPacked: isPacked, replacesInOriginal: $0)
                }
            }
        }
    }

    /// A Boolean value that indicates whether most of the text is in no encoding that ASCII is a part of, as in EBCDIC.
    var isUnreadable: Bool {
        let text = envelope?.xml ?? message.bytes
        guard String(validating: text, as: UTF8.self) == nil, !text.contains(0) else {
            return false
        }
        return text.count { $0 >= 0x80 } > text.count(where: \.isLetterOrDigit)
    }

    /// A Boolean value that indicates whether another attempt may have another verdict.
    var dependsOnChance: Bool {
        let chance: Set<SignatureExplanation.Hypothesis> = [
            .plusToSpace, .base64CharacterLost, .base64CharacterDoubled, .base64CharacterAdded,
            .base64CharactersSwapped, .base64CharacterReplaced, .base64LinesDoubled,
            .base64LinesReordered,
        ]
        return explanations.contains {
            $0.likelyCause.map { chance.contains($0.hypothesis) } ?? false
        }
    }

    /// A file of a bundle.
    struct File {
        let name: String
        let bytes: [UInt8]
    }

    /// A message made for a bundle.
    struct BundledMessage {
        var files: [File] = []
        var command = ""
        var verdict: BundledVerdict?
        var holdsSecret = false
        var counts: [String: Int] = [:]
        var notes: [String] = []
        var signedCount = 0
        var unsignedCount = 0
    }

    /// Makes the message, judges it and searches it.
    func made(
        key: [UInt8], _ variant: Variant, query: [UInt8]?, _ keys: inout ThrowawayKeys
    ) throws(SupportBundle.Refusal) -> BundledMessage {
        do {
            return try makes(key: key, variant, query: query, &keys)
        } catch let refusal as SupportBundle.Refusal {
            throw refusal
        } catch is XML.ParsingError {
            throw SupportBundle.Refusal(.otherVerdict)
        } catch {
            throw SupportBundle.Refusal(.keyNotMade)
        }
    }

    private func makes(
        key: [UInt8], _ variant: Variant, query: [UInt8]?, _ keys: inout ThrowawayKeys
    ) throws -> BundledMessage {
        var scrubber = MessageScrubber(key: key, keepingLetters: variant.keepsLetters)
        var made = BundledMessage()
        guard let bytes = try content(variant, &scrubber, &keys, &made) else {
            throw SupportBundle.Refusal(.otherVerdict)
        }
        let isXML = bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
        let file = File(name: "message-\(number).\(isXML ? "xml" : "txt")", bytes: bytes)
        made.files = [file]
        var options = processor.options
        options.context = try context(&scrubber)
        if processor.ownTime(of: message.source) == .captured {
            options.context.now = message.source.instant
        }
        options.judgesWhenCaptured = false
        options.requiredAttributes = options.requiredAttributes.map {
            scrubber.value($0, of: "attribute name")
        }
        if let store = processor.options.trust {
            let trust = try ThrowawayTrust(
                store, naming: issuers, using: usedKeys, &keys, &scrubber)
            let name = "\(number)-\(trust.name)"
            made.files.append(File(name: name, bytes: trust.bytes))
            options.trust = try trust.store()
            made.command = " --trust \(name)"
        }
        if let query {
            let scrubbed = File(name: "query-\(number).xml", bytes: scrubber.markup(query))
            made.files.append(scrubbed)
            options.context.query = try SAML.AttributeQuery(
                unverified: SAML.CarriedMessage(in: XML.Document(parsing: scrubbed.bytes)).element)
        }
        let command = BundleText.Command(
            file: file.name, options, trust: made.command,
            query: query.map { _ in "query-\(number).xml" })
        made.command = command.text
        made.verdict = BundledVerdict(
            ofFile: bytes, named: file.name, by: ProfileProcessor(options: options))
        let search = SecretSearch(
            words: scrubber.values.pseudonyms.replaced, foreign: scrubber.values.foreignWords,
            values: scrubber.originals.filter { TimeValue(Array($0)) == nil })
        made.holdsSecret = (made.files.map(\.bytes) + command.values.map { Array($0.utf8) })
            .contains { search.finds(in: $0) }
        made.counts = scrubber.counts
        let shortCount = scrubber.values.pseudonyms.shortHosts.count
        if shortCount > 0 {
            made.notes.append(
                "Names of hosts with fewer than nine characters, which end in `.test` or have no such ending: "
                    + "\(shortCount).")
        }
        if !variant.isPacked {
            made.notes.append("The packing could not be kept: it is plain XML.")
        }
        return made
    }

    // MARK: The message

    /// Returns the message with its values replaced, its signatures made again, and damaged as it was.
    private func content(
        _ variant: Variant, _ scrubber: inout MessageScrubber, _ keys: inout ThrowawayKeys,
        _ made: inout BundledMessage
    ) throws -> [UInt8]? {
        if let undone { return try undamaged(undone, variant, &scrubber, &keys, &made) }
        guard let envelope else {
            try refuseNULs(message.bytes)
            made.notes.append(
                "The damage could not be undone: values stand for values as they are.")
            return opaque(message.bytes, &scrubber)
        }
        guard let document else {
            try refuseNULs(envelope.xml)
            made.notes.append("The damage could not be undone: the signatures are random.")
            return packed(scrubber.markup(envelope.xml), envelope, variant, &scrubber)
        }
        let signed = try signing(document, explanations, variant, &scrubber, &keys, &made)
        let xml = TextEncoding.encoding(signed, like: envelope.xml)
        if let query = envelope.signedQuery {
            return try signing(query, xml: xml, &scrubber, &keys, &made)
        }
        return packed(xml, envelope, variant, &scrubber)
    }

    /// In text with NULs, words are single letters, whose pseudonyms hide nothing.
    private func refuseNULs(_ bytes: [UInt8]) throws(SupportBundle.Refusal) {
        if bytes.contains(0) { throw SupportBundle.Refusal(.unsupportedEncoding) }
    }

    private func packed(
        _ xml: [UInt8], _ envelope: MessageEnvelope, _ variant: Variant,
        _ scrubber: inout MessageScrubber
    ) -> [UInt8]? {
        guard variant.isPacked else { return xml }
        return MessagePacking(captured: message.bytes, envelope: envelope).packing(xml, &scrubber)
    }

    private func signing(
        _ document: XML.Document, _ explanations: [SignatureExplanation], _ variant: Variant,
        _ scrubber: inout MessageScrubber, _ keys: inout ThrowawayKeys, _ made: inout BundledMessage
    ) throws -> [UInt8] {
        let resigner = MessageResigner(
            document: document, explanations: explanations, verifier: processor.verifier,
            profile: processor.options.context.profile,
            replacesInOriginal: variant.replacesInOriginal)
        let result = try resigner.signing(scrubber.markup(document.utf8), &keys, &scrubber)
        made.signedCount += result.signedCount
        made.unsignedCount += result.unsignedCount
        return result.bytes
    }

    /// Undoes the damage to the whole message, and does it again.
    private func undamaged(
        _ undone: (damaged: [UInt8], repaired: [UInt8]), _ variant: Variant,
        _ scrubber: inout MessageScrubber, _ keys: inout ThrowawayKeys, _ made: inout BundledMessage
    ) throws -> [UInt8]? {
        let whole = CapturedMessage(bytes: undone.repaired)
        let inner = try processor.decoder.envelope(from: whole)
        let original = try XML.Document(parsing: inner.xml, limits: processor.options.parsingLimits)
        let signed = try signing(
            original, processor.verifier.explanations(of: original), variant, &scrubber, &keys,
            &made)
        let xml = TextEncoding.encoding(signed, like: inner.xml)
        guard
            let repaired = MessagePacking(captured: undone.repaired, envelope: inner)
                .packing(xml, &scrubber),
            let damaged = Self.damaging(
                repaired, like: undone.damaged, from: undone.repaired, &scrubber)
        else { return nil }
        if undone.damaged == message.bytes { return damaged }
        guard let envelope, undone.damaged == envelope.xml else { return nil }
        return packed(damaged, envelope, variant, &scrubber)
    }

    /// Does the damage again that led from one text to another.
    private static func damaging(
        _ text: [UInt8], like damaged: [UInt8], from repaired: [UInt8],
        _ scrubber: inout MessageScrubber
    ) -> [UInt8]? {
        if let codec = TextCodec.all.first(where: { $0.encoding(repaired) == damaged }) {
            return codec.encoding(text)
        }
        guard !damaged.contains(0) else { return nil }
        var (before, now) = (repaired, text)
        let isXML = repaired.first { $0 > 0x20 } == UInt8(ascii: "<")
        let isDamagedXML = damaged.contains(UInt8(ascii: "<"))
        if isXML, !isDamagedXML, !damaged.starts(with: "&".utf8), !damaged.starts(with: "\\".utf8) {
            (before, now) = (Base64.encoding(repaired), Base64.encoding(text))
            let replay = ByteReplay(from: before, to: damaged, ignoringCase: false)
            if replay.sharedCount > before.count / 2 {
                // A digit that was added, or that replaced another, is any digit.
                return replay.edits(on: now) { added, lost, now in
                    added.count == 2 && lost.count == 2 && added[0] == lost[1]
                        ? [now[1], now[0]] : added
                }
            }
            (before, now) = (repaired, text)
        }
        let replay = ByteReplay(from: before, to: damaged)
        guard replay.sharedCount * 2 > before.count else { return nil }
        var copy = scrubber
        let result = replay.edits(on: now) { copy.added($0, for: $1, $2) }
        scrubber = copy
        return result
    }

    /// Returns what cannot be unpacked with its values replaced: those in Base64, in markup, or as they are.
    private func opaque(_ bytes: [UInt8], _ scrubber: inout MessageScrubber) -> [UInt8] {
        if bytes.contains(UInt8(ascii: "<")) { return scrubber.markup(bytes) }
        var output: [UInt8] = []
        var index = 0
        func isDigit(_ byte: UInt8) -> Bool {
            byte.isLetterOrDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
        }
        func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
        while index < bytes.count {
            let end = bytes[index...].firstIndex { !isDigit($0) && !isBreak($0) } ?? bytes.count
            let run = bytes[index..<end]
            let digits = run.filter(isDigit)
            let whole = digits.count / 4 * 4
            if digits.count > 63, let plain = try? Base64.decode(Array(digits[..<whole])),
                plain.first == UInt8(ascii: "<") || plain.starts(with: [0xEF, 0xBB, 0xBF, 0x3C])
            {
                var new =
                    Base64.encoding(scrubber.markup(plain))
                    + scrubber.remark(Array(digits[whole...]))
                new.reverse()
                output += run.map { isDigit($0) ? new.popLast() ?? $0 : $0 }
            } else {
                let stop = max(end, index + 1)
                let next = bytes[stop...].firstIndex(where: isDigit) ?? bytes.count
                let kept = digits.count > 63 ? Self.keptStart(of: run) : 0
                output += run.prefix(kept)
                output += scrubber.remark(Array(bytes[(index + kept)..<next]))
                // Before padding, unused bits of a digit are zero.
                if digits.count > 63, end < next, bytes[end] == UInt8(ascii: "=") {
                    output[output.count - (next - end) - 1] = bytes[end - 1]
                }
                index = next
                continue
            }
            index = end
        }
        return output
    }

    /// The beginnings of messages in Base64, in small letters.
    private static let starts = [
        "<samlp", "<saml2p", "<saml:", "<saml2:", "<?xml ", "<Response", "<soap", "<S:Env",
    ].map { text in Base64.encoding(Array(text.utf8.prefix(6))).map(ASCIIByte.small) }

    /// Returns how much of damaged Base64 is what every message begins with.
    private static func keptStart(of run: ArraySlice<UInt8>) -> Int {
        let head = run.prefix(8).map(ASCIIByte.small)
        return starts.contains(head) ? head.count : 0
    }

    // MARK: Query strings

    private func signing(
        _ query: SignedQuery, xml: [UInt8], _ scrubber: inout MessageScrubber,
        _ keys: inout ThrowawayKeys, _ made: inout BundledMessage
    ) throws -> [UInt8]? {
        let explanation = explanations.first { $0.query != nil }?.query
        let packing = MessagePacking(
            captured: Array("SAMLResponse=".utf8),
            envelope: try processor.decoder.envelope(from: message))
        guard var text = packing.packing(xml, &scrubber) else { return nil }
        guard let algorithm = query.algorithm else { return text }
        text += Array("&SigAlg=".utf8) + PercentEscape.bytes(Array(algorithm.utf8))
        let made1 = explanation?.keys.first { $0.outcome == .madeSignature }?.key
        let method = XMLDSig.SignatureMethod(rawValue: algorithm)
        var value: [UInt8]?
        if let key = made1 { value = try keys.key(for: key).signature(over: text, method: method) }
        if value != nil { made.signedCount += 1 } else { made.unsignedCount += 1 }
        let digits =
            value.map { Base64.encoding($0) } ?? query[.signature].map { scrubber.remark($0.value) }
        guard let digits else { return text }
        return text + Array("&Signature=".utf8) + PercentEscape.bytes(digits)
    }

    // MARK: The receiver's side

    private func context(_ scrubber: inout MessageScrubber) throws -> SAML.ProcessingContext {
        var context = processor.options.context
        context.audience = context.audience.map { scrubber.value($0, of: "audience") }
        context.recipient = context.recipient.map { scrubber.value($0, of: "recipient") }
        context.inResponseTo = context.inResponseTo.map { scrubber.value($0, of: "request") }
        context.issuer = context.issuer.map { scrubber.value($0, of: "issuer") }
        return context
    }

    private var issuers: [String] {
        let claimed = document.map { Self.issuers(in: $0.rootElement) } ?? []
        return claimed + [processor.options.context.issuer].compactMap(\.self)
    }

    private static func issuers(in element: XML.Element) -> [String] {
        element.childElements.flatMap { child in
            child.name.localName == "Issuer" ? [child.textContent] : issuers(in: child)
        }
    }

    private var usedKeys: Set<TrustedKey> {
        Set(
            explanations.flatMap { ($0.signedInfo?.keys ?? []) + ($0.query?.keys ?? []) }.map(\.key)
        )
    }
}
