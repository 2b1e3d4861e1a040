import BatchEngine
import UnixSignals

/// Turns the first SIGINT or SIGTERM into a request to stop early, and the second one into the end.
actor Interruption {
    /// The exit status after a signal.
    private(set) var status: ExitStatus?
    /// The switch that stops a run.
    nonisolated let stop = StopRequest()
    private let isQuiet: Bool

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    /// Waits for signals until the task is cancelled.
    func watch(_ signals: UnixSignalsSequence) async {
        for await signal in signals {
            let status: ExitStatus = signal == .sigint ? .interrupted : .terminated
            if self.status != nil { Console.end(status) }
            self.status = status
            stop.stop()
            if !isQuiet {
                Console.note("samlkit: Stopping. A second signal ends the run immediately.")
            }
        }
    }
}
