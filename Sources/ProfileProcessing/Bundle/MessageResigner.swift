internal import PayloadCoding
internal import SAML2
internal import SignatureDiagnostics
internal import WireText
internal import XMLCore
internal import XMLSecurity

/// Signs a message with replaced values again, by throw-away keys, so that its signatures are valid or invalid for
/// the same reasons.
///
/// Where the damage to signed bytes was undone, the undamaged bytes are signed, with the same values replaced: the
/// damage is still in the message then, and breaks the new signature as it broke the old one.
struct MessageResigner {
    /// The message as it was received.
    let document: XML.Document
    /// The explanations of its signatures, in the order they are verified in.
    let explanations: [SignatureExplanation]
    let verifier: SAML.MessageVerifier?
    let profile: SAML.Profile
    /// A Boolean value that indicates whether values are replaced in what was signed, and not only in what was received.
    let replacesInOriginal: Bool

    /// The outcome of signing.
    struct Result {
        var bytes: [UInt8]
        /// The number of signatures that a throw-away key made again.
        var signedCount = 0
        /// The number of signatures that were replaced by nothing but random values of the same form.
        var unsignedCount = 0
    }

    /// Signs.
    ///
    /// - Parameters:
    ///   - scrubbed: The document's bytes in UTF-8 with values replaced, each by one of the same size.
    ///   - keys: The throw-away keys.
    ///   - scrubber: Tells what stands for a word.
    /// - Returns: The document with certificates, digests and signature values of throw-away keys.
    /// - Throws: A refusal, or what making keys and reading the message again throws.
    func signing(
        _ scrubbed: [UInt8], _ keys: inout ThrowawayKeys, _ scrubber: inout MessageScrubber
    ) throws -> Result {
        var result = Result(bytes: try replacingCertificates(of: scrubbed, &keys))
        for name in ["DigestValue", "SignatureValue"] {
            makeReadable(name, in: &result.bytes)
        }
        let plan =
            (try? SAML.CarriedMessage(in: document)).map { VerificationPlan(for: $0, in: profile) }
            ?? VerificationPlan(for: document.rootElement, in: profile)
        let explained = explanations.filter { $0.query == nil && !$0.isUnreadable }
        // A signature may be over another one, which then is made first.
        for (place, element) in plan.elements.enumerated().reversed() {
            let isSigned =
                place < explained.count
                ? try sign(element, explained[place], in: &result.bytes, &keys, &scrubber) : false
            if isSigned { result.signedCount += 1 } else { result.unsignedCount += 1 }
        }
        return result
    }

    // MARK: Certificates

    private func replacingCertificates(
        of scrubbed: [UInt8], _ keys: inout ThrowawayKeys
    ) throws -> [UInt8] {
        var bytes = scrubbed
        let source = document.utf8
        for element in document.rootElement.descendants(named: "X509Certificate") {
            let range = element.textRange(in: source)
            let digits = source[range].filter { $0 > 0x20 }
            guard let certificate = try? Base64.decodeWrapped(Array(source[range])),
                let key = try? TrustedKey(derEncoded: certificate)
            else { continue }
            let made = try keys.certificate(for: key, byteCount: certificate.count)
            let new = Base64.encoding(made)
            guard new.count == digits.count else { throw SupportBundle.Refusal(.certificateSize) }
            bytes.replaceSubrange(
                range, with: Base64Layout(source[range]).replacingDigits(with: new))
        }
        return bytes
    }

    /// Makes Base64 of random digits such that it can be read where the original can.
    private func makeReadable(_ name: String, in bytes: inout [UInt8]) {
        let source = document.utf8
        for element in document.rootElement.descendants(named: name) {
            let range = element.textRange(in: source)
            guard (try? Base64.decodeWrapped(Array(source[range]))) != nil,
                let padding = bytes[range].firstIndex(of: UInt8(ascii: "=")),
                let last = bytes[range.lowerBound..<padding].lastIndex(where: { $0 > 0x20 })
            else { continue }
            // Its unused bits are zero.
            bytes[last] = UInt8(ascii: "A")
        }
    }

