import Foundation
import TestSupport
import XCTest
import XMLSecurity

/// One value, planted in every form in messages of every fate, is in no output of a redacted run, and no command shows
/// it that was not asked for values.
final class PlantedValueTests: XCTestCase {
    private static let formats: [String] = {
        var formats = ["ndjson", "csv"]
        #if SQLite
        formats.append("sqlite")
        #endif
        return formats
    }()

    private static let audience = ["--audience", ResponseFixture.audience]
    private static let now = ["--now", ResponseFixture.now]

    /// Everything that runs of samlkit wrote, by the words that say who wrote it.
    private struct Outputs {
        let folder: ScratchFolder
        private(set) var all: [(title: String, bytes: [UInt8])] = []

        /// Runs samlkit, and keeps both streams and the files.
        @discardableResult
        mutating func run(
            _ arguments: [String], files: [String] = [], keepsOutput: Bool = true,
            status: ClosedRange<Int32> = 0...1
        ) throws -> CommandResult {
            let result = try Samlkit.run(arguments)
            let title = arguments.map { $0.replacing(folder.path, with: "") }
                .joined(separator: " ")
            XCTAssertTrue(status.contains(result.status ?? -1), "\(title): \(result.errors)")
            if keepsOutput { all.append((title, result.output)) }
            all.append(("\(title), diagnostics", Array(result.errors.utf8)))
            for file in files { all.append(("\(title), \(file)", try folder.read(file))) }
            return result
        }

        mutating func add(_ file: String) throws { all.append((file, try folder.read(file))) }
    }

    /// A folder with the captures, the key that signed them and the one that decrypts.
    private func outputs() throws -> (Outputs, trust: [String]) {
        let folder = try scratchFolder()
        for capture in try PlantedForms.captures() {
            try folder.write(capture.bytes, to: "captures/" + capture.name)
        }
        let key = try folder.write(SignedFixture.p256.publicKeyPEM.utf8, to: "key.pem")
        let trust =
            ["--trust", key, "--decryption-key"]
            + [Repository.samplePath("keys/sample-sp-encryption.key.pem")]
        return (Outputs(folder: folder), trust + Self.audience + Self.now)
    }

    private func assertNothingShows(in outputs: Outputs, line: UInt = #line) {
        for (title, bytes) in outputs.all where Secret.inMessages.shows(in: bytes) {
            let places = PlantedForms.places.filter {
                Secret(bytes: Array(Secret.planted($0).utf8)).shows(in: bytes)
            }
            XCTFail("\(title): \(places)", line: line)
        }
    }

