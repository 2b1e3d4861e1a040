import Foundation
import SAMLBindings
import SystemPackage
import TestSupport
import XCTest

@testable import Captures

/// Exports of log platforms, each of which has the same exchange or message in a shape of its own.
final class LogPlatformTests: XCTestCase {
    func testEachMessageOfAnExportOfJournaldIsFound() throws {
        let base64 = SmallMessage.base64.replacing("+", with: "%2B")
        let rows = (1...3).map {
            "__REALTIME_TIMESTAMP=\($0)\nPRIORITY=6\nMESSAGE=SAMLResponse=\(base64)\n"
        }
        let entries = try temporaryFolder().read(content: rows.joined(separator: "\n"))
        XCTAssertEqual(entries.map(\.error?.code), [nil, nil, nil])
        XCTAssertEqual(entries.map(\.line), [3, 7, 11])
    }

    private struct Message: Equatable {
        var xml: [UInt8]?
        var line: Int?
        var entry: Int?
        var time: String?
        var host: String?
        var further = 0
    }

    func testSplunkGivesTheRowsOfItsResultAndNoPreview() throws {
        var rows = try sample("synthetic-splunk-export.ndjson")
        XCTAssertEqual(rows.messages.map(\.line), [2, 3])
        XCTAssertEqual(rows.messages.map(\.host), ["gw-1", "gw-2"])
        XCTAssertEqual(
            rows.messages.map(\.time),
            ["2026-01-15 12:00:01.025 UTC", "2026-01-15T12:00:01.025+00:00"])
        // The request's body and the field hold the same message.
        XCTAssertEqual(rows.messages.map(\.further), [0, 1])
        XCTAssertEqual(rows.passedOverCount, 2)
        rows = try sample("synthetic-splunk-results.json")
        XCTAssertEqual(rows.messages.map(\.time), ["2026-01-15T12:00:01.025+00:00"])
        XCTAssertEqual(rows.messages.map(\.line), [1])
    }

    func testElasticsearchGivesTheMessageThatIsThereTwiceOnce() throws {
        let hits = try sample("synthetic-elasticsearch-hits.json").messages
        XCTAssertEqual(hits.map(\.further), [1])
        XCTAssertEqual(hits.map(\.time), ["2026-01-15T12:00:01.025Z"])
        XCTAssertEqual(hits.map(\.host), ["gw-1"])
        let dump = try sample("synthetic-elasticdump.ndjson").messages
        XCTAssertEqual(dump.map(\.line), [1])
        XCTAssertEqual(dump.map(\.further), [1])
    }

    func testDatadogGivesTheMessagesOfSearchAndArchive() throws {
        for name in ["synthetic-datadog-search.json", "synthetic-datadog-archive.json.gz"] {
            let messages = try sample(name).messages
            XCTAssertEqual(messages.map(\.host), ["gw-1"], name)
            XCTAssertEqual(messages.map(\.time), ["2026-01-15T12:00:01.025Z"], name)
        }
    }

    func testCloudWatchGivesTheMessagesOfEveryExport() throws {
        let events = try sample("synthetic-cloudwatch-filter-log-events.json").messages
        XCTAssertEqual(events.map(\.time), ["1768478401025"])
        let insights = try sample("synthetic-cloudwatch-insights.json").messages
        XCTAssertEqual(insights.map(\.time), ["2026-01-15 12:00:01.025"])
        // Three objects follow one another in one line, and one of them is a control message.
        let firehose = try sample("synthetic-cloudwatch-firehose.gz")
        XCTAssertEqual(firehose.messages.count, 2)
        XCTAssertEqual(firehose.messages.map(\.line), [1, 1])
        XCTAssertEqual(firehose.passedOverCount, 1)
    }

    func testGoogleCloudLoggingGivesPayloadsOfBothKinds() throws {
        let messages = try sample("synthetic-gcp-logging.json").messages
        XCTAssertEqual(messages.map(\.entry), [0, 1])
        XCTAssertEqual(
            messages.map(\.time), ["2026-01-15T12:00:01.025Z", "2026-01-15T12:00:01.100Z"])
    }

