import Crypto
import CryptoExtras
import Foundation
import InteroperabilitySupport
import TestSupport
import XCTest
import XMLCore
import XMLSecurity

/// Signatures of every layout that stays in one document, and what they are found to sign.
final class SignatureLayoutTests: XCTestCase {
    private typealias Reference = HandmadeSignature.Reference
    private let exclusive = HandmadeSignature.canonicalization(.init(.exclusive))
    private let exclusiveWithComments = HandmadeSignature.canonicalization(
        .init(.exclusive, withComments: true))

    /// The bytes that a signature with these references is found to sign, before which stands
    /// `text` in the root element.
    private func contents(
        _ references: [Reference], beside text: String = "", rest: String = "",
        root: String = "<r xmlns:n=\"u:n\" ID=\"r\">"
    ) throws -> [String] {
        let signature = HandmadeSignature(references: references, rest: rest)
        let document = "<!--0-->\(root)\(text)\(try signature.xml)</r>"
        return try verifiedSignature(in: document).contents
            .map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// Asserts that the reference verifies, which it does only over the bytes it declares.
    private func assertSigns(
        _ reference: Reference, beside text: String = "", rest: String = "",
        file: StaticString = #filePath, line: UInt = #line
    ) throws {
        XCTAssertEqual(
            try contents([reference], beside: text, rest: rest), [reference.bytes], file: file,
            line: line)
    }

    func testEnvelopedSignatureIsLeftOutOfTheDocument() throws {
        try assertSigns(
            Reference(
                transforms: [HandmadeSignature.enveloped],
                bytes: "<r xmlns:n=\"u:n\" ID=\"r\">text</r>"), beside: "te<!--1-->xt")
    }

    func testEnvelopedSignatureIsLeftOutOfAnElement() throws {
        try assertSigns(
            Reference(
                uri: "#r", transforms: [HandmadeSignature.enveloped, exclusive],
                bytes: "<r ID=\"r\">text</r>"), beside: "text")
    }

    func testObjectInTheSignatureIsSigned() throws {
        try assertSigns(
            Reference(
                uri: "#o", transforms: [exclusive],
                bytes: "<ds:Object xmlns:ds=\"\(HandmadeSignature.ds)\" Id=\"o\">text</ds:Object>"),
            rest: "<ds:Object Id=\"o\">text</ds:Object>")
    }

    func testDetachedElementIsSigned() throws {
        try assertSigns(
            Reference(uri: "#s", transforms: [exclusive], bytes: "<s Id=\"s\">text</s>"),
            beside: "<s Id='s'>te<!--1-->xt</s>")
    }

    func testCanonicalXML10IsTheMethodWhenNoneIsNamed() throws {
        try assertSigns(
            Reference(uri: "#s", bytes: "<s xmlns:n=\"u:n\" Id=\"s\"></s>"), beside: "<s Id='s'/>")
    }

    func testXPointersKeepComments() throws {
        let text = "<s Id='s'>te<!--1-->xt</s>"
        for uri in ["#xpointer(id('s'))", "#xpointer(id(&quot;s&quot;))"] {
            try assertSigns(
                Reference(
                    uri: uri, transforms: [exclusiveWithComments],
                    bytes: "<s Id=\"s\">te<!--1-->xt</s>"), beside: text)
            try assertSigns(
                Reference(uri: uri, transforms: [exclusive], bytes: "<s Id=\"s\">text</s>"),
                beside: text)
        }
        try assertSigns(
            Reference(
                uri: "#xpointer(/)",
                transforms: [HandmadeSignature.enveloped, exclusiveWithComments],
                bytes: "<!--0-->\n<r ID=\"r\"><s Id=\"s\">te<!--1-->xt</s></r>"), beside: text)
    }

    func testOtherReferencesHaveNoCommentsToKeep() throws {
        try assertSigns(
            Reference(
                uri: "#s", transforms: [exclusiveWithComments], bytes: "<s Id=\"s\">text</s>"),
            beside: "<s Id='s'>te<!--1-->xt</s>")
        try assertSigns(
            Reference(
                transforms: [HandmadeSignature.enveloped, exclusiveWithComments],
                bytes: "<r ID=\"r\">text</r>"), beside: "te<!--1-->xt")
    }

    func testEveryCanonicalizationIsOwn() throws {
        let root = "<r xmlns:n=\"u:n\" xml:lang=\"en\" xml:id=\"r\">"
        let expected: [(XML.CanonicalizationMethod.Algorithm, String)] = [
            (.canonicalXML10, "<s xmlns:n=\"u:n\" Id=\"s\" xml:id=\"r\" xml:lang=\"en\"></s>"),
            (.canonicalXML11, "<s xmlns:n=\"u:n\" Id=\"s\" xml:lang=\"en\"></s>"),
            (.exclusive, "<s Id=\"s\"></s>"),
        ]
        for (algorithm, bytes) in expected {
            for withComments in [false, true] {
                let method = XML.CanonicalizationMethod(algorithm, withComments: withComments)
                let reference = Reference(
                    uri: "#s", transforms: [HandmadeSignature.canonicalization(method)],
                    bytes: bytes)
                XCTAssertEqual(
                    try contents([reference], beside: "<s Id='s'/>", root: root), [bytes],
                    method.algorithmIdentifier)
            }
        }
    }

    func testPrefixListIsHeeded() throws {
        let list =
            "<ec:InclusiveNamespaces xmlns:ec=\"http://www.w3.org/2001/10/xml-exc-c14n#\" "
            + "PrefixList=\"n\"></ec:InclusiveNamespaces>"
        try assertSigns(
            Reference(
                uri: "#s",
                transforms: [
                    HandmadeSignature.transform("http://www.w3.org/2001/10/xml-exc-c14n#", list)
                ], bytes: "<s xmlns:n=\"u:n\" Id=\"s\"></s>"), beside: "<s Id='s'/>")
    }

    func testBase64GivesBytesAndNoElement() throws {
        let reference = Reference(
            uri: "#s", transforms: [HandmadeSignature.base64], bytes: "some text")
        let signature = HandmadeSignature(references: [reference])
        let verified = try verifiedSignature(
            in: "<r><s Id='s'>c29t<t>ZSB0</t>\n<!--1-->ZXh0</s>\(try signature.xml)</r>")
        XCTAssertEqual(verified.contents.map(\.bytes), [Array("some text".utf8)])
        XCTAssertNil(verified.contents.first?.element)
    }

    func testDocumentInBase64IsCanonicalized() throws {
        let encoded = Data("<a   b='c'><!--1--></a>".utf8).base64EncodedString()
        try assertSigns(
            Reference(
                uri: "#s", transforms: [HandmadeSignature.base64, exclusiveWithComments],
                bytes: "<a b=\"c\"><!--1--></a>"), beside: "<s Id='s'>\(encoded)</s>")
    }

    func testEveryReferenceIsReportedInOrderAndReadAgainFromItsBytes() throws {
        let references = [
            Reference(
                uri: "#two", transforms: [exclusive], digestMethod: .sha512,
                bytes: "<t Id=\"two\"></t>"),
            Reference(
                uri: "#one", transforms: [exclusive], digestMethod: .sha384,
                bytes: "<s Id=\"one\">text</s>"),
        ]
        let signature = HandmadeSignature(references: references)
        let verified = try verifiedSignature(
            in: "<r><s Id='one'>text</s><t Id='two'/>\(try signature.xml)</r>")
        XCTAssertEqual(verified.contents.map(\.uri), ["#two", "#one"])
        XCTAssertEqual(verified.contents.map { $0.element?.name.localName }, ["t", "s"])
        XCTAssertEqual(verified.contents.map { $0.element?.textContent }, ["", "text"])
        XCTAssertNil(verified.contents.last?.element?.parent)
    }

    func testReferencesInAManifestAreLeftToTheCaller() throws {
        let manifest =
            "<ds:Manifest xmlns:ds=\"\(HandmadeSignature.ds)\" Id=\"m\"><ds:Reference "
            + "URI=\"http://www.example.com/\"></ds:Reference></ds:Manifest>"
        let type = HandmadeSignature.ds + "Manifest"
        let signature = HandmadeSignature(
            references: [
                Reference(
                    uri: "#m", transforms: [exclusive], attributes: " Type=\"\(type)\"",
                    bytes: manifest)
            ], rest: "<ds:Object>\(manifest)</ds:Object>")
        let verified = try verifiedSignature(in: try signature.xml)
        XCTAssertEqual(verified.contents.map(\.type), [type])
    }

    func testEveryMethodOfSecretsVerifies() throws {
        let reference = Reference(uri: "#s", transforms: [exclusive], bytes: "<s Id=\"s\"></s>")
        for method: XMLDSig.SignatureMethod in [.hmacSHA1, .hmacSHA256, .hmacSHA384, .hmacSHA512] {
            let signature = HandmadeSignature(references: [reference], signatureMethod: method)
            let verified = try verifiedSignature(
                in: "<r><s Id='s'/>\(try signature.xml)</r>",
                secrets: ["another", HandmadeSignature.secret], policy: .legacySHA1)
            XCTAssertEqual(verified.signatureMethod, method)
            guard case .secret(index: 1) = verified.signer else {
                return XCTFail("\(verified.signer)")
            }
        }
    }

    func testPublicKeysVerify() throws {
        let key = P256.Signing.PrivateKey()
        let reference = Reference(uri: "#s", transforms: [exclusive], bytes: "<s Id=\"s\"></s>")
        let signature = HandmadeSignature(
            signer: .privateKey { Array(try key.signature(for: $0).rawRepresentation) },
            references: [reference], signatureMethod: .ecdsaSHA256)
        let trusted = try TrustedKey.keys(pemEncoded: key.publicKey.pemRepresentation)
        let stranger = try TrustedKey.keys(pemEncoded: SignedFixture.stranger.publicKeyPEM)
        let verified = try verifiedSignature(
            in: "<r><s Id='s'/>\(try signature.xml)</r>", trusting: stranger + trusted)
        guard case .publicKey(let signer) = verified.signer else {
            return XCTFail("\(verified.signer)")
        }
        XCTAssertEqual([signer], trusted)
    }

    func testPublicKeysVerifySHA1UnderTheLegacyPolicy() throws {
        let p384 = P384.Signing.PrivateKey()
        let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let signers: [(XMLDSig.SignatureMethod, String, ([UInt8]) throws -> Data)] = [
            (
                .ecdsaSHA1, p384.publicKey.pemRepresentation,
                {
                    try p384.signature(for: Insecure.SHA1.hash(data: $0)).rawRepresentation
                }
            ),
            (
                .rsaSHA1, rsa.publicKey.pemRepresentation,
                {
                    try rsa.signature(
                        for: Insecure.SHA1.hash(data: $0), padding: .insecurePKCS1v1_5
                    )
                    .rawRepresentation
                }
            ),
            (
                .rsaPSSWithSHA1, rsa.publicKey.pemRepresentation,
                {
                    try rsa.signature(for: Insecure.SHA1.hash(data: $0), padding: .PSS)
                        .rawRepresentation
                }
            ),
        ]
        for (method, pem, sign) in signers {
            let document = try HandmadeSignature.detachedDocument {
                $0.signer = .privateKey { Array(try sign($0)) }
                $0.signatureMethod = method
            }
            let keys = try TrustedKey.keys(pemEncoded: pem)
            XCTAssertNoThrow(
                try verifiedSignature(in: document, trusting: keys, policy: .legacySHA1),
                method.rawValue)
            try assertRefused(document, .signatureMethodNotAllowed, trusting: keys)
        }
    }

    func testSignedInfoMayBeInclusive() throws {
        for algorithm in XML.CanonicalizationMethod.Algorithm.allCases {
            let signature = HandmadeSignature(
                references: [
                    Reference(uri: "#s", transforms: [exclusive], bytes: "<s Id=\"s\"></s>")
                ], canonicalizationMethod: algorithm.rawValue)
            XCTAssertNoThrow(
                try verifiedSignature(in: "<r><s Id='s'/>\(try signature.xml)</r>"),
                algorithm.rawValue)
        }
    }
}