    func testNoOutputOfARedactedRunHasThePlantedValue() throws {
        var (outputs, trust) = try outputs()
        let folder = outputs.folder
        let captures = folder.path("captures")
        func batch(_ name: String, _ options: [String]) throws -> String {
            let output = name == "-" ? name : folder.path(name)
            try outputs.run(
                ["batch", captures, "--redact", "--output", output] + options,
                files: name == "-" ? [] : [name])
            return output
        }
        let first = ["--report", folder.path("first.html")]
        var results = [try batch("unverified.ndjson", first + Self.now)]
        try outputs.add("first.html")
        for format in Self.formats {
            // The page is the same beside each.
            let report = format == "csv" ? first : []
            results.append(try batch("results.\(format)", trust + report))
        }
        try outputs.add("first.html")
        _ = try batch("-", trust + ["--arrow"])
        _ = try batch("raw.csv", trust + ["--csv", "raw", "--json", "--deduplicate"])
        _ = try batch("-", trust + ["--require", "a0,uid", "--all-attributes"])
        let records = try JSONTree.lines(folder.read("results.ndjson"))
        let fates = Set(records.compactMap { $0["outcome"]?.string })
        XCTAssertTrue(fates.isSuperset(of: ["accepted", "rejected", "malformed"]), "\(fates)")
        let decrypted = records.first {
            $0["source"]?["file"]?.string?.hasSuffix("/encrypted.xml") ?? false
        }
        XCTAssertEqual(decrypted?["outcome"], "accepted", "\(String(describing: decrypted))")

        // Results of before say nothing of redaction, and may hold values.
        let plain = try Samlkit.run(["batch", captures, "--output", "-", "--quiet"] + trust)
        let older = plain.text.replacing(",\"redacted\":false", with: "")
            .replacing("\"schema\":4", with: "\"schema\":3")
            // Their sentences quote nobody.
            .replacing(#/,"sentence":"(?:[^"\\]|\\.)*"/#, with: "")
        XCTAssertNotEqual(plain.text, older)
        results.append(try folder.write(older.utf8, to: "older.ndjson"))
        for result in results {
            var options: [[String]] = [[]]
            if result.hasSuffix(".ndjson") { options.append(["--captures", captures] + trust) }
            for more in options {
                try outputs.run(
                    ["report", result, "--output", folder.path("report.html")] + more,
                    files: ["report.html"])
            }
        }
        assertNothingShows(in: outputs)
    }

    func testWithoutRedactionEveryFormShows() throws {
        var (outputs, trust) = try outputs()
        let folder = outputs.folder
        for format in Self.formats {
            try outputs.run(
                ["batch", folder.path("captures"), "--output", folder.path("results.\(format)")]
                    + trust + ["--report", folder.path("report.html")],
                files: ["results.\(format)"])
            XCTAssertTrue(Secret.inMessages.shows(in: outputs.all.last?.bytes ?? []), format)
        }
        let report = try folder.read("report.html")
        for place in PlantedForms.places {
            XCTAssertTrue(Secret(bytes: Array(Secret.planted(place).utf8)).shows(in: report), place)
        }
    }

    func testWhatAnInterruptedRunLeavesBehindHasNotThePlantedValue() throws {
        var (outputs, _) = try outputs()
        let folder = outputs.folder
        let line = "SAMLResponse=\(Data(PlantedForms.response().utf8).base64EncodedString())\n"
        let process = Samlkit.process(
            [
                "batch", "-", "--redact", "--output", folder.path("results.ndjson"), "--report",
                folder.path("report.html"), "--checkpoint-interval", "0.01",
            ] + Self.now)
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle(forWritingAtPath: try folder.write([], to: "output"))
        process.standardError = FileHandle(forWritingAtPath: try folder.write([], to: "errors"))
        // Read to its end after the process ended: who writes to a pipe that nobody reads is ended by a signal.
        let rest = FileHandle(
            fileDescriptor: dup(input.fileHandleForReading.fileDescriptor), closeOnDealloc: true)
        try process.run()
        // More than is processed at once, so that some of it is done; the rest is waited for.
        let isEnded = DispatchSemaphore(value: 0)
        let writer = Thread {
            try? input.fileHandleForWriting.write(
                contentsOf: Data(String(repeating: line, count: 200).utf8))
            isEnded.wait()
            try? input.fileHandleForWriting.close()
        }
        writer.start()
        process.wait { folder.size(of: "results.ndjson.partial") > 0 }
        process.terminate()
        process.waitUntilExit()
        isEnded.signal()
        _ = try rest.readToEnd()
        for name in ["partial", "journal", "spool"] {
            XCTAssertGreaterThan(folder.size(of: "results.ndjson." + name), 0, name)
            try outputs.add("results.ndjson." + name)
        }
        for name in ["output", "errors"] { try outputs.add(name) }
        assertNothingShows(in: outputs)
    }

    func testACommandThatWasNotAskedForValuesShowsNone() throws {
        var (outputs, trust) = try outputs()
        let folder = outputs.folder
        let captures = folder.path("captures")
        let names = try FileManager.default.contentsOfDirectory(atPath: captures).sorted()
        let files = names.map { folder.path("captures/\($0)") }
        let any: ClosedRange<Int32> = 0...3

        // These say what is wrong and show no value; the provider's words on a failure say what is wrong.
        let others = files.filter { !$0.hasSuffix("/failed.xml") }
        for options in [[], ["--json"]] {
            try outputs.run(["verify", "--all"] + others + trust + options, status: any)
        }
        let pages = ["--sarif", folder.path("a.sarif"), "--html", folder.path("a.html")]
        try outputs.run(["audit", captures] + pages, status: any)
        let bundle = folder.path("bundle.zip")
        let bundled = ["accepted.b64", "failed.xml", "har.har"].map { captures + "/" + $0 }
        // Nothing is decrypted for a bundle.
        let verifying = Array(trust.prefix(2)) + Self.audience + Self.now
        try outputs.run(["bundle"] + bundled + ["--output", bundle] + verifying, status: any)
        if folder.holds("bundle.zip") {
            try outputs.add("bundle.zip")
            // What is packed in it is searched unpacked.
            try outputs.run(["extract", bundle, "--output", folder.path("bundled")], status: any)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("bundled"))
            {
                try outputs.add("bundled/" + name)
            }
        } else {
            XCTFail("no message was bundled")
        }
        for command in ["worker", "query", "explain"] {
            let input = try PlantedForms.response().signing("_assertion").utf8
            let result = try Samlkit.run([command], input: input)
            XCTAssertNotNil(result.status)
            XCTAssertFalse(Secret.inMessages.shows(in: result.output), command)
            XCTAssertFalse(Secret.inMessages.shows(in: result.errors), command)
        }

        // These show messages, and only where they were asked to.
        let other = folder.path("captures/unsigned.xml")
        for command in [
            ["inspect"] + trust, ["inspect", "--html", folder.path("page.html")],
            ["attributes", "--all"] + trust, ["encode"], ["encode", "--unwrap"],
            ["decode", "--output", folder.path("decoded")],
            ["extract", "--output", folder.path("out")],
            ["batch", "--output", folder.path("plain.ndjson")] + trust,
        ] {
            try outputs.run(command + files, keepsOutput: false, status: any)
        }
        let few = ["accepted.xml", "broken.log", "entity.xml", "malformed.xml", "wide.xml"]
        for file in few.map({ folder.path("captures/\($0)") }) {
            try outputs.run(["canonicalize", file], keepsOutput: false, status: any)
            try outputs.run(["diff", file, other], keepsOutput: false, status: any)
        }
        try outputs.run(
            ["report", folder.path("plain.ndjson"), "--output", folder.path("plain.html")])
        assertNothingShows(in: outputs)
    }

