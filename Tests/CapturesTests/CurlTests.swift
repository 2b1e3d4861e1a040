import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// Commands of curl, its verbose output and its traces.
final class CurlTests: XCTestCase {
    private let commands = [
        "real/chrome-copy-as-curl-bash.txt", "real/chrome-copy-as-curl-cmd.txt",
    ]
    private let outputs = [
        "real/curl-7.88-v-http1.txt", "real/curl-7.88-v-http2.txt", "real/curl-7.88-trace.txt",
        "real/curl-7.88-trace-ascii.txt",
    ]

    // MARK: Commands

    func testCommandsOfChromeGiveTheSameInBothQuotings() throws {
        let readings = try commands.map { name in
            try CaptureReading(PieceSource(SampleOracle.bytes(of: name)))
        }
        for read in readings {
            XCTAssertEqual(read.errors, [])
            XCTAssertEqual(read.exchanges.map(\.method), ["POST", "POST"])
            XCTAssertEqual(
                read.exchanges.map { String(decoding: $0.url, as: UTF8.self) },
                ["sessions", "profiles"].map {
                    "https://127.0.0.1:8443/api/v2/REF30/\($0)/sso/Apple"
                })
            XCTAssertEqual(
                read.exchanges[0].requestBody.bytes,
                Array("domainName=adobe.com&redirectUrl=https%3A%2F%2Fadobe.com%2F".utf8))
            XCTAssertEqual(read.exchanges[0].requestHeaders.fields.count, 16)
            XCTAssertEqual(read.exchanges[0].requestHeaders["sec-ch-ua-platform"], "\"Linux\"")
            XCTAssertEqual(
                read.exchanges[0].requestHeaders["user-agent"],
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
                    + "Chrome/156.0.0.0 Safari/537.36")
            XCTAssertEqual(read.exchanges.map { $0.messages().count }, [0, 1])
            XCTAssertEqual(read.sources.map(\.entry), [0, 1])
            XCTAssertEqual(read.sources.map(\.line), [1, 20])
            XCTAssertEqual(read.exchanges[1].responseBody.state, .notRecorded)
        }
        XCTAssertEqual(readings[0].exchanges[1].requestBody, readings[1].exchanges[1].requestBody)
    }

    func testAContinuedLineIsNoDamage() throws {
        for (program, mark) in [
            ("curl", "\\"), ("curl", "\\  "), ("curl", "\\\t"), ("curl", "`"), ("curl.exe", "`"),
            ("curl", "^"), ("curl.exe", "^"),
        ] {
            let quote = mark == "^" ? "\"" : "'"
            for end in ["\n", "\r\n"] {
                for last in ["", " \(mark)", " \(mark)\(end)"] {
                    let url = "\(quote)https://a.example/x\(quote)"
                    let text =
                        "\(program) \(url) \(mark)\(end)  -H \(quote)A: b\(quote) \(mark)\(end)  "
                        + "--data-raw \(quote)c=d\(quote)\(last)"
                    let read = try CaptureReading(text)
                    XCTAssertEqual(read.errors, [], text)
                    XCTAssertEqual(read.exchanges.map(\.method), ["POST"], text)
                    XCTAssertEqual(read.exchanges.first?.requestBody.bytes, Array("c=d".utf8), text)
                }
            }
        }
    }

    func testQuotesOfAShellAreUndone() throws {
        let read = try CaptureReading(
            """
            # a comment with 'quotes
            curl 'https://a.example/?x=1&y=$z' -H 'A: it'\\''s' -H "B: \\"c\\" \\$d" \\
              --data-raw $'a\\u0021\\x41\\n\\'é'; curl -XPUT https://b.example/ -H"C: d" -sSLdx=1 -d y=2
            """)
        XCTAssertEqual(read.errors, [])
        XCTAssertEqual(read.exchanges.map(\.method), ["POST", "PUT"])
        XCTAssertEqual(read.exchanges[0].url, Array("https://a.example/?x=1&y=$z".utf8))
        XCTAssertEqual(read.exchanges[0].requestHeaders["A"], "it's")
        XCTAssertEqual(read.exchanges[0].requestHeaders["B"], "\"c\" $d")
        XCTAssertEqual(
            String(decoding: read.exchanges[0].requestBody.bytes, as: UTF8.self), "a!A\n'é")
        XCTAssertEqual(read.exchanges[1].requestHeaders["C"], "d")
        XCTAssertEqual(read.exchanges[1].requestBody.bytes, Array("x=1&y=2".utf8))
        XCTAssertEqual(read.exchanges[0].source.line, 2)
        XCTAssertEqual(read.exchanges[1].source.host, "b.example")
    }

