import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// What the elements of XML Encryption may look like, and where keys are found.
final class EncryptionStructureTests: XCTestCase {
    private func assertOutcome(
        _ code: DecryptionFailure.Code, _ fixture: EncryptedFixture = EncryptedFixture(),
        line: UInt = #line, _ change: @escaping (String) throws -> String
    ) throws {
        var fixture = fixture
        fixture.changingXML = change
        try assertFailure(
            EncryptedMessage.encrypted(fixture), code, by: ReceiverKeys.permissive(),
            line: line)
    }

    private func data(in container: String) throws -> String {
        try container.part("xenc:EncryptedData")
    }

    func testWhatLacksSomethingOrHasItTwiceIsMalformed() throws {
        // In an encryption without transport every element is there once.
        let known = EncryptedFixture(method: .aes256GCM, transport: .none)
        let method = #"<xenc:EncryptionMethod Algorithm="\#(known.method.rawValue)"/>"#
        try assertOutcome(.malformedEncryption, known) { try $0.changing(method, to: "") }
        try assertOutcome(.malformedEncryption, known) {
            try $0.changing(method, to: "<xenc:EncryptionMethod/>")
        }
        try assertOutcome(.malformedEncryption, known) {
            try $0.changing(method, to: method + method)
        }
        try assertOutcome(.malformedEncryption, known) {
            try $0.changing($0.part("xenc:CipherData"), to: "")
        }
        try assertOutcome(.malformedEncryption, known) {
            let part = try $0.part("xenc:CipherData")
            return try $0.changing(part, to: part + part)
        }
        try assertOutcome(.malformedEncryption, known) {
            try $0.changing($0.part("xenc:CipherValue"), to: "")
        }
        try assertOutcome(.malformedEncryption, known) {
            let part = try $0.part("xenc:CipherValue")
            return try $0.changing(part, to: part + part)
        }
        try assertOutcome(.malformedEncryption) {
            let part = try $0.part("ds:KeyInfo")
            return try $0.changing(part, to: part + part)
        }
        try assertOutcome(.malformedEncryption) { try $0.changing(self.data(in: $0), to: "") }
        try assertOutcome(.malformedEncryption) {
            let part = try self.data(in: $0)
            return try $0.changing(part, to: part + part)
        }
        // Of an encryption for nobody, what is wrong with the only key.
        try assertOutcome(.malformedEncryption) {
            let part = try $0.part("xenc:EncryptedKey").part("xenc:CipherData")
            return try $0.changing(part, to: "")
        }
    }

    func testACipherValueIsOneTextOfBase64() throws {
        for insertion in ["<!-- -->", "<?x y?>", "!", "=", "A", "é", "<xenc:CipherValue/>"] {
            try assertOutcome(.malformedEncryption, EncryptedFixture(transport: .none)) {
                try $0.changing("<xenc:CipherValue>", to: "<xenc:CipherValue>AAAA" + insertion)
            }
        }
    }

    func testWhiteSpaceAndReferencesToCharactersInACipherValueAreNothing() throws {
        let fixture = EncryptedFixture {
            $0.replacing("<xenc:CipherValue>", with: "<xenc:CipherValue>\r\n\t ")
                .replacing("</xenc:CipherValue>", with: "&#10;</xenc:CipherValue>")
        }
        try assertReadable(EncryptedMessage.encrypted(fixture))
    }

    func testTheOrderOfElementsIsNotLookedAt() throws {
        let fixture = EncryptedFixture(transport: .keyWrap) {
            let last = try $0.changing($0.part("ds:KeyInfo"), to: "").part("xenc:CipherData")
            return try $0.changing(last, to: "")
                .changing("<xenc:EncryptionMethod", to: last + "<xenc:EncryptionMethod")
        }
        try assertReadable(EncryptedMessage.encrypted(fixture))
    }

    func testNothingIsFetched() throws {
        for uri in ["https://attacker.example.com/", "#_response", "file:///etc/passwd", ""] {
            try assertOutcome(.externalData, EncryptedFixture(transport: .none)) {
                try $0.changing(
                    $0.part("xenc:CipherValue"), to: "<xenc:CipherReference URI=\"\(uri)\"/>")
            }
        }
    }

    func testAKeyIsFoundInKeyInfoAndBesideTheData() throws {
        for placement in EncryptedFixture.Placement.allCases {
            for others in [0, 1, 3] {
                var fixture = EncryptedFixture()
                fixture.placement = placement
                fixture.otherRecipients = others
                try assertReadable(
                    EncryptedMessage.encrypted(fixture), "\(placement) \(others)")
            }
        }
    }

