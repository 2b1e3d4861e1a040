@_spi(Measurement) import PayloadCoding
import WireText

/// The speed of one stage on one workload, with every kernel.
struct StageMeasurement: Sendable {
    /// A contender with wrong output.
    struct Mismatch: Error, CustomStringConvertible {
        let stage: PayloadStage
        let contender: String
        let byteCount: Int

        var description: String {
            "\(contender) gives a wrong result in the stage \(stage.rawValue) for a message of "
                + "\(byteCount.counted("byte")). Nothing was measured."
        }
    }

    /// The speed of one contender.
    struct Row: Sendable {
        let name: String
        /// The megabytes of message per second; a megabyte is a million bytes.
        let megabytesPerSecond: Double
        let spread: Double
        let ratioToMemcpy: Double
        /// `nil` where the snippet was not measured.
        let ratioToFoundation: Double?
    }

    let stage: PayloadStage
    let workload: String
    let messageCount: Int
    /// The size of the messages, which a decoding stage writes and the others read.
    let byteCount: Int
    let kernels: [Row]
    /// Adobe's published snippet, by the package trait `FoundationBaseline`.
    let foundation: Row?
    let memcpy: Row

    /// Compares and then measures.
    ///
    /// - Parameters:
    ///   - stage: The stage to measure.
    ///   - workload: The messages.
    ///   - nanoseconds: The approximate time.
    ///   - clock: The CPU time of this thread, in nanoseconds.
    ///   - replacing: Contenders that replace those of the kernels.
    /// - Throws: A ``Mismatch`` before anything is measured when outputs differ.
    init(
        of stage: PayloadStage, on workload: Workload, nanoseconds: Double,
        clock: @escaping () -> UInt64, replacing: [any Contender]? = nil
    ) throws(Mismatch) {
        let inputs = workload.messages.map { stage.input(for: $0) }
        // The plain Swift code is the definition.
        var definition = KernelContender(stage: stage, kernel: .swift, inputs: inputs)
        var expected: [[UInt8]] = []
        for (number, message) in workload.messages.enumerated() {
            definition.process(number)
            guard let output = definition.output, !stage.isDecoding || output == message else {
                throw Mismatch(
                    stage: stage, contender: definition.name, byteCount: message.count)
            }
            expected.append(output)
        }
        let measured =
            replacing
            ?? PayloadKernel.available.map {
                KernelContender(stage: stage, kernel: $0, inputs: inputs)
            }
        var contenders: [any Contender] = measured
        #if FoundationBaseline
        contenders.append(FoundationContender(stage: stage, inputs: inputs))
        #endif
        contenders.append(CopyContender(inputs: inputs, outputs: expected))
        var race = Race(contenders, messageCount: inputs.count, clock: clock)
        if let (name, number) = race.firstMismatch(with: expected) {
            throw Mismatch(
                stage: stage, contender: name, byteCount: workload.messages[number].count)
        }
        let results = race.run(for: nanoseconds)
        let byteCount = workload.byteCount
        let times = results.map { max($0.median, 1) }
        let snippet = contenders.count - measured.count > 1 ? measured.count : nil
        let rows = zip(results, times).map { result, time in
            Row(
                name: result.name, megabytesPerSecond: Double(byteCount) / time * 1000,
                spread: result.spread, ratioToMemcpy: times[times.count - 1] / time,
                ratioToFoundation: snippet.map { times[$0] / time })
        }
        self.stage = stage
        self.workload = workload.name
        messageCount = workload.messages.count
        self.byteCount = byteCount
        kernels = Array(rows.prefix(measured.count))
        foundation = snippet.map { rows[$0] }
        memcpy = rows[rows.count - 1]
    }
}
