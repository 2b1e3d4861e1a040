@_spi(Measurement) import PayloadCoding

// Does a stage's work an exact number of times, so that its instructions can be counted: those of a
// long run less those of a short one, divided by the difference in work.
//
//   StageRunner                                        names the stages and the kernels
//   StageRunner STAGE KERNEL BYTES REPETITIONS

/// Indented text with a few plus signs' worth of reserved digits, as messages have it.
func message(byteCount: Int) -> [UInt8] {
    let line = Array(
        "        <saml:AttributeValue>3n8Kq+Zr/5vTtB0yJdWf</saml:AttributeValue>\n".utf8)
    return (0..<byteCount).map { line[$0 % line.count] }
}

func run() -> Int32 {
    let arguments = CommandLine.arguments
    if arguments.count == 1 {
        print(PayloadStage.allCases.map(\.rawValue).joined(separator: " "))
        print(PayloadKernel.available.map(\.rawValue).joined(separator: " "))
        return 0
    }
    guard arguments.count == 5, let stage = PayloadStage(rawValue: arguments[1]),
        let kernel = PayloadKernel(rawValue: arguments[2]), kernel.isAvailable,
        let byteCount = Int(arguments[3]), byteCount >= 0,
        let repetitions = Int(arguments[4])
    else { return 2 }
    let input = stage.input(for: message(byteCount: byteCount))
    var output: [UInt8] = []
    for _ in 0..<repetitions {
        do throws(PayloadDecodingError) {
            try stage.process(input, with: kernel, into: &output)
        } catch {
            return 1
        }
    }
    return output.isEmpty ? 1 : 0
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

exit(run())
