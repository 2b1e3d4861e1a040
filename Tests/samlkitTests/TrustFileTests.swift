import Foundation
import TestSupport
import XCTest

/// Files that are passed as metadata, certificates and keys, in the forms that people have them.
final class TrustFileTests: XCTestCase {
    private let path = Repository.samplePath(
        "captures/02-single-line-assertion-signed-rsa-sha256.xml")
    private let metadata = Repository.samplePath("metadata/idp-one.xml")
    private let certificate = Repository.samplePath("keys/sample-idp-one.cert.pem")
    private let privateKey = Repository.samplePath("keys/sample-idp-one.key.pem")
    private let now = ["--now", "2026-01-15T12:00:00Z"]

    private func verify(_ options: String...) throws -> CommandResult {
        try Samlkit.run(["verify", path] + options + now)
    }

    private func text(of file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    }

    func testMetadataIsReadWithAByteOrderMarkInUTF16AndAfterWhiteSpace() throws {
        let folder = try scratchFolder()
        let text =
            "<?xml version=\"1.0\"?>"
            + (try text(of: metadata)).replacing(/<\?xml[^>]*\?>/, with: "")
        let plain = Array(text.utf8)
        let little: [UInt8] = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big: [UInt8] = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let files: [(String, [UInt8])] = [
            ("plain", plain), ("mark", mark + plain), ("space", Array("\n\n  ".utf8) + plain),
            ("mark-space", mark + Array("\r\n".utf8) + plain),
            ("utf-16le", [0xFF, 0xFE] + little), ("utf-16be", [0xFE, 0xFF] + big),
            ("utf-16le-bare", little), ("utf-16be-bare", big),
            ("utf-16le-space", [0xFF, 0xFE, 0x0A, 0] + little),
            ("utf-16be-space", [0xFE, 0xFF, 0, 0x0A] + big),
            ("utf-16be-bare-space", [0, 0x20] + big),
        ]
        for (name, bytes) in files {
            let file = try folder.write(bytes, to: name)
            let result = try verify("--trust", file)
            XCTAssertEqual(result.status, 0, name + result.errors)
        }
    }

    func testMetadataWhoseDeclarationContradictsItsBytesSaysWhatEachIs() throws {
        let folder = try scratchFolder()
        let file = try folder.write(
            "<?xml version=\"1.0\" encoding=\"utf-16\"?><a/>".utf8, to: "md.xml")
        let result = try verify("--trust", file)
        XCTAssertEqual(result.status, 2)
        XCTAssertTrue(
            result.errors.contains(
                "names UTF-16, but the bytes are UTF-8; correct or remove encoding= in the declaration, "
                    + "which no signature covers."), result.errors)
    }

    func testMetadataInTheWrongPlaceOrPackingIsCalledMetadata() throws {
        let folder = try scratchFolder()
        let asKey = try verify("--trust-key", "\(metadata)=https://idp-one.example/saml")
        XCTAssertEqual(asKey.status, 2)
        XCTAssertTrue(
            asKey.errors.contains(
                "The file is SAML metadata. Expected for --trust-key a PEM file with a certificate or "
                    + "public key. Pass metadata with --trust \(metadata)"), asKey.errors)
        let packed = try folder.write(
            Data(contentsOf: URL(filePath: metadata)).base64EncodedData(), to: "md.b64")
        let inBase64 = try verify("--trust", packed)
        XCTAssertTrue(
            inBase64.errors.contains("The file is SAML metadata in Base64."), inBase64.errors)
        XCTAssertTrue(inBase64.errors.contains("base64 -d \(packed)"), inBase64.errors)
    }