    func testTheUnifiedLogGivesItsMessagesAndNothingForBannerAndEnd() throws {
        let rows = try sample("synthetic-oslog.ndjson", isCut: [false, true])
        XCTAssertEqual(rows.messages.map(\.line), [4, 6])
        XCTAssertEqual(rows.passedOverCount, 5)
        let array = try sample("synthetic-oslog.json")
        XCTAssertEqual(array.messages.map(\.entry), [2])
        XCTAssertEqual(array.passedOverCount, 2)
    }

    func testSuricataGivesTheBodyInBase64AndTheOneInPrintOnce() throws {
        let messages = try sample("synthetic-suricata-eve.json").messages
        XCTAssertEqual(messages.map(\.further), [1])
        XCTAssertEqual(messages.map(\.time), ["2026-01-15T12:00:01.025000+0000"])
        XCTAssertEqual(messages.map(\.host), ["api.auth.adobe.example"])
    }

    func testZeekGivesTheRequestInAURI() throws {
        let (messages, passedOverCount) = try sample("synthetic-zeek-http.json.log", isCut: [true])
        XCTAssertEqual(messages.map(\.host), ["idp-one.example"])
        XCTAssertEqual(messages.map(\.time), ["1768478402.125"])
        XCTAssertEqual(passedOverCount, 1)
    }

