import Foundation
@_spi(Measurement) import PayloadCoding
import XCTest

/// One performance test for each stage of encoding and each of five sizes, with the fastest kernel.
///
/// Each prints its throughput beside XCTest's own figures, for `Benchmarks/thresholds.py` to read: the
/// best of ten in CPU time, which other programs disturb least.
final class PayloadBenchmarks: XCTestCase {
    func testNormalize1KB() throws { try measure(.normalize, 1 << 10) }
    func testNormalize8KB() throws { try measure(.normalize, 1 << 13) }
    func testNormalize64KB() throws { try measure(.normalize, 1 << 16) }
    func testNormalize1MB() throws { try measure(.normalize, 1 << 20) }
    func testNormalize64MB() throws { try measure(.normalize, 1 << 26) }

    func testBase64Of1KB() throws { try measure(.base64, 1 << 10) }
    func testBase64Of8KB() throws { try measure(.base64, 1 << 13) }
    func testBase64Of64KB() throws { try measure(.base64, 1 << 16) }
    func testBase64Of1MB() throws { try measure(.base64, 1 << 20) }
    func testBase64Of64MB() throws { try measure(.base64, 1 << 26) }

    func testPercent1KB() throws { try measure(.percent, 1 << 10) }
    func testPercent8KB() throws { try measure(.percent, 1 << 13) }
    func testPercent64KB() throws { try measure(.percent, 1 << 16) }
    func testPercent1MB() throws { try measure(.percent, 1 << 20) }
    func testPercent64MB() throws { try measure(.percent, 1 << 26) }

    func testCookbook1KB() throws { try measure(.cookbook, 1 << 10) }
    func testCookbook8KB() throws { try measure(.cookbook, 1 << 13) }
    func testCookbook64KB() throws { try measure(.cookbook, 1 << 16) }
    func testCookbook1MB() throws { try measure(.cookbook, 1 << 20) }
    func testCookbook64MB() throws { try measure(.cookbook, 1 << 26) }

    func testDecode1KB() throws { try measure(.decode, 1 << 10) }
    func testDecode8KB() throws { try measure(.decode, 1 << 13) }
    func testDecode64KB() throws { try measure(.decode, 1 << 16) }
    func testDecode1MB() throws { try measure(.decode, 1 << 20) }
    func testDecode64MB() throws { try measure(.decode, 1 << 26) }

    private func measure(_ stage: PayloadStage, _ byteCount: Int) throws {
        let line = Array("      <saml:AttributeValue>3n8Kq+Zr/5vTtB0y</saml:AttributeValue>\n".utf8)
        let message = (0..<byteCount).map { line[$0 % line.count] }
        let input = stage.input(for: message)
        let kernel = PayloadKernel.best
        var output: [UInt8] = []
        try stage.process(input, with: kernel, into: &output)
        XCTAssertFalse(output.isEmpty)
        // XCTest calls a measurement failed that varies by 0.1 s: short ones bear a busy machine.
        let repetitions = max(1, (8 << 20) / byteCount)
        var seconds: [Double] = []
        measure {
            let start = Self.processorTime()
            for _ in 0..<repetitions {
                do throws(PayloadDecodingError) {
                    try stage.process(input, with: kernel, into: &output)
                } catch {
                    XCTFail("\(error)")
                }
            }
            seconds.append((Self.processorTime() - start) / Double(repetitions))
        }
        let rate = Int(Double(byteCount) / 1e6 / (seconds.min() ?? 1))
        print("benchmark \(stage.rawValue) \(kernel.rawValue) \(byteCount) bytes: \(rate) MB/s")
    }

    /// The CPU time of this thread, in seconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
