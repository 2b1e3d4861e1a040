import SAML2
import SystemPackage
import WireText

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The process's standard streams, clock and exit.
enum Console {
    /// Writes bytes to standard output.
    static func write(_ bytes: [UInt8]) throws(CommandFailure) {
        do {
            try FileDescriptor.standardOutput.writeAll(bytes)
        } catch let error where error as? Errno == .brokenPipe {
            throw .readerLeft
        } catch {
            throw CommandFailure(.outputFailed, "Standard output could not be written.")
        }
    }

    /// Writes a JSON object on one line, safe for a terminal.
    static func write(_ json: JSONValue) throws(CommandFailure) {
        try write(TerminalText.safe(json: json.line))
    }

    /// Writes a JSON object, or lines of text that are made safe for a terminal.
    static func show(
        _ json: @autoclosure () -> JSONValue, or lines: @autoclosure () -> [String], isJSON: Bool
    ) throws(CommandFailure) {
        try show(json(), or: lines().screenLines, isJSON: isJSON)
    }

    /// Writes a JSON object, or lines of a screen.
    static func show(
        _ json: @autoclosure () -> JSONValue, or lines: @autoclosure () -> [ScreenLine],
        isJSON: Bool
    ) throws(CommandFailure) {
        if isJSON { return try write(json()) }
        try show(lines())
    }

    /// Writes lines of text that are made safe for a terminal.
    static func show(_ lines: [String]) throws(CommandFailure) { try show(lines.screenLines) }

    /// Writes lines of a screen.
    static func show(_ lines: [ScreenLine]) throws(CommandFailure) {
        try write(Array(lines.map { $0.text(ScreenColours.ofOutput) }.joined().utf8))
    }

    /// Writes lines of a screen to standard error.
    static func note(_ lines: [ScreenLine]) {
        note(raw: lines.map { $0.text(ScreenColours.ofErrors) }.joined())
    }

    /// Writes a failure to standard error: what begins it, and what is wrong.
    static func note(_ label: String, _ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        note(["\(.bad, label) \(lines[0])"] + Array(lines.dropFirst()).screenLines)
    }

    /// Writes lines to standard error.
    ///
    /// File names may contain anything, so the text is made safe for a terminal.
    ///
    /// A diagnostic that cannot be written is lost.
    static func note(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        note(lines.map { ScreenLine(String($0)) })
    }

    /// Writes text to standard error as it is.
    static func note(raw text: String) {
        _ = try? FileDescriptor.standardError.writeAll(Array(text.utf8))
    }

    /// A Boolean value that indicates whether standard error is a terminal that can write over a line.
    static var hasTerminal: Bool {
        isatty(FileDescriptor.standardError.rawValue) == 1 && environmentVariable("TERM") != "dumb"
    }

    /// Makes a closed pipe an error of the write, instead of a signal that ends the process.
    static func ignoreClosedPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Ends the process.
    static func end(_ status: ExitStatus) -> Never { exit(status.rawValue) }

    /// Seconds and nanoseconds since 1970 by the system's clock.
    static func currentTime() -> (seconds: Int64, nanoseconds: Int32) {
        let time = time(of: CLOCK_REALTIME)
        return (Int64(time.tv_sec), Int32(time.tv_nsec))
    }

    /// Returns the modification time of a regular file, or `nil` for anything else.
    static func modificationTime(of path: String) -> SAML.Instant? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return SAML.Instant(secondsSinceEpoch: Int64(time.tv_sec))
    }

    /// The properties that change when a file is written or replaced.
    struct FileStamp: Equatable {
        let device: UInt64
        let number: UInt64
        let byteCount: Int64
        let seconds: Int64
        let nanoseconds: Int64
    }

    /// Returns the stamp of a file, or `nil` if there is none.
    static func fileStamp(of path: String) -> FileStamp? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return FileStamp(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            number: UInt64(truncatingIfNeeded: status.st_ino), byteCount: Int64(status.st_size),
            seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    /// Returns the value of an environment variable.
    static func environmentVariable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The CPU time of this thread, in nanoseconds.
    static func processorTime() -> UInt64 {
        let time = time(of: CLOCK_THREAD_CPUTIME_ID)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static func time(of clock: clockid_t) -> timespec {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return time
    }

    /// The number of available processors.
    static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
