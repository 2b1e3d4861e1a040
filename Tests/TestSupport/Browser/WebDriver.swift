import Foundation

/// A `chromedriver` process on a port of its own, which starts browsers that tests look through.
///
/// It speaks W3C WebDriver: https://www.w3.org/TR/webdriver2/.
public final class WebDriver: Sendable {
    private let process: BackgroundProcess
    private let connection: WebDriverConnection
    private let browsers = BrowserProcesses()

    /// Why there is no browser.
    public enum Failure: Error, CustomStringConvertible {
        /// Neither chromedriver nor Chromium is installed.
        case notInstalled
        /// chromedriver ended or did not say where it listens.
        case didNotStart(String)
        /// A command was answered with an error.
        case refused(code: String, message: String)
        /// What was waited for did not come.
        case timedOut(String)

        /// What happened, and what to install.
        public var description: String {
            switch self {
            case .notInstalled:
                "chromedriver is not installed; Scripts/setup.sh --test installs it."
            case .didNotStart(let log): "chromedriver did not start: \(log)"
            case .refused(let code, let message): "\(code): \(message)"
            case .timedOut(let what): "waited in vain for \(what)"
            }
        }
    }

    /// Where Debian, Homebrew and the browser's own packages put the program.
    private static var executable: URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return (folders.map(String.init) + ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"])
            .map { URL(filePath: $0).appending(path: "chromedriver") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Whether browsers can be started here.
    public static var isInstalled: Bool { executable != nil }

    /// Starts chromedriver.
    ///
    /// - Throws: A ``Failure`` if it is not there or does not start.
    public init() async throws {
        guard let executable = Self.executable else { throw Failure.notInstalled }
        process = try BackgroundProcess(executable, ["--port=0"])
        do {
            let port = try await process.waitForOutput("successfully on port (\\d+)")
            connection = WebDriverConnection(port: Int(port) ?? 0)
        } catch {
            process.stop()
            throw error
        }
    }

    /// Starts a browser without windows and without anything stored.
    ///
    /// - Parameter acceptsCookies: Whether pages may set cookies.
    /// - Returns: The browser.
    /// - Throws: A ``Failure``.
    public func browser(acceptsCookies: Bool = true) async throws -> Browser {
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--window-size=1000,800",
        ]
        let preferences: [String: Any] =
            acceptsCookies ? [:] : ["profile.default_content_setting_values.cookies": 2]
        let options: [String: Any] = ["args": arguments, "prefs": preferences]
        let answer = try await connection.command(
            "POST", "/session",
            [
                "capabilities": [
                    "alwaysMatch": [
                        "browserName": "chrome", "goog:chromeOptions": options,
                        "goog:loggingPrefs": ["browser": "ALL"],
                    ]
                ]
            ])
        guard let session = answer["sessionId"]?.string else {
            throw Failure.didNotStart("there is no session")
        }
        browsers.insert(answer["capabilities"]?["goog:processID"]?.integer)
        return Browser(session: session, connection: connection)
    }

    /// Ends chromedriver, which has to be asked over HTTP.
    ///
    /// Browsers that were not closed live on, unless their processes are ended first.
    public func stop() async {
        for number in browsers.all { _ = kill(number, SIGTERM) }
        _ = try? await connection.command("GET", "/shutdown")
        process.stop()
    }

    /// Ends chromedriver without asking it, where nothing can be waited for.
    func end() {
        for number in browsers.all { _ = kill(number, SIGTERM) }
        process.stop()
    }
}

/// The processes of the browsers that were started.
private final class BrowserProcesses: @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [pid_t] = []

    var all: [pid_t] { lock.withLock { numbers } }

    func insert(_ number: Int?) {
        lock.withLock { numbers += [number.flatMap(pid_t.init(exactly:))].compactMap(\.self) }
    }
}

/// Carries WebDriver commands, by curl: Foundation's client on Linux takes no header field without a
/// space after the colon, and chromedriver writes them so.
struct WebDriverConnection: Sendable {
    let port: Int

    /// Sends a command and gives the `value` of the answer.
    func command(
        _ method: String, _ path: String, _ body: [String: Any]? = nil
    ) async throws -> JSONTree {
        var arguments = [
            "curl", "--silent", "--show-error", "--max-time", "300", "--request", method,
            "http://127.0.0.1:\(port)\(path)",
        ]
        if method == "POST" {
            let json = try JSONSerialization.data(withJSONObject: body ?? [:])
            arguments += [
                "--header", "Content-Type: application/json", "--data-raw",
                String(decoding: json, as: UTF8.self),
            ]
        }
        let curl = try BackgroundProcess(URL(filePath: "/usr/bin/env"), arguments)
        defer { curl.stop() }
        guard try await curl.status(within: 310) == 0 else {
            throw WebDriver.Failure.refused(code: "no answer", message: curl.errors)
        }
        let value = try JSONTree(parsing: curl.output.utf8)["value"] ?? .null
        if let code = value["error"]?.string {
            throw WebDriver.Failure.refused(code: code, message: value["message"]?.string ?? "")
        }
        return value
    }
}
