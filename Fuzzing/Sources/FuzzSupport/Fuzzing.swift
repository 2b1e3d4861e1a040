@_spi(Fuzzing) internal import XMLCore

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
        return runDriver(&count, &arguments) { bytes, count in
            Fuzzing.property(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        }
    }

    /// Ends the run unless the work for `byteCount` bytes is within `times` the bound on reading them.
    ///
    /// Text in UTF-16 is half as long again in UTF-8, hence a little more than the bound itself.
    public static func expect(
        _ work: Int, forByteCount byteCount: Int, times: Int = 1, _ name: String
    ) {
        let most = times * XML.Work.bound(forByteCount: byteCount + byteCount / 2)
        guard work > most else { return }
        fail("\(name): \(byteCount) bytes cost \(work), more than \(most)")
    }

    /// Ends the run with the input at hand, because a property does not hold.
    public static func fail(_ message: String) -> Never {
        fatalError("\nPROPERTY BROKEN: \(message)")
    }
}

extension [UInt8] {
    /// A number that depends on every byte, to choose from; FNV-1a.
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
