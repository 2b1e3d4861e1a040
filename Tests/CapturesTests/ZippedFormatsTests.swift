import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

#if Archives
/// What the samples of zipped formats do not show.
final class ZippedFormatsTests: XCTestCase, ReachesUnsafeCode {
    private let form = Array("SAMLResponse=PHNhbWxwOlJlc3BvbnNlLz4%3D&RelayState=none".utf8)

    private func json(_ text: String) -> [UInt8] { Array(text.utf8) }

    // MARK: Fiddler

    private let description = """
        <Session SID="1" BitFlags="FLAGS"><SessionTimers ClientBeginRequest="0001-01-01T00:00:00"\
         ClientDoneResponse="0001-01-01T00:00:00"/></Session>
        """

    func testAnOriginFormRequestTakesItsSchemeFromTheFlagsAndTheYearOneIsNoTime() throws {
        func url(_ flags: String) throws -> String? {
            let steps = try steps(ofZip: [
                "raw/1_c.txt": json("GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n"),
                "raw/1_m.xml": json(description.replacingOccurrences(of: "FLAGS", with: flags)),
                "_index.htm": json("<html>SAMLResponse=</html>"),
            ])
            XCTAssertEqual(steps.count, 1)
            XCTAssertNil(steps.exchanges.first?.start)
            XCTAssertEqual(steps.exchanges.first?.outcome, .unanswered)
            return steps.exchanges.first.map { String(decoding: $0.url, as: UTF8.self) }
        }
        XCTAssertEqual(try url("0"), "http://a.example/x")
        XCTAssertEqual(try url("17"), "https://a.example/x")
        XCTAssertEqual(try url("none"), "https://a.example/x")
    }

    func testSessionsAreInTheOrderOfTheirNumbersAndEachDamageIsNamed() throws {
        let steps = try steps(ofZip: [
            "raw/10_c.txt": json("GET http://a.example/10 HTTP/1.1\r\n\r\n"),
            "raw/9_c.txt": json("GET http://a.example/9 HTTP/1.1\r\n\r\n"),
            "raw/2_c.txt": json("no request"),
            "raw/3_s.txt": json("HTTP/1.1 200 OK\r\n\r\n"),
            "raw/11_c.txt": json("CONNECT a.example:443 HTTP/1.1\r\n\r\n"),
        ])
        XCTAssertEqual(
            steps.exchanges.map { String(decoding: $0.url, as: UTF8.self) },
            ["http://a.example/9", "http://a.example/10", "https://a.example:443"])
        XCTAssertEqual(steps.exchanges.last?.kind, .tunnel)
        XCTAssertEqual(steps.errors.map(\.code), [.invalidCapture, .invalidCapture])
        XCTAssertEqual(steps.exchanges.map(\.source.entry), [2, 3, 4])
    }

    // MARK: Charles

    private func meta(_ rest: String) -> [UInt8] {
        json(
            "{\"method\":\"POST\",\"scheme\":\"https\",\"host\":\"a.example\",\"path\":\"/\"\(rest)}"
        )
    }

    func testBodiesOfCharlesAreDecodedWhateverTheyAre() throws {
        let gzip = try Tool.run("gzip", ["-c"], input: form)
        let coded = ",\"request\":{\"contentEncoding\":\"gzip\",\"sizes\":{\"body\":9}}"
        let steps = try steps(ofZip: [
            "0-meta.json": meta(coded), "0-req.dat": gzip,
            "1-meta.json": meta(coded), "1-req.txt": form,
            "2-meta.json": meta(coded),
            "3-meta.json": json("{}"),
            "4-req.txt": form, "icon.png": [1, 2, 3],
        ])
        XCTAssertEqual(steps.exchanges.map(\.requestBody.bytes), [form, form, []])
        XCTAssertEqual(steps.exchanges.map(\.source.entry), [0, 1, 2])
        guard case .dropped = steps.exchanges[2].requestBody.state else {
            return XCTFail("The size says that there was a body.")
        }
        XCTAssertEqual(steps.errors.map(\.code), [.invalidCapture, .invalidCapture])
    }

    // MARK: Proxyman

    private func flow(_ rest: String) -> String {
        "{\"request\":{\"method\":{\"name\":\"post\"},\"fullPath\":\"https://a.example/\"\(rest)}"
    }

    func testBodiesOfProxymanMayBeCompressedOrText() throws {
        let gzip = try Tool.run("gzip", ["-c"], input: form)
        let header = """
            ,"header":{"entries":[{"key":{"name":"Content-Encoding"},"value":"gzip"},\
            {"key":{"name":"X"},"value":"y","isEnabled":false}]}
            """
        let packed = flow(",\"bodyData\":\"\(Data(gzip).base64EncodedString())\"\(header)}")
        let text = flow(",\"bodyData\":\"\(String(decoding: form, as: UTF8.self))\"}")
        let lost = flow(",\"bodyData\":null,\"compressedBodyDataCount\":7}")
        let tunnel = flow("},\"isSSL\":true,\"isIntercepted\":false")
        let failed = flow("},\"response\":{\"error\":\"timeout\"}")
        let flows = [packed, text, lost, tunnel, failed]
        let log = Dictionary(
            uniqueKeysWithValues: flows.enumerated().map { ("request_\($0)_7", json($1)) })
        let session = flows.enumerated().map { "\"\($0)\":\($1)" }.joined(separator: ",")
        for members in [log, ["SharedFlowStorage": json("{\(session)}")]] {
            let exchanges = try steps(ofZip: members).exchanges
            XCTAssertEqual(exchanges.prefix(2).map(\.requestBody.bytes), [form, form])
            XCTAssertEqual(exchanges[0].requestHeaders.fields.map(\.name), ["Content-Encoding"])
            XCTAssertEqual(exchanges[2].requestBody.state, .dropped("not in the file"))
            XCTAssertEqual(exchanges[3].kind, .tunnel)
            XCTAssertEqual(exchanges[4].outcome, .failed("timeout"))
            XCTAssertEqual(exchanges.map(\.source.entry), [0, 1, 2, 3, 4])
        }
    }

