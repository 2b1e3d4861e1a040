import ArgumentParser
@_spi(Measurement) import PayloadCoding

struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure encoding and decoding on this machine, with your own messages.",
        discussion: """
            Every stage is measured with every kernel that this processor has, beside memcpy and \
            the published Foundation snippet. Outputs are compared before anything is measured; \
            one that differs ends the command with status 1. Without files, messages of 1 KB, \
            8 KB and 64 KB are made.

            Example: samlkit bench response.xml --seconds 2
            """)

    @Argument(
        help: ArgumentHelp(
            "Captures, each of them measured by itself; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(help: "About how long to measure, all in all.")
    var seconds = 10.0

    @Option(
        help: """
            A stage to measure, may be given again (default: all): normalize, base64, percent, \
            cookbook (the whole path), decode, decode-wrapped.
            """)
    var stage: [PayloadStage] = []

    @Flag(help: "Write a JSON array with an object for each stage and kernel.")
    var json = false

    func validate() throws {
        guard seconds > 0, seconds <= 3600 else {
            throw ValidationError("--seconds takes a number above 0, up to 3600.")
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
            throw CommandFailure(.noInput, "There is no message to measure.")
        }
        let stages = stage.isEmpty ? PayloadStage.allCases : stage
        let share = seconds * 1e9 / Double(workloads.count * stages.count)
        var measurements: [StageMeasurement] = []
        if !json { for line in MeasurementReport.introduction { try Console.print(line) } }
        for workload in workloads {
            if !json {
                for line in MeasurementReport.header(of: workload) { try Console.print(line) }
            }
            for stage in stages {
                let measurement = try measurement(of: stage, on: workload, nanoseconds: share)
                measurements.append(measurement)
                guard !json else { continue }
                for line in MeasurementReport.lines(of: measurement) { try Console.print(line) }
            }
        }
        if json { try Console.write(MeasurementReport.json(of: measurements)) }
        throw status
    }

    private func measurement(
        of stage: PayloadStage, on workload: Workload, nanoseconds: Double
    ) throws(CommandFailure) -> StageMeasurement {
        do {
            return try StageMeasurement(
                of: stage, on: workload, nanoseconds: nanoseconds, clock: Console.processorTime)
        } catch {
            throw Self.failure(of: error)
        }
    }

    /// A kernel that is wrong is no less than a message that is.
    static func failure(of mismatch: StageMeasurement.Mismatch) -> CommandFailure {
        CommandFailure(.rejected, "\(mismatch)")
    }
}
