import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// What of a HAR file is a message, and where it is said to come from.
final class HARTests: XCTestCase, ReachesUnsafeCode {
    private func har(_ entries: String...) -> String {
        #"{"log":{"version":"1.2","entries":["# + entries.joined(separator: ",") + "]}}"
    }

    private func entry(
        url: String = "https://sp.example.com/acs", request: String = "", response: String = ""
    ) -> String {
        let more = request.isEmpty ? "" : ",\(request)"
        return
            #"{"startedDateTime":"2026-01-15T11:00:00Z","request":{"method":"POST","url":"\#(url)"\#(more)},"#
            + #""response":{\#(response)}}"#
    }

    func testTheMessageOfAURLIsGivenAsAFormOfItsOwn() {
        let url = "https://idp.example.com/sso?a=1&RelayState=r%26&SAMLRequest=fZ%2B%2F&SigAlg=x#f"
        let reading = HARReading(har(entry(url: url)))
        XCTAssertEqual(reading.texts, ["RelayState=r%26&SAMLRequest=fZ%2B%2F&SigAlg=x"])
        XCTAssertEqual(reading.messages.first?.host, "idp.example.com")
        XCTAssertEqual(reading.messages.first?.entry, 0)
        XCTAssertEqual(reading.messages.first?.time, "2026-01-15T11:00:00Z")
    }

    func testADocumentThatIsStillCodedSaysSo() {
        let coded = Data([0x1B, 0xFF, 1, 0, 0x8E, 0x93] + (1...250)).base64EncodedString()
        let headers = #""headers":[{"name":"Content-Encoding","value":"br"}]"#
        let content =
            #""content":{"mimeType":"application/json","encoding":"base64","text":"\#(coded)"}"#
        let reading = HARReading(har(entry(response: "\(headers),\(content)")))
        XCTAssertEqual(
            reading.messages.map(\.outcome), [.failure(CaptureError(.undecodable, detail: "br"))])
        XCTAssertEqual(HARReading(har(entry(response: content))).messages.count, 0)
    }

    func testLongHeadersAreSearched() throws {
        let message = try Repository.sample("captures/36-unsigned.xml")
        let base64 = Data(message).base64EncodedString()
        for side in ["request", "response"] {
            let headers = #""headers":[{"name":"X-Assertion","value":"\#(base64)"}]"#
            let text =
                side == "request" ? entry(request: headers) : entry(response: headers)
            XCTAssertEqual(HARReading(har(text)).messages.map(\.part), [.header], side)
        }
    }

    func testTheQueryStringIsLookedAtWhereTheURLHasNoMessageAndCountedOnce() {
        let query = #""queryString":[{"name":"SAMLRequest","value":"f+/= é"}]"#
        XCTAssertEqual(
            HARReading(har(entry(request: query))).texts, ["SAMLRequest=f%2B%2F%3D%20%C3%A9"])
        XCTAssertEqual(
            HARReading(har(entry(url: "https://e.example/?SAMLRequest=f", request: query))).texts,
            ["SAMLRequest=f"])
    }

