import Foundation
import PayloadCoding
import TestSupport
import XCTest
import XMLSecurity

/// Whatever becomes of a key, nothing that Swift prints shows a part of it.
final class KeySecrecyTests: XCTestCase {
    /// The private keys among the samples.
    private func privateKeys() throws -> [(name: String, pem: String)] {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Repository.samples.appending(path: "keys").path)
        return try names.filter { $0.hasSuffix(".key.pem") }.sorted().map { name in
            (name, String(decoding: try Repository.sample("keys/\(name)"), as: UTF8.self))
        }
    }

    /// The bytes of the one block of PEM text.
    private func bytes(of pem: String) throws -> [UInt8] {
        let lines = pem.split(separator: "\n").drop { !$0.hasPrefix("-----BEGIN") }
        return try Base64.decode(Array(lines.dropFirst().dropLast().joined().utf8))
    }

    /// What would show a part of a key: any sixteen characters in a row, however it is spelled.
    private func fragments(of pem: String) throws -> Set<ArraySlice<UInt8>> {
        // The beginning tells no more than the kind of key.
        let bytes = Array(try bytes(of: pem).dropFirst(27))
        let hexadecimal = bytes.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }
        let spellings = [
            String(decoding: Base64.encoding(bytes), as: UTF8.self),
            hexadecimal.joined(), hexadecimal.joined(separator: " "), "\(bytes)",
        ]
        return Set(spellings.flatMap { windows(of: $0) })
    }

    private func windows(of text: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(text.utf8)
        return bytes.indices.dropLast(15).map { bytes[$0..<$0 + 16] }
    }

    private func assertNothingShows(
        _ value: Any, _ secrets: Set<ArraySlice<UInt8>>, _ comment: String
    ) {
        for text in printings(of: value) {
            XCTAssertTrue(
                secrets.isDisjoint(with: windows(of: text)),
                "\(comment): \(type(of: value)): \(text)")
        }
    }

    func testNoPrintedPrivateKeyShowsIt() throws {
        let keys = try privateKeys()
        XCTAssertGreaterThan(keys.count, 5)
        for (name, pem) in keys {
            assertNothingShows(
                try SigningKey(pemEncoded: pem), try fragments(of: pem), name)
        }
    }

    func testNothingThatDecryptsShowsItsKeys() throws {
        for (name, pem) in try privateKeys() {
            guard let key = try? DecryptionKey(pemEncoded: pem) else { continue }
            let secrets = try fragments(of: pem)
            assertNothingShows(key, secrets, name)
            assertNothingShows(Decryptor(keys: [key]), secrets, name)
        }
        let bytes = Array("sixteen bytes!!!".utf8)
        let key = try DecryptionKey(aes: bytes)
        for value in [key, Decryptor(keys: [key])] as [Any] {
            for text in printings(of: value) {
                XCTAssertFalse(Secret(bytes: bytes).shows(in: text), text)
            }
        }
    }

    func testAPrintedKeyWouldBeFound() throws {
        for (name, pem) in try privateKeys() {
            let secrets = try fragments(of: pem)
            let bytes = try bytes(of: pem)
            let hexadecimal = bytes.map { String($0, radix: 16) }.joined(separator: " ")
            for text in [pem.replacing("\n", with: ""), "\(bytes)", hexadecimal] {
                XCTAssertFalse(secrets.isDisjoint(with: windows(of: text)), name)
            }
        }
    }

    func testNoErrorShowsADamagedPrivateKey() throws {
        var generator = SeededGenerator("KeySecrecyTests")
        for (name, pem) in try privateKeys() {
            let secrets = try fragments(of: pem)
            let bytes = Array(pem.utf8)
            var damaged = (0..<24).map { Array(bytes[..<(bytes.count * $0 / 24)]) }
            for _ in 0..<24 {
                var changed = bytes
                changed[Int.random(in: changed.indices, using: &generator)] =
                    UInt8.random(in: 0x20...0x7E, using: &generator)
                damaged.append(changed)
            }
            var errors = 0
            for bytes in damaged {
                let text = String(decoding: bytes, as: UTF8.self)
                for result in outcomes(of: text) {
                    if result is any Error { errors += 1 }
                    assertNothingShows(result, secrets, name)
                }
            }
            XCTAssertGreaterThan(errors, 48, name)
        }
    }

    /// What a private key gives where keys of either kind are read.
    private func outcomes(of pem: String) -> [Any] {
        let readings: [() throws -> Any] = [
            { try SigningKey(pemEncoded: pem) },
            { try DecryptionKey(pemEncoded: pem) },
            { try TrustedKey.keys(pemEncoded: pem) },
            { try TrustedKey(derEncoded: Array(pem.utf8)) },
        ]
        return readings.map { read in
            do { return try read() } catch { return error }
        }
    }

    func testOfAPublicKeyNoMoreThanItsDigestIsPrinted() throws {
        for pem in [try SignedFixture.rsa().publicKeyPEM, SignedFixture.p256.publicKeyPEM] {
            let key = try XCTUnwrap(TrustedKey.keys(pemEncoded: pem).first)
            assertNothingShows(key, try fragments(of: pem), "\(key.kind)")
        }
    }
}
