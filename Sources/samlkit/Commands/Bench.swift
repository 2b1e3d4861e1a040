import ArgumentParser
@_spi(Measurement) import PayloadCoding

struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", _superCommandName: "samlkit",
        abstract: "Measure encoding and decoding speed on this machine.",
        discussion: """
            Measures every stage with every kernel that this processor supports, and with memcpy \
            for comparison; built with the trait FoundationBaseline, also with Adobe's published \
            Foundation snippet. Before measuring, outputs are \
            compared; if one differs, the command exits with status 1. Without files, it generates \
            messages of 1 KB, 8 KB and 64 KB.

            Example: samlkit bench response.xml --seconds 2
            """)

    @Argument(
        help: .file("Captures, each measured separately; - is standard input."),
        completion: .file())
    var files: [String] = []

    @Option(help: "The approximate time to measure, in seconds.")
    var seconds = 10.0

    @Option(
        help: """
            A stage to measure: normalize, base64, percent, cookbook (all three), decode or \
            decode-wrapped; repeats (default: all).
            """)
    var stage: [PayloadStage] = []

    @Flag(help: "Write a JSON array with one object per stage and kernel.")
    var json = false

    func validate() throws {
        guard seconds > 0, seconds <= 3600 else {
            throw ValidationError("--seconds takes a number above 0 and up to 3600.")
        }
    }

    func run() throws {
        var status = ExitStatus.accepted
        let workloads =
            files.isEmpty
            ? Workload.generated
            : files.compactMap { file in
                let workload = Workload(reading: file) { problem in
                    status = .rejected
                    Console.note(problem)
                }
                if workload == nil { status = .rejected }
                return workload
            }
        guard !workloads.isEmpty else {
            throw CommandFailure(.noInput, "The input contains no message to measure.")
        }
        let stages = stage.isEmpty ? PayloadStage.allCases : stage
        let share = seconds * 1e9 / Double(workloads.count * stages.count)
        var measurements: [StageMeasurement] = []
        if !json { try Console.show(MeasurementReport.introduction) }
        for workload in workloads {
            if !json { try Console.show(MeasurementReport.header(of: workload)) }
            for stage in stages {
                let measurement: StageMeasurement
                do {
                    measurement = try StageMeasurement(
                        of: stage, on: workload, nanoseconds: share, clock: Console.processorTime)
                } catch {
                    throw Self.failure(of: error)
                }
                measurements.append(measurement)
                if !json { try Console.show(MeasurementReport.lines(of: measurement)) }
            }
        }
        if json { try Console.write(MeasurementReport.json(of: measurements)) }
        throw status
    }

    /// Returns the failure for a kernel with a wrong result, with the status of a rejected message.
    static func failure(of mismatch: StageMeasurement.Mismatch) -> CommandFailure {
        CommandFailure(.rejected, "\(mismatch)")
    }
}