    func testADamagedFlowIsNamedAndTheNextOneIsRead() throws {
        let steps = try steps(ofZip: [
            "request_0_1": json("{\"request\":"), "request_1_1": json("[]"),
            "request_2_1": json(flow("}")), "request_3_1": json(flow("}") + "x"),
        ])
        XCTAssertEqual(steps.exchanges.count, 1)
        XCTAssertEqual(
            steps.errors.map(\.code), [.invalidCapture, .invalidCapture, .invalidCapture])
    }

    // MARK: Playwright

    private func entry(_ body: String) -> String {
        """
        {"startedDateTime":"2026-01-15T12:00:00.125Z","time":1,"request":{"method":"POST",\
        "url":"https://a.example/","headers":[],"postData":{"mimeType":\
        "application/x-www-form-urlencoded",\(body)}},"response":{"status":-1,"headers":[],\
        "content":{},"_failureText":"net::ERR_FAILED"}}
        """
    }

    func testAnAttachmentIsAMemberAndNeverAPath() throws {
        let hash = String(repeating: "0a", count: 20)
        let bodies = ["\(hash).dat", "../\(hash).dat", "/etc/passwd", "missing"]
        let entries = bodies.map { entry("\"_file\":\"\($0)\"") }.joined(separator: ",")
        let har = json("{\"log\":{\"creator\":{\"name\":\"Playwright\"},\"entries\":[\(entries)]}}")
        for name in ["har.har", "other.har"] {
            let steps = try steps(ofZip: [name: har, "\(hash).dat": form])
            XCTAssertEqual(steps.errors, [])
            XCTAssertEqual(steps.exchanges.map(\.requestBody.bytes), [form, [], [], []])
            XCTAssertEqual(steps.exchanges.first?.outcome, .failed("net::ERR_FAILED"))
            XCTAssertEqual(steps.exchanges.first?.recorder, "Playwright")
        }
    }

    func testSeveralTracesAreReadAndOlderOnesNameTheHashAlone() throws {
        let line =
            "{\"type\":\"resource-snapshot\",\"snapshot\":\(entry("\"_sha1\":\"0a.dat\""))}\n"
        let other = "{\"type\":\"other\"}\n\n"
        let steps = try steps(ofZip: [
            "trace.network": json(other + line), "2-trace.network": json(line + "{\n" + line),
            "10-trace.network": json(line), "resources/0a.dat": form, "trace.trace": json("{}\n"),
        ])
        XCTAssertEqual(steps.exchanges.map(\.requestBody.bytes), [form, form, form, form])
        XCTAssertEqual(steps.errors.map(\.code), [.invalidCapture])
    }

    func testADamagedAttachmentIsAnErrorOfItsEntry() throws {
        let har = json("{\"log\":{\"entries\":[\(entry("\"_file\":\"a.dat\""))]}}")
        var bytes = try zipped(["har.har": har, "a.dat": form])
        let place = try XCTUnwrap(bytes.indices.first { bytes[$0...].starts(with: "a.dat".utf8) })
        bytes[place + 40] ^= 1
        let stream = try OpenCapture.stream(
            ByteReader(PieceSource(bytes)), name: "capture", archiveDepth: 0, options: .init())
        var steps: [CaptureStep] = []
        while let step = stream.next() { steps.append(step) }
        XCTAssertEqual(steps.errors.map(\.code), [.invalidArchive])
    }

    func testTheEventsOfATraceAreReadWithoutIt() throws {
        let sample = try zipMember("trace.network", of: "real/playwright-1.65-trace.zip")
        XCTAssertEqual(detectedFormat(sample), .playwrightNetwork)
        assertPiecesGiveTheSame(sample, as: .playwrightNetwork)
        let reading = ExchangeReading(sample, as: .playwrightNetwork)
        XCTAssertEqual(reading.exchanges.count, 14)
        // The forms' parameters are there, the bodies are not.
        XCTAssertEqual(
            reading.exchanges.flatMap { $0.messages() }.count { $0.part == .requestBody }, 3)
    }

    private func zipMember(_ name: String, of sample: String) throws -> [UInt8] {
        let file = RandomAccess.held(try captureSample(sample))
        let members = try ZipMembers(
            ZipDirectory(file, limits: .standard),
            unpacking: ZipUnpacking(file, limits: .standard))
        return try members.content(of: name, limit: 1 << 20).bytes
    }
}
#endif
