internal import ProfileProcessing
internal import WireText

/// Records of signatures, kept because most records of an issuer say the same.
///
/// Their bytes are compared with those that were read before, which is cheaper than to read them
/// again; what comes out is the same.
struct KnownSignatures {
    private var known: [(bytes: [UInt8], content: Content)] = []
    private static let limit = 8

    /// The part that a report needs.
    struct Content {
        var verdict = SignatureSummary.Verdict.absent
        var signatureMethod: String?
        var digestMethod: String?
        var keySHA256: String?
    }

    /// Passes a signature if it is known.
    ///
    /// - Parameter scanner: The scanner, at the first brace.
    /// - Returns: What the signature says; `nil` when it has to be read.
    func next(in scanner: inout JSONScanner) -> Content? {
        for signature in known where scanner.pass(signature.bytes) { return signature.content }
        return nil
    }

    /// Keeps a signature, replacing an earlier one when there are enough.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, from brace to brace.
    ///   - content: What they say.
    mutating func keep(_ bytes: ArraySlice<UInt8>, _ content: Content) {
        if known.count == Self.limit { known.removeFirst() }
        known.append((Array(bytes), content))
    }
}
