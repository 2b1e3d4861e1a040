/// Runs libFuzzer over a property.
public enum Fuzzing {
    /// What is checked of every input; set before libFuzzer runs, which it does in one thread.
    nonisolated(unsafe) private static var property: ([UInt8]) -> Void = { _ in }

    /// Hands the command line to libFuzzer and checks `property` on every input it makes.
    ///
    /// - Returns: The status to exit with.
    public static func run(_ property: @escaping ([UInt8]) -> Void) -> Int32 {
        self.property = property
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
            CommandLine.unsafeArgv
        return runDriver(&count, &arguments) { octets, count in
            Fuzzing.property(Array(UnsafeBufferPointer(start: octets, count: count)))
            return 0
        }
    }

    /// Ends the run with the input at hand, because a property does not hold.
    public static func fail(_ message: String) -> Never {
        fatalError("\nPROPERTY BROKEN: \(message)")
    }
}

extension [UInt8] {
    /// A number that depends on every octet, to choose from; FNV-1a.
    public var fingerprint: UInt64 {
        reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

// libFuzzer's own entry point; its `main` gives way to Swift's.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