    // MARK: Signatures

    private func sign(
        _ element: XML.Element, _ explanation: SignatureExplanation, in bytes: inout [UInt8],
        _ keys: inout ThrowawayKeys, _ scrubber: inout MessageScrubber
    ) throws -> Bool {
        guard let received = element.firstChild(named: .signature),
            let receivedInfo = received.firstChild(named: .signedInfo)
        else { return false }
        let path = element.path
        let originals = explanation.likelyCause?.originals
        guard let receivedInfoBytes = infoBytes(of: receivedInfo),
            let original = OriginalInfo(
                originals?.signedInfo ?? explanation.signedInfo?.originalBytes ?? receivedInfoBytes)
        else { return false }
        // The digest that replaces the old one.
        let digest = try newDigest(
            element, explanation, original.info.reference, at: path, in: bytes, &scrubber)
        let source = document.utf8
        var newDigits: [UInt8]?
        if let digest, let place = received.digestValue?.textRange(in: source) {
            let digits = Base64.encoding(digest)
            newDigits = digits
            guard
                let changed = Base64Layout(source[place]).replacingDigits(
                    from: Base64.encoding(original.info.reference.digestValue), with: digits)
            else { return false }
            bytes.replaceSubrange(place, with: changed)
        }
        // The signature value, over what was signed.
        let value = originals?.signatureValue ?? (try? Signature(received))?.signatureValue
        guard let value,
            let signer = signer(
                explanation, received, value, over: original.bytes, by: original.info),
            let place = received.firstChild(named: .signatureValue)?.textRange(in: source)
        else { return false }
        let now = try XML.Document(parsingConvertedText: bytes)
        guard
            let nowInfo = now.rootElement.descendant(at: path)?.firstChild(named: .signature)?
                .firstChild(named: .signedInfo), let nowBytes = infoBytes(of: nowInfo),
            var toSign = restored(
                original.bytes, from: receivedInfoBytes, as: nowBytes, &scrubber)
        else { return false }
        if let newDigits {
            guard let place = OriginalInfo.digestRange(in: toSign) else { return false }
            toSign.replaceSubrange(
                place, with: Base64Layout(toSign[place]).replacingDigits(with: newDigits))
        }
        guard
            let signed = try keys.key(for: signer).signature(
                over: toSign, method: original.info.signatureMethod),
            let changed = Base64Layout(source[place]).replacingDigits(
                from: Base64.encoding(value), with: Base64.encoding(signed))
        else { return false }
        bytes.replaceSubrange(place, with: changed)
        return true
    }

    /// Returns the digest of what was digested, with the values replaced; `nil` where that is unknown.
    private func newDigest(
        _ element: XML.Element, _ explanation: SignatureExplanation, _ reference: XMLDSig.Reference,
        at path: [Int], in bytes: [UInt8], _ scrubber: inout MessageScrubber
    ) throws -> [UInt8]? {
        let now = try XML.Document(parsingConvertedText: bytes)
        guard let nowElement = now.rootElement.descendant(at: path),
            let before = digested(element, reference), let after = digested(nowElement, reference)
        else { return nil }
        let digested =
            reference.digestMethod.digest(of: before) == reference.digestValue
            ? before
            : explanation.reference?.originalBytes
        guard let digested, reference.digestMethod.digest(of: digested) == reference.digestValue,
            let restored = restored(digested, from: before, as: after, &scrubber)
        else { return nil }
        return reference.digestMethod.digest(of: restored)
    }

