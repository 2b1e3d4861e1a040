import PayloadCoding
import SAML2
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Changed cipher text, and what whoever changed it is told.
final class CiphertextMutationTests: XCTestCase, ReachesUnsafeCode {
    private func samples(
        _ purpose: String, of count: Int, _ limit: Int
    ) -> [(index: Int, change: UInt8)] {
        var generator = SeededGenerator(purpose)
        let random = (0..<limit).map { _ in
            (
                Int.random(in: 0..<count, using: &generator),
                UInt8.random(in: 1...255, using: &generator)
            )
        }
        return [(0, 1), (count - 1, 0x80)] + random
    }

    private func changed(_ bytes: [UInt8], _ index: Int, _ change: UInt8) -> [UInt8] {
        var bytes = bytes
        bytes[index] ^= change
        return bytes
    }

    func testEveryChangeToAuthenticatedCipherTextIsRefused() throws {
        let element = Array(try SignedFixture.message().wholePart("saml:Assertion").utf8)
        for method in [XMLEnc.EncryptionMethod.aes128GCM, .aes192GCM, .aes256GCM] {
            let count = 12 + element.count + 16
            for (index, change) in samples("changed \(method.rawValue)", of: count, 60) {
                var fixture = EncryptedFixture(method: method)
                fixture.changingData = { self.changed($0, index, change) }
                try assertOutcome(
                    SignedFixture.encrypted(fixture), .decryption(.decryptionFailed), "\(index)")
            }
        }
    }

    func testEveryChangeToWhatWasSignedInsideIsRefusedOrSaysTheSame() throws {
        let bytes = Array(try SignedFixture.message().wholePart("saml:Assertion").utf8)
        let honest = try SignedFixture.decrypted(SignedFixture.encrypted(saying: bytes)).claims
        var refused = 0
        for (index, change) in samples("changed plaintext", of: bytes.count, 300) {
            // Encrypted anew, so that it is not decryption that refuses it.
            let message = try SignedFixture.encrypted(saying: changed(bytes, index, change))
            guard try SignedFixture.failure(message) == nil else {
                refused += 1
                continue
            }
            XCTAssertEqual(try SignedFixture.decrypted(message).claims, honest, "\(index)")
        }
        XCTAssertGreaterThan(refused, 290)
    }

    func testEveryChangeToAnEncryptedKeyIsRefused() throws {
        for transport in EncryptedFixture.Transport.allCases where transport != .none {
            for method in [XMLEnc.EncryptionMethod.aes256GCM, .aes256CBC] {
                var failures: Set<String> = []
                let count = transport == .keyWrap ? 40 : 256
                for (index, change) in samples("changed key \(transport)", of: count, 20) {
                    var fixture = EncryptedFixture(method: method, transport: transport)
                    fixture.changingKey = { self.changed($0, index, change) }
                    let failure = try SignedFixture.failure(
                        SignedFixture.encrypted(fixture), by: ReceiverKeys.permissive())
                    failures.insert(Self.description(failure))
                }
                let expected = try Self.description(
                    SignedFixture.failure(
                        SignedFixture.encrypted(EncryptedFixture(method: method)),
                        by: ReceiverKeys.decryptor([.other], allowsCBC: true)))
                XCTAssertEqual(failures, [expected], "\(transport)")
            }
        }
    }

    func testCutCipherTextIsRefused() throws {
        let changes: [(String, ([UInt8]) -> [UInt8])] = [
            ("nothing", { _ in [] }), ("the nonce alone", { Array($0.prefix(12)) }),
            ("no text", { Array($0.prefix(12)) + Array($0.suffix(16)) }),
            ("one byte less than a tag", { Array($0.prefix(27)) }),
            ("a shorter nonce", { Array($0.dropFirst(4)) }),
            ("a longer nonce", { [0, 0, 0, 0] + $0 }), ("one byte more", { $0 + [0] }),
        ]
        let tags = [1, 4, 8, 12, 15, 16].map { count in
            ("a tag cut by \(count)", { (bytes: [UInt8]) in Array(bytes.dropLast(count)) })
        }
        for (name, change) in changes + tags {
            var fixture = EncryptedFixture()
            fixture.changingData = change
            try assertOutcome(
                SignedFixture.encrypted(fixture), .decryption(.decryptionFailed), name)
            fixture = EncryptedFixture(method: .aes256CBC)
            fixture.changingData = change
            try assertOutcome(
                SignedFixture.encrypted(fixture), .decryption(.decryptionFailed),
                by: ReceiverKeys.permissive(), name)
            for transport in EncryptedFixture.Transport.allCases where transport != .none {
                fixture = EncryptedFixture(transport: transport)
                fixture.changingKey = change
                try assertOutcome(
                    SignedFixture.encrypted(fixture), .decryption(.decryptionFailed),
                    by: ReceiverKeys.permissive(), name)
            }
        }
    }

