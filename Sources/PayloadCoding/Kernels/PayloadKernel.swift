internal import CPayloadKernels

/// The instruction set that encoding and decoding use.
///
/// All give the same bytes; they differ in speed alone.
public enum PayloadKernel: String, Hashable, Sendable, CaseIterable {
    /// AVX-512 with VBMI and VBMI2.
    case avx512
    /// AVX2.
    case avx2
    /// SSE4.2, which includes the shuffle of SSSE3.
    case sse4
    /// NEON of 64-bit ARM.
    case neon
    /// Portable C without vectors.
    case scalar
    /// The plain Swift code that defines what all others do.
    case swift

    /// A Boolean value that indicates whether this processor has the instruction set.
    public var isAvailable: Bool { unsafe self == .swift || table != nil }

    /// The kernels that this processor can run, the fastest first.
    public static var available: [PayloadKernel] { allCases.filter(\.isAvailable) }

    /// The fastest kernel that this processor can run.
    public static var best: PayloadKernel {
        let kind = unsafe CPayloadKernels_best().pointee.kind
        return allCases.first { $0.kind == kind } ?? .scalar
    }

    /// The functions of the kernel, `nil` for those of Swift and for what the processor lacks.
    var table: UnsafePointer<CPayloadKernels_table>? {
        unsafe kind.flatMap { unsafe CPayloadKernels_tableOf($0) }
    }

    /// The functions of `kernel`, or of the best one if it is `nil`.
    static func table(_ kernel: PayloadKernel?) -> UnsafePointer<CPayloadKernels_table>? {
        guard let kernel else { return unsafe CPayloadKernels_best() }
        return unsafe kernel.table
    }

    private var kind: CPayloadKernels_kind? {
        switch self {
        case .avx512: CPayloadKernels_avx512
        case .avx2: CPayloadKernels_avx2
        case .sse4: CPayloadKernels_sse4
        case .neon: CPayloadKernels_neon
        case .scalar: CPayloadKernels_scalar
        case .swift: nil
        }
    }
}
