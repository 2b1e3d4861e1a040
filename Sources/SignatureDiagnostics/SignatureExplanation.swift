public import XMLCore
package import XMLSecurity

/// Everything that went into the verdict on one signature, and what may have gone wrong.
///
/// It is for people who look for a cause. It says nothing about whether a message may be believed,
/// and leads to no `VerifiedElement`: only `SignatureVerifier.verdict(onSignatureOf:in:)` does.
///
/// The bytes in it are those of the message. Show them to the user who asked for them, and do not log them.
public struct SignatureExplanation: Sendable, CustomStringConvertible {
    /// The bytes that were signed, and the signature value, before damage to the Base64 of either.
    package struct OriginalValues: Hashable, Sendable, CustomStringConvertible {
        package let signedInfo: [UInt8]
        package let signatureValue: [UInt8]

        /// The size of the bytes; never what they say.
        package var description: String { "OriginalValues(\(signedInfo.count) bytes)" }
    }

    /// Damage to a message that was proved, because undoing it made the digest or the signature valid, or that shows
    /// for certain without that.
    public struct Finding: Hashable, Sendable, CustomStringConvertible {
        /// The damage.
        package let hypothesis: Hypothesis
        /// The change that undid the damage, or what shows it; it quotes nothing of the message.
        public let undoing: String
        /// A Boolean value that indicates whether undoing the damage proved it.
        package let isProved: Bool
        /// The values before the damage, where it was to the Base64 of a signature and was undone.
        package let originals: OriginalValues?
        /// A Boolean value that indicates whether the digest was damaged, and is that of the content without the damage.
        package let restoresDigest: Bool
        /// The sentence about this message, where it says more than that of the hypothesis.
        package let words: String?
        /// The places that show the damage, where undoing it does not prove it.
        package let places: ChangedPlaces?

        package init(
            hypothesis: Hypothesis, undoing: String, isProved: Bool = true,
            originals: OriginalValues? = nil, restoresDigest: Bool = false, words: String? = nil,
            places: ChangedPlaces? = nil
        ) {
            self.words = words
            self.places = places
            self.hypothesis = hypothesis
            self.undoing = undoing
            self.isProved = isProved
            self.originals = originals
            self.restoresDigest = restoresDigest
        }

        /// The name of the damage, stable across releases.
        public var cause: String { hypothesis.rawValue }
        /// A sentence that describes the damage.
        public var explanation: String { words ?? hypothesis.explanation }
        /// A sentence that describes the remedy.
        public var advice: String { hypothesis.advice }
        /// The name of the damage.
        public var description: String { cause }
    }

    /// A key that was tried, and what came of it.
    package struct KeyTrial: Hashable, Sendable {
        /// The origin of a key.
        package enum Origin: String, Hashable, Sendable, CaseIterable {
            /// It is trusted for the issuer.
            case trusted
            /// It is trusted, for somebody else.
            case trustedForOthers
            /// It is in the message's `KeyInfo`, and is not trusted.
            case keyInfo
        }

        /// The result of trying a key.
        package enum Outcome: String, Hashable, Sendable, CaseIterable {
            /// It made the signature over `SignedInfo` as it was received.
            case madeSignature
            /// It made the signature over `SignedInfo` as it was before ``SignatureExplanation/SignedInfo/cause``.
            case madeSignatureBeforeDamage
            /// It did not make the signature.
            case didNotMakeSignature
            /// It is not of the kind the signature method needs.
            case otherKind
        }

        /// The key.
        package let key: TrustedKey
        /// The origin.
        package let origin: Origin
        /// The result.
        package internal(set) var outcome: Outcome
    }

    /// The bytes that the signature value signs.
    package struct SignedInfo: Sendable, CustomStringConvertible {
        /// The content.
        package let content: XMLDSig.SignedInfo
        /// The canonical bytes that were to be signed, `nil` where there are none.
        package let bytes: [UInt8]?
        /// The keys that were tried.
        package internal(set) var keys: [KeyTrial]
        /// The cause of the invalid signature, if it was found.
        package internal(set) var cause: Finding?
        /// The damage that had to be undone besides ``cause``, if one was not enough.
        package internal(set) var furtherCause: Finding?
        /// The bytes as they were signed, when ``cause`` is that they were changed.
        package internal(set) var originalBytes: [UInt8]?

        /// A Boolean value that indicates whether a key that is trusted for the issuer made the
        /// signature.
        package var isValid: Bool {
            keys.contains { $0.origin == .trusted && $0.outcome == .madeSignature }
        }

        /// The size of the bytes; never what they say.
        package var description: String { "SignedInfo(\(bytes?.count ?? 0) bytes)" }
    }

