import AdobePass
import Foundation
import HTTPTypes
import XCTest

@testable import samlkit

final class SentSecretsTests: XCTestCase {
    private var secrets: SentSecrets {
        var secrets = SentSecrets()
        var head = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost",
            path: "/o/x?deviceId=device%2017&a=b",
            headerFields: [.authorization: "Bearer 0d1c4f0e-8d52"])
        head.headerFields[HTTPField.Name("AP-Device-Identifier") ?? .accept] =
            "fingerprint ZGV2aWNlLTQy"
        secrets.note(
            Pass.Request(head: head, body: Array("client_secret=p%40ss&mvpd=Cablevision".utf8)))
        head.headerFields = [:]
        head.path = "/o/client/register"
        secrets.note(
            Pass.Request(
                head: head, body: Array(#"{"software_statement":"eyJhbGciOi.statement"}"#.utf8)))
        return secrets
    }

    func testWhatARequestCarriedIsHiddenInEveryForm() {
        for text in [
            "token 0d1c4f0e-8d52!", "0d1c4f0e-8d5", "ZGV2aWNlLTQy", "for device-42",
            "is device 17?",
            "ZGV2aWNlIDE3", "646576696365203137", "device%2017", "wrong p@ss", "p%40ss",
            "eyJhbGciOi.statement", "hbGciOi.statement",
        ] {
            let shown = secrets.masked(text)
            XCTAssertTrue(shown.contains("…"), "\(text): \(shown)")
        }
    }

    func testOtherWordsStay() {
        let text = "fault: The MVPD Cablevision is not integrated with this service provider."
        XCTAssertEqual(secrets.masked(text), text)
        XCTAssertEqual(SentSecrets().masked(text), text)
    }

    func testValuesOfTheUserAreShownThoughTheResponseHadThem() {
        var secrets = SentSecrets()
        let response = "<Response><NameID>household-4711-of-the-user</NameID> x</Response>"
        let base64 = Data(response.utf8).base64EncodedString()
        let head = HTTPRequest(
            method: .post, scheme: "http", authority: "localhost", path: "/x",
            headerFields: [.authorization: "Bearer 0d1c4f0e-8d52-4e0a"])
        secrets.note(Pass.Request(head: head, body: Array("SAMLResponse=\(base64)".utf8)))
        let value = "household-4711-of-the-user"
        XCTAssertEqual(secrets.maskedUserValue(value), value)
        XCTAssertEqual(secrets.masked(value), "…")
        for secret in [base64, response, "a 0d1c4f0e-8d52-4e0a", "4f0e-8d52-4e0a"] {
            XCTAssertTrue(secrets.maskedUserValue(secret).contains("…"), secret)
        }
    }
}
