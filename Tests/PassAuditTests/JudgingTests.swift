import Captures
import SAMLBindings
import WireText
import XCTest

@testable import PassAudit

/// Traffic that is judged as it comes.
final class JudgingTests: XCTestCase {
    private static let begin: Int64 = 1_800_000_000_250_000

    /// Returns a call of an app, so many seconds after the begin.
    private func call(
        _ seconds: Double, _ method: String, _ path: String, body: String = "",
        status: Int = 200, answer: String = "{}"
    ) -> HTTPExchange {
        let url = "https://sp.auth.adobe.com\(path)"
        var exchange = HTTPExchange(source: MessageSource(file: "app"), url: Array(url.utf8))
        exchange.method = method
        exchange.start = CaptureTime(
            text: "", microseconds: Self.begin + Int64(seconds * 1_000_000))
        exchange.duration = 100
        exchange.requestHeaders.append("Authorization", "Bearer token-1")
        exchange.requestHeaders.append("AP-Device-Identifier", "fingerprint ZGV2aWNlLTE=")
        exchange.requestBody = HTTPBody(Array(body.utf8))
        exchange.outcome = .response(status: status, reason: nil)
        exchange.responseBody = HTTPBody(Array(answer.utf8))
        return exchange
    }

    /// A sign-in whose polls come too soon, and go on after the profile.
    private var run: [HTTPExchange] {
        let profile = #"{"profiles":{"Comcast":{"type":"regular"}}}"#
        return [
            call(
                0, "POST", "/o/client/token",
                body: "client_id=a&client_secret=b&grant_type=client_credentials", status: 201,
                answer: #"{"access_token":"token-1","expires_in":21600}"#),
            call(1, "GET", "/api/v2/REF30/configuration"),
            call(
                2, "POST", "/api/v2/REF30/sessions", body: "mvpd=Comcast",
                answer: #"{"actionName":"authenticate","code":"ABCDEF","notAfter":"1800001800000"}"#
            ),
        ]
            + (1...20).map { number in
                call(
                    2 + Double(number) * 1.5, "GET", "/api/v2/REF30/profiles/code/ABCDEF",
                    answer: number > 15 ? profile : #"{"profiles":{}}"#)
            } + [call(60, "GET", "/api/v2/REF30/configuration")]
    }

    private func exchanges(_ run: [HTTPExchange]) -> [AuditedExchange] {
        var reading = TrafficReading(options: AuditOptions())
        run.forEach { reading.add($0) }
        return reading.exchanges
    }

    func testEventsThatWereJudgedAreNotJudgedAgain() {
        let all = exchanges(run)
        var judging = Judging()
        for count in 1...all.count {
            _ = judging.audit(of: Traffic(Array(all.prefix(count)), options: AuditOptions()))
            XCTAssertEqual(judging.takenCount, count)
        }
    }

    func testTrafficAsItComesGivesTheFindingsOfTheWhole() {
        let all = exchanges(run)
        let whole = Audit(of: Traffic(all, options: AuditOptions()))
        let broken = Set(whole.findings.map(\.rule.name))
        XCTAssertTrue(
            broken.isSuperset(of: [.pollingInterval, .pollingStopsOnProfile, .configurationCached]),
            "\(broken)")
        var judging = Judging()
        var grown = whole
        for count in 1...all.count {
            let traffic = Traffic(Array(all.prefix(count)), options: AuditOptions())
            grown = judging.audit(of: traffic)
            XCTAssertEqual(grown.json.line, Audit(of: traffic).json.line, "\(count)")
        }
        XCTAssertEqual(grown.json.line, whole.json.line)
    }

    func testACallThatIsRecordedLateIsJudgedInItsPlace() {
        var late = run
        late.append(late.remove(at: 2))
        let all = exchanges(late)
        var judging = Judging()
        _ = judging.audit(of: Traffic(Array(all.dropLast()), options: AuditOptions()))
        let grown = judging.audit(of: Traffic(all, options: AuditOptions()))
        XCTAssertEqual(judging.takenCount, 2 * all.count - 1)
        XCTAssertEqual(
            grown.json.line, Audit(of: Traffic(all, options: AuditOptions())).json.line)
    }

    func testAFileThatIsReadAgainIsTakenFromWhereItGrew() {
        var traffic = GrowingTraffic(options: AuditOptions())
        var half = run[4]
        half.outcome = .unanswered
        (run.prefix(4) + [half]).forEach { traffic.add($0) }
        _ = traffic.audit()
        run.forEach { traffic.add($0) }
        XCTAssertEqual(
            traffic.audit().json.line,
            Audit(of: Traffic(exchanges(run), options: AuditOptions())).json.line)
        // The file was replaced by a shorter one.
        let rest = Array(run.prefix(2))
        rest.forEach { traffic.add($0) }
        XCTAssertEqual(
            traffic.audit().json.line,
            Audit(of: Traffic(exchanges(rest), options: AuditOptions())).json.line)
    }
}
