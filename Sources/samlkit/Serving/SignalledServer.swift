#if Sandbox
import UnixSignals

/// A server that runs until a signal comes.
enum SignalledServer {
    private static let patience = Duration.seconds(10)

    /// Runs a server and returns the status to exit with.
    ///
    /// Answers that were begun have ten seconds to end; a second signal does not wait for them.
    ///
    /// - Parameter listen: Listens until its task is cancelled.
    /// - Returns: The status of the signal, or else what `listen` returns.
    static func status(of listen: sending @escaping () async -> ExitStatus) async -> ExitStatus {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let serving = Task { await listen() }
        // A sequence of signals has one reader.
        let watching = Task { () -> ExitStatus? in
            var first: ExitStatus?
            for await signal in signals {
                if let first { Console.end(first) }
                let status = signal == .sigint ? ExitStatus.interrupted : .terminated
                first = status
                serving.cancel()
                Task {
                    try await Task.sleep(for: patience)
                    Console.end(status)
                }
            }
            return first
        }
        let status = await serving.value
        watching.cancel()
        return await watching.value ?? status
    }
}
#endif
