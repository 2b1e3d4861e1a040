#if Sandbox
import Foundation
import Logging

/// Everything that was logged or told about errors, each different text once.
final class ToldTexts: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: Set<String> = []
    private var total = 0

    /// The different texts and how many there were in all.
    var all: (different: Set<String>, total: Int) { lock.withLock { (texts, total) } }

    func add(_ text: String) {
        lock.withLock {
            texts.insert(text)
            total += 1
        }
    }

    /// A logger that keeps every line with all of its metadata, from level trace.
    var logger: Logger { Logger(label: "endurance") { _ in Handler(texts: self) } }

    private struct Handler: LogHandler {
        let texts: ToldTexts
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
                .map { name, value in "\(name)=\(Self.withoutDuration(name, "\(value)"))" }
                .sorted().joined(separator: " ")
            texts.add("\(event.level) \(event.source) \(event.message) \(all)")
        }

        /// Durations differ from line to line, and six digits cannot be a secret.
        private static func withoutDuration(_ name: String, _ value: String) -> String {
            guard name == "duration", value.hasSuffix(" ms"), value.utf8.count <= 9,
                value.dropLast(3).allSatisfy(\.isNumber)
            else { return value }
            return "N ms"
        }
    }
}

/// Finds texts that hold twelve bytes in a row of any secret.
struct LeakSearch: Sendable {
    static let window = 12
    private var windows: Set<[UInt8]> = []

    init(in texts: Set<String>) {
        for text in texts {
            for window in Self.windows(of: text) { windows.insert(window) }
        }
    }

    /// Whether a part of `secret` stands in one of the texts.
    func shows(_ secret: String) -> Bool {
        Self.windows(of: secret).contains(where: windows.contains)
    }

    private static func windows(of text: String) -> [[UInt8]] {
        let bytes = Array(text.utf8)
        guard bytes.count > window else { return bytes.count < 6 ? [] : [bytes] }
        return (0...bytes.count - window).map { Array(bytes[$0..<$0 + window]) }
    }
}
#endif
