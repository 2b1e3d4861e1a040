import Foundation
import SAMLBindings
import TestSupport
import XCTest

@testable import Captures

/// The exchanges of the files in `Tests/Captures`, as a separate reader listed them in `expected.ndjson.gz`.
enum SampleOracle {
    /// The folder of the files.
    static let folder = Repository.root.appending(path: "Tests/Captures")

    /// Reads a file and compares its exchanges, and the places of their messages, with the list.
    ///
    /// - Parameters:
    ///   - name: The file, such as `real/firefox-153.har`.
    ///   - readAs: The name it is read under; without one, that of the file.
    ///   - comparesBodies: `false` for readers that do not keep every body.
    ///   - unanswered: The exchanges whose status in the list is no response's.
    ///   - file: The file of the test.
    ///   - line: The line of the test.
    /// - Throws: What reading the file throws.
    static func check(
        _ name: String, readAs: String? = nil, comparesBodies: Bool = true,
        unanswered: Set<Int> = [], file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let expected = try XCTUnwrap(
            unsafe all[name], "\(name) is not in the list", file: file, line: line)
        let exchanges = try exchanges(of: name, readAs: readAs)
        XCTAssertEqual(exchanges.count, expected.count, name, file: file, line: line)
        for (number, (one, listed)) in zip(exchanges, expected).enumerated() {
            var other = listed
            if unanswered.contains(number) { other["status"] = nil }
            for difference in differences(one, other, comparesBodies: comparesBodies) {
                XCTFail("\(name), exchange \(number): \(difference)", file: file, line: line)
            }
        }
    }

    /// The exchanges of a file; an entry that failed is a failure of the test.
    static func exchanges(of name: String, readAs: String? = nil) throws -> [HTTPExchange] {
        var options = CaptureReader.Options()
        options.givesExchanges = true
        let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
        let stream = try OpenCapture.stream(
            ByteReader(PieceSource(bytes)),
            name: readAs ?? folder.appending(path: name).path, archiveDepth: 0, options: options)
        var exchanges: [HTTPExchange] = []
        while let step = stream.next() {
            switch step {
            case .exchange(let exchange): exchanges.append(exchange)
            case .entry(let entry): XCTFail("\(name): \(entry.outcome)")
            case .passedOver: break
            }
        }
        return exchanges
    }

    // MARK: Comparison

    private static func differences(
        _ exchange: HTTPExchange, _ expected: [String: Any], comparesBodies: Bool
    ) -> [String] {
        var found: [String] = []
        func compare(_ what: String, _ one: String?, _ other: String?) {
            if one != other { found.append("\(what) \(one ?? "nil"), expected \(other ?? "nil")") }
        }
        compare("method", exchange.method, expected["method"] as? String)
        compare("url", String(decoding: exchange.url, as: UTF8.self), expected["url"] as? String)
        compare(
            "request headers", "\(exchange.requestHeaders.count)",
            (expected["requestHeaders"] as? Int).map { "\($0)" })
        compare(
            "response headers", "\(exchange.responseHeaders.count)",
            (expected["responseHeaders"] as? Int).map { "\($0)" })
        var status: Int?
        if case .response(let code, _) = exchange.outcome { status = code }
        compare("status", status.map { "\($0)" }, (expected["status"] as? Int).map { "\($0)" })
        if let text = expected["startText"] as? String {
            // The list takes no zone for known by its name.
            compare("start", exchange.start?.text, text)
        } else {
            compare(
                "start", exchange.start?.microseconds.map { "\($0 / 1000)" },
                (expected["start"] as? String).flatMap { milliseconds($0) }.map { "\($0)" })
        }
        if let duration = expected["durationMs"] as? Double {
            if abs((exchange.duration ?? -1) - duration) > 0.01 {
                found.append("duration \(exchange.duration ?? -1), expected \(duration)")
            }
        }
        #if !Archives
        // Brotli and Zstandard are read with the trait alone; what was not decoded says so.
        for body in [exchange.requestBody, exchange.responseBody] {
            if case .undecodable(let coding) = body.state, ["br", "zstd"].contains(coding) {
                return found
            }
        }
        #endif
        compare(
            "messages", places(exchange).joined(separator: " "),
            (expected["messages"] as? [String] ?? []).compactMap { part($0) }
                .joined(separator: " "))
        if comparesBodies {
            compare("request", state(exchange.requestBody), state(expected["requestBody"]))
            compare("response", state(exchange.responseBody), state(expected["responseBody"]))
        }
        return found
    }