    /// The bytes that the reference digests.
    package struct Reference: Sendable, CustomStringConvertible {
        /// The canonical bytes that were digested, `nil` where there are none.
        package let bytes: [UInt8]?
        /// The digest that `SignedInfo` declares.
        package let declaredDigest: [UInt8]
        /// The digest of ``bytes``, `nil` where the digest method is not supported.
        package let computedDigest: [UInt8]?
        /// The cause of the different digest, if it was found.
        package internal(set) var cause: Finding?
        /// The damage that had to be undone besides ``cause``, if one was not enough.
        package internal(set) var furtherCause: Finding?
        /// The bytes as they were digested by the signer, when ``cause`` is found.
        package internal(set) var originalBytes: [UInt8]?

        /// A Boolean value that indicates whether the digests are the same.
        package var isValid: Bool { computedDigest == declaredDigest }

        /// The size of the bytes; never what they say.
        package var description: String { "Reference(\(bytes?.count ?? 0) bytes)" }
    }

    /// The signature over a query string.
    package struct Query: Sendable, CustomStringConvertible {
        /// The identifier of the signature method, `nil` where there is none.
        package let algorithm: String?
        /// The bytes that were to be signed: the parameters as they were sent.
        package let bytes: [UInt8]
        /// The keys that were tried.
        package internal(set) var keys: [KeyTrial] = []
        /// The cause of the invalid signature, if it was found.
        package internal(set) var cause: Finding?
        /// The bytes as they were signed, when ``cause`` is that they were changed.
        package internal(set) var originalBytes: [UInt8]?

        /// A Boolean value that indicates whether a key that is trusted for the issuer made the
        /// signature.
        package var isValid: Bool {
            keys.contains { $0.origin == .trusted && $0.outcome == .madeSignature }
        }

        /// The size of the bytes; never what they say.
        package var description: String { "Query(\(bytes.count) bytes)" }
    }

    /// Something that shows on a message without a test.
    package enum Observation: String, Hashable, Sendable, CaseIterable {
        /// Between tags there are single spaces and no line breaks, as collapsing leaves them.
        case collapsedWhitespace
        /// There are replacement characters (U+FFFD), each for bytes that are lost.
        case replacementCharacters
        /// Characters stand beside each other as they do where UTF-8 was read as Latin-1.
        case misreadCharacters
        /// The signature value is not as long as those that the trusted keys make.
        case signatureOfOtherSize
    }

    /// What is invalid for another reason than the likely cause.
    package enum Remainder: String, Hashable, Sendable, CaseIterable {
        /// The digest: the content was changed as well.
        case content
        /// The signature over `SignedInfo`.
        case signature
    }

    /// The name of the element that carries the signature, or of the message in the query string that
    /// does.
    public let elementName: XML.QualifiedName
    /// The beginning of that element in the document.
    public let position: XML.SourcePosition
    /// The reason why the element is not verified; `nil` if it is.
    package let failure: VerificationFailure?
    /// A Boolean value that indicates whether a trusted key made the signature, and nothing was changed since.
    public var isValid: Bool { failure == nil && !isUnreadable }
    /// A Boolean value that indicates whether the message could not be read as it was received.
    package internal(set) var isUnreadable = false
    /// A Boolean value that indicates whether a cause is proved of the message as a whole, which this is a part of.
    package var isExplainedAsWhole = false
    /// The explanation of the signature over the query string; `nil` for one that an element carries.
    package internal(set) var query: Query?
    /// The explanation of `SignedInfo`, unless the signature does not conform to SAML.
    package internal(set) var signedInfo: SignedInfo?
    /// The explanation of the digest, unless the reference is to another element.
    package internal(set) var reference: Reference?
    /// The damage to the message as a whole or to what carries the signature, if that was found.
    package internal(set) var damage: Finding?
    /// What is invalid for another reason than ``likelyCause``, which explains only a part.
    package internal(set) var remainder: Remainder?
    /// The observations on a message without a known cause; they prove nothing.
    package internal(set) var observations: [Observation] = []
    /// The whole message with the damage undone that was found, if it was undone in all of it.
    package internal(set) var restored: [UInt8]?
    /// The program that wrote the message again, where that shows.
    private(set) var writer: WritingTool?
    /// What restored what was signed, if hypotheses did.
    package internal(set) var recipes: [Recipe] = []
    /// The number of tests that were made to find a cause.
    package internal(set) var testCount = 0

    /// A Boolean value that indicates whether a key made the signature, over what was received or what it was before
    /// the damage.
    package var isMade: Bool {
        signedInfo?.keys.contains { key in
            key.outcome == .madeSignature || key.outcome == .madeSignatureBeforeDamage
        } ?? false
    }

    /// A Boolean value that indicates whether the digest is that of the content, as it was received or before the damage
    /// that was found.
    package var isContentRestored: Bool {
        guard let reference else { return false }
        return reference.isValid || reference.cause != nil || damage != nil && remainder == nil
    }

    /// The likely cause of the invalid signature.
    ///
    /// As in verification, a cause in `SignedInfo` or its key comes before one in the digest.
    ///
    /// It is there for signatures that are invalid, and not for those that are refused for their
    /// form or by the policy.
    public var likelyCause: Finding? {
        if let damage { return damage }
        return switch failure?.code {
        case .signatureMismatch: query?.cause ?? signedInfo?.cause ?? reference?.cause
        case .keyOfOtherKind: query?.cause ?? signedInfo?.cause
        case .digestMismatch: reference?.cause
        case .signatureMethodNotAllowed, .digestMethodNotAllowed:
            signedInfo?.cause?.hypothesis == .algorithmSwapped ? signedInfo?.cause : nil
        default: nil
        }
    }