    func testMetadataWithoutASigningKeySaysWhy() throws {
        let folder = try scratchFolder()
        let text = try text(of: metadata)
        for (part, change, reason) in [
            ("use=\"signing\"", "use=\"encryption\"", "has keys with use=\"encryption\" only"),
            ("use=\"signing\"", "use=\"Signing\"", "expected use=\"signing\" in lower case"),
            (
                "SAML:2.0:protocol\"", "SAML:1.1:protocol\"",
                "in protocolSupportEnumeration; it is not used"
            ),
            ("md:KeyDescriptor", "md:Extensions", "has no KeyDescriptor"),
        ] {
            let file = try folder.write(text.replacing(part, with: change).utf8, to: "md.xml")
            let result = try verify("--trust", file)
            XCTAssertEqual(result.status, 2, reason)
            XCTAssertTrue(
                result.errors.contains(
                    "\(file): The IDPSSODescriptor of https://idp-one.example/saml "), result.errors
            )
            XCTAssertTrue(result.errors.contains(reason), result.errors)
        }
        let spaced = try folder.write(
            text.replacing("entityID=\"", with: "entityID=\" ").utf8, to: "spaced.xml")
        let named = try verify("--trust", spaced)
        XCTAssertTrue(named.errors.contains("has white space around it"), named.errors)
    }

    func testAPublicKeyInThePlaceOfACertificateIsUsedAndWarnedOf() throws {
        let folder = try scratchFolder()
        try OpenSSL.run([
            "pkey", "-in", privateKey, "-pubout", "-outform", "der", "-out", folder.path("k.der"),
        ])
        let key = Data(try folder.read("k.der")).base64EncodedString()
        let text = try text(of: metadata).replacing(
            /X509Certificate>[^<]+</, with: "X509Certificate>\(key)<")
        let file = try folder.write(text.utf8, to: "md.xml")
        XCTAssertEqual(try verify("--trust", file).status, 0)
        let shown = try Samlkit.run(["inspect", file] + now)
        XCTAssertTrue(shown.text.contains("RSA-2048, without a certificate"), shown.text)
        XCTAssertTrue(
            shown.text.contains(
                "warning: entity 1: IDPSSODescriptor: an X509Certificate holds a public key"),
            shown.text)
        XCTAssertFalse(shown.text.contains("error:"), shown.text)
    }

    func testACertificateOfAnUnsupportedKeyHasItsKindAndDatesShown() throws {
        let folder = try scratchFolder()
        let (key, certificate) = (folder.path("key.pem"), folder.path("c.der"))
        try OpenSSL.run(["genpkey", "-algorithm", "ed25519", "-out", key])
        try OpenSSL.run([
            "req", "-x509", "-new", "-key", key, "-subj", "/CN=idp.example", "-days", "9000",
            "-outform",
            "der", "-out", certificate,
        ])
        let base64 = Data(try folder.read("c.der")).base64EncodedString()
        let text = try text(of: metadata).replacing(
            /X509Certificate>[^<]+</, with: "X509Certificate>\(base64)<")
        let file = try folder.write(text.utf8, to: "md.xml")
        let shown = try Samlkit.run(["inspect", file] + now)
        XCTAssertTrue(
            shown.text.contains(
                /Ed25519, not supported, \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, CN=idp.example/),
            shown.text)
        XCTAssertTrue(try verify("--trust", file).errors.contains("The key is Ed25519"))
    }

