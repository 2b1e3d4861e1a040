@_spi(Measurement) import PayloadCoding
import TestSupport
import XCTest

@testable import samlkit

/// The measuring itself, with a clock that counts instead of running.
final class StageMeasurementTests: XCTestCase {
    /// Time that passes only when somebody works.
    private final class CountedTime {
        var nanoseconds: UInt64 = 0
    }

    /// A contender whose work takes a known time.
    private struct TimedContender: Contender {
        let name: String
        let cost: UInt64
        let time: CountedTime
        var output: [UInt8]? = []

        mutating func process(_ number: Int) { time.nanoseconds += cost }
    }

    /// A contender that does what a kernel does, but for the last byte of one message.
    private struct WrongContender: Contender {
        let name = "wrong"
        let wrongNumber: Int
        private var kernel: KernelContender
        private var number = 0

        init(stage: PayloadStage, inputs: [[UInt8]], wrongNumber: Int) {
            kernel = KernelContender(stage: stage, kernel: .scalar, inputs: inputs)
            self.wrongNumber = wrongNumber
        }

        mutating func process(_ number: Int) {
            kernel.process(number)
            self.number = number
        }

        var output: [UInt8]? {
            guard number == wrongNumber, let output = kernel.output, let last = output.last else {
                return kernel.output
            }
            return output.dropLast() + [last ^ 1]
        }
    }

    private let workload = Workload(
        name: "test", messages: [Array("<a>\n  <b/></a>".utf8), Array("<longer>  </longer>".utf8)])

    func testAWrongContenderIsNamedAndNothingIsMeasured() throws {
        for stage in PayloadStage.allCases {
            let inputs = workload.messages.map { stage.input(for: $0) }
            for wrongNumber in inputs.indices {
                let wrong = WrongContender(stage: stage, inputs: inputs, wrongNumber: wrongNumber)
                XCTAssertThrowsError(
                    try StageMeasurement(
                        of: stage, on: workload, nanoseconds: 1, clock: { 0 }, replacing: [wrong])
                ) { error in
                    let mismatch = error as? StageMeasurement.Mismatch
                    XCTAssertEqual(mismatch?.contender, "wrong")
                    XCTAssertEqual(mismatch?.stage, stage)
                    XCTAssertEqual(
                        mismatch?.byteCount, workload.messages[wrongNumber].count)
                }
            }
        }
    }

    func testAMismatchEndsTheCommandAsARejectionDoes() throws {
        let mismatch = StageMeasurement.Mismatch(
            stage: .cookbook, contender: "avx2", byteCount: 8192)
        let failure = Bench.failure(of: mismatch)
        XCTAssertEqual(failure.status, .rejected)
        XCTAssertTrue(failure.message.contains("avx2"), failure.message)
        XCTAssertTrue(failure.message.contains("cookbook"), failure.message)
    }

    func testEveryKernelAndFoundationAgreeOnEveryStage() throws {
        let texts = ["<a> \t\u{2028}é\r\n </a> ", " \u{3000}x\u{85}", "a", "日本語"]
        let workload = Workload(name: "test", messages: texts.map { Array($0.utf8) })
        for stage in PayloadStage.allCases {
            let measurement = try StageMeasurement(
                of: stage, on: workload, nanoseconds: 1, clock: Console.processorTime)
            XCTAssertEqual(
                measurement.kernels.map(\.name), PayloadKernel.available.map(\.rawValue))
        }
    }

    func testTimesAreThoseOfOneRun() throws {
        let time = CountedTime()
        let contenders = [
            TimedContender(name: "fast", cost: 100, time: time),
            TimedContender(name: "slow", cost: 5_000_000, time: time),
        ]
        var race = Race(contenders, messageCount: 3) { time.nanoseconds }
        let results = race.run(for: 50_000_000)
        XCTAssertEqual(results.map(\.name), ["fast", "slow"])
        XCTAssertEqual(results.map(\.median), [300, 15_000_000])
        XCTAssertEqual(results.map(\.spread), [0, 0])
    }

    func testARaceTakesAboutTheTimeItIsGiven() throws {
        for budget in [1_000.0, 10_000_000, 1_000_000_000] {
            let time = CountedTime()
            let contenders = (1...5).map {
                TimedContender(name: "\($0)", cost: UInt64($0) * 1000, time: time)
            }
            var race = Race(contenders, messageCount: 1) { time.nanoseconds }
            _ = race.run(for: budget)
            // Each may begin a turn shortly before its share ends.
            XCTAssertLessThanOrEqual(Double(time.nanoseconds), budget + 5 * 400_000)
        }
    }

    func testAClockThatStandsStillEndsTheRaceToo() throws {
        let time = CountedTime()
        var race = Race([TimedContender(name: "a", cost: 0, time: time)], messageCount: 1) { 0 }
        XCTAssertEqual(race.run(for: 10).map(\.median), [0])
    }

    func testQuantilesLieBetweenTheValues() {
        let values = [1.0, 2, 3, 4, 10]
        XCTAssertEqual(Race.quantile(0.5, of: values), 3)
        XCTAssertEqual(Race.quantile(0.25, of: values), 2)
        XCTAssertEqual(Race.quantile(0.875, of: values), 7)
        XCTAssertEqual(Race.quantile(0.5, of: []), 0)
        XCTAssertEqual(Race.quantile(1, of: [7]), 7)
    }

    func testDecimalNumbersAreRounded() {
        let numbers: [(Double, Int, String)] = [
            (0, 2, "0.00"), (0.004, 2, "0.00"), (0.005, 2, "0.01"), (1.999, 2, "2.00"),
            (12_345.678, 1, "12345.7"), (7, 0, "7"), (0.07, 1, "0.1"), (.infinity, 2, "0"),
        ]
        for (value, places, text) in numbers {
            XCTAssertEqual(MeasurementReport.decimal(value, places: places), text)
        }
    }

    func testMessagesThatAreMadeHaveTheirSize() {
        XCTAssertEqual(Workload.generated.map(\.byteCount), [1024, 8192, 65536])
        for workload in Workload.generated {
            let text = String(decoding: workload.messages[0], as: UTF8.self)
            XCTAssertTrue(text.hasPrefix("<?xml"), text)
            XCTAssertTrue(text.hasSuffix("</samlp:Response>\n"), text)
        }
    }
}