    // MARK: - One answer

    /// Everything there is to know of a failure, its position included.
    private static func description(_ failure: SAML.MessageVerifier.Failure?) -> String {
        failure.map { String(reflecting: $0) } ?? "accepted"
    }

    /// Everything that can go wrong after a key was used, beside the padding.
    private func plaintexts() throws -> [String: [UInt8]] {
        let signed = try SignedFixture.message()
        let element = try signed.wholePart("saml:Assertion")
        let unsigned = try ResponseFixture().xml.wholePart("saml:Assertion")
        let stranger = try SignedFixture.message(by: SignedFixture.stranger)
            .wholePart("saml:Assertion")
        return [
            "not XML": Array("no".utf8), "empty": [], "not UTF-8": [0xFF, 0xFE, 0x80],
            "two": Array((element + element).utf8), "another element": Array("<x/>".utf8),
            "unsigned": Array(unsigned.utf8), "a stranger's": Array(stranger.utf8),
            "changed": Array(try element.changing("u-1", to: "u-2").utf8),
            "no structure": Array(
                try element.changing("<saml:Conditions", to: "<saml:Subject/><saml:Conditions").utf8
            ),
            "two signatures": Array(
                try element.changing(
                    element.part("ds:Signature"),
                    to: element.part("ds:Signature") + element.part("ds:Signature")
                ).utf8),
            "not finished": Array(element.dropLast(3).utf8),
            "an encrypted assertion": Array(
                try EncryptedFixture().container(
                    "saml:EncryptedAssertion", saying: Array(element.utf8)
                ).utf8),
            "an identifier twice": Array(
                try element.changing("_assertion", to: "_response").utf8),
            "an encrypted identifier that is malformed": Array(
                try unsigned.encrypting(
                    "saml:NameID", by: EncryptedFixture { _ in "<saml:EncryptedID/>" }
                ).utf8),
        ]
    }

    /// The answers to one message encrypted in every way to fail.
    private func answers(
        _ fixture: EncryptedFixture, _ container: (String) throws -> String = { $0 }
    ) throws -> [String: String] {
        var answers: [String: String] = [:]
        let decryptor = try ReceiverKeys.permissive()
        func answer(_ name: String, _ fixture: EncryptedFixture, saying bytes: [UInt8]?) throws {
            let message = try container(SignedFixture.encrypted(fixture, saying: bytes))
            answers[name] = Self.description(try SignedFixture.failure(message, by: decryptor))
        }
        for (name, bytes) in try plaintexts() { try answer(name, fixture, saying: bytes) }
        guard fixture.method == .aes256CBC else { return answers }
        for last in [UInt8(0), 17, 255] {
            var fixture = fixture
            let padded = [UInt8](repeating: 0x20, count: 31) + [last]
            let cipherText = try fixture.cipherText(ofPadded: padded)
            fixture.changingData = { _ in cipherText }
            try answer("padding \(last)", fixture, saying: nil)
        }
        let count = try fixture.cipherText(
            of: Array(
                SignedFixture.message().wholePart("saml:Assertion").utf8)
        ).count
        for (index, change) in samples("changed AES-CBC", of: count, 60) {
            var fixture = fixture
            fixture.changingData = { self.changed($0, index, change) }
            try answer("byte \(index)", fixture, saying: nil)
        }
        return answers
    }

    func testWithCBCEveryFailureIsTheSame() throws {
        for transport in [EncryptedFixture.Transport.oaep, .rsaPKCS1, .keyWrap] {
            let answers = try answers(
                EncryptedFixture(method: .aes256CBC, transport: transport))
            XCTAssertEqual(Set(answers.values).count, 1, "\(transport) \(answers)")
            XCTAssertTrue(try XCTUnwrap(answers["empty"]).contains("No given key decrypts"))
        }
    }