    /// The damage that had to be undone besides another one, if one was not enough.
    package var furtherCause: Finding? { signedInfo?.furtherCause ?? reference?.furtherCause }

    /// The sentence about the likely cause, and that it is not the only one where it explains only a part.
    package var sentence: String? {
        guard let cause = likelyCause else { return nil }
        return
            ([cause.explanation] + [places?.sentence, writer?.sentence].compactMap(\.self) + further)
            .joined(separator: " ")
    }

    /// A Boolean value that indicates whether something is wrong besides the likely cause.
    package var isPartial: Bool { !further.isEmpty }
    /// A Boolean value that indicates whether ``sentence`` says more than the text of the likely cause: what is wrong
    /// besides it, where, or which program did it.
    package var hasOwnSentence: Bool {
        isPartial || places != nil || writer != nil || likelyCause?.words != nil
    }

    /// The places that are not as they were signed, if the likely cause is damage to values, or to white space in few
    /// places.
    private var places: ChangedPlaces? {
        guard let cause = likelyCause else { return nil }
        if let places = cause.places { return places }
        // Of two causes, nobody can tell which one changed a place.
        guard cause.isProved, let reference, reference.furtherCause == nil,
            reference.cause?.hypothesis == cause.hypothesis, let received = reference.bytes,
            let signed = reference.originalBytes
        else { return nil }
        if cause.hypothesis.isOfWhiteSpace, !cause.hypothesis.isOfValues {
            let places = ChangedPlaces(received: received, signed: signed)
            return signedInfo?.cause == nil && places?.areFew == true ? places : nil
        }
        guard cause.hypothesis.isOfValues else { return nil }
        return switch cause.hypothesis {
        case .elementAdded, .elementDoubled: ChangedPlaces(addedTo: signed, in: received)
        default: ChangedPlaces(received: received, signed: signed)
        }
    }

    /// Names the program that wrote a message again, where nothing else happened to it and its writing shows which one.
    package mutating func nameWriter(of xml: [UInt8]) {
        guard let cause = likelyCause, cause.isProved, !isPartial, cause.hypothesis.isOfWriting
        else { return }
        writer = WritingTool(of: xml, after: cause.hypothesis)
    }

    /// Sentences about what is wrong besides the likely cause.
    private var further: [String] {
        let maker = signedInfo?.keys.first { $0.outcome == .madeSignatureBeforeDamage }
        let stranger = maker.flatMap { key in
            key.origin == .trusted
                ? nil : "Before that, a key made the signature that is not trusted for the issuer."
        }
        return others + [remainder?.sentence, stranger].compactMap(\.self)
    }

    /// Sentences about the causes besides the likely one, of which there may be one for each part and a second one.
    private var others: [String] {
        guard let first = likelyCause?.hypothesis, damage == nil else { return [] }
        let seconds = [signedInfo?.furtherCause, reference?.furtherCause].compactMap(\.self)
        let causes = [signedInfo?.cause, reference?.cause].compactMap(\.self) + seconds
        var known: Set = [first]
        let others = causes.filter { known.insert($0.hypothesis).inserted }.map(\.explanation)
        if !others.isEmpty { return ["That is not all."] + others }
        return seconds.isEmpty ? [] : ["It happened more than once."]
    }

    /// The verdict; never the signed content.
    public var description: String {
        let outcome = isUnreadable ? "unreadable" : failure?.code.rawValue ?? "valid"
        return "SignatureExplanation(\(([outcome] + cause).joined(separator: ", ")))"
    }

    /// Creates the explanation of a message that could not be read, or not be verified as it was received.
    package init(of damage: Finding) {
        elementName = XML.QualifiedName("Response")
        position = XML.SourcePosition(line: 1, column: 1)
        failure = nil
        self.damage = damage
        isUnreadable = true
    }

    init(
        elementName: XML.QualifiedName, position: XML.SourcePosition, failure: VerificationFailure?
    ) {
        self.elementName = elementName
        self.position = position
        self.failure = failure
    }

    private var cause: [String] { likelyCause.map { [$0.hypothesis.rawValue] } ?? [] }
}

extension SignatureExplanation.Hypothesis {
    /// A Boolean value that indicates whether programs do it that write a message again.
    fileprivate var isOfWriting: Bool {
        switch self {
        case .prefixesRenamed, .prettyPrinted: true
        default: false
        }
    }
}

extension SignatureExplanation.Remainder {
    fileprivate var sentence: String {
        switch self {
        case .content:
            "This explains only the signature: the content differs from its digest for another reason as well, or "
                + "the same damage cannot be undone there."
        case .signature:
            "This explains only the content: the signature over SignedInfo is invalid for another reason as well, "
                + "or the same damage cannot be undone there."
        }
    }
}
