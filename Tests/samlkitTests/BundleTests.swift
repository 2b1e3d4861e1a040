import Foundation
import TestSupport
import XCTest

/// What `samlkit bundle` writes, and what it keeps back.
final class BundleTests: XCTestCase {
    private static let trust = Repository.samplePath("metadata/all-idps.xml")

    private static let signed = "01-pretty-lf-assertion-signed-rsa-sha256"

    /// A message, unsigned unless a test is about what becomes of signatures: for a broken one, and few values that are
    /// changed leave it whole, a bundle looks for causes at length, twice.
    private static func sample(_ name: String = "36-unsigned") throws -> String {
        String(decoding: try Repository.sample("captures/\(name).xml"), as: UTF8.self)
    }

    private static var options: [String] {
        ["--trust", trust, "--now", SampleOutcome.now, "--audience", SampleOutcome.audience]
    }

    /// Bundles a file, and returns the entries of the archive.
    private func bundle(
        _ content: some Sequence<UInt8>, named name: String, _ extra: [String] = []
    ) throws -> (result: CommandResult, entries: [String: [UInt8]], folder: ScratchFolder) {
        let folder = try scratchFolder()
        let (result, entries) = try Self.bundle(content, named: name, in: folder, extra)
        return (result, entries, folder)
    }

    private static func bundle(
        _ content: some Sequence<UInt8>, named name: String, in folder: ScratchFolder,
        _ extra: [String] = []
    ) throws -> (result: CommandResult, entries: [String: [UInt8]]) {
        let file = try folder.write(content, to: name)
        let output = folder.url.appending(path: "bundle.zip").path
        let result = try Samlkit.run(["bundle", file, "--output", output] + options + extra)
        guard let zip = FileManager.default.contents(atPath: output) else {
            return (result, [:])
        }
        return (result, entries(of: [UInt8](zip)))
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

    func testAnIndentedMessageFailsInTheSameWayInItsBundle() throws {
        let damaged = try Self.sample(Self.signed).replacingOccurrences(
            of: ">\n", with: ">\n\n  ")
        let (result, entries, folder) = try bundle(damaged.utf8, named: "a.xml")
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.text.contains("indentationAdded"), result.text)
        for (name, content) in entries { try folder.write(content, to: name) }
        let verdict = try Samlkit.run(
            [
                "verify", "--explain", folder.url.appending(path: "message-1.xml").path, "--now",
                SampleOutcome.now, "--trust", folder.url.appending(path: "1-metadata.xml").path,
            ])
        XCTAssertTrue(verdict.text.contains("indented further"), verdict.text)
        XCTAssertTrue(
            String(decoding: entries["README.md"] ?? [], as: UTF8.self).contains("samlkit verify"))
        XCTAssertTrue(
            String(decoding: entries["RECEIPT.md"] ?? [], as: UTF8.self).contains("AttributeValue"))
    }

