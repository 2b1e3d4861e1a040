#if Sandbox
import Captures
import PassAudit
import SystemPackage
import TestSupport
import WireText
import XCTest

/// What captured traffic costs an audit: a constant times its size.
final class AuditCostTests: XCTestCase {
    /// Ways to make each exchange another one, by the number of the exchange.
    private static let shapes: [(name: String, exchange: @Sendable (Int) -> String)] = [
        ("one app", { exchange($0, "profiles") }),
        ("many devices", { exchange($0, "profiles", device: "device \($0)") }),
        ("many tokens", { exchange($0, "profiles", token: "token \($0)") }),
        ("many codes", { exchange($0, "sessions/code\($0)", "POST") }),
        ("many polls", { exchange($0, "profiles/code/code\($0 / 2)") }),
        ("many providers", { exchange($0, "profiles/mvpd\($0)") }),
        ("many decisions", { exchange($0, "decisions/authorize/mvpd\($0 % 7)", "POST") }),
        ("many strange paths", { exchange($0, "strange/\($0)") }),
        ("v1", { exchange($0, "checkauthn/\($0)", version: "v1") }),
        ("many messages", { exchange($0, "profiles/sso/Apple", "POST", saml: "PHNhbWxwOl\($0)") }),
    ]

    private static func exchange(
        _ number: Int, _ path: String, _ method: String = "GET", version: String = "v2",
        device: String = "device", token: String = "token", saml: String? = nil
    ) -> String {
        let (minute, second) = (number / 60 % 60, number % 60)
        let time = "2026-01-15T12:\(minute / 10)\(minute % 10):\(second / 10)\(second % 10).000Z"
        let body = saml.map { "SAMLResponse=\($0)" } ?? "domainName=app.example"
        return """
            {"startedDateTime":"\(time)","time":1,"request":{"method":"\(method)",\
            "url":"https://api.auth.adobe.com/api/\(version)/REF30/\(path)",\
            "httpVersion":"HTTP/1.1","cookies":[],"headers":[\
            {"name":"Authorization","value":"Bearer \(token)"},\
            {"name":"AP-Device-Identifier","value":"fingerprint \(device)"}],"queryString":[],\
            "postData":{"mimeType":"application/x-www-form-urlencoded","text":"\(body)"},\
            "headersSize":1,"bodySize":1},"response":{"status":200,"statusText":"",\
            "httpVersion":"","cookies":[],"headers":[],"content":{"size":2,\
            "mimeType":"application/json","text":"{\\"profiles\\":{},\\"code\\":\\"c\(number)\\"}"},\
            "redirectURL":"","headersSize":1,"bodySize":1},"cache":{},"timings":{}}
            """
    }

    func testTrafficOfEveryShapeIsAuditedInProportionToItsSize() throws {
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        for (name, exchange) in Self.shapes {
            for count in [150, 600] {
                let entries = (0..<count).map(exchange).joined(separator: ",")
                let har =
                    #"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":["#
                    + entries + "]}}"
                try folder.write(har.utf8, to: "\(count).har")
            }
            let growth = LinearCost.growth(from: 150) { count in
                var reading = TrafficReading(options: AuditOptions())
                var reader = ExchangeReader(inputs: [FilePath(folder.path("\(count).har"))])
                while let step = reader.next() {
                    if case .exchange(let exchange) = step { reading.add(exchange) }
                }
                XCTAssertEqual(reading.exchanges.count, count, name)
                let audit = Audit(of: Traffic(reading.exchanges, options: AuditOptions()))
                _ = audit.json
                _ = audit.sarif(version: "1").line
                _ = AuditPage(audit, messages: reading.messages, title: name).bytes
            }
            XCTAssertLessThan(growth, 9, name)
        }
    }
}
#endif
