import Foundation
import TestSupport
import XCTest

/// Runs of `batch` that are to be disturbed, and what they give undisturbed.
struct CommandBatchFixture {
    let folder: ScratchFolder
    /// The options but for the output.
    let arguments: [String]
    /// The name of the results.
    let name: String
    /// The undisturbed results.
    let expected: [UInt8]
    /// The undisturbed summary.
    let summary: String
    /// The size of the undisturbed results.
    let size: Int

    /// Names of results in every format that the build writes.
    static var resultNames: [String] {
        #if SQLite
        ["r.ndjson", "r.csv", "r.sqlite"]
        #else
        ["r.ndjson", "r.csv"]
        #endif
    }

    /// Runs undisturbed.
    ///
    /// - Parameters:
    ///   - folder: Where results are written.
    ///   - input: The input's path.
    ///   - fileExtension: The extension of the results.
    ///   - options: Further options.
    /// - Throws: What writing and reading files throws.
    init(
        _ folder: ScratchFolder, input: String, _ fileExtension: String = "ndjson",
        _ options: [String] = []
    ) throws {
        self.folder = folder
        name = "results.\(fileExtension)"
        arguments =
            ["batch", input, "--json", "--checkpoint-interval", "0", "--output", folder.path(name)]
            + Samlkit.reference + options
        let result = try Samlkit.run(arguments)
        XCTAssertEqual(result.status, 1, result.errors)
        expected = try Self.content(of: name, in: folder)
        size = folder.size(of: name)
        summary = result.text
        XCTAssertGreaterThan(expected.count, 10_000, "The undisturbed run has hardly any results.")
        try folder.remove(name)
    }

    /// Goes on until the end and compares with what an undisturbed run gives.
    func finish(
        _ remark: String = "", file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let result = try Samlkit.run(arguments + ["--resume"])
        XCTAssertEqual(result.status, 1, result.errors, file: file, line: line)
        try check(result.text, remark, file: file, line: line)
    }

    /// Compares with what an undisturbed run gives.
    func check(
        _ text: String, _ remark: String, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let results = try Self.content(of: name, in: folder)
        XCTAssertTrue(
            results == expected, "\(remark): \(results.count) of \(expected.count) bytes",
            file: file, line: line)
        XCTAssertEqual(text, summary, remark, file: file, line: line)
        XCTAssertFalse(folder.holds(name + ".partial"), remark, file: file, line: line)
        XCTAssertFalse(folder.holds(name + ".journal"), remark, file: file, line: line)
    }

    /// The bytes of results, or of a database everything in it: where its pages lie is its own affair.
    private static func content(of name: String, in folder: ScratchFolder) throws -> [UInt8] {
        guard name.hasSuffix(".sqlite") else { return try folder.read(name) }
        let shell = try XCTUnwrap(SQLiteShell(), "There is no sqlite3.")
        return try shell.output(
            of: "PRAGMA integrity_check;\n.dump\n", in: folder.path(name), ["-readonly"])
    }

    /// The lines of an input of many short messages, some of them wrong.
    static func lines(_ count: Int, ids: Int? = nil) throws -> [UInt8] {
        let text =
            "<p:Response xmlns:p='urn:oasis:names:tc:SAML:2.0:protocol' ID='_r' Version='2.0' "
            + "xmlns='urn:oasis:names:tc:SAML:2.0:assertion'><Issuer>urn:idp</Issuer><p:Status>"
            + "<p:StatusCode Value='urn:oasis:names:tc:SAML:2.0:status:Success'/></p:Status>"
            + "<Assertion ID='_a' Version='2.0'><Issuer>urn:idp</Issuer><AttributeStatement>"
            + "<Attribute Name='uid'><AttributeValue>u</AttributeValue></Attribute>"
            + "</AttributeStatement></Assertion></p:Response>"
        var lines = ""
        for number in 0..<count {
            let message =
                number % 11 == 5
                ? "<a/>" : text.replacing("'_r'", with: "'_\(ids.map { number % $0 } ?? number)'")
            lines += Data(message.utf8).base64EncodedString() + "\n"
        }
        return Array(lines.utf8)
    }
}

extension Process {
    /// Waits until something is true, the process ends, or so much time passes that it never will be.
    func wait(until isTrue: () -> Bool) {
        let end = ContinuousClock.now + .seconds(300)
        while !isTrue(), isRunning, ContinuousClock.now < end { usleep(1000) }
    }

    /// Ends the process at once and waits for that.
    func killAndWait() {
        kill(processIdentifier, SIGKILL)
        waitUntilExit()
    }
}
