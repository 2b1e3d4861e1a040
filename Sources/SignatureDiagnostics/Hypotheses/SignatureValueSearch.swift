internal import PayloadCoding
internal import WireText
internal import XMLCore
internal import XMLSecurity

/// Looks for damage to the Base64 of a signature: its value and the digest in `SignedInfo`.
struct SignatureValueSearch {
    /// The signature, which may stand in for one that cannot be read.
    let signature: Signature
    let signedInfoBytes: [UInt8]
    /// The digest of what was received.
    let computedDigest: [UInt8]?
    /// The digits as they were received.
    let signatureDigits: [UInt8]
    let digestDigits: [UInt8]
    /// The signature value with `+` for its spaces, `nil` where there are none.
    let spacedDigits: [UInt8]?
    /// The keys that are trusted for the issuer.
    let keys: [TrustedKey]

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    /// Characters that look alike.
    private static let alike = [
        "Il1", "O0Q", "S5", "B8", "Z2", "G6", "vV", "wW", "cC", "sS", "xX", "zZ",
    ]
    .map { Array($0.utf8) }
    private static let mostKeys = 2

    /// The damage that undoing it proves at once.
    var damage: SignatureExplanation.Finding? { spaceDamage ?? digitDamage ?? digestDamage }

    // MARK: Digest

    /// The damage to the digest value: with the computed one in its place, a key made the signature.
    var digestDamage: SignatureExplanation.Finding? {
        guard let computedDigest else { return nil }
        let info = CanonicalTokens(signedInfoBytes)
        let place = info.tokens.indices.first { index in
            info.isLeafText(index) && info.isElement(info.tokens[index].owner, named: "DigestValue")
        }
        let original = Base64.encoding(computedDigest)
        guard let place, original != digestDigits else { return nil }
        let bytes = info.bytes.replacing([(info.tokens[place].range, original)])
        guard let value = values.first(where: { isMade($0, over: bytes) }) else { return nil }
        let isOfURL = Base64URL.decoded(digestDigits) == computedDigest
        let withoutPlus = original.filter { $0 != UInt8(ascii: "+") }
        return .init(
            hypothesis: withoutPlus == digestDigits
                ? .plusToSpace
                : Hexadecimal.decoded(digestDigits) == computedDigest
                    ? .hexEncoded
                    : isOfURL
                        ? .base64URLEncoded
                        : Base64Change(from: original, to: digestDigits)?.hypothesis
                            ?? .digestValueEdited,
            undoing: "the computed digest put for the digest value",
            originals: .init(signedInfo: bytes, signatureValue: value), restoresDigest: true)
    }

    /// The signature value, and the one with `+` for spaces.
    private var values: [[UInt8]] {
        [signature.signatureValue]
            + [
                spacedDigits.flatMap { try? Base64.decode($0) },
                Base64URL.decoded(signatureDigits),
            ].compactMap(\.self)
    }

    /// The damage that a form decoder does to the signature value.
    var spaceDamage: SignatureExplanation.Finding? {
        guard let digits = spacedDigits, let value = try? Base64.decode(digits),
            isMade(value, over: signedInfoBytes)
        else { return nil }
        return .init(
            hypothesis: .plusToSpace, undoing: "+ put for the spaces in the signature value",
            originals: .init(signedInfo: signedInfoBytes, signatureValue: value))
    }

    // MARK: Certain damage

    /// The damage to the signature value that shows without a test.
    var visibleDamage: SignatureExplanation.Finding? {
        if signatureDigits.isEmpty {
            return .init(
                hypothesis: .signatureValueEmpty, undoing: "SignatureValue is empty",
                isProved: false)
        }
        if let letters = Base64Change.letterDamage(in: signatureDigits) { return letters }
        guard let size = keySize, looksCutOff,
            signatureDigits.count + 3 < Base64.encodedCount(forByteCount: size)
        else { return nil }
        return .init(
            hypothesis: .signatureTruncated,
            undoing: "the signature value has \(signatureDigits.count) digits, and one of this key "
                + "\(Base64.encodedCount(forByteCount: size))", isProved: false)
    }

    /// The size of the signatures that the smallest key makes, `nil` unless all are RSA keys.
    private var keySize: Int? {
        let sizes = keys.compactMap { key in
            if case .rsa(let bits) = key.kind { (bits + 7) / 8 } else { nil }
        }
        return sizes.count == keys.count ? sizes.min() : nil
    }

