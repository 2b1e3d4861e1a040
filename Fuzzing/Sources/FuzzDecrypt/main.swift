import Crypto
import Foundation
import FuzzSupport
import PayloadCoding
@_spi(Fuzzing) import SAML2
import XMLCore
import XMLSecurity

// Properties: whatever is accepted after decryption was signed by somebody who is trusted; and
// whatever stands inside an encrypted part changes nothing around it.

let receiver = try DecryptionKey(
    pemEncoded: String(
        decoding: Samples.bytes("keys/sample-sp-encryption.key.pem"), as: UTF8.self))
let contentKey = [UInt8](repeating: 7, count: 16)
let decryptor = Decryptor(
    keys: [receiver, try DecryptionKey(aes: contentKey)],
    policy: XMLEnc.Policy(allowsCBC: true, allowsRSA15: true))
let genuine = try Genuine(decryptor: decryptor)

/// The bytes as the content of an `EncryptedData`, which the fuzzer itself could not get right.
func encrypted(_ bytes: [UInt8]) -> String? {
    let nonce = try? AES.GCM.Nonce(data: [UInt8](repeating: 1, count: 12))
    let box = try? AES.GCM.seal(bytes, using: SymmetricKey(data: contentKey), nonce: nonce)
    guard let combined = box?.combined else { return nil }
    let value = String(decoding: Base64.encoding(Array(combined)), as: UTF8.self)
    return """
        <xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#">\
        <xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes128-gcm"/>\
        <xenc:CipherData><xenc:CipherValue>\(value)</xenc:CipherValue></xenc:CipherData>\
        </xenc:EncryptedData>
        """
}

/// A response with these parts, each of which holds the encrypted bytes.
func response(_ container: (String) -> String, around data: String) -> String {
    """
    <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
    xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r" Version="2.0" \
    Destination="https://sp.example/"><saml:Issuer>https://idp.example</saml:Issuer>\
    <samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>\
    </samlp:Status>\(container(data))</samlp:Response>
    """
}

func checkContent(_ bytes: [UInt8]) {
    guard let data = encrypted(bytes) else { Fuzzing.fail("nothing could be encrypted") }
    let whole = response(
        { "<saml:EncryptedAssertion>\($0)</saml:EncryptedAssertion>" }, around: data)
    check(whole, assertionCount: 1)
    let inside = response(
        {
            "<saml:Assertion ID=\"_o\" Version=\"2.0\"><saml:Issuer>https://idp.example</saml:Issuer>"
                + "<saml:Subject><saml:EncryptedID>\($0)</saml:EncryptedID></saml:Subject>"
                + "</saml:Assertion>"
        }, around: data)
    check(inside, assertionCount: 1)
}

func check(_ message: String, assertionCount: Int) {
    guard let document = try? XML.Document(parsing: message.utf8) else {
        Fuzzing.fail("the message around it cannot be read")
    }
    // The fuzzer puts whole assertions of the samples into encrypted parts, too.
    if let finding = genuine.ladder.finding(in: document) { genuine.expect(finding) }
    guard let (response, isDecrypted) = genuine.ladder.decryptedClaims(of: document) else { return }
    guard response.id?.unverifiedValue == "_r",
        response.destination?.unverifiedValue == "https://sp.example/",
        response.issuer?.value.unverifiedValue == "https://idp.example",
        response.status?.isSuccess.unverifiedValue == true,
        response.assertions.count.unverifiedValue == assertionCount, isDecrypted
    else { Fuzzing.fail("what was encrypted changed what is around it") }
}

let status = Fuzzing.run { bytes in
    checkContent(bytes)
    guard let document = try? XML.Document(parsing: bytes) else { return }
    if let finding = genuine.ladder.finding(in: document) { genuine.expect(finding) }
    _ = genuine.ladder.decryptedClaims(of: document)
}
exit(status)
