internal import Crypto
package import SAML2

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Which run it is: its time, and digests of everything that decides what its records say.
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

    /// Creates an identity that nothing but its time decides.
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
        let members = try JSONDecoder().decode(
            [String: Member].self, from: encoder.encode(description))
        // The order of members must not show in their digests.
        encoder.outputFormatting = .sortedKeys
        parts = try members.sorted { $0.key < $1.key }.map { name, value in
            Part(kind: name, digest: Self.digest(of: Array(try encoder.encode(value))))
        }
    }

    /// Returns the digest that stands for bytes.
    ///
    /// - Parameter bytes: The bytes, such as those of a key.
    /// - Returns: Half of their SHA-256 in hexadecimal digits.
    package static func digest(of bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let digest = SHA256.hash(data: bytes).prefix(16).flatMap {
            [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
        }
        return String(decoding: digest, as: UTF8.self)
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

/// A member of a description, whatever it is.
private enum Member: Codable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case text(String)
    case list([Member])
    case object([String: Member])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([Member].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: Member].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
