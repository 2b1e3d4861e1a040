internal import Crypto
internal import SAML2
internal import WireText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Replaces what a message says about its subject with keyed hashes.
///
/// Under one key the same value becomes the same hash, wherever it stands, so that values can still
/// be counted and compared. Anyone with the key can find out by trial what a hash stands for;
/// without it nobody can.
public struct Redaction: Sendable {
    /// The reason why a key cannot be used.
    public struct KeyError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The bytes that the key has.
        public let byteCount: Int

        /// A sentence that says what is wrong and what to do.
        public var description: String {
            "A key for redaction has at least \(Redaction.minimumKeySize) bytes, and this one "
                + "\(byteCount); make one from random bytes."
        }
    }

    /// The fewest bytes of a key.
    public static let minimumKeySize = 16
    /// The first characters of every hash.
    public static let mark = "hmac:"
    private static let hashSize = 16

    private let key: SymmetricKey

    /// Creates a redaction.
    ///
    /// - Parameter key: The key: random bytes, as what can be guessed hides nothing.
    /// - Throws: A ``KeyError`` when it has fewer than ``minimumKeySize`` bytes.
    public init(key: [UInt8]) throws(KeyError) {
        guard key.count >= Self.minimumKeySize else { throw KeyError(byteCount: key.count) }
        self.key = SymmetricKey(data: Data(key))
    }

    /// A fingerprint that identifies this key and does not help to find it.
    ///
    /// Results of one key must not be continued with another.
    public var keyFingerprint: String { digest(of: "", domain: "key fingerprint") }

    /// Returns the hash that replaces a value.
    ///
    /// - Parameter value: What a message says.
    /// - Returns: ``mark`` and 32 hexadecimal digits: the first half of HMAC-SHA256 over the bytes
    ///   of the value. Of a value without any bytes, that value.
    public func replacement(for value: String) -> String {
        // An empty value identifies nobody, and that it was empty is worth knowing.
        value.isEmpty ? value : Self.mark + digest(of: value, domain: "redacted value")
    }

    /// Returns whether a text is written as ``replacement(for:)`` writes hashes.
    ///
    /// A sender may begin a value with ``mark``, too.
    package static func isReplacement(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst(mark.utf8.count)
        return text.hasPrefix(mark) && digits.count == 2 * hashSize
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// A key may be in use for something else, whose codes must not be the same.
    private func digest(of text: String, domain: String) -> String {
        var code = HMAC<SHA256>(key: key)
        code.update(data: Data("swift-saml \(domain)\0".utf8))
        code.update(data: Data(text.utf8))
        return Hexadecimal.text(code.finalize().prefix(Self.hashSize))
    }
}

// A key must not be printed by chance.
extension Redaction: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the type; never the key.
    public var description: String { "Redaction" }
    /// The name of the type; never the key.
    public var debugDescription: String { description }
}

extension Redaction: Redacted {}

extension Redaction {
    /// Redacts a record: the values of its attributes, XML ones with their markup, the subject's
    /// identifier with its qualifiers, and the provider's message on a failure.
    ///
    /// Nothing else in a record says something about the subject, but for the payload, which is the
    /// message itself and is removed.
    func apply(to record: inout ProfileRecord) {
        record.changeContent { content in
            let texts = ValueTexts(of: content.attributes)
            content.attributes = zip(content.attributes, texts.byItem).map { item, texts in
                SAML.SelectedAttribute(
                    name: item.name,
                    values: texts.map { SAML.AttributeValue(text: $0.map(replacement)) })
            }
            let words = content.message?.statusMessage.map(replacement)
            content.message?.statusMessage = words
            // An address may name anybody in its query; a hash would only differ from that of the response.
            content.message?.assertionConsumerServiceURL = nil
            content.nameID = content.nameID.map { SAML.NameID($0, replacing: replacement) }
        }
        record.reasons = record.reasons.map { $0.quoting(replacement) }
        record.payload = nil
        record.isRedacted = true
    }
}
