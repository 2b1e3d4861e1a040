import Foundation
import TestSupport
import XCTest

/// What `samlkit bundle` writes, and what it keeps back.
final class BundleTests: XCTestCase {
    private let trust = Repository.samples.appending(path: "metadata/all-idps.xml").path

    private func sample() throws -> String {
        String(
            decoding: try Repository.sample(
                "captures/01-pretty-lf-assertion-signed-rsa-sha256.xml"), as: UTF8.self)
    }

    private var options: [String] {
        ["--trust", trust, "--now", SampleOutcome.now, "--audience", SampleOutcome.audience]
    }

    /// Bundles a file, and returns the entries of the archive.
    private func bundle(
        _ content: some Sequence<UInt8>, named name: String, _ extra: [String] = []
    ) throws -> (result: CommandResult, entries: [String: [UInt8]], folder: ScratchFolder) {
        let folder = try scratchFolder()
        let file = try folder.write(content, to: name)
        let output = folder.url.appending(path: "bundle.zip").path
        let result = try Samlkit.run(["bundle", file, "--output", output] + options + extra)
        guard let zip = FileManager.default.contents(atPath: output) else {
            return (result, [:], folder)
        }
        return (result, Self.entries(of: [UInt8](zip)), folder)
    }

    /// The entries of an archive in which nothing is compressed.
    private static func entries(of zip: [UInt8]) -> [String: [UInt8]] {
        var entries: [String: [UInt8]] = [:]
        var index = 0
        func number(_ place: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(zip[place + $1]) << (8 * $1) }
        }
        while index + 30 <= zip.count, number(index, 4) == 0x0403_4B50 {
            let (size, nameSize) = (number(index + 18, 4), number(index + 26, 2))
            let name = String(decoding: zip[(index + 30)..<(index + 30 + nameSize)], as: UTF8.self)
            let start = index + 30 + nameSize
            entries[name] = Array(zip[start..<start + size])
            index = start + size
        }
        return entries
    }

    func testAPrettyPrintedMessageFailsInTheSameWayInItsBundle() throws {
        let damaged = try sample().replacingOccurrences(of: ">\n", with: ">\n\n  ")
        let (result, entries, folder) = try bundle(damaged.utf8, named: "a.xml")
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.text.contains("prettyPrinted"), result.text)
        for (name, content) in entries { try folder.write(content, to: name) }
        let verdict = try Samlkit.run(
            [
                "verify", "--explain", folder.url.appending(path: "message-1.xml").path, "--now",
                SampleOutcome.now, "--trust", folder.url.appending(path: "1-metadata.xml").path,
            ])
        XCTAssertTrue(verdict.text.contains("pretty-printed"), verdict.text)
        XCTAssertTrue(
            String(decoding: entries["README.md"] ?? [], as: UTF8.self).contains("samlkit verify"))
        XCTAssertTrue(
            String(decoding: entries["RECEIPT.md"] ?? [], as: UTF8.self).contains("AttributeValue"))
    }

    func testAnAcceptedMessageIsAcceptedInItsBundle() throws {
        let (result, entries, _) = try bundle(
            Data(try sample().utf8).base64EncodedData(), named: "a.txt")
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.text.contains("accepted"), result.text)
        XCTAssertNotNil(Data(base64Encoded: Data(entries["message-1.txt"] ?? [])))
    }

    func testNamesOfHostsEndInInvalid() throws {
        let (_, entries, _) = try bundle(try sample().utf8, named: "a.xml")
        let text = String(decoding: entries["message-1.xml"] ?? [], as: UTF8.self)
        let hosts = text.matches(of: /:\/\/([^\/:"<]+)/).map { String($0.1) }
        XCTAssertFalse(hosts.isEmpty)
        for host in hosts where host != "www.w3.org" {
            XCTAssertTrue(host.hasSuffix(".invalid"), host)
        }
    }

    func testAMessageThatCannotBeBundledLeavesNoFile() throws {
        let folder = try scratchFolder()
        // An archive of half a message says so.
        let file = try folder.write(
            Array(repeating: UInt8(ascii: "A"), count: 2 << 20), to: "a.txt")
        let output = folder.url.appending(path: "bundle.zip").path
        let result = try Samlkit.run(["bundle", file, "--output", output] + options)
        XCTAssertNotEqual(result.status, 0)
        XCTAssertFalse(FileManager.default.fileExists(atPath: output))
    }

    func testWordsInEscapesAndOtherEncodingsAreRefused() throws {
        let end = "</saml:AttributeStatement>"
        let sample = try sample()
        for word in [
            "&#1048;&#1074;&#1072;&#1085;", "&#x418;&#x432;&#x430;&#x43D;",
            "%D0%98%D0%B2%D0%B0%D0%BD",
            "=D0=98=D0=B2=D0=B0=D0=BD", #"\u0418\u0432\u0430\u043D"#,
            #"\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD"#,
        ] {
            let value =
                "<saml:Attribute Name=\"a\"><saml:AttributeValue>\(word)</saml:AttributeValue>"
            let text = sample.replacingOccurrences(of: end, with: "\(value)</saml:Attribute>\(end)")
            let (result, entries, _) = try bundle(text.utf8, named: "a.xml")
            XCTAssertTrue(entries.isEmpty, word)
            XCTAssertTrue((result.text + result.errors).contains("in escapes"), word)
        }
        let cyrillic = Array(sample.replacingOccurrences(of: "Zürich", with: "????").utf8)
            .map { $0 == UInt8(ascii: "?") ? 0xF1 : $0 }
        XCTAssertTrue(try bundle(cyrillic, named: "a.xml").entries.isEmpty)
    }

    // MARK: Planted secrets

    /// Deterministic words that no message has.
    private func secrets(_ count: Int) -> [String] {
        var state: UInt64 = 0x5EED
        return (0..<count).map { number in
            // Names begin with a letter.
            "q"
                + String(
                    (0..<14).map { place -> Character in
                        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        let value = UInt8(truncatingIfNeeded: state >> 33) % 36
                        return Character(
                            Unicode.Scalar(value < 26 ? 0x61 + value : 0x30 + value - 26))
                    })
        }
    }

    private func stored(_ text: String) -> Data {
        let count = UInt16(text.utf8.count)
        return Data([
            1, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8),
        ])
            + Data(text.utf8)
    }

    private func percentEncoded(_ text: String) -> String {
        text.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    }

    func testNoneOfAThousandPlantedSecretsIsInTheBundle() throws {
        let secrets = secrets(1000)
        var values: [String] = []
        for (place, secret) in secrets.prefix(800).enumerated() {
            let value =
                switch place % 8 {
                case 0: secret
                case 1: Data("token=\(secret)".utf8).base64EncodedString()
                case 2: percentEncoded(secret)
                case 3: stored("key \(secret)").base64EncodedString()
                case 4: "https://\(secret).example/path?session=\(secret)"
                case 5: "<!-- \(secret) -->"
                case 6: "Bearer \(secret).\(secret)"
                default: secret.utf8.map { "&#\($0);" }.joined()
                }
            values.append("<saml:AttributeValue>\(value)</saml:AttributeValue>")
        }
        for secret in secrets[800..<900] {
            let element = "<x:\(secret) xmlns:x=\"urn:\(secret)\" \(secret)=\"\(secret)\"/>"
            values.append("<saml:AttributeValue>\(element)</saml:AttributeValue>")
        }
        let end = "</saml:AttributeStatement>"
        let message = try sample().replacingOccurrences(
            of: end,
            with: "<saml:Attribute Name=\"tokens\">\(values.joined())</saml:Attribute>\(end)")
        let payload = percentEncoded(Data(message.utf8).base64EncodedString())
        let headers = secrets[900..<1000].map {
            "{\"name\":\"Authorization\",\"value\":\"Bearer \($0)\"}"
        }
        let har = """
            {"log":{"version":"1.2","entries":[{"startedDateTime":"2026-01-15T12:00:00Z","request":{"method":"POST",\
            "url":"https://sp.example/?t=\(secrets[950])","headers":[\(headers.joined(separator: ","))],"postData":\
            {"mimeType":"application/x-www-form-urlencoded","text":"SAMLResponse=\(payload)&RelayState=\(secrets[999])"}},\
            "response":{"status":200,"headers":[],"content":{"mimeType":"text/html","text":"\(secrets[901])"}}}]}}
            """
        let (result, entries, _) = try bundle(har.utf8, named: "a.har")
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.text.contains("signature.digestMismatch"), result.text)
        XCTAssertFalse(entries.isEmpty)
        let planted = Set(secrets)
        for (name, content) in entries {
            for layer in Self.layers(of: content) {
                let text = String(decoding: layer, as: UTF8.self).lowercased()
                let words = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(
                    String.init)
                XCTAssertEqual(planted.intersection(words), [], name)
            }
        }
    }

    /// The content and everything that it can be decoded to.
    private static func layers(of content: [UInt8], depth: Int = 0) -> [[UInt8]] {
        var found = [content]
        guard depth < 4 else { return found }
        let text = String(decoding: content, as: UTF8.self)
        if let plain = text.removingPercentEncoding, plain != text {
            found += layers(of: Array(plain.utf8), depth: depth + 1)
        }
        let plain = text.replacing(/&#(\d+);/) { match in
            UInt8(match.1).map { String(Unicode.Scalar($0)) } ?? ""
        }
        if plain != text { found += layers(of: Array(plain.utf8), depth: depth + 1) }
        for run in text.split(whereSeparator: {
            !("A"..."Z" ~= $0 || "a"..."z" ~= $0 || "0"..."9" ~= $0 || "+/=".contains($0))
        })
        where run.count >= 16 {
            guard let decoded = Data(base64Encoded: String(run)) else { continue }
            found += layers(of: [UInt8](decoded), depth: depth + 1)
            // What stored DEFLATE holds.
            if decoded.first == 1 {
                found += layers(of: [UInt8](decoded.dropFirst(5)), depth: depth + 1)
            }
        }
        return found
    }
}