    func testWhatAShellWouldReplaceOrRunIsRefusedAndTheNextCommandIsRead() throws {
        for argument in [
            "$(touch x)", "`touch x`", "\"$(touch x)\"", "\"`touch x`\"", "$HOME", "\"${HOME}\"",
            "a | sh", "a > x", "<(a)", "$\"a\"",
        ] {
            let read = try CaptureReading(
                "curl https://a.example/ -d \(argument)\ncurl https://b.example/")
            XCTAssertEqual(read.errors.map(\.code), [.invalidCapture], argument)
            XCTAssertEqual(read.exchanges.map(\.source.host), ["b.example"], argument)
            XCTAssertEqual(read.exchanges.map(\.source.line), [2], argument)
        }
        let windows = try CaptureReading(
            "curl ^\"https://a.example/^\" | more\r\ncurl ^\"https://b.example/^\"\r\n")
        XCTAssertEqual(windows.errors.map(\.code), [.invalidCapture])
        XCTAssertEqual(windows.exchanges.map(\.source.host), ["b.example"])
    }

    func testCaretsOfWindowsAreUndone() throws {
        let read = try CaptureReading(
            "curl ^\"https://a.example/?a=^%^41^&b^\" ^\r\n  -H ^\"A: ^\\^\"b^\\^\" c^\\d^\" ^\r\n"
                + "  --data-raw ^\"x^\n\ny^\\^\\^\" & curl \"https://b.example/?a^b&c\" -H \"A: b\"\"c\"\r\n"
        )
        XCTAssertEqual(read.errors, [])
        XCTAssertEqual(
            read.exchanges.map { String(decoding: $0.url, as: UTF8.self) },
            ["https://a.example/?a=%41&b", "https://b.example/?a^b&c"])
        XCTAssertEqual(read.exchanges.map { $0.requestHeaders["A"] }, ["\"b\" c\\d", "b\"c"])
        XCTAssertEqual(read.exchanges[0].requestBody.bytes, Array("x\ny\\".utf8))
    }

    func testCaretsThatEscapeBetweenQuotationMarksAreTakenAway() throws {
        let text =
            "curl \"https://a.example/\" ^\r\n  -H \"A: b\" ^\r\n"
            + "  --data-raw \"SAMLResponse=PHN^%^2BPC8^&RelayState=a^%2Fb^%^3D\"\r\n"
        var words = WindowsWords(Array(text.utf8))
        let command = try XCTUnwrap(try words.next()).map { String(decoding: $0, as: UTF8.self) }
        XCTAssertEqual(command.last, "SAMLResponse=PHN%2BPC8&RelayState=a%2Fb%3D")
    }

    func testOptionsSayWhatIsSent() throws {
        func request(_ arguments: String) throws -> HTTPExchange {
            try XCTUnwrap(try CaptureReading("curl \(arguments)").exchanges.first, arguments)
        }
        let query = try request("-G -d a=b --data-urlencode 'c=d e&' 'https://a.example/?x'")
        XCTAssertEqual(query.method, "GET")
        XCTAssertEqual(query.url, Array("https://a.example/?x&a=b&c=d%20e%26".utf8))
        XCTAssertEqual(try request("-I https://a.example").method, "HEAD")
        let json = try request("--json '{}' https://a.example -o out.txt -b 'a=b' -A me")
        XCTAssertEqual(json.requestHeaders["content-type"], "application/json")
        XCTAssertEqual(json.requestHeaders["cookie"], "a=b")
        XCTAssertEqual(json.url, Array("https://a.example".utf8))
        XCTAssertEqual(json.requestBody.mediaType, "application/json")
        let form = try request("-F SAMLResponse=PHg+ https://a.example")
        XCTAssertEqual(form.requestBody.parameters.map(\.name), ["SAMLResponse"])
        XCTAssertEqual(form.messages().count, 1)
        let file = try request("--data-binary @secret.txt https://a.example")
        XCTAssertEqual(file.requestBody.state, .dropped("the body is in a file"))
    }

    func testACommandThatIsCutOffIsAFailure() throws {
        for text in ["curl 'https://a.example/", "curl \"https://a.example/", "curl -X POST"] {
            XCTAssertEqual(try CaptureReading(text).errors.map(\.code), [.invalidCapture], text)
        }
        XCTAssertEqual(
            try CaptureReading(
                "curl https://a.example/\(String(repeating: "x", count: 2000))", limit: 1000
            )
            .errors.map(\.code), [.inputTooLarge])
    }

