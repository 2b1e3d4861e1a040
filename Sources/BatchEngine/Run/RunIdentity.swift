internal import Crypto
package import SAML2

/// Everything that decides what the records of a run say, by digests that can be compared later.
///
/// A resumed run has to be the same run: half of the results judged by other keys, or at another
/// time, would be no result.
package struct RunIdentity: Hashable, Sendable, Codable {
    /// The time that conditions are checked at and certificates are judged at.
    package var now: SAML.Instant? {
        seconds.map { SAML.Instant(secondsSinceEpoch: $0, nanoseconds: nanoseconds ?? 0) }
    }

    /// The key of hashes that take the place of values, where no other run may have it.
    ///
    /// It is a secret of the run, and kept so that the run goes on with it.
    package var redactionKey: [UInt8]?
    private let seconds: Int64?
    private let nanoseconds: Int32?
    private var parts: [Part] = []

    private struct Part: Hashable, Sendable, Codable {
        let kind: String
        let digest: String
    }

    /// Creates an identity to which nothing was added yet.
    ///
    /// - Parameter now: The time of the run.
    package init(now: SAML.Instant? = nil) {
        seconds = now?.secondsSinceEpoch
        nanoseconds = now?.nanoseconds
    }

    /// Adds something that decides what records say.
    ///
    /// - Parameters:
    ///   - kind: What it is, in words that finish the sentence "What differs:".
    ///   - values: What it is set to; only a digest is kept.
    package mutating func add(_ kind: String, _ values: [String]) {
        var hash = SHA256()
        for value in values {
            // With its length before it, no value can look like two others.
            hash.update(data: Array("\(value.utf8.count):".utf8))
            hash.update(data: Array(value.utf8))
        }
        let digits = Array("0123456789abcdef".utf8)
        let digest = hash.finalize().prefix(16).flatMap {
            [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
        }
        parts.append(Part(kind: kind, digest: String(decoding: digest, as: UTF8.self)))
    }

    /// The kinds of what is not the same in another run.
    ///
    /// - Parameter other: The identity of the other run.
    /// - Returns: Their kinds, none when both are the same run.
    package func differences(from other: RunIdentity) -> [String] {
        let theirs = Dictionary(other.parts.map { ($0.kind, $0.digest) }) { $1 }
        let mine = Dictionary(parts.map { ($0.kind, $0.digest) }) { $1 }
        let kinds = parts.map(\.kind) + other.parts.map(\.kind).filter { mine[$0] == nil }
        return kinds.filter { mine[$0] != theirs[$0] }
    }
}
