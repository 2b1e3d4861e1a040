import Foundation
import PayloadCoding

// The contenders of compare/encode.py that are written in Swift, with the arguments and the output of
// those written in C (compare/encoding/contender.c).

/// The contender of this name: a run of it, and the payload that the last run gave.
func contender(
    _ name: String, on message: [UInt8]
) -> (run: () -> Void, payload: () -> [UInt8])? {
    switch name {
    case "foundation":
        // An app has a string before it begins.
        let text = String(decoding: message, as: UTF8.self)
        var payload: String?
        return ({ payload = FoundationSnippet.payload(text) }, { Array((payload ?? "").utf8) })
    case "straightforward":
        var payload: [UInt8] = []
        return ({ payload = StraightforwardEncoder.payload(message) }, { payload })
    default:
        guard let kernel = PayloadKernel(rawValue: name), kernel.isAvailable else { return nil }
        let encoder = PayloadEncoder(kernel: kernel)
        var payload: [UInt8] = []
        let run = {
            payload.removeAll(keepingCapacity: true)
            encoder.encode(message, into: &payload)
        }
        return (run, { payload })
    }
}

/// The CPU time of this process in seconds.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The median time of one run; turns of a millisecond or more, so that the clock does not count.
func medianTime(of run: () -> Void, seconds: Double) -> Double {
    let start = now()
    run()
    let first = now() - start
    guard first <= seconds else { return first }
    let repetitions = max(1, Int(1e-3 / max(first, 1e-9)))
    var times: [Double] = []
    while times.isEmpty || now() - start < seconds {
        let before = now()
        for _ in 0..<repetitions { run() }
        times.append((now() - before) / Double(repetitions))
    }
    return times.sorted()[times.count / 2]
}

func main() -> Int32 {
    let arguments = CommandLine.arguments
    if arguments.count == 1 {
        let kernels = PayloadKernel.available.map(\.rawValue)
        print((["foundation", "straightforward"] + kernels).joined(separator: "\n"))
        return 0
    }
    guard arguments.count >= 4, let file = FileManager.default.contents(atPath: arguments[3]),
        let (run, payload) = contender(arguments[2], on: Array(file))
    else { return 2 }
    if arguments[1] == "write" {
        run()
        FileHandle.standardOutput.write(Data(payload()))
        return 0
    }
    let seconds = arguments.count > 4 ? Double(arguments[4]) ?? 1 : 1
    print(#"{"seconds": \#(medianTime(of: run, seconds: seconds))}"#)
    return 0
}

exit(main())
