import ArgumentParser
import PayloadCoding
import ProfileProcessing
import SAMLBindings
import WireText

struct Worker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", _superCommandName: "samlkit",
        abstract: "Judge messages for another program, over pipes.",
        discussion: """
            Reads requests from standard input and writes one answer for each, in order, until the \
            input ends. A request or an answer is a JSON object in UTF-8 behind its length in bytes, \
            as 4 bytes with the most significant one first; it has at most 64 MiB.

            A request has version (1), id (any number), message (the captured bytes in Base64) and \
            options (an array with the words of samlkit verify, such as --trust and a file). The \
            answer has version, id, and record, the same as samlkit batch writes, or error with code \
            and message. Files of the options are read again when they change, and once a minute.

            The Python module samlkit runs it; programs in Swift use the library.

            Example: samlkit worker <requests >answers
            """)

    func run() throws {
        var frames = WorkerFrames()
        var processors = WorkerProcessors()
        while true {
            let answer: WorkerAnswer
            let isLast: Bool
            do throws(WorkerFailure) {
                guard let frame = try frames.next() else { return }
                (answer, isLast) = (Self.answer(to: frame, with: &processors), false)
            } catch {
                // After this, the beginning of the next request is unknown.
                (answer, isLast) = (WorkerAnswer(id: nil, .failure(error)), true)
            }
            try Console.write(answer.frame)
            if isLast { throw ExitStatus.usage }
        }
    }

    private static func answer(
        to frame: [UInt8], with processors: inout WorkerProcessors
    ) -> WorkerAnswer {
        var id: Int?
        do throws(WorkerFailure) {
            let request = try WorkerRequest(parsing: frame, id: &id)
            let processor = try processors.processor(for: request.options)
            let record = processor.record(
                of: CapturedMessage(bytes: request.message), remembering: &processors.memory)
            return WorkerAnswer(id: id, .success(record))
        } catch {
            return WorkerAnswer(id: id, .failure(error))
        }
    }
}