    /// Each file, what it is said to be, and the option.
    private func keyFiles(in folder: ScratchFolder) throws -> [(
        file: String, words: String, option: String
    )] {
        func file(_ name: String) -> String { folder.path(name) }
        let key = privateKey
        let password = ["-passout", "pass:x"]
        let commands: [([String], String, String, String)] = [
            (
                ["x509", "-in", certificate, "-outform", "der"], "c.der", "a certificate in DER",
                "--trust"
            ),
            (
                ["x509", "-in", certificate, "-trustout"], "trusted.pem",
                "a certificate in OpenSSL's form with trusted uses", "--trust"
            ),
            (
                ["pkey", "-in", key, "-pubout", "-outform", "der"], "pub.der",
                "a public key in DER",
                "--trust"
            ),
            (
                ["rsa", "-in", key, "-RSAPublicKey_out"], "pub1.pem",
                "an RSA public key in PKCS #1",
                "--trust"
            ),
            (
                ["rsa", "-in", key, "-RSAPublicKey_out", "-outform", "der"], "pub1.der",
                "an RSA public key in PKCS #1 in DER", "--trust"
            ),
            (
                ["crl2pkcs7", "-nocrl", "-certfile", certificate], "b.p7b",
                "a PKCS #7 bundle of certificates", "--trust"
            ),
            (
                ["crl2pkcs7", "-nocrl", "-certfile", certificate, "-outform", "der"], "b.der",
                "a PKCS #7 bundle of certificates in DER", "--trust"
            ),
            (
                ["pkcs12", "-export", "-inkey", key, "-in", certificate] + password, "i.p12",
                "a PKCS #12 file", "--trust"
            ),
            (
                ["pkcs12", "-export", "-inkey", key, "-in", certificate] + password, "k.p12",
                "a PKCS #12 file", "--decryption-key"
            ),
            (
                ["pkey", "-in", key, "-outform", "der"], "key.der", "a private key in DER",
                "--decryption-key"
            ),
            (
                ["rsa", "-in", key, "-traditional", "-outform", "der"], "key1.der",
                "a private key in DER", "--decryption-key"
            ),
            (
                ["pkcs8", "-topk8", "-in", key] + password, "enc.pem", "an encrypted private key",
                "--decryption-key"
            ),
            (
                ["pkcs8", "-topk8", "-in", key, "-outform", "der"] + password, "enc.der",
                "an encrypted private key in DER", "--decryption-key"
            ),
            (
                ["rsa", "-in", key, "-traditional", "-aes128"] + password, "enc1.pem",
                "an encrypted private key", "--decryption-key"
            ),
        ]
        return try commands.map { arguments, name, words, option in
            try OpenSSL.run(arguments + ["-out", file(name)])
            return (file(name), words, option)
        }
    }

    func testAKeyInAnotherFormIsNamedAndTheAdvisedCommandConvertsIt() throws {
        let folder = try scratchFolder()
        for (file, words, option) in try keyFiles(in: folder) {
            let trust = option == "--trust" ? [] : ["--trust", metadata]
            let refused = try Samlkit.run(["verify", path, option, file] + trust + now)
            XCTAssertEqual(refused.status, 2, file)
            XCTAssertTrue(
                refused.errors.contains("\(file): The file is \(words). Expected "), refused.errors)
            let command = try XCTUnwrap(
                refused.errors.firstRange(of: "openssl ").map { refused.errors[$0.lowerBound...] },
                refused.errors)
            var arguments = command.split(whereSeparator: \.isWhitespace).map(String.init)
            // The passphrase that people are asked for.
            if words.contains("encrypted") || words.contains("#12") {
                arguments.insert(contentsOf: ["-passin", "pass:x"], at: 2)
            }
            try OpenSSL.run(Array(arguments.dropFirst()))
            let read = try Samlkit.run(["verify", path, option, file + ".pem"] + trust + now)
            XCTAssertEqual(read.status, 0, "\(arguments): \(read.errors)")
        }
    }

    func testAFileThatCannotBeConvertedSaysWhatToPassInstead() throws {
        let folder = try scratchFolder()
        let request = folder.path("r.der")
        let curve = folder.path("curve.pem")
        try OpenSSL.run([
            "req", "-new", "-key", privateKey, "-subj", "/CN=idp.example", "-outform",
            "der", "-out", request,
        ])
        try OpenSSL.run([
            "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
            curve,
        ])
        let shortcut = try folder.write(
            "[InternetShortcut]\r\nURL=https://idp.example/md\r\n".utf8, to: "md.url")
        for (option, file, words) in [
            ("--trust", request, "a certificate request in DER."),
            ("--trust", privateKey, "a private key."),
            ("--trust", shortcut, "a shortcut to an address."),
            ("--decryption-key", certificate, "a certificate."),
            ("--decryption-key", curve, "a private key that is not RSA."),
            ("--decryption-key", metadata, "SAML metadata."),
        ] {
            let trust = option == "--trust" ? [] : ["--trust", metadata]
            let result = try Samlkit.run(["verify", path, option, file] + trust + now)
            XCTAssertEqual(result.status, 2, words)
            XCTAssertTrue(
                result.errors.contains("\(file): The file is \(words) Expected "), result.errors)
        }
    }