    /// Returns what was signed with values replaced.
    ///
    /// - Parameters:
    ///   - original: What was signed.
    ///   - received: What was received in its place.
    ///   - now: What was received, with values replaced.
    ///   - scrubber: Tells what stands for a word.
    /// - Returns: What a throw-away key signs; `nil` where that cannot be told.
    private func restored(
        _ original: [UInt8], from received: [UInt8], as now: [UInt8],
        _ scrubber: inout MessageScrubber
    ) -> [UInt8]? {
        guard replacesInOriginal, original != received else {
            return ByteReplay(from: received, to: original).edits(
                on: now, replacing: Self.restoring(scrubber.values.pseudonyms))
        }
        var bytes = scrubber.markup(original)
        guard let to = try? XML.Document(parsing: bytes, identifierAttributes: []),
            let from = try? XML.Document(parsing: now, identifierAttributes: [])
        else { return nil }
        // Inner signatures were made already.
        for name in ["X509Certificate", "DigestValue", "SignatureValue"] {
            for (place, source) in zip(
                to.rootElement.descendants(named: name), from.rootElement.descendants(named: name))
            {
                let text = now[source.textRange(in: now)]
                let range = place.textRange(in: bytes)
                if text.count == range.count { bytes.replaceSubrange(range, with: text) }
            }
        }
        return bytes
    }

    /// Gives bytes that were lost: a word that stands elsewhere in the message has its pseudonym there, too.
    private static func restoring(
        _ pseudonyms: Pseudonyms
    ) -> (_ added: [UInt8], _ lost: [UInt8], _ now: [UInt8]) -> [UInt8] {
        { added, lost, now in
            let parts = [added, lost, now].map {
                $0.split(separator: 0x20, omittingEmptySubsequences: false)
            }
            guard Set(parts.map(\.count)).count == 1 else {
                return restored(added, lost, now, pseudonyms)
            }
            let pieces = parts[0].indices.map {
                restored(Array(parts[0][$0]), Array(parts[1][$0]), Array(parts[2][$0]), pseudonyms)
            }
            return Array(pieces.joined(separator: [0x20]))
        }
    }

    private static func restored(
        _ added: [UInt8], _ lost: [UInt8], _ now: [UInt8], _ pseudonyms: Pseudonyms
    ) -> [UInt8] {
        // What was replaced for its letters has no damage any more.
        if zip(lost, now).contains(where: { $0 >= 0x80 && $0 != $1 }) { return now }
        if !lost.isEmpty, lost == now { return added }
        if let merged = merged(added, lost, now) { return merged }
        let shortest = lost.isEmpty ? 3 : 1
        var output = added
        var index = 0
        while index < added.count {
            let end = added[index...].firstIndex { !$0.isLetterOrDigit } ?? added.count
            guard end > index else {
                index += 1
                continue
            }
            let word = added[index..<end]
            let isName =
                lost.isEmpty
                && (BundleVocabulary.isPrefix(word)
                    || BundleVocabulary.names.contains(word.map(ASCIIByte.small)))
            if word.count >= shortest, word.contains(where: { $0 != 0x30 }), !isName,
                let known = pseudonyms.knownWord(word)
            {
                output.replaceSubrange(index..<end, with: known)
            }
            index = end
        }
        return output
    }

    /// The longest texts that are compared byte with byte.
    private static let longestMerged = 96

    /// Returns added bytes with what they share with lost ones as it is now; `nil` where they share little.
    private static func merged(_ added: [UInt8], _ lost: [UInt8], _ now: [UInt8]) -> [UInt8]? {
        guard lost.count == now.count, !lost.isEmpty, added.count <= longestMerged,
            lost.count <= longestMerged
        else { return nil }
        // The length of the longest common subsequence of what is left of both.
        var lengths = Array(
            repeating: Array(repeating: 0, count: lost.count + 1), count: added.count + 1)
        for one in added.indices.reversed() {
            for other in lost.indices.reversed() {
                lengths[one][other] =
                    added[one] == lost[other]
                    ? lengths[one + 1][other + 1] + 1
                    : max(lengths[one + 1][other], lengths[one][other + 1])
            }
        }
        guard lengths[0][0] * 2 >= min(added.count, lost.count) else { return nil }
        var output = added
        var (one, other) = (0, 0)
        while one < added.count, other < lost.count {
            if added[one] == lost[other] {
                output[one] = now[other]
                one += 1
                other += 1
            } else if lengths[one + 1][other] >= lengths[one][other + 1] {
                one += 1
            } else {
                other += 1
            }
        }
        return output
    }