    private static func milliseconds(_ text: String) -> Int64? {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter.date(from: text).map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
    }

    /// The parts with a message that is whole; the list has no messages of `Location` headers.
    private static func places(_ exchange: HTTPExchange) -> [String] {
        exchange.messages().filter { $0.part != .location }.map { message in
            guard let bytes = try? message.content.get(),
                (try? EnvelopeDecoder().envelope(from: CapturedMessage(bytes: bytes))) != nil
            else { return "unreadable" }
            return message.part.rawValue
        }
    }

    private static func part(_ place: String) -> String? {
        let part: MessagePart? =
            switch place.prefix(while: { $0 != ":" }) {
            case "url": .url
            case "body", "multipart": .requestBody
            case "json", "html": .responseBody
            case "decoded": .decoded
            default: nil
            }
        return part?.rawValue ?? place
    }

    private static func state(_ body: HTTPBody) -> String {
        switch body.state {
        case .present, .truncated: "\(body.bytes.count) \(SHA256.hexadecimal(of: body.bytes))"
        case .empty: "absent"
        case .notRecorded: "notRecorded"
        case .dropped: "dropped"
        case .redacted: "redacted"
        case .undecodable(let coding): "undecodable \(coding)"
        case .tooLarge: "tooLarge"
        }
    }

    private static func state(_ value: Any?) -> String? {
        guard let body = value as? [String: Any] else { return nil }
        guard let length = body["length"] as? Int, length > 0 else {
            let state = body["state"] as? String
            return state == "present" ? "absent" : state
        }
        return "\(length) \(body["sha256"] as? String ?? "")"
    }

    // MARK: The list

    private nonisolated(unsafe) static let all: [String: [[String: Any]]] = {
        guard let data = try? Data(contentsOf: folder.appending(path: "expected.ndjson.gz")),
            let source = try? GzipSource(
                ByteReader(PieceSource(Array(data))), limits: .standard)
        else { return [:] }
        var bytes: [UInt8] = []
        while let count = try? source.read(upTo: 1 << 20, into: &bytes), count > 0 {}
        var files: [String: [[String: Any]]] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
            if let object, let file = object["file"] as? String {
                files[file, default: []].append(object)
            }
        }
        return files
    }()
}

extension HTTPHeaders {
    /// The number of headers, with the pseudo-headers.
    fileprivate var count: Int { fields.count + pseudoFields.count }
}

/// SHA-256 (FIPS 180-4), for tests of a module that has no cryptography.
enum SHA256 {
    static func hexadecimal(of bytes: [UInt8]) -> String {
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c,
            0x1f83_d9ab, 0x5be0_cd19,
        ]
        var padded = bytes + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        let bitCount = UInt64(bytes.count) * 8
        padded += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
        for start in stride(from: 0, to: padded.count, by: 64) {
            add(padded[start..<(start + 64)], to: &state)
        }
        return state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
        let first = block.startIndex
        var words = (0..<16).map { word in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[first + 4 * word + $1]) }
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let small = turned(early, 7) ^ turned(early, 18) ^ early >> 3
            let large = turned(late, 17) ^ turned(late, 19) ^ late >> 10
            words.append(words[index - 16] &+ small &+ words[index - 7] &+ large)
        }
        var v = state
        for index in 0..<64 {
            let large = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
            let choice = v[4] & v[5] ^ ~v[4] & v[6]
            let one = v[7] &+ large &+ choice &+ constants[index] &+ words[index]
            let small = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)
            let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
            v = [one &+ small &+ majority, v[0], v[1], v[2], v[3] &+ one, v[4], v[5], v[6]]
        }
        for index in 0..<8 { state[index] &+= v[index] }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = {
        let primes = (2...311).filter { number in
            (2..<number).allSatisfy { number % $0 != 0 }
        }
        return primes.map { prime in
            let root = cbrt(Double(prime))
            return UInt32(truncatingIfNeeded: UInt64((root - root.rounded(.down)) * 4_294_967_296))
        }
    }()
}
