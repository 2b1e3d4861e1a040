@_spi(Measurement) import PayloadCoding

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An implementation that repeats a stage's work on the messages of a workload.
protocol Contender {
    /// The name in reports.
    var name: String { get }
    /// Processes the message with this number.
    mutating func process(_ number: Int)
    /// The output for the latest message; `nil` if there is none.
    var output: [UInt8]? { get }
}

/// One kernel, called as a program would call it.
struct KernelContender: Contender {
    let stage: PayloadStage
    let kernel: PayloadKernel
    let inputs: [[UInt8]]
    private(set) var result: [UInt8] = []
    private(set) var hasFailed = false

    var name: String { kernel.rawValue }
    var output: [UInt8]? { hasFailed ? nil : result }

    mutating func process(_ number: Int) {
        do throws(PayloadDecodingError) {
            try stage.process(inputs[number], with: kernel, into: &result)
        } catch {
            hasFailed = true
        }
    }
}

/// The limit of memory: `memcpy` of as many bytes as the stage reads and writes.
///
/// Both copies use the same source and destination, so they need no more cache than the stage.
struct CopyContender: Contender {
    let name = "memcpy"
    let output: [UInt8]? = nil
    private let sources: [[UInt8]]
    private let counts: [(read: Int, written: Int)]
    private var target: [UInt8]

    init(inputs: [[UInt8]], outputs: [[UInt8]]) {
        counts = zip(inputs, outputs).map { ($0.count, $1.count) }
        sources = zip(inputs, outputs).map { input, output in
            input + [UInt8](repeating: 0x20, count: max(0, output.count - input.count))
        }
        target = [UInt8](repeating: 0, count: sources.map(\.count).max() ?? 0)
    }

    mutating func process(_ number: Int) {
        copy(number, counts[number].read)
        copy(number, counts[number].written)
    }

    @inline(never)
    private mutating func copy(_ number: Int, _ count: Int) {
        unsafe target.withUnsafeMutableBytes { target in
            unsafe sources[number].withUnsafeBytes { source in
                guard let target = target.baseAddress, let source = source.baseAddress else {
                    return
                }
                _ = unsafe memcpy(target, source, count)
            }
        }
    }
}