    func testAnAcceptedMessageIsAcceptedInItsBundleAndNamesOfHostsEndInInvalid() throws {
        let message = try Self.sample(Self.signed)
        let (result, entries, _) = try bundle(
            Data(message.utf8).base64EncodedData(), named: "a.txt")
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.text.contains("accepted"), result.text)
        let xml = try XCTUnwrap(Data(base64Encoded: Data(entries["message-1.txt"] ?? [])))
        let hosts = String(decoding: xml, as: UTF8.self).matches(of: /:\/\/([^\/:"<]+)/)
            .map { String($0.1) }
        XCTAssertFalse(hosts.isEmpty)
        for host in hosts where host != "www.w3.org" {
            XCTAssertTrue(host.hasSuffix(".invalid"), host)
        }
    }

    func testABundleJudgesAMessageWhenItWasCaptured() throws {
        let message = try Data(Repository.sample("captures/25-expired.xml")).base64EncodedString()
        let folder = try scratchFolder()
        let file = try folder.write(
            "{\"time\":\"2026-01-15T13:00:00Z\",\"SAMLResponse\":\"\(message)\"}".utf8,
            to: "a.ndjson")
        let output = folder.path("bundle.zip")
        let trust = ["--trust", Repository.samplePath("metadata/all-idps.xml")]
        let result = try Samlkit.run(["bundle", file, "--output", output] + trust)
        let readme = try XCTUnwrap(
            Self.entries(of: folder.read("bundle.zip"))["README.md"], result.errors)
        XCTAssertTrue(
            String(decoding: readme, as: UTF8.self).contains("--now 2026-01-15T13:00:00Z"))
    }

    func testAMessageThatCannotBeBundledLeavesNoFile() throws {
        let folder = try scratchFolder()
        // An archive of half a message says so.
        let file = try folder.write(
            Array(repeating: UInt8(ascii: "A"), count: 2 << 20), to: "a.txt")
        let output = folder.url.appending(path: "bundle.zip").path
        let result = try Samlkit.run(["bundle", file, "--output", output] + Self.options)
        XCTAssertNotEqual(result.status, 0)
        XCTAssertFalse(FileManager.default.fileExists(atPath: output))
    }

    func testWhatCannotBeBundledIsLeftOutAndListed() throws {
        let good = Data(try Self.sample().utf8).base64EncodedString()
        // A message above the largest size, and one of which only the beginning is there.
        let large = try Self.sample().replacingOccurrences(
            of: "</samlp:Response>",
            with: "<!--\(String(repeating: "x", count: 1 << 20))--></samlp:Response>")
        let lines = [good, Data(large.utf8).base64EncodedString(), good]
            .map { #"{"SAMLResponse":"\#($0)"}"# }
        let (result, entries, _) = try bundle(
            lines.joined(separator: "\n").utf8, named: "subscriber-anna.ndjson")
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.errors.contains("larger than 1 MiB"), result.errors)
        XCTAssertTrue(result.text.contains("left out: "), result.text)
        XCTAssertTrue(result.text.contains("--nth 2 (line 2) (tooManyBytes)"), result.text)
        XCTAssertNotNil(entries["message-2.txt"] ?? entries["message-2.ndjson"], "\(entries.keys)")
        let readme = String(decoding: entries["README.md"] ?? [], as: UTF8.self)
        XCTAssertTrue(readme.contains("message 2, `tooManyBytes`"), readme)
        XCTAssertFalse(readme.contains("anna"), readme)
    }

    func testIfNothingIsLeftNoBundleIsWritten() throws {
        let large = try Self.sample().replacingOccurrences(
            of: "</samlp:Response>",
            with: "<!--\(String(repeating: "x", count: 1 << 20))--></samlp:Response>")
        let (result, entries, _) = try bundle(large.utf8, named: "a.xml")
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.errors.contains("No message could be bundled"), result.errors)
        XCTAssertEqual(entries.count, 0)
    }

    // MARK: Values

    /// The sample with the added attributes of these tests, in one bundle: each attribute as it is there.
    private static let added = Result { try bundledAttributes() }

    private static func bundledAttributes() throws -> [String: String] {
        let end = "</saml:AttributeStatement>"
        let added =
            escapedWords.map { ("", $0.word) } + starts.map { ($0.start, "x") }
            + ([time] + readmeWords).map { ("", $0) }
        let elements = added.map { start, value in
            "<saml:Attribute Name=\"a\" \(start)><saml:AttributeValue>\(value)</saml:AttributeValue>"
                + "</saml:Attribute>"
        }
        let text = try Self.sample().replacingOccurrences(of: end, with: elements.joined() + end)
        let folder = try ScratchFolder()
        defer { folder.removeAll() }
        let (result, entries) = try bundle(text.utf8, named: "a.xml", in: folder)
        XCTAssertEqual(result.status, 0, result.errors)
        let message = String(decoding: entries["message-1.xml"] ?? [], as: UTF8.self)
        let parts = message.components(separatedBy: "<saml:Attribute ").suffix(added.count)
        XCTAssertEqual(parts.count, added.count)
        return Dictionary(
            zip(
                added.map { $0.0 + $0.1 },
                parts.map { $0.components(separatedBy: "</saml:Attribute>").first ?? "" })
        ) { first, _ in first }
    }

    /// An added attribute in the bundle, by how it begins and its value.
    private func bundled(_ start: String, _ value: String) throws -> String {
        try XCTUnwrap(Self.added.get()[start + value])
    }

    private static let escapedWords: [(word: String, form: String)] = [
        ("&#1048;&#1074;&#1072;&#1085;", #"(?:&#1\d\d\d;){4}"#),
        ("&#x418;&#x432;&#x430;&#x43D;", #"(?:&#x4[0-7][0-9A-F];){4}"#),
        ("&amp;#1048;&amp;#1074;&amp;#1072;&amp;#1085;", #"(?:&amp;#1\d\d\d;){4}"#),
        ("%D0%98%D0%B2%D0%B0%D0%BD", #"(?:%D[01]%[89AB][0-9A-F]){4}"#),
        ("=D0=98=D0=B2=D0=B0=D0=BD", #"(?:=D[01]=[89AB][0-9A-F]){4}"#),
        (#"\u0418\u0432\u0430\u043d"#, #"(?:\\u04[0-7][0-9a-f]){4}"#),
        (#"\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD"#, #"(?:\\xD[01]\\x[89AB][0-9A-F]){4}"#),
        ("Иван", #"[\x{400}-\x{47F}]{4}"#),
        // UTF-8 that was read as Latin-1.
        ("äöüß".utf8.map { String(Unicode.Scalar($0)) }.joined(), "(?:Ã.){4}"),
        ("\u{2460}\u{2461}\u{2462}\u{2463}", #"[\x{2460}-\x{24FF}]{4}"#),
    ]
    func testWordsInEscapesArePseudonymsInTheSameEscapes() throws {
        for (word, form) in Self.escapedWords {
            let value = try bundled("", word)
            XCTAssertNotNil(
                value.range(of: ">\(form)<", options: .regularExpression), "\(word): \(value)")
            XCTAssertFalse(value.contains(word), word)
        }
    }

    func testBytesOfOtherEncodingsBecomeOthers() throws {
        let parts = try Self.sample().components(separatedBy: "Zürich")
        let word: [UInt8] = [0xC8, 0xE2, 0xE0, 0xED]
        let cyrillic = Array(parts.map { Array($0.utf8) }.joined(separator: word))
        XCTAssertGreaterThan(parts.count, 1)
        let (result, entries, _) = try bundle(cyrillic, named: "a.xml")
        XCTAssertEqual(result.status, 0, result.errors)
        let runs = (entries["message-1.xml"] ?? []).split { $0 < 0x80 }.filter { $0.count > 3 }
        XCTAssertFalse(runs.isEmpty)
        for run in runs {
            XCTAssertEqual(zip(run, word).count { $0 == $1 }, 0)
            XCTAssertTrue(run.allSatisfy { $0 >= 0xC0 }, "\(run)")
        }
    }

    private static let starts: [(start: String, isKept: Bool)] = [
        (#"NotBefore="2026-01-15T12:00:00.123Z""#, true), (#"NotBefore="555-12-3456""#, false),
        (#"NotBefore="4111.1111.1111.1111""#, false),
        (#"NotBefore="2026-01-15T12:00:00.123456789Z""#, false),
        (#"NotBefore="tue-4815162342""#, false), (#"Version="48-1""#, false),
        (#"Version="2.0""#, true),
    ]
    func testSecretsInTheVersionAndInTimesAreReplaced() throws {
        for (start, isKept) in Self.starts {
            let value = try bundled(start, "x")
            XCTAssertEqual(value.contains(start), isKept, "\(start): \(value)")
        }
    }

    private static let time = "2026-02-27T08:15:00.000Z"

    func testTimesInValuesBecomeOtherTimes() throws {
        let value = try bundled("", Self.time)
        XCTAssertFalse(value.contains("2026-02-27"), value)
        XCTAssertNotNil(
            value.range(
                of: #">20\d\d-[01]\d-[0-2]\dT08:[0-5]\d:[0-5]\d\.000Z<"#,
                options: .regularExpression),
            value)
    }

    private static let readmeWords = [
        "message", "verify", "explain", "samlkit", "metadata", "certificate",
    ]

    func testValuesMayBeWordsOfTheCommandInTheReadme() throws {
        for word in Self.readmeWords {
            XCTAssertFalse(try bundled("", word).contains(">\(word)<"), word)
        }
    }

    func testQuotationMarksMayBeDoubled() throws {
        let end = "</saml:AttributeStatement>"
        let text = try Self.sample().replacingOccurrences(
            of: end,
            with: "<saml:Attribute Name=\"k\"><saml:AttributeValue>Y</saml:AttributeValue>"
                + "</saml:Attribute>\(end)"
        ).replacingOccurrences(of: "\"", with: "\"\"")
        let (result, entries, _) = try bundle("\"\(text)\"".utf8, named: "a.txt")
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertFalse(entries.isEmpty)
    }

    func testWhatIsInNoEncodingWithASCIIIsRefused() throws {
        // EBCDIC has letters and digits beyond 0x80.
        let bytes = try Self.sample().utf8.map { $0 < 0x80 && $0 > 0x40 ? $0 | 0x80 : $0 }
        let (result, entries, _) = try bundle(bytes, named: "a.xml", ["--input-format", "saml"])
        XCTAssertNotEqual(result.status, 0)
        XCTAssertTrue(entries.isEmpty)
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

    func testNoPlantedSecretIsInTheBundle() throws {
        // One in each place that a message has, five in names, five beside the message.
        let secrets = secrets(30)
        var values: [String] = []
        for (place, secret) in secrets.prefix(20).enumerated() {
            let cyrillic = Self.cyrillic(secret)
            let value =
                switch place % 20 {
                case 0: secret
                case 1: Data("token=\(secret)".utf8).base64EncodedString()
                case 2: percentEncoded(secret)
                case 3: stored("key \(secret)").base64EncodedString()
                case 4: "https://\(secret).example/path?session=\(secret)"
                case 5: "<!-- \(secret) \(cyrillic) -->"
                case 6: "Bearer \(secret).\(secret)"
                case 7: secret.utf8.map { "&#\($0);" }.joined()
                case 8: cyrillic
                case 9: percentEncoded(cyrillic)
                case 10: percentEncoded(cyrillic).replacingOccurrences(of: "%", with: "%25")
                case 11: percentEncoded(cyrillic).replacingOccurrences(of: "%", with: "=")
                case 12: percentEncoded(cyrillic).replacingOccurrences(of: "%", with: #"\x"#)
                case 13: cyrillic.unicodeScalars.map { "&#\($0.value);" }.joined()
                case 14:
                    cyrillic.unicodeScalars.map {
                        "&amp;#x" + String($0.value, radix: 16) + ";"
                    }.joined()
                case 15:
                    cyrillic.utf16.map {
                        #"\u"# + String(repeating: "0", count: $0 < 0x100 ? 2 : 1)
                            + String($0, radix: 16)
                    }.joined()
                case 16: Data(cyrillic.utf8).base64EncodedString()
                // UTF-8 that was read as Latin-1.
                case 17: cyrillic.utf8.map { String(Unicode.Scalar($0)) }.joined()
                case 18: "<?app \(secret) \(cyrillic)?>"
                default: secret.utf8.map { #"\u00"# + String($0, radix: 16) }.joined()
                }
            let times = place % 20 == 0 ? " NotBefore=\"\(secret)\" Version=\"\(secret)\"" : ""
            values.append("<saml:AttributeValue\(times)>\(value)</saml:AttributeValue>")
        }
        for secret in secrets[20..<25] {
            let element = "<x:\(secret) xmlns:x=\"urn:\(secret)\" \(secret)=\"\(secret)\"/>"
            values.append("<saml:AttributeValue>\(element)</saml:AttributeValue>")
        }
        let end = "</saml:AttributeStatement>"
        let message = try Self.sample(Self.signed).replacingOccurrences(
            of: end,
            with: "<saml:Attribute Name=\"tokens\">\(values.joined())</saml:Attribute>\(end)")
        let payload = percentEncoded(Data(message.utf8).base64EncodedString())
        let headers = secrets[25..<30].map {
            "{\"name\":\"Authorization\",\"value\":\"Bearer \($0)\"}"
        }
        let har = """
            {"log":{"version":"1.2","entries":[{"startedDateTime":"2026-01-15T12:00:00Z","request":{"method":"POST",\
            "url":"https://sp.example/?t=\(secrets[27])","headers":[\(headers.joined(separator: ","))],"postData":\
            {"mimeType":"application/x-www-form-urlencoded","text":"SAMLResponse=\(payload)&RelayState=\(secrets[29])"}},\
            "response":{"status":200,"headers":[],"content":{"mimeType":"text/html","text":"\(secrets[26])"}}}]}}
            """
        let (result, entries, _) = try bundle(har.utf8, named: "a.har")
        XCTAssertEqual(result.status, 0, result.errors)
        XCTAssertTrue(result.text.contains("signature.digestMismatch"), result.text)
        XCTAssertFalse(entries.isEmpty)
        let planted = Set((secrets + secrets.map(Self.cyrillic)).flatMap(Self.parts))
        for (name, content) in entries {
            for layer in Self.layers(of: content) {
                XCTAssertEqual(
                    planted.intersection(Self.parts(of: String(decoding: layer, as: UTF8.self))),
                    [], name)
            }
        }
    }

    /// A secret in Cyrillic letters and digits.
    private static func cyrillic(_ secret: String) -> String {
        String(
            String.UnicodeScalarView(
                secret.unicodeScalars.compactMap {
                    $0.value >= 0x61 ? Unicode.Scalar($0.value - 0x61 + 0x430) : $0
                }))
    }

    /// All parts of words that are eight letters or digits long; shorter ones may come up by chance.
    private static func parts(of text: String) -> Set<[UInt32]> {
        var parts: Set<[UInt32]> = []
        var word: [UInt32] = []
        for scalar in text.lowercased().unicodeScalars {
            let value = scalar.value
            let isLetter =
                (0x61...0x7A).contains(value) || (0x30...0x39).contains(value)
                || (0x400...0x4FF).contains(value)
            guard isLetter else {
                word = []
                continue
            }
            word.append(value)
            if word.count >= 8 { parts.insert(Array(word.suffix(8))) }
        }
        return parts
    }

    /// The content and everything that it can be decoded to.
    private static func layers(of content: [UInt8], depth: Int = 0) -> [[UInt8]] {
        var found = [content]
        guard depth < 4 else { return found }
        let text = String(decoding: content, as: UTF8.self)
        if let plain = text.removingPercentEncoding, plain != text {
            found += layers(of: Array(plain.utf8), depth: depth + 1)
        }
        for plain in [references(in: text), bytesOfEscapes(in: text), latin1(text)]
        where plain != content {
            found += layers(of: plain, depth: depth + 1)
        }
        // An equals sign is between the name of a field and its value, too.
        for run in text.split(whereSeparator: {
            !("A"..."Z" ~= $0 || "a"..."z" ~= $0 || "0"..."9" ~= $0 || "+/".contains($0))
        })
        where run.utf8.count >= 16 {
            let padding = String(repeating: "=", count: (4 - run.utf8.count % 4) % 4)
            guard let decoded = Data(base64Encoded: run + padding) else { continue }
            found += layers(of: [UInt8](decoded), depth: depth + 1)
            // What stored DEFLATE holds.
            if decoded.first == 1 {
                found += layers(of: [UInt8](decoded.dropFirst(5)), depth: depth + 1)
            }
        }
        return found
    }

    /// The text without references, escaped ones included, and without `\u` escapes.
    private static func references(in text: String) -> [UInt8] {
        func character(_ digits: Substring, _ radix: Int) -> String {
            UInt32(digits, radix: radix).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
        }
        let plain = text.replacingOccurrences(of: "&amp;", with: "&")
            .replacing(/&#(\d+);/) { character($0.1, 10) }
            .replacing(/&#x([0-9A-Fa-f]+);/) { character($0.1, 16) }
            .replacing(/\\u([0-9A-Fa-f]{4})/) { character($0.1, 16) }
        return Array(plain.utf8)
    }

    /// The text with the bytes of `=D0` and `\xD0`.
    private static func bytesOfEscapes(in text: String) -> [UInt8] {
        var output: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let mark = bytes[index...].starts(with: #"\x"#.utf8) ? 2 : 1
            let isMark = mark == 2 || bytes[index] == UInt8(ascii: "=")
            if isMark, index + mark + 1 < bytes.count,
                let byte = UInt8(
                    String(decoding: bytes[(index + mark)...(index + mark + 1)], as: UTF8.self),
                    radix: 16)
            {
                output.append(byte)
                index += mark + 2
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    /// The text as the UTF-8 that was read as Latin-1.
    private static func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    }
}
