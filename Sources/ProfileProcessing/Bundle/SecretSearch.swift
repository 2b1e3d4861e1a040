internal import PayloadCoding
internal import SAMLBindings
internal import WireText
internal import XMLCore

/// Looks for words and values of messages in what replaced them, in every encoding that could carry them.
struct SecretSearch {
    /// Words in small letters.
    private let words: Set<[UInt8]>
    /// Words with letters beyond ASCII, in small letters.
    private let foreign: Set<String>
    /// Whole values without such a word, which would be found first.
    private var values = ValueSearch([])

    private static let shortestWord = 4
    private static let shortestNumber = 6
    private static let shortestBase64 = 24
    private static let mostLayers = 6

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - words: Words in small letters that were replaced; short ones come up by chance and are not looked for.
    ///   - foreign: Words with letters beyond ASCII.
    ///   - values: The values they were in.
    init(words: Set<[UInt8]>, foreign: Set<String>, values: Set<[UInt8]>) {
        self.foreign = foreign
        self.words = words.subtracting(BundleVocabulary.kept).filter { word in
            word.count
                >= (word.allSatisfy(\.isDigit) ? Self.shortestNumber : Self.shortestWord)
        }
        self.values = ValueSearch(
            values.filter {
                !BundleVocabulary.kept.contains($0.map(ASCIIByte.small)) && !holdsWord($0)
            })
    }

    /// Returns whether a text, or what it can be decoded to, holds one of them.
    func finds(in bytes: [UInt8], depth: Int = 0) -> Bool {
        XML.spend(bytes: bytes.count)
        if holdsWord(bytes) || values.finds(in: bytes) { return true }
        guard depth < Self.mostLayers else { return false }
        if bytes.contains(UInt8(ascii: "%")), let plain = try? PercentEncoding.decode(bytes),
            plain != bytes, finds(in: plain, depth: depth + 1)
        {
            return true
        }
        let text = WrittenText(bytes)
        if text.foreignWords.contains(where: { foreign.contains($0.word) }) { return true }
        if let plain = text.plain, finds(in: plain, depth: depth + 1) { return true }
        if bytes.contains(0), finds(in: bytes.filter { $0 != 0 }, depth: depth + 1) { return true }
        for run in Self.base64(in: bytes) {
            if let plain = try? Base64.decodeWrapped(run), finds(in: plain, depth: depth + 1) {
                return true
            }
            let message = CapturedMessage(bytes: run)
            if let xml = try? EnvelopeDecoder().envelope(from: message).xml, xml != bytes,
                xml != run,
                finds(in: xml, depth: depth + 1)
            {
                return true
            }
        }
        return false
    }

    private func holdsWord(_ bytes: [UInt8]) -> Bool {
        var start = 0
        while start < bytes.count {
            guard bytes[start].isLetterOrDigit else {
                start += 1
                continue
            }
            let end = bytes[start...].firstIndex { !$0.isLetterOrDigit } ?? bytes.count
            if end - start >= Self.shortestWord,
                words.contains(bytes[start..<end].map(ASCIIByte.small))
            {
                return true
            }
            start = end
        }
        return false
    }

    private static func base64(in bytes: [UInt8]) -> [[UInt8]] {
        var runs: [[UInt8]] = []
        var run: [UInt8] = []
        func isDigit(_ byte: UInt8) -> Bool {
            byte.isLetterOrDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
                || byte == UInt8(ascii: "=")
        }
        for byte in bytes + [0] {
            if isDigit(byte) {
                run.append(byte)
            } else if byte != 0x0A && byte != 0x0D || byte == 0 {
                let digits = run.filter { $0 != UInt8(ascii: "=") }
                if digits.count >= shortestBase64 { runs.append(padded(digits)) }
                run = []
            }
        }
        return runs
    }

    private static func padded(_ digits: [UInt8]) -> [UInt8] {
        let kept = digits.count % 4 == 1 ? Array(digits.dropLast()) : digits
        return kept + Array(repeating: UInt8(ascii: "="), count: (4 - kept.count % 4) % 4)
    }
}