    func testLokiAndJournaldGiveTheirLines() throws {
        let message = try Repository.sample("captures/36-unsigned.xml")
        let text = Data(message).base64EncodedString()
        let loki = try read(
            #"{"status":"success","data":{"resultType":"streams","result":[{"stream":{"app":"x"},"#
                + #""values":[["1768478401025000000","at 12:00 answer=\#(text)"],["#
                + #""1768478401026000000","started the gateway, port 8443, workers 4"]]}]}}"#)
        XCTAssertEqual(loki, [Message(xml: message, line: 1, time: "1768478401025000000")])
        let bytes = message.map(String.init).joined(separator: ",")
        let row =
            #"{"__REALTIME_TIMESTAMP":"1768478401025000","_HOSTNAME":"gw","MESSAGE":[\#(bytes)]}"#
        let journal = try read(row + "\n" + #"{"MESSAGE":"x"}"# + "\n")
        // XML in a text ends with its end tag.
        let element = Array(message.prefix(through: try XCTUnwrap(message.lastIndex(of: 0x3E))))
        XCTAssertEqual(
            journal, [Message(xml: element, line: 1, time: "1768478401025000", host: "gw")])
    }

    func testLinesThatDockerSplitAreJoined() throws {
        let message = try Repository.sample("captures/36-unsigned.xml")
        let text = Array("at 12:00 answer=\(Data(message).base64EncodedString()) end\n".utf8)
        func row(_ text: ArraySlice<UInt8>, _ stream: String, _ time: Int) -> String {
            let log = String(decoding: text, as: UTF8.self)
                .replacingOccurrences(of: "\n", with: "\\n")
            return #"{"log":"\#(log)","stream":"\#(stream)","time":"\#(time)"}"# + "\n"
        }
        let rows = [
            row(text[..<100], "stdout", 1), row(Array("short\n".utf8)[...], "stderr", 2),
            row(text[100..<500], "stdout", 3), row(text[500...], "stdout", 4),
            row(text[...], "stdout", 5), row(text.dropLast(), "stdout", 6),
        ]
        for rows in [rows, rows.map { $0.replacing("\":\"", with: "\": \"") }] {
            XCTAssertEqual(
                try read(rows.joined()),
                [(1, "1"), (5, "5"), (6, "6")].map { Message(xml: message, line: $0, time: $1) })
        }
    }

    func testPartsOfALineThatAgentsOfContainersMarkedAreJoined() throws {
        let message = try Repository.sample("captures/36-unsigned.xml")
        let text = Array("answer=\(Data(message).base64EncodedString()) end".utf8)
        let parts = [text[..<900], text[900..<1800], text[1800...]].map {
            String(decoding: $0, as: UTF8.self)
        }
        let forms: [@Sendable (Int, String) -> String] = [
            { number, part in
                #""container_id":"c1","source":"stdout","log":"\#(part)","partial_message":"true","#
                    + #""partial_id":"p","partial_ordinal":"\#(number)","partial_last":"\#(number == 3)""#
            },
            { number, part in
                #""container_id":"c1","source":"stdout","log":"\#(part)""#
                    + (number < 3 ? #","partial_message":"true""# : "")
            },
            { number, part in
                #""stream":"stdout","logtag":"\#(number < 3 ? "P" : "F")","log":"\#(part)""#
            },
            { number, part in
                #""stream":"stdout","_p":"\#(number < 3 ? "P" : "F")","message":"\#(part)""#
            },
            { number, part in
                #""CONTAINER_PARTIAL_MESSAGE":"true","CONTAINER_PARTIAL_ID":"p","#
                    + #""CONTAINER_PARTIAL_ORDINAL":"\#(number)","#
                    + #""CONTAINER_PARTIAL_LAST":"\#(number == 3)","MESSAGE":"\#(part)""#
            },
        ]
        let other =
            #"{"container_id":"c2","stream":"stderr","log":"GET / 200","message":"GET / 200"}"#
        for (place, form) in forms.enumerated() {
            let rows = parts.enumerated().map { "{\(form($0 + 1, $1))}" }
            let lines = [other, rows[0], other, rows[1], rows[2], other]
            XCTAssertEqual(
                try read(lines.joined(separator: "\n")), [Message(xml: message, line: 2)],
                "\(place)")
        }
        // Exports begin with the newest row.
        let rows = parts.enumerated().map { "{\(forms[0]($0 + 1, $1))}" }
        XCTAssertEqual(
            try read([rows[2], rows[0], other, rows[1]].joined(separator: "\n")),
            [Message(xml: message, line: 2)])
    }

    func testAMessageThatAProgramWroteInSeveralRowsOfDockerIsJoined() throws {
        let message = try Repository.sample("captures/36-unsigned.xml")
        func rows(
            _ text: String, _ width: Int, _ prefix: String, between: String = ""
        ) -> [String] {
            stride(from: 0, to: text.count, by: width).map { start in
                let piece = prefix + text.dropFirst(start).prefix(width)
                let escaped = piece.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                    .replacing("\n", with: "\\n")
                return #"{"log":"\#(escaped)\n","stream":"stdout","time":"\#(start)"}"# + between
            }
        }
        let base64 = Data(message).base64EncodedString()
        let other = "\n" + #"{"log":"GET /health 200\n","stream":"stderr","time":"5"}"#
        for width in [76, 400, 1000] {
            for prefix in ["", "12:00:00.001 [main] SSO - "] {
                for between in ["", other] {
                    for label in ["", "SAMLResponse="] {
                        let text = rows(label + base64, width, prefix, between: between)
                        let last = #"{"log":"done\n","stream":"stdout","time":"9"}"#
                        let found = try read((text + [last]).joined(separator: "\n"))
                        XCTAssertEqual(
                            found, [Message(xml: message, line: 1, time: "0")],
                            "\(width) \(prefix) \(label) \(between)")
                    }
                }
            }
        }
        let single = try Repository.sample(
            "captures/02-single-line-assertion-signed-rsa-sha256.xml")
        let xml = rows(String(decoding: single, as: UTF8.self), 900, "SSO: ")
        XCTAssertEqual(
            try read(xml.joined(separator: "\n")), [Message(xml: single, line: 1, time: "0")])
        // Without its second row it is no message, and what follows is not lost.
        var pieces = rows("SAMLResponse=" + base64, 403, "")
        pieces.remove(at: 1)
        let whole = #"{"log":"SAMLResponse=\#(base64)\n","stream":"stdout","time":"7"}"#
        XCTAssertEqual(
            try read((pieces + [whole]).joined(separator: "\n")),
            [
                Message(xml: nil, line: 1, time: "0"),
                Message(xml: message, line: pieces.count + 1, time: "7"),
            ])
    }

    func testAMessageOverSeveralRowsOfOneDocumentIsJoined() throws {
        let message = try Repository.sample("captures/36-unsigned.xml")
        let base64 = Data(message).base64EncodedString()
        func document(
            _ pieces: [String], _ member: (String) -> String, isNewestFirst: Bool
        ) -> String {
            var hits = pieces.enumerated().map { number, piece in
                #"{"_id":"\#(number)","_source":{\#(member(piece)),"@timestamp":"\#(number)"}}"#
            }
            let other = #"{"_id":"x","_source":{\#(member("GET /health 200")),"@timestamp":"5"}}"#
            hits.insert(other, at: 1)
            if isNewestFirst { hits.reverse() }
            // A file of one line is read as rows.
            let lineEnd = pieces.count % 2 == 0 ? "\n  " : ""
            return #"{\#(lineEnd)"hits":{"total":9,"hits":["# + hits.joined(separator: ",")
                + "]}\(lineEnd)}"
        }
        let forms: [(String) -> String] = [
            { #""message":"\#($0)""# }, { #""log":"\#($0)\n""# },
            { #""event":{"original":"\#($0)"}"# },
            { #""message":"\#($0)","event":{"original":"\#($0)"}"# },
        ]
        for (place, form) in forms.enumerated() {
            for isNewestFirst in [false, true] {
                for width in [400, 1000] {
                    for label in ["12:00 SSO - ", "SAMLResponse="] {
                        let pieces = stride(from: 0, to: base64.count, by: width).map {
                            (label == "SAMLResponse=" && $0 > 0 ? "" : label)
                                + base64.dropFirst($0).prefix(width)
                        }
                        let found = try read(
                            document(pieces, form, isNewestFirst: isNewestFirst))
                        XCTAssertEqual(
                            found.map(\.xml), [message],
                            "\(place) \(isNewestFirst) \(width) \(label)")
                    }
                }
            }
        }
        // Without its second row, what is missing may stand elsewhere.
        var pieces = stride(from: 0, to: base64.count, by: 403).map {
            String(base64.dropFirst($0).prefix(403))
        }
        pieces.remove(at: 1)
        let folder = try temporaryFolder()
        try folder.write(document(pieces, forms[0], isNewestFirst: false), to: "log")
        var reader = CaptureReader(inputs: [folder.path("log")])
        XCTAssertThrowsError(try reader.next()?.message()) { error in
            XCTAssertEqual((error as? CaptureError)?.lack, .lines)
        }
    }

    func testHostileRowsOfADocumentTakeLinearTime() {
        let begin = #"{"m":"\#(SmallMessage.base64.prefix(200))"}"#
        let others = repeatElement(#"{"m":"A1b2"},{"m":"x"}"#, count: 20).joined(separator: ",")
        for row in [begin, begin + "," + others, #"{"m":{"m":"# + begin + "}}"] {
            let growth = LinearCost.growth(from: 10_000) { size in
                let rows = repeatElement(row, count: size / row.utf8.count)
                let document = #"{"rows":["# + rows.joined(separator: ",") + "]}"
                var search = JSONSearch(Array(document.utf8), MessageSource(), field: nil)
                _ = search.steps()
            }
            XCTAssertLessThan(growth, 10, row)
        }
    }

    /// Reads a sample, in which every message is the same one unless it is cut.
    private func sample(
        _ name: String, isCut: [Bool]? = nil
    ) throws -> (messages: [Message], passedOverCount: Int) {
        let folder = Repository.root.appending(path: "Tests/Captures/synthetic")
        var reader = CaptureReader(inputs: [FilePath(folder.appending(path: name).path)])
        let messages = messages(&reader)
        let expected = try Repository.sample(
            "captures/02-single-line-assertion-signed-rsa-sha256.xml")
        let cuts = isCut ?? messages.map { _ in false }
        XCTAssertEqual(messages.map { $0.xml == expected }, cuts.map { !$0 }, name)
        return (messages, reader.passedOverCount)
    }

    private func read(_ text: String) throws -> [Message] {
        let folder = try temporaryFolder()
        try folder.write(text, to: "log")
        var reader = CaptureReader(inputs: [folder.path("log")])
        return messages(&reader)
    }

    private func messages(_ reader: inout CaptureReader) -> [Message] {
        var messages: [Message] = []
        while let record = reader.next() {
            let message = try? record.message()
            let envelope = message.flatMap { try? EnvelopeDecoder().envelope(from: $0) }
            let source = message?.source ?? record.source
            messages.append(
                Message(
                    xml: envelope?.xml, line: source.line, entry: source.entry, time: source.time,
                    host: source.host, further: source.alsoAt.count))
        }
        return messages
    }
}
