import Foundation

/// A browser that the tests of a process share, for pages that leave nothing behind in it.
///
/// Starting one costs more than most tests of a page. It ends with the process.
public enum SharedBrowser {
    private struct Started: Sendable {
        let driver: WebDriver
        let browser: Browser
    }

    private static let started = Task {
        let driver = try await WebDriver()
        running.insert(driver)
        atexit { SharedBrowser.running.end() }
        return Started(driver: driver, browser: try await driver.browser())
    }

    private static let running = RunningDrivers()

    /// The browser, as it was when it was started, with an empty page.
    ///
    /// - Throws: A ``WebDriver/Failure`` if there is none.
    public static func browser() async throws -> Browser {
        let browser = try await started.value.browser
        try await browser.reset()
        return browser
    }

    /// The driver, for tests that need a second browser and close it.
    ///
    /// - Throws: A ``WebDriver/Failure`` if there is none.
    public static func driver() async throws -> WebDriver { try await started.value.driver }
}

/// The drivers that end with the process.
private final class RunningDrivers: @unchecked Sendable {
    private let lock = NSLock()
    private var drivers: [WebDriver] = []

    func insert(_ driver: WebDriver) { lock.withLock { drivers.append(driver) } }

    func end() {
        for driver in lock.withLock({ drivers }) { driver.end() }
    }
}
