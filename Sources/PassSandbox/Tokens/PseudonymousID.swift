internal import Crypto
internal import WireText
internal import XMLCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Turns identifiers into others that do not tell them.
enum PseudonymousID {
    /// SHA-256 of a text.
    static func digest(_ text: String) -> [UInt8] {
        [UInt8](SHA256.hash(data: Data(text.utf8)))
    }

    /// The identifier of a user that media tokens carry.
    static func user(_ userID: String, mvpd: String) -> String {
        Hexadecimal.text(digest(ByteExactName(mvpd, userID).text).prefix(16))
    }
}
