internal import WireText

extension SAML {
    /// The one way in which two names or addresses differ that were meant to be equal.
    ///
    /// SAML compares both byte for byte, so that each of these is a mismatch.
    package enum SpellingDifference: String, Hashable, Sendable, CaseIterable {
        case whiteSpace
        case percentEncoded
        case letterCase
        case slash
        case scheme
        case port
        case underscore
        case host

        /// The differences that names and addresses have.
        package static let ofAddresses = allCases.filter { $0 != .underscore }
        /// The differences that identifiers have.
        package static let ofIdentifiers: [Self] = [.whiteSpace, .letterCase, .underscore]

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

        /// Returns the text without what this difference consists in.
        private func removed(from text: [UInt8]) -> [UInt8] {
            switch self {
            case .whiteSpace: text.filter { !$0.isWhiteSpace }
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
            }
        }

        /// Returns what is left of a name without any of the differences, but for the host.
        static func essence(of name: String) -> [UInt8] {
            let rest = [Self.whiteSpace, .percentEncoded, .letterCase, .port, .scheme, .slash]
                .reduce(Array(name.utf8)) { $1.removed(from: $0) }
            return rest.starts(with: "://".utf8) ? Array(rest.dropFirst(3)) : rest
        }

        /// What the texts differ by, in words.
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
            }
        }
    }
}

extension [UInt8] {
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
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? endIndex
        return end > rest.startIndex ? rest[..<end] : nil
    }
}
