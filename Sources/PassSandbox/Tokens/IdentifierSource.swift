#if Sandbox
internal import Crypto
internal import NIOConcurrencyHelpers
internal import WireText

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Identifiers that cannot be guessed without the seed, for code that cannot wait for the state.
final class IdentifierSource: Sendable {
    private let state = NIOLockedValueBox<(seed: [UInt8], count: UInt64)>(([], 0))

    /// Starts from other bytes.
    func seed(_ bytes: [UInt8]) { state.withLockedValue { $0.seed += bytes } }

    /// The next identifier, in hexadecimal digits.
    func make() -> String {
        let (seed, count) = state.withLockedValue { state in
            state.count += 1
            return (state.seed, state.count)
        }
        var message = Data()
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: count >> UInt64(shift)))
        }
        let code = HMAC<SHA256>.authenticationCode(
            for: message, using: SymmetricKey(data: Data(seed)))
        return Hexadecimal.text([UInt8](code).prefix(20))
    }
}
#endif
