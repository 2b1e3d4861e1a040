internal import Captures
internal import Crypto
internal import ProfileProcessing
internal import SAML2
internal import SAMLBindings

/// The identity of a message within a run, as the first 128 bits of SHA-256.
struct MessageIdentity: Sendable {
    struct Key: Hashable, Sendable {
        let high: UInt64
        let low: UInt64

        init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }

        fileprivate init(of parts: [[UInt8]]) {
            var hash = SHA256()
            for part in parts {
                hash.update(data: Array("\(part.count):".utf8))
                hash.update(data: part)
            }
            let words = hash.finalize().prefix(16).reduce(into: [UInt64](repeating: 0, count: 2)) {
                let carry = $0[0] >> 56
                $0[1] = $0[1] << 8 | carry
                $0[0] = $0[0] << 8 | UInt64($1)
            }
            high = words[1]
            low = words[0]
        }
    }

    /// The keys all of which must have been there before.
    let keys: [Key]

    /// Finds out what names a message; `nil` when nothing that can be relied on does.
    ///
    /// An unsigned ID would let an unsigned copy replace the genuine message. An accepted message
    /// is repeated by accepted ones only: anyone can put an envelope that is rejected around a
    /// genuine assertion.
    init?(
        of record: ProfileRecord, _ captured: CapturedRecord, decidedBy processor: ProfileProcessor
    ) {
        guard record.kind != nil else { return nil }
        guard processor.options.trust != nil else {
            guard let message = try? captured.message(),
                let xml = try? processor.decoder.envelope(from: message).xml
            else { return nil }
            keys = [Key(of: [Array("message".utf8), xml])]
            return
        }
        let names = record.signature.assertions
        guard record.signature.verdict == .valid, !names.isEmpty,
            !names.contains(where: \.id.isEmpty)
        else { return nil }
        let outcome = Array(record.outcome.rawValue.utf8)
        keys = names.map { Key(of: [outcome, Array($0.issuer.utf8), Array($0.id.utf8)]) }
    }
}
