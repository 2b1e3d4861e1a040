public import Foundation

/// The products that were built together with the tests, and how a test waits for a process.
extension Process {
    /// A product that has not been started, with nothing to read.
    ///
    /// - Parameters:
    ///   - product: Its name.
    ///   - arguments: What it is given.
    /// - Returns: The process.
    public static func product(_ product: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = products.appending(path: product)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        return process
    }

    /// The folder that the products are built in.
    private static var products: URL {
        #if os(macOS)
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent()
        }
        #endif
        return Bundle.main.bundleURL
    }

    /// Waits for the end and gives the exit status, `nil` when a signal ended the process.
    ///
    /// A process that hangs is killed, so that its test fails instead of hanging too: after a quarter
    /// of an hour, as some runs take half a minute under AddressSanitizer.
    public func finish() -> Int32? {
        let number = processIdentifier
        let watchdog = DispatchWorkItem { _ = kill(number, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 900, execute: watchdog)
        if Thread.isMainThread {
            waitUntilExit()
        } else {
            // On another thread than the main one `waitUntilExit` may wait for ever.
            while isRunning { Thread.sleep(forTimeInterval: 0.01) }
        }
        watchdog.cancel()
        return terminationReason == .exit ? terminationStatus : nil
    }
}
