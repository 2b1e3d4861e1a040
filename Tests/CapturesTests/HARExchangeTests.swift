import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// The parts of an exchange that HAR files write in many ways.
final class HARExchangeTests: XCTestCase {
    private func exchange(
        _ entry: String, file: String? = nil, limit: Int = 1 << 20
    ) throws -> HTTPExchange {
        var options = CaptureReader.Options(entryByteCount: limit)
        options.givesExchanges = true
        let text =
            #"{"log":{"creator":{"name":"Recorder","version":"1.0"},"entries":[\#(entry)]}}"#
        let capture = HARCapture(
            ByteReader(PieceSource(Array(text.utf8), pieceSize: 7)),
            CaptureContext(source: .init(file: file), options: options))
        guard case .exchange(let exchange) = capture.next() else {
            throw CaptureError(.invalidEntry)
        }
        XCTAssertNil(capture.next())
        return exchange
    }

    func testBodiesThatAreStillDeflatedAreRead() throws {
        let page = Array("<html>\(SmallMessage.xml)</html>".utf8)
        let gzip = try Tool.run("gzip", ["-nc"], input: page)
        let raw = Array(gzip.dropFirst(10).dropLast(8))
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in page {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        let sum = [UInt8(b >> 8), UInt8(b & 0xFF), UInt8(a >> 8), UInt8(a & 0xFF)]
        for bytes in [raw, [0x78, 0x9C] + raw + sum, page] {
            let base64 = Data(bytes).base64EncodedString()
            let headers = #"[{"name":"content-encoding","value":"deflate"}]"#
            let entry = #"""
                {"startedDateTime":"t","request":{"method":"POST","url":"https://a/","headers":\#(headers),
                "postData":{"mimeType":"text/xml","text":"\#(base64)","encoding":"base64"}},
                "response":{"status":200,"headers":\#(headers),
                "content":{"mimeType":"text/html","text":"\#(base64)","encoding":"base64"}}}
                """#
            let exchange = try exchange(entry)
            XCTAssertEqual(exchange.requestBody.bytes, page)
            XCTAssertEqual(exchange.responseBody.bytes, page)
            XCTAssertEqual(exchange.responseBody.state, .present)
        }
    }

    func testNumbersMayBeStringsAndWhatIsNoTimeIsNone() throws {
        for (time, expected) in [
            ("12.5", 12.5), (#""12.5""#, 12.5), ("1.25e1", 12.5), ("-1", nil), ("null", nil),
            (#""x""#, nil), ("0", 0),
        ] as [(String, Double?)] {
            XCTAssertEqual(try exchange(#"{"time":\#(time)}"#).duration, expected, time)
        }
        for (status, expected) in [
            ("200", .response(status: 200, reason: "OK")),
            (#""302""#, .response(status: 302, reason: "OK")), ("0", .unanswered),
            ("-1", .unanswered), ("null", .unanswered), ("100", .unanswered),
            ("101", .response(status: 101, reason: "OK")),
        ] as [(String, HTTPExchange.Outcome)] {
            let entry = #"{"response":{"status":\#(status),"statusText":"OK"}}"#
            XCTAssertEqual(try exchange(entry).outcome, expected, status)
        }
        XCTAssertEqual(try exchange(#"{"response":null}"#).outcome, .unanswered)
        XCTAssertEqual(
            try exchange(#"{"response":{"status":0,"_error":"net::ERR_FAILED"}}"#).outcome,
            .failed("net::ERR_FAILED"))
        XCTAssertEqual(
            try exchange(#"{"response":{"status":204,"_error":"net::ERR_ABORTED"}}"#).outcome,
            .response(status: 204, reason: nil))
    }

    func testWhatElseTheRecorderSaysIsKept() throws {
        let found = try exchange(
            #"{"comment":"fails here","serverIPAddress":"192.0.2.10","_clientAddress":"192.0.2.77","#
                + #""startedDateTime":"2026-01-15T13:00:00.1250000+01:00","#
                + #""request":{"method":"post","url":"wss://h.example/ws"}}"#)
        XCTAssertEqual(found.comment, "fails here")
        XCTAssertEqual(found.server, "192.0.2.10")
        XCTAssertEqual(found.client, "192.0.2.77")
        XCTAssertEqual(found.method, "POST")
        XCTAssertEqual(found.kind, .webSocket)
        XCTAssertEqual(found.recorder, "Recorder 1.0")
        XCTAssertEqual(found.start?.microseconds, 1_768_478_400_125_000)
        XCTAssertEqual(found.source.host, "h.example")
    }

    func testABodySaysHowItWasKept() throws {
        for (content, bytes, state, exactness) in [
            (
                #"{"text":"é","mimeType":"text/plain; charset=ISO-8859-1"}"#, [0xE9], .present,
                .decoded
            ),
            (#"{"text":"é","mimeType":"text/plain"}"#, [0xC3, 0xA9], .present, .reencoded),
            (#"{"text":"\ufffd"}"#, [0xEF, 0xBF, 0xBD], .present, .lossy),
            (#"{"text":"/w==","encoding":"base64"}"#, [0xFF], .present, .decoded),
            (#"{"text":"!","encoding":"base64"}"#, [0x21], .undecodable("base64"), .decoded),
            (#"{"size":5,"comment":"too large"}"#, [], .dropped("too large"), .decoded),
            (#"{"size":0,"text":""}"#, [], .empty, .decoded), ("null", [], .empty, .decoded),
            (#"{"size":-1}"#, [], .empty, .decoded),
        ] as [(String, [UInt8], HTTPBody.State, HTTPBody.Exactness)] {
            let body = try exchange(#"{"response":{"content":\#(content)}}"#).responseBody
            XCTAssertEqual(body.bytes, bytes, content)
            XCTAssertEqual(body.state, state, content)
            XCTAssertEqual(body.exactness, exactness, content)
        }
        let upload = try exchange(
            #"{"request":{"postData":{"text":"\u0000\u00ff","mimeType":"image/png"}}}"#)
        XCTAssertEqual(upload.requestBody.bytes, [0, 0xFF])
        XCTAssertEqual(upload.requestBody.mediaType, "image/png")
    }

    func testABodyIsRebuiltFromItsParametersOnlyIfThereIsNoText() throws {
        let list = #""params":[{"name":"a b","value":"1+2"},{"name":"c","value":""}]"#
        let body = try exchange(#"{"request":{"postData":{\#(list),"text":""}}}"#).requestBody
        XCTAssertEqual(String(decoding: body.bytes, as: UTF8.self), "a%20b=1%2B2&c=")
        XCTAssertEqual(body.exactness, .rebuilt)
        XCTAssertEqual(body.parameters.map(\.name), ["a b", "c"])
        let text = try exchange(#"{"request":{"postData":{\#(list),"text":"x=y"}}}"#).requestBody
        XCTAssertEqual(String(decoding: text.bytes, as: UTF8.self), "x=y")
        XCTAssertEqual(text.exactness, .decoded)
    }

    func testABodyInAFileIsReadOnlyIfItIsAPlainFileBesideTheHAR() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "CapturesTests-\(UUID().uuidString)")
        let inner = folder.appending(path: "har")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in [folder.appending(path: "secret"), inner.appending(path: "body.json")] {
            try Data("{}".utf8).write(to: file)
        }
        try FileManager.default.createSymbolicLink(
            at: inner.appending(path: "link"), withDestinationURL: folder.appending(path: "secret"))
        let har = inner.appending(path: "a.har").path
        func body(_ name: String, file: String?, limit: Int = 100) throws -> HTTPBody {
            try exchange(
                #"{"response":{"content":{"_file":"\#(name)"}}}"#, file: file, limit: limit
            ).responseBody
        }
        XCTAssertEqual(try body("body.json", file: har).bytes, Array("{}".utf8))
        XCTAssertEqual(try body("body.json", file: har, limit: 1).state, .tooLarge)
        for name in [
            "../secret", "link", ".", "..", "", "/etc/hostname", "no", "..\\\\secret", "har",
            "body.json/", "body.json\\u0000x",
        ] {
            let missing = try body(name, file: har)
            XCTAssertEqual(missing.bytes, [], name)
            guard case .dropped = missing.state else { return XCTFail(name) }
        }
        for file in ["-", nil] {
            XCTAssertEqual(try body("body.json", file: file).bytes, [])
        }
    }

    func testFilesOfBodiesAreNeitherTheHARItselfNorReadBeyondTheLimit() throws {
        let folder = try temporaryFolder()
        let entry =
            #"{"request":{"url":"https://a.example/"},"response":{"content":{"_file":"NAME"}}}"#
        func read(_ name: String, count: Int) throws -> (sizes: [Int], errors: [CaptureError]) {
            let entries = Array(repeating: entry.replacing("NAME", with: name), count: count)
            try folder.write(
                #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#, to: "a.har")
            var options = CaptureReader.Options(
                decompression: .init(expansionRatio: 10, freeByteCount: 1000))
            options.givesExchanges = true
            let stream = try OpenCapture.stream(
                ByteReader(
                    PieceSource(Array(Data(contentsOf: folder.url.appending(path: "a.har"))))),
                name: folder.url.appending(path: "a.har").path, archiveDepth: 0, options: options)
            var sizes: [Int] = []
            var errors: [CaptureError] = []
            while let step = stream.next() {
                switch step {
                case .exchange(let exchange): sizes.append(exchange.responseBody.bytes.count)
                case .entry(let entry):
                    if case .failure(let error) = entry.content { errors.append(error) }
                case .passedOver: break
                }
            }
            return (sizes, errors)
        }
        try folder.write(Array(repeating: UInt8(ascii: "x"), count: 2000), to: "body")
        let own = try read("a.har", count: 3)
        XCTAssertEqual(own.sizes, [0, 0, 0])
        XCTAssertEqual(own.errors, [])
        // Ten times as many bytes as the HAR file has, which are fewer than 4000.
        let big = try read("body", count: 4)
        XCTAssertEqual(big.sizes, [2000, 0, 0, 0])
        XCTAssertEqual(big.errors.map(\.code), Array(repeating: .expansionLimit, count: 3))
    }

    func testHeadersBeyondTheLimitAreLeftOut() throws {
        let value = String(repeating: "x", count: 600)
        let found = try exchange(
            #"{"request":{"headers":{"A":"\#(value)","B":"\#(value)","C":"y"}}}"#, limit: 1000)
        XCTAssertEqual(found.requestHeaders.fields.map(\.name), ["A", "C"])
    }

    func testAURLAboveTheLimitIsAnErrorIfAMessageIsInIt() throws {
        let long = String(repeating: "x", count: 2000)
        for (url, count) in [
            ("https://h.example/?SAMLRequest=\(long)", 1), ("https://h.example/?\(long)", 0),
        ] {
            let text = #"[{"request":{"url":"\#(url)"}}]"#
            let capture = HARCapture(ByteReader(PieceSource(Array(text.utf8))), .small)
            var errors: [CaptureError.Code] = []
            var exchanges: [HTTPExchange] = []
            while let step = capture.next() {
                if case .exchange(let exchange) = step { exchanges.append(exchange) }
                if case .entry(let entry) = step, case .failure(let error) = entry.content {
                    errors.append(error.code)
                    XCTAssertEqual(entry.source.part, .url)
                    XCTAssertEqual(entry.source.host, "h.example")
                }
            }
            XCTAssertEqual(errors, Array(repeating: .inputTooLarge, count: count))
            // Looking for messages, the error is all there is to say.
            let urls = count == 0 ? [Array("https://h.example/".utf8)] : []
            XCTAssertEqual(exchanges.map(\.url), urls)
        }
    }
}