    private func infoBytes(of element: XML.Element) -> [UInt8]? {
        let method = element.childElements.first { _ in true }
            .flatMap { $0[attribute: XML.QualifiedName("Algorithm")] }
        let prefixes = element.childElements.first { _ in true }?.childElements.first { _ in true }
            .flatMap { $0[attribute: XML.QualifiedName("PrefixList")] }
        guard
            let canonicalization = method.flatMap({
                XML.CanonicalizationMethod(
                    algorithmIdentifier: $0,
                    inclusiveNamespaces: prefixes.map { XML.InclusiveNamespaces(parsing: $0) })
            })
        else { return nil }
        return (try? element.linearCanonicalForm(using: canonicalization, limits: .standard))?.bytes
    }

    private func digested(_ element: XML.Element, _ reference: XMLDSig.Reference) -> [UInt8]? {
        guard let signature = element.firstChild(named: .signature) else { return nil }
        return
            (try? element.linearCanonicalForm(
                using: reference.canonicalizationMethod.withoutComments, excluding: signature,
                limits: .standard))?.bytes
    }

    // MARK: Keys

    private static let mostKeys = 64

    /// Returns the key that made a signature.
    private func signer(
        _ explanation: SignatureExplanation, _ signature: XML.Element, _ value: [UInt8],
        over bytes: [UInt8], by info: XMLDSig.SignedInfo
    ) -> TrustedKey? {
        let tried = explanation.signedInfo?.keys.map(\.key) ?? []
        let enclosed = signature.descendants(named: "X509Certificate").prefix(4)
            .compactMap { $0.plainText.flatMap { try? Base64.decodeWrapped(Array($0.utf8)) } }
            .compactMap { try? TrustedKey(derEncoded: $0) }
        let store = verifier?.trust
        let trusted = store.map { Array($0.everyKey).prefix(Self.mostKeys) } ?? []
        let encrypting = (store?.issuers ?? []).prefix(Self.mostKeys).flatMap {
            store?.encryptionKeys(ofIssuer: $0) ?? []
        }
        return (tried + enclosed + trusted + encrypting.prefix(Self.mostKeys)).first {
            $0.isValidSignature(value, over: bytes, method: info.signatureMethod)
        }
    }
}

/// `SignedInfo` as it was signed.
private struct OriginalInfo {
    let bytes: [UInt8]
    let info: XMLDSig.SignedInfo

    init?(_ bytes: [UInt8]) {
        guard let document = try? XML.Document(parsing: bytes, identifierAttributes: []),
            let info = try? XMLDSig.SignedInfo(document.rootElement)
        else { return nil }
        self.bytes = bytes
        self.info = info
    }

    /// The range of the digest in canonical bytes.
    static func digestRange(in bytes: [UInt8]) -> Range<Int>? {
        guard let document = try? XML.Document(parsing: bytes, identifierAttributes: []) else {
            return nil
        }
        return document.rootElement.descendants(named: "DigestValue").first?.textRange(in: bytes)
    }
}

/// Base64 with the white space in it.
struct Base64Layout {
    /// The largest number of digits that stand where they stood.
    private static let mostKept = 4

    private let bytes: [UInt8]
    /// The places of the digits.
    private let places: [Int]

    init(_ text: ArraySlice<UInt8>) {
        bytes = Array(text)
        var places: [Int] = []
        var index = 0
        while index < bytes.count {
            if let end = Self.endOfEscape(in: bytes, from: index) {
                index = end
                continue
            }
            let byte = bytes[index]
            if byte.isLetterOrDigit || "+/=".utf8.contains(byte) { places.append(index) }
            index += 1
        }
        self.places = places
    }

