import CSecretBytes
import Crypto
import Foundation
import PayloadCoding
import TestSupport
import XCTest
import XMLCore

@testable import XMLSecurity

/// RSA-OAEP with digests that the cryptographic library has no padding for.
final class OptimalPaddingTests: XCTestCase, ReachesUnsafeCode {
    private static let digests: [String: XMLDSig.DigestMethod] = [
        "sha1": .sha1, "sha256": .sha256, "sha384": .sha384, "sha512": .sha512,
    ]
    private let contentKey: [UInt8] = Array(1...32)

    /// The lines that two producers made, one for each pair of digests.
    private func lines(of producer: String) throws -> [JSONTree] {
        let url = Repository.root.appending(path: "Tests/Encryption/oaep.ndjson")
        let lines = try JSONTree.lines(Array(Data(contentsOf: url)))
            .filter { $0["producer"]?.string == producer }
        XCTAssertEqual(lines.count, 16)
        return lines
    }

    private func rawKey() throws -> RawRSA { try RawRSA(pemEncoded: pem(.first)) }

    private func pem(_ keys: ReceiverKeys) throws -> String {
        let text = try keys.pem()
        return String(text[try XCTUnwrap(text.range(of: "-----BEGIN ")).lowerBound...])
    }

    func testEveryPairingOfXMLSecIsDecryptedByTheDefaultPolicy() throws {
        let decryptor = Decryptor(keys: [try ReceiverKeys.first.key()])
        for line in try lines(of: "xmlsec") {
            let document = try XML.Document(
                parsing: Array(try XCTUnwrap(line["element"]?.string).utf8))
            let content = try decryptor.content(of: document.rootElement)
            let plaintext = try decryptor.plaintext(of: content)
            XCTAssertEqual(
                String(decoding: plaintext.bytes, as: UTF8.self), "encrypted by xmlsec", "\(line)")
        }
    }

    func testEveryPairingOfOpenSSLGivesItsKey() throws {
        let raw = try rawKey()
        for line in try lines(of: "openssl") {
            let block = try Base64.decode(Array(try XCTUnwrap(line["block"]?.string).utf8))
            let padding = OptimalPadding(
                digest: try XCTUnwrap(Self.digests[line["digest"]?.string ?? ""]),
                maskDigest: try XCTUnwrap(Self.digests[line["mask"]?.string ?? ""]))
            let key = try XCTUnwrap(padding.key(of: block, size: 32, with: raw.decrypted))
            XCTAssertEqual(key, SymmetricKey(data: contentKey), "\(line)")
            // A key of another size is not looked for, and nobody learns that it was there.
            let other = try XCTUnwrap(padding.key(of: block, size: 16, with: raw.decrypted))
            XCTAssertNotEqual(other, SymmetricKey(data: contentKey.suffix(16)), "\(line)")
            // Nor with other digests.
            let wrong = OptimalPadding(
                digest: padding.digest, maskDigest: padding.maskDigest == .sha1 ? .sha256 : .sha1)
            XCTAssertNotEqual(wrong.key(of: block, size: 32, with: raw.decrypted), key)
        }
    }

    func testTheRawOperationIsRSAWithoutPadding() throws {
        // The library's own padding and ours, after the raw operation, agree on the library's pairs: if the call
        // changed its meaning, they would not.
        let raw = try rawKey()
        let key = try ReceiverKeys.first.key()
        for line in try lines(of: "openssl") {
            guard let digest = line["digest"]?.string, digest == line["mask"]?.string,
                let padding: DecryptionKey.RSAPadding =
                    ["sha1": .oaepWithSHA1, "sha256": .oaepWithSHA256][digest],
                let method = Self.digests[digest]
            else { continue }
            let block = try Base64.decode(Array(try XCTUnwrap(line["block"]?.string).utf8))
            XCTAssertEqual(key.decryptedRSABlock(block, padding: padding), contentKey)
            let ours = OptimalPadding(digest: method, maskDigest: method)
            XCTAssertEqual(
                ours.key(of: block, size: 32, with: raw.decrypted), SymmetricKey(data: contentKey))
        }
    }

    func testABlockThatIsNoneForTheKeyGivesNothing() throws {
        let raw = try rawKey()
        let blocks: [[UInt8]] = [
            [], [1], Array(repeating: 0xFF, count: 256), Array(repeating: 1, count: 257),
        ]
        for block in blocks {
            XCTAssertNil(raw.decrypted(block), "\(block.count)")
        }
        XCTAssertNotNil(raw.decrypted(Array(repeating: 1, count: 256)))
    }

    /// An unmasked block with a key of 16 bytes.
    private func block(hash: [UInt8], zeros: Int) -> [UInt8] {
        [0] + Array(repeating: 9, count: hash.count) + hash + Array(repeating: 0, count: zeros)
            + [1] + contentKey.prefix(16)
    }

    private func taken(_ block: [UInt8], hash: [UInt8], size: Int = 16) -> [UInt8]? {
        let fallback = [UInt8](repeating: 0xEE, count: size)
        var key = [UInt8](repeating: 0, count: size)
        let hasRoom = unsafe CSecretBytes_takeKey(
            block, block.count, hash, hash.count, fallback, &key, size)
        return hasRoom ? key : nil
    }

    func testAnyWrongByteOfTheBlockGivesTheFallback() {
        let hash = Array(XMLDSig.DigestMethod.sha256.digest(of: []) ?? [])
        for zeros in [0, 1, 40] {
            let right = block(hash: hash, zeros: zeros)
            XCTAssertEqual(taken(right, hash: hash), Array(contentKey.prefix(16)))
            let free = Set(1...hash.count).union(right.count - 16..<right.count)
            for place in right.indices {
                for bit in 0..<8 {
                    var wrong = right
                    wrong[place] ^= 1 << bit
                    let key = taken(wrong, hash: hash)
                    if free.contains(place) {
                        XCTAssertEqual(key, Array(wrong.suffix(16)), "\(place)")
                    } else {
                        XCTAssertEqual(key, [UInt8](repeating: 0xEE, count: 16), "\(place)")
                    }
                }
            }
        }
    }

    func testABlockWithoutRoomIsToldByItsSizeAlone() {
        let hash = Array(XMLDSig.DigestMethod.sha256.digest(of: []) ?? [])
        XCTAssertNil(taken(Array(repeating: 0, count: 2 + 64 + 15), hash: hash))
        XCTAssertNotNil(taken(Array(repeating: 0, count: 2 + 64 + 16), hash: hash))
        XCTAssertNil(taken([], hash: hash))
    }

    func testAKeyThatIsTooSmallIsCalledSo() throws {
        // Made by: openssl genrsa 512, and openssl rsa -pubout.
        let keys = try JSONTree(
            parsing: Array(
                Data(
                    contentsOf: Repository.root.appending(path: "Tests/Encryption/small-keys.json"))
            ))
        for name in ["pkcs1", "pkcs8"] {
            let text = try XCTUnwrap(keys[name]?.string)
            XCTAssertThrowsError(try DecryptionKey(pemEncoded: text)) {
                XCTAssertEqual(($0 as? TrustedKeyError)?.code, .unusableKey)
                XCTAssertEqual(
                    "\($0)", "The RSA key is too small: 512 bits, at least 1024 are needed.")
            }
        }
        XCTAssertThrowsError(
            try TrustedKey.keys(pemEncoded: try XCTUnwrap(keys["public"]?.string))
        ) {
            XCTAssertEqual(($0 as? TrustedKeyError)?.code, .unusableKey)
            XCTAssertTrue("\($0)".contains("512 bits"))
        }
    }
}
