internal import Crypto
internal import WireText
internal import XMLCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Words that stand for the words of messages: of the same length, letters for letters and digits for digits.
///
/// The same word has the same pseudonym as long as the key is the same. The key is random and in memory only; without
/// it, a pseudonym does not lead back.
struct Pseudonyms {
    private let key: SymmetricKey
    /// The words that were replaced, in small letters, with what stands for them.
    private(set) var words: [[UInt8]: [UInt8]] = [:]
    private var hosts: [[UInt8]: [UInt8]] = [:]
    /// The names of hosts that are too short to end in `.invalid`.
    private(set) var shortHosts: Set<[UInt8]> = []
    private var used: Set<[UInt8]> = []
    /// Words that must not come out by chance.
    private let avoided: Set<[UInt8]>

    private static let invalid = Array(".invalid".utf8)
    private static let test = Array(".test".utf8)

    /// Creates pseudonyms.
    ///
    /// - Parameters:
    ///   - key: Random bytes.
    ///   - avoided: Words in small letters that stand for nothing else.
    init(key: [UInt8], avoiding avoided: Set<[UInt8]> = []) {
        self.key = SymmetricKey(data: Data(key))
        self.avoided = avoided
    }

    /// The words and host names that were replaced, in small letters.
    var replaced: Set<[UInt8]> { Set(words.keys).union(hosts.keys) }

    /// Returns what stands for a word of ASCII letters and digits.
    mutating func word(_ word: some Collection<UInt8>) -> [UInt8] {
        let small = word.map(ASCIIByte.small)
        let pseudonym = words[small] ?? made(from: small, for: "word")
        words[small] = pseudonym
        return zip(word, pseudonym).map { ASCIIByte.withCase(of: $0, $1) }
    }

    /// Returns what stands for a word if it was replaced before.
    func knownWord(_ word: some Collection<UInt8>) -> [UInt8]? {
        words[word.map(ASCIIByte.small)].map { pseudonym in
            zip(word, pseudonym).map { ASCIIByte.withCase(of: $0, $1) }
        }
    }

    /// Returns what stands for the name of a host; it ends in `.invalid`, or in `.test` if it is too short.
    mutating func host(_ host: some Collection<UInt8>) -> [UInt8] {
        let small = host.map(ASCIIByte.small)
        let ending = small.count > Self.invalid.count ? Self.invalid : Self.test
        if ending == Self.test { shortHosts.insert(small) }
        guard small.count > ending.count else { return word(host) }
        let pseudonym: [UInt8]
        if let known = hosts[small] {
            pseudonym = known
        } else {
            var start = Array(small.dropLast(ending.count))
            // A name begins and ends with a letter or digit.
            if let last = start.last, !last.isLetterOrDigit { start[start.count - 1] = 0x78 }
            pseudonym = made(from: start, seed: small, for: "host") + ending
            hosts[small] = pseudonym
        }
        return zip(host, pseudonym).map { ASCIIByte.withCase(of: $0, $1) }
    }

    /// Returns characters beyond ASCII that stand for others, of the same kind and in the same number of bytes.
    ///
    /// - Parameters:
    ///   - values: The characters.
    ///   - fits: Whether a character can be written instead of one of them.
    /// - Returns: The characters; `nil` for one that has to be replaced and that no other fits.
    func characters(_ values: [UInt32], fits: (Int, UInt32) -> Bool) -> [UInt32?] {
        let seed = values.flatMap { value in (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var noise = Noise(key: key, domain: "letters", seed: seed, round: 0)
        // `nil` for what stays. A text has few different characters.
        var known: [UInt32: NonASCII.Kin?] = [:]
        return values.enumerated().map { place, value in
            let number = noise.next()
            let kin =
                known[value] ?? (NonASCII.isReplaced(value) ? NonASCII.Kin(of: value) : nil)
            known[value] = .some(kin)
            guard let kin else { return value }
            return kin.first(from: number) { fits(place, $0) }
        }
    }

    private mutating func made(
        from template: [UInt8], seed: [UInt8]? = nil, for domain: String
    ) -> [UInt8] {
        var pseudonym: [UInt8] = []
        for round in 0..<64 {
            var noise = Noise(key: key, domain: domain, seed: seed ?? template, round: round)
            pseudonym = template.map { ASCIIByte.other(than: $0, noise.next()) }
            guard avoided.contains(pseudonym) || used.contains(pseudonym) else { break }
        }
        used.insert(pseudonym)
        return pseudonym
    }
}

/// Bytes that only the key tells from random ones.
private struct Noise {
    private let key: SymmetricKey
    /// The combined seed and use, so that a long seed is read once.
    private let start: Data
    private var block: [UInt8] = []
    private var count: UInt32 = 0

    init(key: SymmetricKey, domain: String, seed: [UInt8], round: Int) {
        self.key = key
        let use = Data("swift-saml bundle \(domain) \(round)\0".utf8)
        start = Self.code(of: [use, Data(seed)], key: key)
    }

    mutating func next() -> UInt8 {
        if block.isEmpty {
            block = Array(Self.code(of: [start, Data("\0\(count)".utf8)], key: key))
            count += 1
        }
        return block.removeLast()
    }

    private static func code(of parts: [Data], key: SymmetricKey) -> Data {
        var code = HMAC<SHA256>(key: key)
        for part in parts {
            XML.spend(bytes: part.count)
            code.update(data: part)
        }
        return Data(code.finalize())
    }
}

/// The classes of ASCII bytes that pseudonyms keep.
enum ASCIIByte {
    static func small(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    static func withCase(of byte: UInt8, _ letter: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A && letter.isLetter ? letter & ~0x20 : letter
    }

    /// Returns another small letter or digit; any other byte stays.
    static func other(than byte: UInt8, _ noise: UInt8) -> UInt8 {
        if byte.isDigit { return 0x30 + (byte - 0x30 + 1 + noise % 9) % 10 }
        if byte >= 0x61, byte <= 0x7A { return 0x61 + (byte - 0x61 + 1 + noise % 25) % 26 }
        return byte
    }
}