    func testWithCBCTheFailureDoesNotTellWhichPartItIsAbout() throws {
        // A part that decrypts before or after the one that was changed.
        let honest = try SignedFixture.encrypted().part("saml:EncryptedAssertion")
        let start = "<saml:EncryptedAssertion>"
        let end = "</samlp:Response>"
        for position in [start, end] {
            let answers = try answers(EncryptedFixture(method: .aes256CBC)) {
                try $0.changing(
                    position, to: position == start ? honest + start : honest + end)
            }
            XCTAssertEqual(Set(answers.values).count, 1, "\(position) \(answers)")
        }
    }

    func testWhatIsWrongWithALaterPartDoesNotTellHowAnEarlierOneWas() throws {
        let malformed = try EncryptedFixture(transport: .none) { try $0.part("xenc:EncryptedData") }
            .container("x", saying: [1])
            .changing("<xenc:CipherValue>", to: "<xenc:CipherValue>!")
        let later = "<saml:EncryptedAssertion>\(malformed)</saml:EncryptedAssertion>"
        let answers = try answers(EncryptedFixture(method: .aes256CBC, transport: .rsaPKCS1)) {
            try $0.changing("</samlp:Response>", to: later + "</samlp:Response>")
        }
        // Where the later part begins is for everybody to see.
        let sentences = answers.values.map {
            $0.prefix { $0 != "," }.split(separator: " at line")[0]
        }
        XCTAssertEqual(Set(sentences).count, 1, "\(answers)")
        XCTAssertTrue(try XCTUnwrap(answers["empty"]).contains("does not conform"))
    }

    func testWithCBCEveryFailureWithoutTrustIsTheSame() throws {
        let decryptor = try ReceiverKeys.permissive()
        var answers: [String: String] = [:]
        func answer(_ name: String, _ message: String) {
            do {
                _ = try SignedFixture.unverified(message, by: decryptor)
                XCTFail("\(name) is read")
            } catch {
                answers[name] = String(reflecting: error)
            }
        }
        let readable = ["unsigned", "a stranger's", "changed", "two signatures"]
        for (name, bytes) in try plaintexts() where !readable.contains(name) {
            answer(
                name,
                try SignedFixture.encrypted(
                    EncryptedFixture(method: .aes256CBC), saying: bytes))
        }
        var fixture = EncryptedFixture(method: .aes256CBC)
        let cipherText = try fixture.cipherText(ofPadded: [UInt8](repeating: 0, count: 32))
        fixture.changingData = { _ in cipherText }
        answer("padding", try SignedFixture.encrypted(fixture))
        XCTAssertEqual(Set(answers.values).count, 1, "\(answers)")
    }

    func testWithRSA15AKeyOfTheWrongSizeIsAnsweredLikeOneWithWrongPadding() throws {
        var answers: Set<String> = []
        for name in ["size", "padding", "key"] {
            var fixture = EncryptedFixture(
                method: name == "size" ? .aes128GCM : .aes256GCM, transport: .rsaPKCS1)
            if name == "padding" { fixture.changingKey = { self.changed($0, 200, 1) } }
            if name == "key" { fixture.changingData = { self.changed($0, 20, 1) } }
            let message = try SignedFixture.encrypted(fixture)
                .replacing("aes128-gcm", with: "aes256-gcm")
            answers.insert(
                Self.description(
                    try SignedFixture.failure(message, by: ReceiverKeys.permissive())))
        }
        XCTAssertEqual(answers.count, 1, "\(answers)")
    }

    func testAKeyOfAnotherSizeThanTheMethodNeedsDoesNotDecrypt() throws {
        for (method, claimed) in [
            (XMLEnc.EncryptionMethod.aes128GCM, XMLEnc.EncryptionMethod.aes256GCM),
            (.aes256GCM, .aes128GCM),
            (.aes256CBC, .aes192CBC),
        ] {
            for transport in [EncryptedFixture.Transport.oaep, .rsaPKCS1, .keyWrap] {
                let fixture = EncryptedFixture(method: method, transport: transport)
                let message = try SignedFixture.encrypted(fixture)
                    .changing(method.rawValue, to: claimed.rawValue)
                try assertOutcome(
                    message, .decryption(.decryptionFailed), by: ReceiverKeys.permissive())
            }
        }
    }
}