    /// A Boolean value that indicates whether the digits are the beginning of a value, and neither a word in its
    /// place nor a whole one that a key of another size made.
    private var looksCutOff: Bool {
        let isWhole =
            signatureDigits.count.isMultiple(of: 4)
            && Self.usualSizes.contains(signatureDigits.count / 4 * 3)
        return signatureDigits.count >= Self.fewestDigits && !isWhole
            && signatureDigits.allSatisfy(Self.alphabet.contains)
            && Set(signatureDigits).count >= Self.fewestDifferent
    }

    /// The sizes in bytes of the signatures of usual keys.
    private static let usualSizes = [64, 96, 128, 192, 256, 384, 512]
    private static let fewestDigits = 16
    private static let fewestDifferent = 10

    /// A Boolean value that indicates whether a key of another size made the value, or it is not a value, or only a
    /// part of one.
    var hasOtherSize: Bool {
        guard let size = keySize else { return false }
        return abs(signatureDigits.count - Base64.encodedCount(forByteCount: size)) > 3
    }

    /// The signature value in hexadecimal or Base32: with its Base64 in their place, a key made the signature.
    var digitDamage: SignatureExplanation.Finding? {
        let candidates: [(SignatureExplanation.Hypothesis, String, [UInt8]?)] = [
            (.hexEncoded, "hexadecimal", Hexadecimal.decoded(signatureDigits)),
            (.base32Encoded, "Base32", Base32.decoded(signatureDigits)),
            (.base64URLEncoded, "Base64 for URLs", Base64URL.decoded(signatureDigits)),
        ]
        for (hypothesis, name, value) in candidates {
            guard let value, isMade(value, over: signedInfoBytes) else { continue }
            return .init(
                hypothesis: hypothesis, undoing: "the signature value read as \(name)",
                originals: .init(signedInfo: signedInfoBytes, signatureValue: value))
        }
        return ecdsaDamage
    }

    /// The numbers of an ECDSA signature in another form: side by side in full length, a key made the signature.
    private var ecdsaDamage: SignatureExplanation.Finding? {
        let numbers = keys.prefix(Self.mostKeys).compactMap {
            ECDSANumbers(signature.signatureValue, for: $0)
        }
        if let value = numbers.compactMap(\.fromDER).first(where: {
            isMade($0, over: signedInfoBytes)
        }) {
            return .init(
                hypothesis: .derEncoded, undoing: "the signature value read as DER",
                originals: .init(signedInfo: signedInfoBytes, signatureValue: value))
        }
        return numbers.flatMap(\.inFullLength).first { isMade($0, over: signedInfoBytes) }.map {
            .init(
                hypothesis: .ecdsaZerosChanged,
                undoing:
                    "the two numbers of the signature value written with \($0.count / 2) bytes each",
                originals: .init(signedInfo: signedInfoBytes, signatureValue: $0))
        }
    }

    // MARK: Single characters

    /// The damage to one character of the signature value.
    func valueDamage(mostTests: Int) -> SignatureExplanation.Finding? {
        guard !keys.isEmpty, mostTests > 0 else { return nil }
        var remaining = mostTests
        for (hypothesis, candidates) in families {
            for candidate in candidates {
                guard remaining > 0 else { return nil }
                guard let value = try? Base64.decode(candidate) else { continue }
                remaining -= min(keys.count, Self.mostKeys)
                if isMade(value, over: signedInfoBytes) {
                    return .init(
                        hypothesis: hypothesis,
                        undoing: "one character of the signature value put right",
                        originals: .init(signedInfo: signedInfoBytes, signatureValue: value))
                }
            }
        }
        return nil
    }

    private typealias Family = (
        hypothesis: SignatureExplanation.Hypothesis, candidates: AnySequence<[UInt8]>
    )

