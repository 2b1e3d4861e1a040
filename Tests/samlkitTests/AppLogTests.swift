import Foundation
import TestSupport
import XCTest

/// Messages in the logs of apps, verified as they stand there.
final class AppLogTests: XCTestCase {
    private let options = [
        "--trust", Repository.samplePath("metadata/all-idps.xml"), "--now", SampleOutcome.now,
    ]

    private func verified(_ text: String) throws -> (status: Int32?, text: String) {
        let folder = try scratchFolder()
        let path = try folder.write(text.utf8, to: "app.log")
        let result = try Samlkit.run(["verify", path] + options)
        return (result.status, result.text + result.errors)
    }

    func testAMessageInALogOfAnAppIsAccepted() throws {
        let bytes = try Repository.sample(
            "captures/02-single-line-assertion-signed-rsa-sha256.xml")
        let xml = String(decoding: bytes, as: UTF8.self)
        let base64 = Data(bytes).base64EncodedString()
        let start = "2026-01-15 12:00:00.123456+0000 TVApp[412:9911] "
        func calls(_ text: String, _ width: Int) -> String {
            let characters = Array(text.unicodeScalars)
            return stride(from: 0, to: characters.count, by: width).map { place in
                "01-15 12:00:00.\(100 + place / width)  4711  4711 D SSO     : "
                    + String(String.UnicodeScalarView(characters[place...].prefix(width))) + "\n"
            }.joined()
        }
        let escaped = xml.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n").unicodeScalars.map { scalar in
                scalar.isASCII ? String(scalar) : "\\U00" + String(scalar.value, radix: 16)
            }.joined()
        let data = bytes.map { (($0 < 16) ? "0" : "") + String($0, radix: 16) }
        let groups = stride(from: 0, to: data.count, by: 4).map {
            data[$0...].prefix(4).joined()
        }.joined(separator: " ")
        for text in [
            "\(start){\n    samlAttributeQueryResponse = \"\(escaped)\";\n}\n",
            "\(start){\n    samlAttributeQueryResponse = <\(groups)>;\n}\n",
            calls("SAMLResponse=\(base64)", 4000), calls(base64, 400),
            // What has line ends of its own is written with one prefix a call.
            calls(xml, 1000),
        ] {
            let result = try verified("an older line\n" + text)
            XCTAssertEqual(result.status, 0, "\(text.prefix(200)) \(result.text)")
        }
    }

    func testWhatIsMissingIsSaidWithItsCause() throws {
        for (text, words) in [
            (
                "{length = 4312, bytes = 0x3c736d6c ... 6e73653e }",
                ["The middle of the message was left out", "of its 4312"]
            ),
            ("<decode: missing data>", ["the unified log does not hold its bytes"]),
        ] {
            let result = try verified("a b\nsamlAttributeQueryResponse = \(text);\n")
            XCTAssertEqual(result.status, 1)
            for word in words { XCTAssertTrue(result.text.contains(word), result.text) }
            XCTAssertFalse(result.text.contains("cannot be restored"), result.text)
        }
    }
}