    func testNoMoreThanSixteenKeysAreTriedAndTheOthersAreCounted() throws {
        for placement in EncryptedFixture.Placement.allCases {
            var fixture = EncryptedFixture()
            fixture.placement = placement
            fixture.otherRecipients = 15
            try assertReadable(EncryptedMessage.encrypted(fixture), "\(placement)")
            fixture.otherRecipients = 17
            let message = try EncryptedMessage.encrypted(fixture)
            XCTAssertThrowsError(try EncryptedMessage.plaintext(in: message), "\(placement)") {
                error in
                let failure = error as? DecryptionFailure
                XCTAssertEqual(failure?.code, .decryptionFailed)
                XCTAssertEqual(failure?.untriedKeyCount, 2)
                XCTAssertTrue(
                    "\(error)".contains("2 of the keys for it were not tried"), "\(error)")
            }
        }
    }

    func testOfManyKeysThoseThatNameTheReceiverOrItsKeyComeFirst() throws {
        let pem = try Repository.sample("keys/sample-sp-encryption.cert.pem")
        let certificate = String(decoding: pem, as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("-----") && !$0.hasPrefix("#") }.joined()
        var fixture = EncryptedFixture()
        fixture.otherRecipients = 40
        let message = try EncryptedMessage.encrypted(fixture)
        let start = "<xenc:EncryptedKey xmlns:xenc=\"\(EncryptedFixture.xenc)\""
        let place = try XCTUnwrap(message.ranges(of: start).last)
        let own = String(message[place.lowerBound...])
        func info(_ content: String) throws -> String {
            let end = "</xenc:EncryptionMethod>"
            return try own.changing(
                end,
                to: "\(end)<ds:KeyInfo xmlns:ds=\"\(EncryptedFixture.ds)\">\(content)</ds:KeyInfo>")
        }
        let receivers = ["https://sp.example/saml", "mine"]
        let decryptor = try ReceiverKeys.decryptor().knowing(receivers: receivers)
        XCTAssertThrowsError(try EncryptedMessage.plaintext(in: message, by: decryptor))
        for change in [
            own.replacing(start, with: "\(start) Recipient=\"https://sp.example/saml\""),
            own.replacing(start, with: "\(start) Recipient=\"https://mine.example/other\""),
            try info("<ds:KeyName>Mine</ds:KeyName>"),
            try info("<ds:KeyName>sp.example</ds:KeyName>"),
            try info(
                "<ds:X509Data><ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data>"
            ),
        ] {
            try assertReadable(message.replacing(own, with: change), by: decryptor)
        }
        // A name of somebody else is no reason to come first.
        let foreign = try info("<ds:KeyName>other</ds:KeyName>")
        XCTAssertThrowsError(
            try EncryptedMessage.plaintext(in: message.replacing(own, with: foreign), by: decryptor)
        )
    }

    func testAnEncryptedKeyThatIsRefusedDoesNotHideTheOneAfterIt() throws {
        let message = try EncryptedMessage.encrypted(EncryptedFixture(transport: .keyWrap))
        let own = try message.part("xenc:EncryptedKey")
        for foreign in [
            try own.changing("kw-aes256", to: "rsa-1_5"),
            try own.changing("<xenc:CipherValue>", to: "<xenc:CipherValue>!"),
        ] {
            try assertReadable(message.changing(own, to: foreign + own))
            try assertReadable(message.changing(own, to: own + foreign))
        }
    }

    func testEitherKeyOfARolloverDecrypts() throws {
        for recipient in [ReceiverKeys.first, .previous] {
            for transport in EncryptedFixture.Transport.allCases where transport != .none {
                for method in [XMLEnc.EncryptionMethod.aes256GCM, .aes256CBC] {
                    var fixture = EncryptedFixture(method: method, transport: transport)
                    fixture.recipient = recipient
                    try assertReadable(
                        EncryptedMessage.encrypted(fixture),
                        by: ReceiverKeys.decryptor(
                            [.previous, .first], allowsCBC: true, allowsRSA15: true))
                }
            }
        }
    }

    func testTheWrongKeyNoKeyAndAKeyOfAnotherKindDoNotDecrypt() throws {
        let message = try EncryptedMessage.encrypted()
        try assertFailure(
            message, .decryptionFailed, by: ReceiverKeys.decryptor([.other]))
        try assertFailure(
            message, .noDecryptionKey, by: Decryptor(keys: [DecryptionKey]()))
        try assertFailure(
            message, .decryptionFailed,
            by: Decryptor(keys: [try DecryptionKey(aes: ReceiverKeys.wrappingKey)]))
        try assertFailure(
            EncryptedMessage.encrypted(EncryptedFixture(transport: .keyWrap)),
            .decryptionFailed, by: Decryptor(keys: [try ReceiverKeys.first.key()]))
    }
}