    private var families: [Family] {
        let digits = signatureDigits
        let end = digits.firstIndex(of: UInt8(ascii: "=")) ?? digits.count
        switch digits.count % 4 {
        case 1:
            let doubled = digits.indices.dropLast().lazy.filter { digits[$0] == digits[$0 + 1] }
            return [
                (.base64CharacterDoubled, AnySequence(doubled.map { removing($0) })),
                (.base64CharacterAdded, AnySequence(digits.indices.lazy.map { removing($0) })),
            ]
        case 2: return [(.base64PaddingLost, AnySequence([digits + Array("==".utf8)]))]
        case 3:
            let inserted = (0...end).lazy.flatMap { place in
                Self.alphabet.lazy.filter { place == end || digits[place] != $0 }
                    .map { digits.replacing([(place..<place, [$0])]) }
            }
            return [
                (.base64PaddingLost, AnySequence([digits + [UInt8(ascii: "=")]])),
                (.base64CharacterLost, AnySequence(inserted)),
            ]
        default:
            let swapped = (0..<max(0, end - 1)).lazy.filter { digits[$0] != digits[$0 + 1] }
                .map { digits.replacing([($0..<$0 + 2, [digits[$0 + 1], digits[$0]])]) }
            let foreign = digits[..<end].indices.filter { !Self.alphabet.contains(digits[$0]) }
            guard foreign.count < 2 else { return [] }
            let alike = (0..<end).lazy.flatMap { place in
                Self.alike.lazy.filter { $0.contains(digits[place]) }.joined()
                    .filter { $0 != digits[place] }
                    .map { digits.replacing([(place..<place + 1, [$0])]) }
            }
            let places = foreign.isEmpty ? Array(0..<end) : foreign
            let replaced = places.lazy.flatMap { place in
                Self.alphabet.lazy.filter { $0 != digits[place] }
                    .map { digits.replacing([(place..<place + 1, [$0])]) }
            }
            return [
                (.base64CharactersSwapped, AnySequence(swapped)),
                (.base64CharacterReplaced, AnySequence(alike)),
                (.base64CharacterReplaced, AnySequence(replaced)),
            ]
        }
    }

    private func removing(_ place: Int) -> [UInt8] {
        signatureDigits.replacing([(place..<place + 1, [])])
    }

    private func isMade(_ value: [UInt8], over bytes: [UInt8]) -> Bool {
        keys.prefix(Self.mostKeys).contains {
            $0.isValidSignature(value, over: bytes, method: signature.signedInfo.signatureMethod)
        }
    }
}

/// The difference between Base64 as it was and as it was received.
struct Base64Change {
    let hypothesis: SignatureExplanation.Hypothesis

    /// `nil` where more than one character differs.
    init?(from original: [UInt8], to received: [UInt8]) {
        let prefix = zip(original, received).prefix { $0 == $1 }.count
        let suffix = zip(original.reversed(), received.reversed()).prefix { $0 == $1 }.count
        switch received.count - original.count {
        case -1 where prefix + suffix >= received.count: hypothesis = .base64CharacterLost
        case 1 where prefix + suffix >= original.count:
            let isDouble = prefix > 0 && received[prefix] == received[prefix - 1]
            hypothesis = isDouble ? .base64CharacterDoubled : .base64CharacterAdded
        case 0 where prefix + suffix == original.count - 1: hypothesis = .base64CharacterReplaced
        case 0
        where prefix + suffix == original.count - 2
            && original[prefix] == received[prefix + 1] && original[prefix + 1] == received[prefix]:
            hypothesis = .base64CharactersSwapped
        default: return nil
        }
    }

    /// Digits of Base64 that no hexadecimal, Base32, extended Base32 and Crockford's Base32 has, in this order.
    private static let foreign = ["ghijklmnopqrstuvwxyz", "0189+/-_", "wxyz", "ilou"].map {
        Array($0.utf8)
    }
    /// The fewest digits in which the absence of capitals cannot be by chance.
    private static let fewestDigits = 64
    private static let fewestDifferent = 20

    /// The damage to Base64 without capitals or without small letters.
    ///
    /// Hexadecimal, the kinds of Base32 and words that replace Base64 have one letter case, too, and fewer digits.
    static func letterDamage(in digits: [UInt8]) -> SignatureExplanation.Finding? {
        guard digits.count >= fewestDigits else { return nil }
        let hasCapitals = digits.contains { (0x41...0x5A).contains($0) }
        let hasSmall = digits.contains { (0x61...0x7A).contains($0) }
        guard hasCapitals != hasSmall else { return nil }
        let different = Set(digits.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
        guard different.count >= fewestDifferent,
            foreign.allSatisfy({ !different.isDisjoint(with: $0) })
        else { return nil }
        return .init(
            hypothesis: hasSmall ? .base64LowerCased : .base64UpperCased,
            undoing: "\(digits.count) characters of Base64 without a "
                + (hasSmall ? "capital" : "small letter"), isProved: false)
    }
}

extension Base64URL {
    /// Returns the bytes that digits write, with or without padding; `nil` where none is of this alphabet alone.
    fileprivate static func decoded(_ digits: [UInt8]) -> [UInt8]? {
        standardDigits(of: digits).flatMap { try? Base64.decode($0) }
    }
}