    func testPEMInOneLineIsReadAndWhatIsCutOffSaysSo() throws {
        let folder = try scratchFolder()
        let whole = try text(of: certificate)
        let start = try XCTUnwrap(whole.firstRange(of: "-----BEGIN ")).lowerBound
        let lines = whole[start...].split(separator: "\n")
        let label = "X509 CERTIFICATE"
        for (name, text) in [
            "escaped": lines.joined(separator: "\\n"), "spaces": lines.joined(separator: " "),
            "one-line": lines.joined(),
            "indented": lines.map { "\t  \($0)" }.joined(separator: "\n"),
            "label": whole.replacing("CERTIFICATE", with: label),
        ] {
            let result = try verify("--trust", folder.write(text.utf8, to: name))
            XCTAssertEqual(result.status, 0, name + result.errors)
        }
        let wide: [UInt8] = whole.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let inUTF16 = try verify("--trust", folder.write([0xFF, 0xFE] + wide, to: "wide.pem"))
        XCTAssertEqual(inUTF16.status, 0, inUTF16.errors)
        for (text, words) in [
            (lines.dropLast().joined(separator: "\n"), "has no END line: it is cut off."),
            (
                (lines.prefix(5) + lines.suffix(1)).joined(separator: "\n"),
                "is cut off after 192 of "
            ),
            (lines.joined(separator: "\n").replacing("MII", with: "M…I"), "are not Base64."),
            (
                whole.replacing("END CERTIFICATE", with: "END PUBLIC KEY"),
                "the label of its BEGIN line"
            ),
        ] {
            let result = try verify("--trust", folder.write(text.utf8, to: "cut.pem"))
            XCTAssertEqual(result.status, 2, words)
            XCTAssertTrue(result.errors.contains(words), result.errors)
        }
    }

    func testStandardInputCannotBeTwoFiles() throws {
        let input = Data(try Data(contentsOf: URL(filePath: metadata)))
        for arguments in [
            ["verify", "-", "--trust", "-"], ["inspect", "-", "--trust", "-"],
            ["verify", path, "--trust", "-", "--trust", "-"],
            ["bundle", "-", "--trust", "-", "--output", "-"],
        ] {
            let result = try Samlkit.run(arguments, input: input)
            XCTAssertEqual(result.status, 2, "\(arguments)")
            XCTAssertTrue(
                result.errors.contains("Standard input (-) was given twice"), result.errors)
        }
    }

    func testAMessageInThePlaceOfAFileIsNotShown() throws {
        let xml = try text(of: path)
        let base64 = Data(xml.utf8).base64EncodedString()
        for message in [xml, base64, "SAMLResponse=" + base64.replacing("+", with: "%2B")] {
            for arguments in [
                ["inspect"], ["decode"], ["encode"], ["canonicalize"], ["query"],
                ["verify", "--trust", metadata], ["verify", path, "--trust"],
                ["diff", path], ["batch", "--output", "-"],
                ["verify", path, "--trust", metadata, "--query"],
            ] {
                let result = try Samlkit.run(arguments + [message])
                XCTAssertEqual(result.status, 2, "\(arguments)")
                XCTAssertTrue(
                    result.errors.contains("where the name of a file is expected."), result.errors)
                XCTAssertLessThan(result.errors.utf8.count, 400)
                XCTAssertEqual(result.output, [])
            }
        }
    }
}