    /// The commands that the tests above run, and those that read no message of a capture.
    func testEveryCommandIsSearched() throws {
        let searched = [
            "attributes", "audit", "batch", "bundle", "canonicalize", "decode", "diff", "encode",
            "explain", "extract", "inspect", "query", "report", "verify", "worker",
        ]
        // Servers and those of Adobe Pass have tests of their own.
        let others = ["bench", "exchange", "flow", "sandbox", "serve", "sso"]
        let help = try Samlkit.run(["--help"]).text
        let table = try XCTUnwrap(help.split(separator: "SUBCOMMANDS:").last)
        let names = table.split(separator: "\n").compactMap { line in
            line.prefixMatch(of: #/  ([a-z]+) +/#).map { String($0.1) }
        }
        XCTAssertEqual(names.sorted(), (searched + others).sorted())
    }

    func testTheSearchFindsEverySpelling() {
        let text = Secret.marker
        let bytes = Array(text.utf8)
        let hexadecimal = bytes.map { String($0, radix: 16) }
        let spellings: [[UInt8]] =
            [text.data(using: .utf16LittleEndian), text.data(using: .utf16BigEndian)].map {
                Array($0 ?? Data())
            }
            + ["%", "\\u00", "\\x", "&#x"].map { mark in
                Array(hexadecimal.map { mark + $0 + (mark == "&#x" ? ";" : "") }.joined().utf8)
            }
            + [
                Array(bytes.map { "&#\($0);" }.joined().utf8),
                Array(bytes.map { "%25\(String($0, radix: 16))" }.joined().utf8),
                Array(hexadecimal.joined().uppercased().utf8),
                Array(hexadecimal.reversed().joined().utf8), Array("z\\u{51}7x&#86;w".utf8),
            ]
            + (0..<4).flatMap { before -> [[UInt8]] in
                let text = [UInt8](repeating: 0x41, count: before) + bytes + [0x42]
                let plain = Data(text).base64EncodedString()
                let wide = Data(text.flatMap { [$0, 0] as [UInt8] }).base64EncodedString()
                return [plain, wide].map { Array($0.utf8) }
            }
        for spelling in spellings {
            XCTAssertTrue(
                Secret.inMessages.shows(in: [0x41] + spelling + [0x42]),
                String(decoding: spelling, as: UTF8.self))
        }
        XCTAssertFalse(Secret.inMessages.shows(in: "zQ7xV, zQ7x\\u0056, elE3eFY="))
    }
}
