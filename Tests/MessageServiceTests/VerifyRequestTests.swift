import XCTest

@testable import MessageService

/// Requests to judge a message, and what they may say.
final class VerifyRequestTests: XCTestCase {
    private func code(_ json: String) -> String? {
        do throws(ServiceProblem) {
            _ = try VerifyRequest(parsing: Array(json.utf8))
            return nil
        } catch {
            return error.code.rawValue
        }
    }

    func testMembersAreOptionsByTheirNamesOnTheCommandLine() throws {
        let request = try VerifyRequest(
            parsing: Array(
                """
                {"message": "PHg+", "audience": "a", "inResponseTo": "_1", "require": ["uid", "zip"],
                 "clockSkew": 5, "unsolicited": true, "allAttributes": false, "explain": true,
                 "trust": [{"name": "m", "content": "<x/>"}, {"content": "y"}]}
                """.utf8))
        XCTAssertEqual(request.message, Array("<x>".utf8))
        XCTAssertTrue(request.explains)
        XCTAssertEqual(
            request.options.options.map { "\($0.name)=\($0.value ?? "")" },
            [
                "audience=a", "in-response-to=_1", "require=uid", "require=zip", "clock-skew=5",
                "unsolicited=", "all-attributes=",
            ])
        XCTAssertEqual(request.options.trust?.map(\.name), ["m", "trust-2"])
    }

    func testWhatIsNoRequestIsRefused() {
        for json in [
            "", "[]", "{", "{}", #"{"message": 1}"#, #"{"message": ""}"#, #"{"message": "?"}"#,
            #"{"message": "PHg+"} x"#, #"{"message": "PHg+", "audience": 1}"#,
            #"{"message": "PHg+", "trust": []}"#, #"{"message": "PHg+", "trust": ["/etc/passwd"]}"#,
            #"{"message": "PHg+", "trust": [{"file": "/etc/passwd"}]}"#,
            #"{"message": "PHg+", "trustKey": "/etc/passwd"}"#,
            #"{"message": "PHg+", "decryption-key": "/etc/passwd"}"#,
            #"{"message": "PHg+", "clockSkew": -1}"#, #"{"message": "PHg+", "require": [1]}"#,
        ] {
            XCTAssertEqual(code(json), "invalidRequest", json)
        }
    }

    func testNoParameterNamesAFile() {
        for name in ["trust", "trust-key", "metadata-signer", "decryption-key", "query", "output"] {
            var options = RequestOptions()
            XCTAssertThrowsError(try options.add(query: "\(name)=/etc/passwd"), name) {
                XCTAssertEqual(($0 as? ServiceProblem)?.code, .invalidOptions)
            }
        }
        var options = RequestOptions()
        XCTAssertNoThrow(try options.add(query: "now=issued&require=a%2Cb&payload"))
        XCTAssertEqual(options.options.map(\.value), ["issued", "a,b", nil])
    }

    func testATokenIsTakenAsBearerOrPassword() throws {
        let token = try XCTUnwrap(
            RequestToken(fileContent: Array(" 0123456789abcdef\n".utf8)))
        XCTAssertTrue(token.isIn("Bearer 0123456789abcdef"))
        XCTAssertTrue(token.isIn("bearer  0123456789abcdef"))
        // any:0123456789abcdef
        XCTAssertTrue(token.isIn("Basic YW55OjAxMjM0NTY3ODlhYmNkZWY="))
        for wrong in [
            nil, "", "Bearer", "Bearer 0123456789abcdeg", "Bearer 0123456789abcdef0", "Basic x",
            "0123456789abcdef",
        ] {
            XCTAssertFalse(token.isIn(wrong), wrong ?? "none")
        }
        XCTAssertNil(RequestToken(fileContent: Array("short\n".utf8)))
    }
}
