public import Foundation

/// A program that runs beside a test and whose output is looked at while it runs.
public final class BackgroundProcess: Sendable {
    /// The process.
    public let process: Process
    private let folder: ScratchFolder

    /// Why output did not come.
    public struct Failure: Error, CustomStringConvertible {
        /// What happened, with the output there was.
        public let description: String
    }

    /// Starts a program with nothing on standard input.
    ///
    /// - Parameters:
    ///   - executable: The program.
    ///   - arguments: Its arguments.
    ///   - environment: Variables that are set besides those of the tests.
    /// - Throws: What Foundation throws when the program cannot be started.
    public init(
        _ executable: URL, _ arguments: [String], environment: [String: String] = [:]
    ) throws {
        folder = try ScratchFolder()
        process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        // Files, unlike pipes, never fill up.
        process.standardOutput = FileHandle(forWritingAtPath: try folder.write([], to: "output"))
        process.standardError = FileHandle(forWritingAtPath: try folder.write([], to: "errors"))
        try Self.withoutBlockedSignals { try process.run() }
    }

    /// Threads of a pool block signals, and a program that is started in one would never hear of its end.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var blocked = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try body()
    }

    /// What has been written to standard output so far.
    public var output: String { text("output") }

    /// What has been written to standard error so far.
    public var errors: String { text("errors") }

    private func text(_ name: String) -> String {
        String(decoding: (try? folder.read(name)) ?? [], as: UTF8.self)
    }

    /// Waits for output of a form, on either stream.
    ///
    /// - Parameters:
    ///   - pattern: The form, with one group.
    ///   - seconds: How long to wait at most; only a process that hangs takes so long.
    /// - Returns: What the group stands for.
    /// - Throws: A ``Failure`` when the process ended or the time was up.
    public func waitForOutput(_ pattern: String, seconds: Int = 600) async throws -> String {
        let form = try Regex<(Substring, Substring)>(pattern)
        for _ in 0..<(seconds * 100) {
            let isRunning = process.isRunning
            for text in [output, errors] {
                if let match = text.firstMatch(of: form) { return String(match.output.1) }
            }
            guard isRunning else { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        let end = process.isRunning ? "still runs" : "ended with \(process.terminationStatus)"
        throw Failure(
            description: "\(pattern) did not come; the process \(end): \(output)\(errors)")
    }

    /// Waits for the end.
    ///
    /// - Parameter seconds: How long to wait before the process is killed.
    /// - Returns: The exit status, `nil` when a signal ended the process.
    /// - Throws: `CancellationError`.
    public func status(within seconds: Int = 600) async throws -> Int32? {
        for _ in 0..<(seconds * 200) where process.isRunning {
            try await Task.sleep(for: .milliseconds(5))
        }
        if process.isRunning { end(within: 0) }
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }

    /// Ends the process if it still runs, and removes its output.
    public func stop() {
        if process.isRunning {
            process.terminate()
            end(within: 5)
        }
        folder.removeAll()
    }

    /// Waits for the end and then makes it.
    ///
    /// `waitUntilExit` may wait for ever on another thread than the main one.
    private func end(within seconds: Int) {
        for attempt in 0..<(seconds * 50 + 500) where process.isRunning {
            if attempt == seconds * 50 { _ = kill(process.processIdentifier, SIGKILL) }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }
}
