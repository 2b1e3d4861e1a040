import TestSupport
import WireText
import XCTest

/// Every codec undoes what it writes, in time that grows as the text does.
final class TextCodecTests: XCTestCase, ReachesUnsafeCode {
    private let markup =
        "<a:Response xmlns:a=\"urn:a\" ID=\"_1\">\n  <a:Issuer>https://idp.example/saml?x=1&amp;y=2"
        + "</a:Issuer>\n  <a:V>Zo\u{EB} \u{416} it's \u{1F600}</a:V>\n</a:Response>"
    private let base64 =
        "PHNhbWxwOlJlc3BvbnNlIHhtbG5zOnNhbWxwPSJ1cm46b2FzaXM6bmFt\nZXM6dGM6U0FNTDo="

    func testEveryCodecIsUndoneAsItIsWritten() {
        for codec in TextCodec.all {
            let text = Array((codec.place == .digits ? base64 : markup).utf8)
            let written = codec.encoding(text)
            XCTAssertNotEqual(written, text, codec.undoing)
            XCTAssertEqual(codec.decoded(written), text, codec.undoing)
            XCTAssertNil(codec.decoded([]), codec.undoing)
        }
    }

    func testCodecsTakeLinearTime() {
        let units = ["=", "&", "&#1", "%4", "\\x", "\u{1B}[", "\"\"", "_x000", "b'", "\u{E9}"]
        for codec in TextCodec.all {
            for unit in units {
                let growth = LinearCost.growth(from: 50_000) { size in
                    let text = Array(String(repeating: unit, count: size / unit.utf8.count).utf8)
                    _ = codec.decoded(text)
                }
                XCTAssertLessThan(growth, 10, "\(codec.undoing): \(unit)")
            }
        }
    }
}