    // MARK: Output

    func testTheVerboseOutputGivesTheExchangeWithTheBodyBetweenItsRemarks() throws {
        let first = try CaptureReading(PieceSource(SampleOracle.bytes(of: outputs[0])))
        XCTAssertEqual(first.errors, [])
        let exchange = try XCTUnwrap(first.exchanges.first)
        XCTAssertEqual(first.exchanges.count, 1)
        XCTAssertEqual(
            String(decoding: exchange.url, as: UTF8.self),
            "http://127.0.0.1:8081/api/v2/REF30/sessions/sso/Apple")
        XCTAssertEqual(exchange.method, "POST")
        XCTAssertEqual(exchange.requestHeaders.fields.count, 7)
        XCTAssertEqual(exchange.requestBody.state, .notRecorded)
        XCTAssertEqual(exchange.outcome, .response(status: 200, reason: nil))
        XCTAssertEqual(exchange.responseBody.bytes.count, 5724)
        XCTAssertEqual(exchange.messages().map(\.part), [.responseBody])

        let second = try CaptureReading(PieceSource(SampleOracle.bytes(of: outputs[1])))
        let other = try XCTUnwrap(second.exchanges.first)
        XCTAssertEqual(
            String(decoding: other.url, as: UTF8.self),
            "https://127.0.0.1:8443/api/v2/REF30/profiles/sso/Apple")
        XCTAssertEqual(other.outcome, .response(status: 201, reason: nil))
        XCTAssertEqual(other.responseBody.bytes.count, 218)
        XCTAssertEqual(other.responseBody.state, .present)
    }

