internal import WireText

extension SAML {
    /// One way in which two names or addresses differ that were meant to be equal.
    ///
    /// SAML compares both byte for byte, so that each of these is a mismatch.
    package enum SpellingDifference: String, Hashable, Sendable, CaseIterable {
        case whiteSpace
        case percentEncoded
        case escaped
        case lookAlike
        case letterCase
        case slash
        case scheme
        case port
        case underscore
        case host
        case query

        /// The differences that names and addresses have.
        package static let ofAddresses = allCases.filter { $0 != .underscore }
        /// The differences that identifiers have.
        package static let ofIdentifiers: [Self] = [.whiteSpace, .letterCase, .underscore]
        /// The differences that names of attributes have.
        package static let ofAttributes: [Self] = [.whiteSpace, .letterCase, .lookAlike]

        /// Those that leave the name what it is, in the order in which they are taken away.
        private static let ofSpelling: [Self] = [
            .whiteSpace, .escaped, .percentEncoded, .lookAlike, .letterCase, .port, .scheme,
            .slash, .underscore,
        ]
        /// The longest texts in which several differences are looked for: senders choose their length.
        private static let longestText = 4096

        /// Finds the difference; `nil` when the texts are equal, or differ in more than one way.
        package init?(between one: String, and other: String, among candidates: [Self]) {
            let (one, other) = (Array(one.utf8), Array(other.utf8))
            guard one != other, !one.isEmpty, !other.isEmpty,
                let found = candidates.first(where: {
                    $0.removed(from: one) == $0.removed(from: other)
                })
            else { return nil }
            self = found
        }

        /// Returns the fewest differences that there are between two texts.
        ///
        /// - Returns: One difference or several; none when the texts are equal, or differ in more than their
        ///   spelling.
        package static func all(
            between one: String, and other: String, among candidates: [Self]
        ) -> [Self] {
            if let single = Self(between: one, and: other, among: candidates) { return [single] }
            let (one, other) = (Array(one.utf8), Array(other.utf8))
            guard one != other, !one.isEmpty, !other.isEmpty,
                max(one.count, other.count) <= longestText
            else { return [] }
            func areEqual(without differences: [Self]) -> Bool {
                differences.reduce(one) { $1.removed(from: $0) }
                    == differences.reduce(other) { $1.removed(from: $0) }
            }
            var needed = ofSpelling.filter(candidates.contains)
            guard areEqual(without: needed) else { return [] }
            for difference in needed {
                let rest = needed.filter { $0 != difference }
                if areEqual(without: rest) { needed = rest }
            }
            return needed
        }

        /// Returns the text without what this difference consists in.
        private func removed(from text: [UInt8]) -> [UInt8] {
            switch self {
            case .whiteSpace: text.withoutWhiteSpace
            case .percentEncoded: PercentEscape.undone(in: text[...])
            case .letterCase:
                text.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
            case .slash: text.last == UInt8(ascii: "/") ? Array(text.dropLast()) : text
            case .underscore: text.first == UInt8(ascii: "_") ? Array(text.dropFirst()) : text
            case .scheme: text.afterScheme
            case .port:
                text.authority.map { authority in
                    let end = authority.lastIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
                    return Array(text[..<end] + text[authority.endIndex...])
                } ?? text
            case .host:
                text.authority.map {
                    Array(text[..<$0.startIndex] + text[$0.endIndex...])
                } ?? text
            case .escaped: text.withoutEscapedAmpersands
            case .lookAlike: text.withPlainLetters
            case .query: Array(text.prefix { $0 != UInt8(ascii: "?") })
            }
        }

        /// Returns what is left of a name without any of the differences, but for the host.
        static func essence(of name: String) -> [UInt8] {
            let rest = ofSpelling.filter { $0 != .underscore }
                .reduce(Array(name.utf8)) { $1.removed(from: $0) }
            return rest.starts(with: "://".utf8) ? Array(rest.dropFirst(3)) : rest
        }

        /// The differences between the texts, in words.
        package var words: String {
            switch self {
            case .whiteSpace: "white space"
            case .percentEncoded: "percent-encoding"
            case .letterCase: "letter case"
            case .slash: "a trailing slash"
            case .scheme: "http and https"
            case .port: "the port"
            case .underscore: "a leading underscore"
            case .host: "the host name"
            case .escaped: "an escaped & (&amp;)"
            case .lookAlike: "letters that look alike"
            case .query: "what follows the question mark"
            }
        }

        /// Returns what two texts differ by, naming characters that are invisible or look alike.
        package static func words(
            _ differences: [Self], between one: String, and other: String
        ) -> String {
            let parts = differences.map { difference in
                switch difference {
                case .whiteSpace:
                    named("white space", one, other) { $0.isUnseen && !$0.isASCII }
                case .lookAlike:
                    named("letters that look alike", one, other) { $0.plainLetter != nil }
                default: difference.words
                }
            }
            guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
            return parts.dropLast().joined(separator: ", ") + " and " + last
        }

        private static func named(
            _ words: String, _ one: String, _ other: String,
            _ isMeant: (Unicode.Scalar) -> Bool
        ) -> String {
            var codes: [String] = []
            for scalar in (one + other).unicodeScalars.prefix(2 * longestText)
            where isMeant(scalar) && codes.count < 4 {
                let code = "U+" + Hexadecimal.code(of: scalar)
                if !codes.contains(code) { codes.append(code) }
            }
            return codes.isEmpty ? words : "\(words) (\(codes.joined(separator: ", ")))"
        }

        /// Returns whether a reader can see what a value is, so that it may be passed on unchanged.
        ///
        /// - Parameters:
        ///   - value: A sender's value.
        ///   - expected: The receiver's, whose letters are its own choice.
        /// - Returns: Whether it has neither invisible characters nor letters that ASCII and the receiver's value lack.
        package static func isPlain(_ value: String, besides expected: String) -> Bool {
            let unusual = value.unicodeScalars.filter { !$0.isASCII || $0.value < 0x20 }
            guard !unusual.isEmpty else { return true }
            let own = Set(expected.unicodeScalars)
            return unusual.allSatisfy { !$0.isUnseen && own.contains($0) }
        }
    }
}

