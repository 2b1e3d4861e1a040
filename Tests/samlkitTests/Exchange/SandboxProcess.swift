import Foundation
import TestSupport
import XCTest

/// A `samlkit sandbox` on a port of its own.
struct SandboxProcess {
    let background: BackgroundProcess
    /// Where it listens, without a slash at the end.
    let baseURL: String

    /// Starts a sandbox and waits until it listens.
    ///
    /// - Throws: `XCTSkip` when samlkit was built without the trait.
    init(_ arguments: [String] = ["--no-throttle"]) async throws {
        background = try Samlkit.background(["sandbox", "--port", "0"] + arguments)
        do {
            baseURL = try await background.waitForOutput("(http://127.0.0.1:[1-9][0-9]*)")
        } catch {
            let errors = background.errors
            background.stop()
            guard errors.contains("--traits Sandbox") else { throw error }
            throw XCTSkip("samlkit was built without the trait Sandbox.")
        }
    }

    /// The page with the rules that were broken.
    func review() async throws -> String {
        String(
            decoding: try await SandboxDevice(baseURL: baseURL, identifier: "")
                .send("GET", "/review"), as: UTF8.self)
    }
}

extension Samlkit {
    /// samlkit beside the test, without the variables that it reads.
    static func background(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> BackgroundProcess {
        let executable = try XCTUnwrap(process(arguments).executableURL)
        return try BackgroundProcess(executable, arguments, environment: environment)
    }
}

extension XCTestCase {
    /// A sandbox that lasts as long as the test.
    func sandbox(_ arguments: [String] = ["--no-throttle"]) async throws -> SandboxProcess {
        let sandbox = try await SandboxProcess(arguments)
        addTeardownBlock { sandbox.background.stop() }
        return sandbox
    }

    /// The last line of `--json`.
    func outcome(of result: CommandResult) throws -> JSONTree {
        try JSONTree(parsing: XCTUnwrap(result.lines.last).utf8)
    }
}