    func testARemarkInTheMiddleOfALineIsNoPartOfTheBody() throws {
        for remark in ["* Connection #0 to host (nil) left intact", "* Closing connection 0"] {
            for length in ["Content-Length: 40\n< ", ""] {
                let read = try CaptureReading(
                    """
                    *   Trying 127.0.0.1:80...
                    > GET /saml HTTP/1.1
                    > Host: a.example
                    >\u{20}
                    < HTTP/1.1 200 OK
                    < \(length)Content-Type: application/json
                    <\u{20}
                    {"SAMLResponse": "PHNhb\(remark)
                    WxwOlJlc3BvbnNl"}
                    """)
                XCTAssertEqual(read.errors, [])
                XCTAssertEqual(
                    read.exchanges.map { String(decoding: $0.responseBody.bytes, as: UTF8.self) },
                    [#"{"SAMLResponse": "PHNhbWxwOlJlc3BvbnNl"}"#], remark)
            }
        }
    }

    func testTracesGiveTheBytesOfBothSides() throws {
        for name in outputs.suffix(2) {
            let read = try CaptureReading(PieceSource(SampleOracle.bytes(of: name)))
            XCTAssertEqual(read.errors, [])
            XCTAssertEqual(read.exchanges.count, 1)
            let exchange = try XCTUnwrap(read.exchanges.first)
            XCTAssertEqual(
                String(decoding: exchange.url, as: UTF8.self),
                "http://127.0.0.1:8081/api/v2/REF30/decisions/authorize/Cablevision")
            XCTAssertEqual(exchange.requestBody.bytes, Array(#"{"resources":["REF30"]}"#.utf8))
            XCTAssertEqual(exchange.outcome, .response(status: 200, reason: nil))
            XCTAssertEqual(exchange.responseBody.bytes.count, 92 + 92 + 90)
            XCTAssertEqual(exchange.responseBody.state, .present)
            XCTAssertEqual(exchange.start?.text.prefix(3), "10:")
            XCTAssertGreaterThan(exchange.duration ?? 0, 0.5)
            XCTAssertEqual(
                exchange.responseBody.exactness, name.contains("ascii") ? .dotted : .wire)
        }
    }

    func testSeveralTransfersAreSeveralExchanges() throws {
        let read = try CaptureReading(
            """
            * Connected to a.example (192.0.2.1) port 443 (#0)
            * SSL connection using TLSv1.3
            > GET /a HTTP/1.1
            > Host: a.example
            >
            < HTTP/1.1 302 Found
            < Location: /b
            <
            * Issue another request to this URL: 'https://a.example/b'
            > GET /b HTTP/1.1
            > Host: a.example
            >
            < HTTP/1.1 100 Continue
            <
            < HTTP/1.1 200 OK
            <
            > a quote
            < another
            """)
        XCTAssertEqual(
            read.exchanges.map { String(decoding: $0.url, as: UTF8.self) },
            ["https://a.example/a", "https://a.example/b"])
        XCTAssertEqual(
            read.exchanges.map(\.outcome),
            [.response(status: 302, reason: "Found"), .response(status: 200, reason: "OK")])
        XCTAssertEqual(read.exchanges.map(\.source.line), [3, 10])
        XCTAssertEqual(read.exchanges.last?.responseBody.bytes, Array("> a quote\n< another".utf8))
    }

    func testPiecesOfEverySmallSizeGiveTheSame() throws {
        for name in commands + outputs {
            let bytes = try SampleOracle.bytes(of: name)
            let whole = try CaptureReading(PieceSource(bytes))
            for size in [1, 2, 3, 17, 1000] {
                XCTAssertEqual(
                    try CaptureReading(PieceSource(bytes, pieceSize: size)), whole, name)
            }
        }
    }

    func testOutputThatIsCutOffGivesWhatCameBefore() throws {
        for name in outputs {
            let bytes = try SampleOracle.bytes(of: name)
            for place in stride(from: bytes.count / 2, to: bytes.count, by: 97) {
                let read = try CaptureReading(PieceSource(Array(bytes[..<place])))
                XCTAssertEqual(read.steps.count, 1, "\(name) \(place)")
            }
        }
    }

    // MARK: Detection

    func testTheContentTellsTheFormat() throws {
        let expected: [CaptureFormat] = [
            .curlCommand, .curlCommand, .curlVerbose, .curlVerbose, .curlTrace, .curlTrace,
        ]
        for (name, format) in zip(commands + outputs, expected) {
            let head = CaptureHead(
                try SampleOracle.bytes(of: name)[...], isWhole: true, fileExtension: nil)
            XCTAssertEqual(CaptureFormat(detecting: head), format, name)
        }
        for text in [
            "curl is a tool", "curling: SAMLResponse=x", "* a list\n* of things\n",
            "> quoted text\n> POST is a verb\n", "== Info: nothing\n", "=> Send\n",
        ] {
            let head = CaptureHead(Array(text.utf8)[...], isWhole: true, fileExtension: "txt")
            let format = CaptureFormat(detecting: head)
            XCTAssertFalse([.curlCommand, .curlVerbose, .curlTrace].contains(format), text)
        }
    }

    // MARK: Dots in a trace

    func testAMessageThatDotsBrokeIsRefusedWithTheRemedy() throws {
        let soap = "<Envelope><Body>\(SmallMessage.xml)</Body></Envelope>"
        for body in [
            SmallMessage.lines, "<?xml version=\"1.0\"?>\n\(SmallMessage.xml)",
            soap.replacing("<Body>", with: "\n  <Body>"),
            "{\n  \"SAMLResponse\": \"\(SmallMessage.base64)\"\n}",
        ] {
            let entries = try temporaryFolder().read(content: trace(body))
            XCTAssertEqual(entries.map(\.error?.code), [.redactedMessage], body)
            XCTAssertEqual(
                entries.first?.error?.description.contains("record it by curl --trace FILE"), true)
        }
    }

    func testAMessageWithoutDotsIsReadFromATrace() throws {
        for body in [
            SmallMessage.xml, "SAMLResponse=\(SmallMessage.base64.replacing("+", with: "%2B"))",
            "{\"SAMLResponse\":\"\(SmallMessage.base64)\"}",
        ] {
            let entries = try temporaryFolder().read(content: trace(body))
            XCTAssertEqual(entries.map(\.error), [nil], body)
        }
        XCTAssertEqual(
            try temporaryFolder().read(content: trace("<html>\n<p>a</p>\n</html>"))
                .map(\.error?.code), [.noMessage])
    }

    /// A trace in ASCII of a POST with a body.
    private func trace(_ body: String) -> String {
        let header =
            "POST /acs HTTP/1.1\r\nHost: sp.example\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        var rows: [String] = ["=> Send header, \(header.utf8.count) bytes (0x1)"]
        var offset = 0
        for line in header.components(separatedBy: "\r\n").dropLast() {
            rows.append(Self.hex(offset) + ": " + line)
            offset += line.utf8.count + 2
        }
        rows.append("=> Send data, \(body.utf8.count) bytes (0x1)")
        let bytes = body.utf8.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: ".") }
        for start in stride(from: 0, to: bytes.count, by: 64) {
            let row = bytes[start..<min(start + 64, bytes.count)]
            rows.append(Self.hex(start) + ": " + String(decoding: row, as: UTF8.self))
        }
        return rows.joined(separator: "\n") + "\n== Info: done\n"
    }

    private static func hex(_ offset: Int) -> String {
        let digits = String(offset, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