    func testTheMessageOfAFormIsFoundBesideOtherFieldsAndCountedOnce() {
        let parameters = #""params":[{"name":"SAMLResponse","value":"PD+="}]"#
        let type = #""mimeType":"application/x-www-form-urlencoded""#
        let text = #""text":"requestor=REF30&x=é&SAMLResponse=PD%2B%3D""#
        for body in [text, "\(text),\(parameters)", "\(parameters),\(text)", parameters] {
            XCTAssertEqual(
                HARReading(har(entry(request: #""postData":{\#(type),\#(body)}"#))).texts,
                ["SAMLResponse=PD%2B%3D"], body)
        }
        XCTAssertEqual(
            HARReading(har(entry(request: #""postData":{"text":"","params":[]}"#))).passedOverCount,
            1)
    }

    func testParametersWithAWholeMessageCountBesideATextThatIsCutOrHasLostBytes() {
        let base64 = SmallMessage.base64
        let type = #""mimeType":"application/x-www-form-urlencoded""#
        let form = String(
            decoding: HTTPBody.form(of: [("SAMLResponse", Array(base64.utf8))]), as: UTF8.self)
        func texts(_ text: String, _ value: String) -> [String] {
            let list = #""params":[{"name":"SAMLResponse","value":"\#(value)"}]"#
            let body = #""postData":{\#(type),"text":"\#(text)",\#(list)}"#
            return HARReading(har(entry(request: body))).texts
        }
        let cut = String(form.prefix(100))
        for text in [cut, "\(cut)\u{FFFD}\(form.dropFirst(101))", form] {
            XCTAssertEqual(texts(text, base64), [form], text)
        }
        // What is cut off in both stays the text.
        XCTAssertEqual(texts(cut, String(base64.prefix(50))), [cut])
    }

    func testABodyMayBeInBase64() {
        // SAMLResponse=PD%2B
        let body = #""postData":{"encoding":"base64","text":"U0FNTFJlc3BvbnNlPVBEJTJC"}"#
        XCTAssertEqual(HARReading(har(entry(request: body))).texts, ["SAMLResponse=PD%2B"])
    }

    #if Archives
    func testABodyInBase64MayStillBeCompressed() {
        for (coding, text) in [
            ("br", "CxWAeyJTQU1MUmVzcG9uc2UiOiJQSE5oYld4d09sSmxjM0J2Ym5ObEx6ND0ifQM="),
            ("br", "BRWAeyJTQU1MUmVzcG9uc2UiOiJQSE5oYld4d09sSmxjM0J2Ym5ObEx6ND0ifQM="),
            (
                "zstd",
                "KLUv/SArWQEAeyJTQU1MUmVzcG9uc2UiOiJQSE5oYld4d09sSmxjM0J2Ym5ObEx6ND0ifQ=="
            ),
        ] {
            let response =
                #""status":200,"headers":[{"name":"Content-Encoding","value":"\#(coding)"}],"#
                + #""content":{"mimeType":"application/json","text":"\#(text)","encoding":"base64"}"#
            XCTAssertEqual(
                HARReading(har(entry(response: response))).texts,
                ["PHNhbWxwOlJlc3BvbnNlLz4="], coding)
        }
    }
    #endif

    func testTwoMessagesOfOneFormAreLeftToTheEnvelope() throws {
        let body = #""postData":{"text":"SAMLResponse=PD8%2B&SAMLResponse=PD9%2B"}"#
        let text = try XCTUnwrap(HARReading(har(entry(request: body))).texts.first)
        XCTAssertThrowsError(
            try EnvelopeDecoder().envelope(from: CapturedMessage(bytes: Array(text.utf8)))
        ) { XCTAssertEqual(($0 as? EnvelopeError)?.code, .ambiguousParameter) }
    }

    func testTheRequestThatAdobePassGivesOutIsFoundInTheResponse() {
        let json =
            #"{\"actionName\":\"partner_profile\",\"authenticationRequest\":"#
            + #"{\"type\":\"saml\",\"request\":\"PD94\",\"attributesNames\":[]}}"#
        // The same in Base64.
        let base64 = "eyJhdXRoZW50aWNhdGlvblJlcXVlc3QiOnsicmVxdWVzdCI6IlBEOTQifX0="
        for content in [
            #""mimeType":"application/json","text":"\#(json)""#, #""text":"\ufeff \#(json)""#,
            #""text":"\#(base64)","encoding":"base64""#,
            #""encoding":"base64","text":"\#(base64)""#,
        ] {
            let reading = HARReading(har(entry(response: #""content":{\#(content)}"#)))
            XCTAssertEqual(reading.texts, ["PD94"], content)
        }
    }

    func testABodyInJSONIsReadToo() {
        for body in [
            #"{\"SAMLResponse\":\"PD94\"}"#, #"{\"authenticationRequest\":{\"request\":\"PD94\"}}"#,
        ] {
            let request = #""postData":{"mimeType":"application/json","text":"\#(body)"}"#
            XCTAssertEqual(HARReading(har(entry(request: request))).texts, ["PD94"])
        }
    }

    func testTheProfileRequestOfVersion1IsFoundByItsPathAndXMLEverywhere() {
        let query = "<AttributeQuery xmlns='urn:oasis:names:tc:SAML:2.0:protocol'/>"
        let content = #""content":{"text":"\#(query)"}"#
        let base64 =
            #""content":{"text":"\#(Data(query.utf8).base64EncodedString())"}"#
        let url = "https://sp.example.com/api/v1/REF30/profile-requests/Cablevision?deviceType=tvOS"
        XCTAssertEqual(HARReading(har(entry(url: url, response: content))).texts, [query])
        XCTAssertEqual(HARReading(har(entry(response: content))).texts, [query])
        XCTAssertEqual(HARReading(har(entry(url: url, response: base64))).texts.count, 1)
        XCTAssertEqual(HARReading(har(entry(response: base64))).passedOverCount, 1)
        let refusal = #""content":{"text":"<error/>"}"#
        XCTAssertEqual(HARReading(har(entry(url: url, response: refusal))).passedOverCount, 1)
    }

    func testEntriesMayStandAlone() {
        let one = entry(url: "https://e.example/?SAMLRequest=f")
        for text in ["[\(one)]", #" {"x":1,"entries":[\#(one)],"y":2} "#] {
            XCTAssertEqual(HARReading(text).texts, ["SAMLRequest=f"], text)
            XCTAssertEqual(HARReading(text).errors, [], text)
            XCTAssertEqual(HARReading(text + "]").errors.map(\.code), [.invalidJSON], text)
        }
        XCTAssertEqual(HARReading("[]").errors, [])
    }

    func testParametersThatKeptTheirPercentEncodingAreTheSame() {
        for value in ["PD+/=", "PD%2B%2F%3D", "PD%2b%2F%3d"] {
            let list = #"[{"name":"SAMLResponse","value":"\#(value)"}]"#
            XCTAssertEqual(
                HARReading(har(entry(request: #""postData":{"params":\#(list)}"#))).texts,
                ["SAMLResponse=PD%2B%2F%3D"], value)
            XCTAssertEqual(
                HARReading(har(entry(request: #""queryString":\#(list)"#))).texts,
                ["SAMLResponse=PD%2B%2F%3D"], value)
        }
    }

    func testABodyMayBeInTheMemberForOtherBodies() {
        // SAMLResponse=PD%2B
        let content = #"{"encoding":"base64","text":"U0FNTFJlc3BvbnNlPVBEJTJC"}"#
        for request in [
            #""_content":\#(content)"#, #""_content":\#(content),"postData":{"text":""}"#,
            #""postData":{"text":""},"_content":\#(content)"#,
            #""postData":{"text":"SAMLResponse=PD%2B"},"_content":{"text":"SAMLResponse=no"}"#,
            #""_content":{"text":"SAMLResponse=no"},"postData":{"text":"SAMLResponse=PD%2B"}"#,
        ] {
            XCTAssertEqual(
                HARReading(har(entry(request: request))).texts, ["SAMLResponse=PD%2B"], request)
        }
    }

    func testTheLocationOfARedirectIsFoundInHeadersOfAnyShape() {
        let url = "https://idp.example/?SAMLRequest=f"
        for (response, count) in [
            (#""status":302,"headers":[{"name":"Location","value":"\#(url)"}]"#, 1),
            (#""headers":[["X","y"],["location","\#(url)"]],"status":302"#, 1),
            (#""headers":{"X":"y","LOCATION":["\#(url)"]},"status":"303""#, 1),
            (#""status":302,"headers":{"Location":"\#(url)"}"#, 1),
            (#""status":302,"headers":[],"redirectURL":"\#(url)""#, 1),
            (#""status":302,"headers":null,"redirectURL":null"#, 0),
            (#""status":200,"headers":[{"name":"Location","value":"\#(url)"}]"#, 0),
            (#""status":302,"headers":[{"name":"Location"},5,["Location"],[]]"#, 0),
        ] {
            let reading = HARReading(har(entry(response: response)))
            XCTAssertEqual(reading.texts, Array(repeating: "SAMLRequest=f", count: count), response)
        }
    }

    func testOneMessageOfSeveralEntriesIsOneRecordWithFurtherPlaces() throws {
        let message = "PHNhbWxwOlJlc3BvbnNlLz4="
        let page = #"<input name='SAMLResponse' value='\#(message)'>"#
        let text = har(
            entry(response: #""content":{"text":"\#(page)"}"#), entry(),
            entry(request: #""postData":{"text":"SAMLResponse=\#(message)"}"#))
        let stream = ExchangeMessageStream(
            HARCapture(ByteReader(PieceSource(Array(text.utf8))), .small))
        var sources: [MessageSource] = []
        while let step = stream.next() {
            if case .entry(let entry) = step { sources.append(entry.source) }
        }
        XCTAssertEqual(sources.map(\.entry), [0])
        XCTAssertEqual(sources.first?.part, .responseBody)
        XCTAssertEqual(
            sources.first?.alsoAt, [MessagePlace(entry: 2, part: .requestBody)])
    }

    func testAnEntryMayHaveSeveralMessages() {
        let reading = HARReading(
            har(
                entry(),
                entry(
                    url: "https://e.example/?SAMLRequest=f",
                    request: #""postData":{"text":"SAMLResponse=P"}"#)))
        XCTAssertEqual(reading.texts, ["SAMLRequest=f", "SAMLResponse=P"])
        XCTAssertEqual(reading.messages.map(\.entry), [1, 1])
        XCTAssertEqual(reading.passedOverCount, 1)
    }

    func testMembersMayComeInAnyOrder() {
        let text =
            #" {"x":[{"log":{"entries":[1]}}],"log":{"pages":[{"entries":[{}]}],"entries":["#
            + #"{"response":{"content":{"text":"no"}},"request":{"postData":{"text":"SAMLResponse=P"},"#
            + #""url":"https://user:secret@h.example.com:8443/"},"startedDateTime":"t"}],"#
            + #""version":"1.2"},"y":0} "#
        for mark in ["", "\u{FEFF}"] {
            let reading = HARReading(mark + text)
            XCTAssertEqual(reading.texts, ["SAMLResponse=P"])
            XCTAssertEqual(reading.messages.first?.host, "h.example.com")
            XCTAssertEqual(reading.messages.first?.time, "t")
            XCTAssertEqual(reading.errors, [])
        }
    }

    func testTheHostIsThatOfTheURL() {
        for (url, host) in [
            ("http://h/?SAMLRequest=f", "h"), ("http://h:1?SAMLRequest=f", "h"),
            ("http://[::1]:80/?SAMLRequest=f", "[::1]"), ("http://a@b@h/?SAMLRequest=f", "h"),
            ("/relative?SAMLRequest=f", nil), ("http:///?SAMLRequest=f", nil),
        ] as [(String, String?)] {
            XCTAssertEqual(HARReading(har(entry(url: url))).messages.map(\.host), [host], url)
        }
    }

    func testValuesOfAnotherKindAreNoMessages() {
        let reading = HARReading(
            har(
                #"{"request":null,"response":[1],"startedDateTime":5}"#,
                #"{"request":{"url":{},"postData":"x","queryString":{}}}"#,
                #"{"request":{"postData":{"params":[1,{"name":2,"value":"x"}],"text":true}}}"#))
        XCTAssertEqual(reading.messages, [])
        XCTAssertEqual(reading.passedOverCount, 3)
    }

    func testAnEntryThatIsNoObjectIsReportedAndTheNextOneIsRead() {
        let reading = HARReading(har("5", entry(url: "https://e.example/?SAMLRequest=f")))
        XCTAssertEqual(reading.errors, [CaptureError(.invalidEntry, at: 35)])
        XCTAssertEqual(reading.messages.map(\.entry), [0, 1])
    }

    func testAMessageAboveTheLimitIsReportedAndTheNextOneIsRead() {
        let long = String(repeating: "A", count: 1000)
        let reading = HARReading(
            har(
                entry(url: "https://e.example/?SAMLRequest=\(long)"),
                entry(request: #""postData":{"text":"SAMLResponse=\#(long)"}"#),
                entry(
                    request: #""postData":{"params":[{"name":"SAMLResponse","value":"\#(long)"}]}"#),
                entry(request: #""postData":{"text":"{\"SAMLResponse\":\"\#(long)\"}"}"#),
                entry(
                    response:
                        #""content":{"text":"{\"authenticationRequest\":{\"request\":\"\#(long)"}"#),
                entry(request: #""postData":{"text":"picture=\#(long)"}"#),
                entry(response: #""content":{"text":"{\"picture\":\"\#(long)\"}"}"#),
                entry(url: "https://e.example/?SAMLRequest=f")), limit: 300)
        XCTAssertEqual(
            reading.errors, .init(repeating: CaptureError(.inputTooLarge), count: 7))
        XCTAssertEqual(reading.texts, ["SAMLRequest=f"])
        XCTAssertEqual(reading.messages.map(\.entry), Array(0..<8))
    }

    func testWithoutEntriesItIsNoHAR() {
        for text in [
            "{}", #"{"log":{}}"#, #"{"log":[]}"#, #"{"log":{"entries":null}}"#, #"{"entries":0}"#,
        ] {
            XCTAssertEqual(HARReading(text).errors, [CaptureError(.missingEntries)], text)
        }
        XCTAssertEqual(HARReading(har()).messages, [])
    }

    func testWhatStoodBeforeBrokenJSONIsGivenAndItIsReportedWhereItBreaks() {
        let good = entry(url: "https://e.example/?SAMLRequest=f")
        for (broken, offset) in [
            (#"{"a":01}"#, 6), (#"{"a":"\x"}"#, 7), (#"{"a":tru}"#, 8), ("{a:1}", 1),
            (#"{"a":1,}"#, 7),
            (#"{"a":[1,]}"#, 8), (#"{"a":"\#n"}"#, 6), (#"{"a" 1}"#, 5), (#"{"a":-}"#, 6),
            (#"{"a":1.}"#, 7),
            (#"{"a":1e}"#, 7), (#"{"a":"\u12g4"}"#, 10), ("]", 0),
        ] {
            let text = har(good, broken)
            let start = text.utf8.count - broken.utf8.count - 3
            let reading = HARReading(text)
            XCTAssertEqual(reading.texts, ["SAMLRequest=f"], broken)
            XCTAssertEqual(
                reading.errors, [CaptureError(.invalidJSON, at: start + offset)], broken)
            XCTAssertEqual(reading.messages.map(\.entry), [0, 1], broken)
        }
        XCTAssertEqual(HARReading(har(good) + "x").errors.map(\.code), [.invalidJSON])
        XCTAssertEqual(HARReading("5").errors, [CaptureError(.invalidJSON, at: 0)])
        XCTAssertEqual(HARReading("").errors, [CaptureError(.invalidJSON, at: 0)])
    }

    func testNestingIsLimitedAsInJSONLines() throws {
        for depth in 58...70 {
            let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let text = har("{\"a\":\(nested)}")
            let line = try? JSONLine(parsing: Array(text.utf8))
            XCTAssertEqual(HARReading(text).errors.isEmpty, line != nil, "\(depth)")
        }
    }
}