    /// Returns the end of a line break or other character that is written in an escape.
    private static func endOfEscape(in bytes: [UInt8], from start: Int) -> Int? {
        switch bytes[start] {
        case UInt8(ascii: "&"):
            return bytes[start...].firstIndex(of: UInt8(ascii: ";")).map { $0 + 1 }
        case UInt8(ascii: "\\"): return min(start + 2, bytes.count)
        case UInt8(ascii: "_"):
            let end = start + 7
            guard end <= bytes.count, bytes[start + 1] | 0x20 == UInt8(ascii: "x"),
                bytes[end - 1] == UInt8(ascii: "_")
            else { return nil }
            return end
        default: return nil
        }
    }

    /// The digits.
    private var digits: [UInt8] { places.map { bytes[$0] } }

    /// Returns the text with other digits, as many as there were.
    func replacingDigits(with digits: [UInt8]) -> [UInt8] {
        var output = bytes
        for (place, digit) in zip(places, digits) { output[place] = digit }
        return output
    }

    /// Returns the text with digits that were changed as these were from some others.
    func replacingDigits(from original: [UInt8], with new: [UInt8]) -> [UInt8]? {
        let received = digits
        guard original != received else {
            return new.count == received.count ? replacingDigits(with: new) : nil
        }
        guard original.count == new.count else { return nil }
        // Digits that changed places.
        if let turned = Self.turned(original, into: received, new) {
            return replacingDigits(with: turned)
        }
        // Where spaces stand for plus signs, they have to stand for those of the new digits.
        if received == original.filter({ $0 != UInt8(ascii: "+") }), bytes.contains(0x20) {
            guard new.contains(UInt8(ascii: "+")) else { return nil }
            return new.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
        }
        let changed = ByteReplay(from: original, to: received, ignoringCase: false).edits(on: new) {
            added, lost, now in
            if added.count == 2, lost.count == 2, added[0] == lost[1], added[1] == lost[0] {
                return [now[1], now[0]]
            }
            return added.count > Self.mostKept ? Array(new.reversed().prefix(added.count)) : added
        }
        guard var changed, changed.count == received.count else { return nil }
        // A digit that was doubled is the one before it.
        for place in received.indices.dropFirst()
        where received[place] == received[place - 1] && received.count == original.count + 1 {
            let prefix = zip(original, received).prefix { $0 == $1 }.count
            if prefix == place || prefix == place + 1 { changed[place] = changed[place - 1] }
        }
        return replacingDigits(with: changed)
    }

    /// Returns digits that changed places as others did, so that they can be read where those can; `nil` where the
    /// others did not.
    private static func turned(
        _ original: [UInt8], into received: [UInt8], _ new: [UInt8]
    ) -> [UInt8]? {
        let count = original.count { $0 != UInt8(ascii: "=") }
        guard original.count == received.count,
            let turn = (1..<max(1, count)).first(where: { turn in
                received[..<count].elementsEqual(original[turn..<count] + original[..<turn])
            })
        else { return nil }
        var turned = new[turn..<count] + new[..<turn] + new[count...]
        // Unused bits are zero.
        if count < new.count, (try? Base64.decodeWrapped(received)) != nil {
            turned[turned.startIndex + count - 1] = UInt8(ascii: "A")
        }
        return Array(turned)
    }
}

extension XML.Element {
    fileprivate var digestValue: XML.Element? {
        firstChild(named: .signedInfo)?.firstChild(named: .reference)?
            .firstChild(named: .digestValue)
    }

    /// The elements of XML Signature with a name, in document order.
    fileprivate func descendants(named localName: String) -> [XML.Element] {
        let name = XML.QualifiedName(localName, in: .signature)
        var found: [XML.Element] = []
        var waiting = [self]
        while let next = waiting.popLast() {
            if next.isNamed(name) { found.append(next) }
            waiting += next.childElements.reversed()
        }
        return found
    }

    /// The range between the tags of an element in the bytes of its document.
    fileprivate func textRange(in source: [UInt8]) -> Range<Int> {
        let range = sourceRange
        guard let start = source[range].firstIndex(of: UInt8(ascii: ">")),
            let end = source[range].lastIndex(of: UInt8(ascii: "<")), start < end
        else { return range.upperBound..<range.upperBound }
        return start + 1..<end
    }
}
