#if Sandbox
internal import NIOConcurrencyHelpers
internal import WireText

/// How far the requests of pages are, for the page that waits; nothing of what was sent.
struct JobBoard: Sendable {
    /// The state of one request.
    struct Job: Sendable {
        var byteCount = 0
        var doneByteCount = 0
        var messageCount = 0
        /// The answers that there are: `messages`, `audit`.
        var views: [String] = []
        /// The command that gives the same answer.
        var command: String?
        var isDone = false

        var json: JSONValue {
            .object([
                ("done", .boolean(isDone)), ("bytes", .integer(byteCount)),
                ("bytesDone", .integer(doneByteCount)), ("messages", .integer(messageCount)),
                ("views", .strings(views)), ("command", .string(orNull: command)),
            ])
        }
    }

    private let jobs = NIOLockedValueBox<[String: Job]>([:])
    private static let mostJobs = 256
    private static let secondsKept = 60.0

    /// Returns whether a text is the name of a job: what the page's script draws at random.
    static func isName(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { Hexadecimal.value($0) != nil }
    }

    /// Changes a job; the first change begins it.
    func update(_ name: String?, _ change: (inout Job) -> Void) {
        guard let name, Self.isName(name) else { return }
        jobs.withLockedValue { jobs in
            guard jobs[name] != nil || jobs.count < Self.mostJobs else { return }
            change(&jobs[name, default: Job()])
        }
    }

    /// Ends a job, which is forgotten a little later.
    func finish(_ name: String?) {
        guard let name, Self.isName(name) else { return }
        update(name) { $0.isDone = true }
        Task {
            try? await Task.sleep(for: .seconds(Self.secondsKept))
            jobs.withLockedValue { $0[name] = nil }
        }
    }

    /// The state of a job, if there is one.
    func job(_ name: String) -> Job? { jobs.withLockedValue { $0[name] } }
}
#endif
