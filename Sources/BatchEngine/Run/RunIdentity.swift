internal import Crypto
package import SAML2
internal import WireText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Which run it is: its time, and digests of everything that decides what its records say.
///
/// A resumed run has to be the same run: half of the results judged by other keys, or at another
/// time, would be worthless.
package struct RunIdentity: Hashable, Sendable, Codable {
    /// The time that conditions are checked at and certificates are judged at.
    package var now: SAML.Instant? {
        seconds.map { SAML.Instant(secondsSinceEpoch: $0, nanoseconds: nanoseconds ?? 0) }
    }

    /// The key of hashes that take the place of values, where no other run may have it.
    ///
    /// It is a secret of the run, and kept so that a resumed run uses it, too.
    package var redactionKey: [UInt8]?
    private let seconds: Int64?
    private let nanoseconds: Int32?
    private var parts: [Part] = []

    private struct Part: Hashable, Sendable, Codable {
        let kind: String
        let digest: String
    }

    /// Creates an identity that depends on its time alone.
    ///
    /// - Parameter now: The time of the run.
    package init(now: SAML.Instant? = nil) {
        seconds = now?.secondsSinceEpoch
        nanoseconds = now?.nanoseconds
    }

    /// Creates the identity of a run.
    ///
    /// - Parameters:
    ///   - now: The time of the run.
    ///   - description: Everything that decides what the records say, such as a ``RunDescription``;
    ///     of each member only a digest is kept.
    /// - Throws: What encoding the description throws.
    package init(now: SAML.Instant? = nil, of description: some Encodable) throws {
        self.init(now: now)
        let encoder = JSONEncoder()
        // The order of members must not show in their digests.
        encoder.outputFormatting = .sortedKeys
        let bytes = Array(try encoder.encode(description))
        var scanner = JSONScanner(bytes)
        try scanner.object { (name, scanner: inout JSONScanner) throws(JSONScanner.Failure) in
            let value = bytes[try scanner.value().range]
            parts.append(Part(kind: name, digest: Self.digest(of: Array(value))))
        }
        parts.sort { $0.kind < $1.kind }
    }

    /// Returns the digest that stands for bytes.
    ///
    /// - Parameter bytes: The bytes, such as those of a key.
    /// - Returns: Half of their SHA-256 in hexadecimal digits.
    package static func digest(of bytes: [UInt8]) -> String {
        Hexadecimal.text(SHA256.hash(data: bytes).prefix(16))
    }

    /// The names of the members that are not the same in another run.
    ///
    /// - Parameter other: The identity of the other run.
    /// - Returns: Their names, none when both are the same run.
    package func differences(from other: RunIdentity) -> [String] {
        let theirs = Dictionary(other.parts.map { ($0.kind, $0.digest) }) { $1 }
        let mine = Dictionary(parts.map { ($0.kind, $0.digest) }) { $1 }
        let kinds = parts.map(\.kind) + other.parts.map(\.kind).filter { mine[$0] == nil }
        return kinds.filter { mine[$0] != theirs[$0] }
    }
}
