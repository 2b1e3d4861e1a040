import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// The methods that decrypt, and those that are refused by name.
final class EncryptionMethodTests: XCTestCase {
    private typealias Method = XMLEnc.EncryptionMethod

    func testEveryContentMethodDecryptsAndCBCNeedsItsPolicy() throws {
        let authenticated: [Method] = [.aes128GCM, .aes192GCM, .aes256GCM]
        for method in authenticated + [.aes128CBC, .aes192CBC, .aes256CBC] {
            let isCBC = !authenticated.contains(method)
            let message = try EncryptedMessage.encrypted(EncryptedFixture(method: method))
            let plaintext = try assertReadable(
                message, by: ReceiverKeys.decryptor(allowsCBC: isCBC), method.rawValue)
            XCTAssertEqual(plaintext.encryptionMethod, method)
            XCTAssertEqual(plaintext.keyTransport, .rsaOAEP)
            XCTAssertEqual(plaintext.isAuthenticated, !isCBC)
            if isCBC {
                try assertFailure(
                    message, .encryptionMethodNotAllowed,
                    by: ReceiverKeys.decryptor(allowsRSA15: true), method.rawValue)
            }
        }
    }

    func testEveryKeyTransportDecryptsAndRSA15NeedsItsPolicy() throws {
        for transport in EncryptedFixture.Transport.allCases where transport != .none {
            let message = try EncryptedMessage.encrypted(EncryptedFixture(transport: transport))
            let isRSA15 = transport == .rsaPKCS1
            try assertReadable(
                message, by: ReceiverKeys.decryptor(allowsRSA15: isRSA15), "\(transport)")
            if isRSA15 {
                try assertFailure(
                    message, .keyTransportNotAllowed,
                    by: ReceiverKeys.decryptor(allowsCBC: true))
            }
        }
    }

    func testAKeyThatBothSidesKnowDecrypts() throws {
        let fixture = EncryptedFixture(method: .aes128GCM, transport: .none)
        let message = try EncryptedMessage.encrypted(fixture)
        let known = Decryptor(keys: [try DecryptionKey(aes: fixture.contentKey)])
        XCTAssertNil(try assertReadable(message, by: known).keyTransport)
        try assertFailure(message, .decryptionFailed)
    }

    func testOtherContentMethodsAreRefusedByName() throws {
        for algorithm in [
            "http://www.w3.org/2001/04/xmlenc#tripledes-cbc",
            "http://www.w3.org/2021/04/xmldsig-more#chacha20poly1305",
            "http://www.w3.org/2001/04/xmldsig-more#camellia256-cbc",
            "http://www.w3.org/2009/xmlenc11#AES256-GCM", "",
        ] {
            let message = try EncryptedMessage.encrypted()
                .changing("http://www.w3.org/2009/xmlenc11#aes256-gcm", to: algorithm)
            try assertFailure(
                message, .encryptionMethodNotAllowed,
                by: ReceiverKeys.permissive(), algorithm)
        }
    }

    func testOtherKeyTransportsAreRefusedByName() throws {
        for algorithm in [
            "http://www.w3.org/2001/04/xmlenc#kw-tripledes",
            "http://www.w3.org/2001/04/xmldsig-more#kw-camellia256",
            "http://www.w3.org/2001/04/xmlenc#aes192-cbc",
        ] {
            let message = try EncryptedMessage.encrypted()
                .changing("http://www.w3.org/2009/xmlenc11#rsa-oaep", to: algorithm)
            try assertFailure(
                message, .keyTransportNotAllowed, by: ReceiverKeys.permissive(),
                algorithm)
        }
    }

    func testKeysThatAreAgreedOnOrDerivedAreRefusedByName() throws {
        let agreement =
            #"<xenc:AgreementMethod xmlns:xenc="\#(EncryptedFixture.xenc)" "#
            + #"Algorithm="\#(EncryptedFixture.xenc11)ECDH-ES"/>"#
        let derived = #"<xenc11:DerivedKey xmlns:xenc11="\#(EncryptedFixture.xenc11)"/>"#
        for element in [agreement, derived] {
            let keyInfo =
                #"<ds:KeyInfo xmlns:ds="\#(EncryptedFixture.ds)">\#(element)</ds:KeyInfo>"#
            let direct = EncryptedFixture(transport: .none) {
                try $0.changing("<xenc:CipherData>", to: keyInfo + "<xenc:CipherData>")
            }
            let wrapped = EncryptedFixture(transport: .keyWrap) {
                try $0.changing(
                    "</xenc:EncryptionMethod>", to: "</xenc:EncryptionMethod>" + keyInfo)
            }
            for fixture in [direct, wrapped] {
                try assertFailure(
                    EncryptedMessage.encrypted(fixture), .keyTransportNotAllowed,
                    by: ReceiverKeys.permissive())
            }
        }
    }

    func testParametersOfOAEPThatAreNotSupportedAreRefusedByName() throws {
        let sha1 = EncryptedFixture.digestXML("\(EncryptedFixture.ds)sha1")
        let sha256 = EncryptedFixture.digestXML("\(EncryptedFixture.xenc)sha256")
        let sha224 = EncryptedFixture.digestXML("http://www.w3.org/2001/04/xmldsig-more#sha224")
        let sha3 = EncryptedFixture.digestXML("http://www.w3.org/2007/05/xmldsig-more#sha3-256")
        let label = "<xenc:OAEPparams>MTIzNA==</xenc:OAEPparams>"
        let cases: [(EncryptedFixture.Transport, String)] = [
            (.oaep, sha224), (.oaep, sha3), (.oaep, EncryptedFixture.maskXML("mgf1sha224")),
            (.oaep, sha256 + EncryptedFixture.maskXML("mgf1sha224")),
            (.oaep, label), (.oaep, sha256 + label), (.oaep, sha1 + sha1), (.oaep, sha1 + sha256),
            (
                .oaep,
                EncryptedFixture.maskXML("mgf1sha1") + EncryptedFixture.maskXML("mgf1sha1")
            ), (.oaep, "<ds:DigestMethod xmlns:ds=\"\(EncryptedFixture.ds)\"/>"),
            (.oaepMGF1P, sha224), (.oaepMGF1P, label),
            (.oaepMGF1P, sha256 + EncryptedFixture.maskXML("mgf1sha256")),
            (.oaepMGF1P, sha1 + EncryptedFixture.maskXML("mgf1sha1")),
        ]
        for (transport, parameters) in cases {
            let fixture = EncryptedFixture(transport: transport) {
                let start = "rsa-oaep\(transport == .oaepMGF1P ? "-mgf1p" : "")\">"
                let own = transport == .oaepMGF1P ? sha1 : ""
                return try $0.changing(start + own, to: start + parameters)
            }
            try assertFailure(
                EncryptedMessage.encrypted(fixture), .parametersNotSupported,
                by: ReceiverKeys.permissive(), parameters)
        }
    }

    func testASizeOfTheKeyThatIsNamedIsNoParameter() throws {
        let fixture = EncryptedFixture {
            try $0.changing(
                "rsa-oaep\">", to: "rsa-oaep\"><xenc:KeySize>256</xenc:KeySize>")
        }
        try assertReadable(EncryptedMessage.encrypted(fixture))
    }
}
