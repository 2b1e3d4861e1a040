internal import CSecretBytes
internal import Crypto
internal import CryptoExtras

/// RSA-OAEP (RFC 8017, section 7.1) with a digest and a mask digest of one's choice and no label.
///
/// It serves the pairs that the cryptographic library lacks; the RSA operation is the library's.
struct OptimalPadding: Hashable, Sendable {
    let digest: XMLDSig.DigestMethod
    let maskDigest: XMLDSig.DigestMethod

    /// Returns the key in a block, or a random one for a block whose padding is wrong, so that the two cannot be told
    /// apart; `nil` where the block is not one for this RSA key.
    func key(
        of block: [UInt8], size: Int, with decrypt: ([UInt8]) -> [UInt8]?
    ) -> SymmetricKey? {
        guard let labelHash = digest.digest(of: []), var bytes = decrypt(block) else { return nil }
        defer { Self.wipe(&bytes) }
        let start = 1 + labelHash.count
        guard bytes.count >= 2 + 2 * labelHash.count + size else { return nil }
        unmask(&bytes, 1..<start, by: start..<bytes.count)
        unmask(&bytes, start..<bytes.count, by: 1..<start)
        var key = [UInt8](repeating: 0, count: size)
        defer { Self.wipe(&key) }
        let random = SymmetricKey(size: SymmetricKeySize(bitCount: size * 8))
        let hasRoom = unsafe random.withUnsafeBytes { random in
            unsafe CSecretBytes_takeKey(
                bytes, bytes.count, labelHash, labelHash.count,
                random.baseAddress?.assumingMemoryBound(to: UInt8.self), &key, size)
        }
        return hasRoom ? SymmetricKey(data: key) : nil
    }

    /// Undoes the mask of a part of the block, which MGF1 (RFC 8017, appendix B.2.1) makes of the other part.
    private func unmask(_ bytes: inout [UInt8], _ part: Range<Int>, by seed: Range<Int>) {
        var mask: [UInt8] = []
        mask.reserveCapacity(part.count + 64)
        var input = Array(bytes[seed]) + [0, 0, 0, 0]
        defer {
            Self.wipe(&mask)
            Self.wipe(&input)
        }
        var counter: UInt32 = 0
        while mask.count < part.count {
            for place in 0..<4 {
                input[input.count - 4 + place] = UInt8(
                    truncatingIfNeeded: counter >> (24 - 8 * place))
            }
            guard let hash = maskDigest.digest(of: input) else { return }
            mask += hash
            counter += 1
        }
        unsafe bytes[part].withUnsafeMutableBufferPointer { bytes in
            unsafe CSecretBytes_unmask(bytes.baseAddress, mask, bytes.count)
        }
    }

    private static func wipe(_ bytes: inout [UInt8]) {
        unsafe bytes.withUnsafeMutableBytes { bytes in
            unsafe CSecretBytes_wipe(bytes.baseAddress, bytes.count)
        }
    }
}

/// The RSA operation without any padding.
///
/// The library offers it as the signer's part of blind signatures (RFC 9474, section 4.3): blinded, and checked against
/// the public key afterwards. The package is pinned to its minor version, because a later one may check more.
final class RawRSA: @unchecked Sendable {
    // As for RSAPrivateKey: never changed, and BoringSSL lets threads share it.
    private let key: _RSA.BlindSigning.PrivateKey<SHA384>

    /// Creates the operation of a private key in PEM.
    init(pemEncoded text: String) throws {
        key = try _RSA.BlindSigning.PrivateKey(
            unsafePEMRepresentation: text, parameters: .RSABSSA_SHA384_PSS_Randomized)
    }

    /// Returns the block, decrypted; `nil` if it is not of the key's size, or no number below its modulus.
    func decrypted(_ block: [UInt8]) -> [UInt8]? {
        guard block.count * 8 == key.keySizeInBits else { return nil }
        return (try? key.blindSignature(for: block)).map { Array($0.rawRepresentation) }
    }
}
