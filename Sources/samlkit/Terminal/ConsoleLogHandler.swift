#if Sandbox
import Logging

/// Writes what a library logs to standard error.
struct ConsoleLogHandler: LogHandler {
    let label: String
    var logLevel = Logger.Level.warning
    var metadata = Logger.Metadata()

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        Console.note("\(label): \(event.level): \(event.message)")
    }
}
#endif