extension Hexadecimal {
    /// The number of a character as Unicode writes it, with four digits or more.
    fileprivate static func code(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension Unicode.Scalar {
    /// A Boolean value that indicates whether it is white space of any kind, or shows nothing at all.
    var isUnseen: Bool {
        properties.isWhitespace || properties.isDefaultIgnorableCodePoint || isInvisible
    }

    /// The character of ASCII that it looks like; `nil` for the others.
    ///
    /// These are the letters with which names are imitated, and what word processors make of punctuation.
    fileprivate var plainLetter: Unicode.Scalar? {
        switch value {
        // Forms of full width.
        case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0)
        case 0x2010...0x2015, 0x2212: "-"
        case 0x2044, 0x2215, 0x29F8: "/"
        case 0x2024: "."
        case 0xA789, 0x2236: ":"
        default: Self.plainLetters[self]
        }
    }

    private static let plainLetters: [Unicode.Scalar: Unicode.Scalar] = {
        // Cyrillic, Greek and Armenian letters, and Latin ones of other alphabets.
        let pairs: [(String, String)] = [
            ("аеорсухіјѕԁһӏԛԝѵ", "aeopcyxijsdhlqwv"), ("АВЕКМНОРСТУХІЈЅ", "ABEKMHOPCTYXIJS"),
            ("οανρικγτυ", "oavpikytu"), ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
            ("օոհսցզ", "onhugq"), ("ıɑɡⅰⅼⅽⅾⅿ", "iagilcdm"),
        ]
        return pairs.reduce(into: [:]) { letters, pair in
            for (letter, plain) in zip(pair.0.unicodeScalars, pair.1.unicodeScalars) {
                letters[letter] = plain
            }
        }
    }()
}

extension [UInt8] {
    private var isASCII: Bool { allSatisfy { $0 < 0x80 } }

    /// The text without white space, of Unicode too, and without characters that show nothing.
    fileprivate var withoutWhiteSpace: [UInt8] {
        guard !isASCII else { return filter { !$0.isWhiteSpace } }
        var scalars = String.UnicodeScalarView()
        scalars.append(
            contentsOf: String(decoding: self, as: UTF8.self).unicodeScalars.filter {
                !$0.isUnseen
            })
        return Array(String(scalars).utf8)
    }

    /// The text with letters of ASCII for those that look like them.
    fileprivate var withPlainLetters: [UInt8] {
        guard !isASCII else { return self }
        var scalars = String.UnicodeScalarView()
        scalars.append(
            contentsOf: String(decoding: self, as: UTF8.self).unicodeScalars.map {
                $0.plainLetter ?? $0
            })
        return Array(String(scalars).utf8)
    }

    /// The text with & for `&amp;`, however often it was escaped.
    fileprivate var withoutEscapedAmpersands: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var rest = self[...]
        while let byte = rest.popFirst() {
            bytes.append(byte)
            guard byte == UInt8(ascii: "&") else { continue }
            while rest.starts(with: "amp;".utf8) { rest = rest.dropFirst(4) }
        }
        return bytes
    }

    /// An address of the web without its scheme; any other text as it is.
    fileprivate var afterScheme: [UInt8] {
        let scheme = prefix { $0 != UInt8(ascii: ":") }
        let isWeb = scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8)
        return isWeb ? Array(dropFirst(scheme.count)) : self
    }

    /// The host with its port, of what has both a scheme and a host.
    fileprivate var authority: ArraySlice<UInt8>? {
        guard let colon = firstIndex(of: UInt8(ascii: ":")),
            self[colon...].starts(with: "://".utf8)
        else { return nil }
        let rest = self[(colon + 3)...]
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? endIndex
        return end > rest.startIndex ? rest[..<end] : nil
    }
}
