import BatchEngine
import UnixSignals

/// Turns the first SIGINT or SIGTERM into a wish to stop, and the second one into the end.
actor Interruption {
    /// What to exit with when a signal has come.
    private(set) var status: ExitStatus?
    /// What a run is asked to stop with.
    nonisolated let stop = StopRequest()
    private let isQuiet: Bool

    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
    }

    /// Waits for signals until the task is cancelled.
    func watch(_ signals: UnixSignalsSequence) async {
        for await signal in signals {
            let status: ExitStatus = signal == .sigint ? .interrupted : .terminated
            if self.status != nil { Console.exit(status) }
            self.status = status
            stop.stop()
            if !isQuiet {
                Console.note("samlkit: Stopping; a second signal ends the run at once.")
            }
        }
    }
}
